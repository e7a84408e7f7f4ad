//! Invariants of what debuggers are told. Owns which nodes that is and that each has the form of its kind; sizes, and who
//! may refer to what, are next door. Nodes that nobody tells debuggers of may say what they like.

mod references;
mod sizes;

use rustc_hash::FxHashSet;

use crate::debug::form::{Rest, Wanted};
use crate::debug::{DebugTypes, Kind};
use crate::ids::NodeId;
use crate::metadata::Operand;
use crate::module::Module;
use crate::types::Type;

use super::Problem;

/// Nodes name earlier ones, and all that functions name is there.
pub fn verify_debug(module: &Module, problems: &mut Vec<Problem>) {
    let count = module.metadata.nodes().len();
    if count == 0 {
        return;
    }
    let types = DebugTypes::new(&module.strings, &module.metadata);
    let mut checker = Checker { module, types, used: vec![false; count], problems };
    checker.references();
    checker.definitions();
    checker.forms();
    // Sizes are read off operands of the right form.
    if checker.problems.is_empty() {
        checker.sizes();
    }
}

struct Checker<'module> {
    module: &'module Module,
    types: DebugTypes<'module>,
    /// The nodes that debuggers are told of.
    used: Vec<bool>,
    problems: &'module mut Vec<Problem>,
}

impl Checker<'_> {
    fn problem(&mut self, place: impl ToString, message: String) {
        self.problems.push(Problem { place: place.to_string(), message });
    }

    fn kind(&self, node: NodeId) -> Option<Kind> {
        self.types.kind(self.module.metadata.operands(node))
    }

    /// A node in words.
    fn named(&self, node: NodeId) -> String {
        match self.kind(node) {
            Some(kind) => format!("{node}, a '{}'", kind.word()),
            None => format!("{node}, which describes nothing"),
        }
    }

    fn definitions(&mut self) {
        let mut keys = FxHashSet::default();
        for (node, operands) in self.module.metadata.nodes() {
            let Some(kind) = self.types.kind(operands) else { continue };
            self.used[node.index()] |= kind == Kind::Definition || kind.is_datum();
            if let (Kind::Definition, Some(Operand::String(key))) = (kind, operands.get(1))
                && !keys.insert(*key)
            {
                let key = self.types.key(*key);
                self.problem(node, format!("'{key}' is described twice"));
            }
        }
    }

    fn is_note(&self, node: NodeId) -> bool {
        match *self.module.metadata.operands(node) {
            [text, offset] => self.is_of(text, Wanted::Text) && self.is_of(offset, Wanted::Offset),
            _ => false,
        }
    }

    /// The forms of all nodes, each before those that it names.
    fn forms(&mut self) {
        for index in (0..self.used.len()).rev() {
            let node = NodeId::new(index);
            if !self.used[index] {
                continue;
            }
            let operands = self.module.metadata.operands(node);
            for operand in operands {
                if let Operand::Node(named) = operand {
                    self.used[named.index()] = true;
                }
            }
            // Whoever names a node of no kind is wrong already.
            if let Some(kind) = self.kind(node) {
                self.form(node, kind, &operands[1..]);
            }
        }
    }

    fn form(&mut self, node: NodeId, kind: Kind, operands: &[Operand]) {
        let (wanted, rest) = kind.form();
        let most = match rest {
            Rest::Nothing => wanted.len(),
            Rest::Perhaps(_) => wanted.len() + 1,
            Rest::All(_) => usize::MAX,
        };
        if operands.len() < wanted.len() || operands.len() > most {
            let (word, found, least) = (kind.word(), operands.len(), wanted.len());
            self.problem(node, format!("a '{word}' has {found} operands behind its word, where {least} are due"));
            return;
        }
        for (index, operand) in operands.iter().enumerate() {
            let wanted = match (wanted.get(index).copied(), rest) {
                (Some(wanted), _) | (None, Rest::Perhaps(wanted) | Rest::All(wanted)) => wanted,
                (None, Rest::Nothing) => continue,
            };
            if !self.is_of(*operand, wanted) {
                let (word, found) = (kind.word(), self.in_words(*operand));
                self.problem(node, format!("operand {} of a '{word}' is {found}, not {}", index + 1, words(wanted)));
            }
        }
    }

    fn is_of(&self, operand: Operand, wanted: Wanted) -> bool {
        let is_kind = |is_right: &dyn Fn(Kind) -> bool| match operand {
            Operand::Node(node) => self.kind(node).is_some_and(is_right),
            Operand::String(_) | Operand::Integer(_) | Operand::Symbol(_) | Operand::Type(_) => false,
        };
        match wanted {
            Wanted::Text => self.is_name(operand),
            Wanted::Type => self.is_name(operand) || is_kind(&Kind::is_type),
            Wanted::Declared => is_kind(&Kind::is_declared),
            Wanted::Node(kind) => is_kind(&|found| found == kind),
            Wanted::Scalar => matches!(operand, Operand::Type(Type::Scalar(_))),
            Wanted::Integer => matches!(operand, Operand::Type(Type::Scalar(scalar)) if scalar.is_integer()),
            Wanted::Number => matches!(operand, Operand::Integer(_)),
            Wanted::Bytes => matches!(operand, Operand::Integer(0..)),
            Wanted::Note => matches!(operand, Operand::Node(node) if self.is_note(node)),
            Wanted::Offset => matches!(operand, Operand::Integer(offset) if u32::try_from(offset).is_ok()),
        }
    }

    /// Whether it is a text that a debugger can be told: theirs end at a zero byte.
    fn is_name(&self, operand: Operand) -> bool {
        matches!(operand, Operand::String(text) if !self.module.strings.text(text).contains('\0'))
    }

    fn in_words(&self, operand: Operand) -> String {
        match operand {
            Operand::String(text) => format!("the text {:?}", self.module.strings.text(text)),
            Operand::Integer(number) => format!("the number {number}"),
            Operand::Node(node) => self.named(node),
            Operand::Symbol(symbol) => format!("the symbol @{}", self.module.symbol_name(symbol)),
            Operand::Type(Type::Scalar(scalar)) => format!("the scalar {}", scalar.name()),
            Operand::Type(Type::Aggregate(_)) => "a type of the code".to_owned(),
        }
    }
}

fn words(wanted: Wanted) -> String {
    match wanted {
        Wanted::Text => "a text without zero bytes".to_owned(),
        Wanted::Type => "a type's node or key".to_owned(),
        Wanted::Declared => "the node of a type that can be declared".to_owned(),
        Wanted::Scalar => "a scalar".to_owned(),
        Wanted::Integer => "the scalar of an integer".to_owned(),
        Wanted::Number => "a number".to_owned(),
        Wanted::Bytes => "a number of bytes".to_owned(),
        Wanted::Offset => "a place in a text".to_owned(),
        Wanted::Note => "the node of what is noted".to_owned(),
        Wanted::Node(kind) => format!("the node of a '{}'", kind.word()),
    }
}
