//! What is asked, with which settings. Data only.

use abi::Target;
use source::{Db, DiagnosticKind};

use crate::copies::CopyOutcome;
use crate::in_c::InC;
use types::TraitReference;

/// When a block is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShowBlock {
    /// Where something is declared; its uses show one line.
    Definition,
    /// Uses show it in full too.
    Always,
    /// Not even the line.
    Never,
}

/// What hover shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HoverSettings {
    /// The targets whose conventions are shown side by side; of none, that of the project.
    pub targets: Vec<Target>,
    /// Sizes, offsets and padding.
    pub layout: ShowBlock,
    /// How values travel.
    pub abi: ShowBlock,
    /// The forms of signatures for LLVM and Cranelift.
    pub codegen: bool,
    /// The copies that a call makes.
    pub copies: bool,
}

impl Default for HoverSettings {
    fn default() -> HoverSettings {
        HoverSettings {
            targets: shown_targets(&["x86_64-linux-gnu", "aarch64-linux-gnu"]),
            layout: ShowBlock::Definition,
            abi: ShowBlock::Definition,
            codegen: true,
            copies: true,
        }
    }
}

/// The targets to show side by side: this machine, then those with these names, each once. Unknown names are left out.
pub fn shown_targets(triples: &[impl AsRef<str>]) -> Vec<Target> {
    let host = Target::host();
    let named = triples.iter().filter_map(|triple| Target::parse(triple.as_ref()).ok());
    let mut targets = Vec::new();
    for target in host.into_iter().chain(named) {
        if !targets.contains(&target) {
            targets.push(target);
        }
    }
    targets
}

/// A place where the details are told better than on a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HoverLink {
    /// The picture of a type in memory.
    Picture,
    /// How a function is called, with the clauses that decided.
    AbiReport,
    /// How a type is laid out and travels, as text.
    Layout,
    /// The intermediate code of the function around.
    Mir,
    /// Its machine code.
    Assembly,
    /// No page: it puts the fields of the type into a better order.
    Reorder,
}

/// Code generators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CodeGenerators {
    /// LLVM.
    pub llvm: bool,
    /// Cranelift.
    pub cranelift: bool,
}

/// What becomes of a call through a `dyn`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dispatched {
    /// The decision, in words.
    pub decision: String,
    /// The types whose methods it may call.
    pub candidates: Vec<String>,
    /// Why it is no direct call.
    pub reason: Option<String>,
}

/// What C's header says of an item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CDeclared {
    /// The declaration, in C; empty if it is not known.
    pub text: String,
    /// Where it stands: the header and the line.
    pub place: String,
    /// A link to that place, for whoever follows one.
    pub link: Option<String>,
}

/// What whoever hosts `ide` knows and `ide` must not ask for.
#[derive(Clone, Copy)]
pub struct HoverHost<'a> {
    /// What became of a copy in optimised code for a target: the function's symbol, the copy's number.
    pub outcome: &'a dyn Fn(&Target, &str, u32) -> CopyOutcome,
    /// What an optimised build makes of a call of the method at a place in the table of a trait's `dyn`; nothing where that
    /// is not known.
    pub dispatch: &'a dyn Fn(TraitReference, usize) -> Option<Dispatched>,
    /// Which code generators make code for a target; where none does, no form of one is shown.
    pub makes_code: &'a dyn Fn(&Target) -> CodeGenerators,
    /// What C's header says of an item that C declares, or that was made of a header; nothing where that is not known.
    pub c_declaration: &'a dyn Fn(&InC) -> Option<CDeclared>,
    /// The kind of diagnostic with a code or name.
    pub find_kind: &'a dyn Fn(&str) -> Option<&'static DiagnosticKind>,
}

impl Default for HoverHost<'_> {
    /// Nothing beyond the rooms below.
    fn default() -> Self {
        HoverHost {
            outcome: &|_, _, _| CopyOutcome::NotYet,
            dispatch: &|_, _| None,
            makes_code: &|_| CodeGenerators { llvm: true, cranelift: true },
            c_declaration: &|_| None,
            find_kind: &crate::diagnostic_kinds::find,
        }
    }
}

/// A question and what all answers need.
pub(super) struct Question<'a> {
    pub db: &'a dyn Db,
    pub settings: &'a HoverSettings,
    pub host: HoverHost<'a>,
    /// Never empty.
    pub targets: Vec<Target>,
    /// Whether the position is at a declaration.
    pub is_declaration: bool,
}

impl<'a> Question<'a> {
    /// A question about a use, until more is known.
    pub fn new(db: &'a dyn Db, settings: &'a HoverSettings, host: HoverHost<'a>) -> Question<'a> {
        let mut targets: Vec<Target> = Vec::new();
        for target in &settings.targets {
            if !targets.contains(target) {
                targets.push(*target);
            }
        }
        if targets.is_empty() {
            targets.push(types::target(db));
        }
        Question { db, settings, host, targets, is_declaration: false }
    }

    /// Whether a block is shown in full here.
    pub fn in_full(&self, block: ShowBlock) -> bool {
        match block {
            ShowBlock::Definition => self.is_declaration,
            ShowBlock::Always => true,
            ShowBlock::Never => false,
        }
    }
}
