//! Declarations that were read of C beside what clang says of them, one by one, counted. Owns what counts as equal; must not
//! know which texts are read, nor by whom.

use std::collections::{BTreeMap, BTreeSet};

use abi::Target;
use c::declarations::{Declarations, Function};
use driver::CReader;
use tests::lang;

use crate::witness::{self, Witness};

/// What reads C, if clang's library is there.
pub fn reader() -> Option<CReader> {
    match CReader::find(None, lang(), &["c-worker"]) {
        Ok(reader) => Some(reader),
        Err(reason) => {
            println!("skipped: {reason}");
            None
        }
    }
}

/// What was compared and refused.
#[derive(Default)]
pub struct Count {
    pub functions: usize,
    pub callbacks: usize,
    pub records: usize,
    pub globals: usize,
    /// Refused functions that no other text can call.
    pub internal: BTreeSet<String>,
    pub refused: BTreeMap<String, BTreeSet<String>>,
}

/// A text that is read by both.
#[derive(Clone)]
pub struct Text {
    pub name: String,
    pub text: String,
    /// What both are told besides the target.
    pub options: Vec<String>,
}

impl Text {
    pub fn new(name: &str, text: String) -> Text {
        Text { name: name.to_string(), text, options: Vec::new() }
    }
}

/// Declarations, whoever read them, beside what clang says of the same text.
///
/// # Errors
/// The differences.
pub fn of_declarations(witness: &Witness, target: &Target, text: &Text, ours: &Declarations) -> Result<Count, String> {
    let clang = witness.of(target, (&text.text, &text.options), ours)?;
    let mut count = Count::default();
    let mut wrong = Vec::new();
    for refused in &ours.refused {
        if refused.problem.message.contains("internal error") {
            wrong.push(format!("{:?}: {}", refused.name, refused.problem.message));
        }
        let name = refused.name.clone().unwrap_or_else(|| refused.elsewhere.clone().unwrap_or_default());
        match refused.is_internal {
            true => count.internal.insert(name),
            false => count.refused.entry(refused.problem.message.clone()).or_default().insert(name),
        };
    }
    let mut functions = |functions: &[Function], theirs: &BTreeMap<String, String>, same: &mut usize| {
        for function in functions {
            match (line(ours, function), theirs.get(&function.symbol)) {
                (Ok(line), Some(clangs)) if line == *clangs => *same += 1,
                (Ok(line), Some(clangs)) => wrong.push(format!("  ours  {line}\n  clang {clangs}")),
                // Clang refuses its address: it is declared as an error, or unavailable.
                (Ok(_), None) => {
                    count.refused.entry("clang gives no line".into()).or_default().insert(function.name.clone());
                }
                (Err(why), _) => {
                    count.refused.entry(why).or_default().insert(function.name.clone());
                }
            }
        }
    };
    functions(&ours.functions, &clang.functions, &mut count.functions);
    functions(&ours.callbacks, &clang.callbacks, &mut count.callbacks);
    for (record, name) in ours.records.iter().filter_map(|record| Some((record, record.name.as_ref()?))) {
        let abi::Ty::Record(id) = ours.arena.get(record.ty) else { continue };
        let layout = ours.arena.record(id);
        let offsets: Vec<u64> = layout.fields.iter().map(|field| field.offset_bits).collect();
        let ours = witness::Layout { size: 8 * layout.size, align: 8 * u64::from(layout.align), offsets };
        match clang.records.get(name) {
            Some(layouts) if layouts.contains(&ours) => count.records += 1,
            Some(layouts) => wrong.push(format!("  {name}: ours {ours:?}, clang {layouts:?}")),
            None => {
                count.refused.entry("clang gives no layout".into()).or_default().insert(name.clone());
            }
        }
    }
    for global in &ours.globals {
        let align = ours.arena.layout(target, global.ty).align;
        match clang.globals.get(&global.symbol) {
            Some(clangs) if u64::from(align) <= *clangs => count.globals += 1,
            Some(clangs) => wrong.push(format!("  {}: aligned to {align}, for clang to {clangs}", global.name)),
            None => {
                count.refused.entry("clang gives no variable".into()).or_default().insert(global.name.clone());
            }
        }
    }
    if wrong.is_empty() { Ok(count) } else { Err(wrong.join("\n")) }
}

fn line(read: &Declarations, function: &Function) -> Result<String, String> {
    let lowered = abi::lower(&read.target, &read.arena, &function.signature).map_err(|error| error.to_string())?;
    let tag = |index| function.tag(index);
    let line = abi::llvm::declaration(&read.target, &read.arena, &function.signature, &lowered, &function.symbol, &tag);
    Ok(witness::normal(&line))
}
