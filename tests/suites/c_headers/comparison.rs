//! What `lang` reads of C beside what clang says of it, declaration by declaration, counted. Owns what counts as equal; must not
//! know which texts are read.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use abi::Target;
use c::clang::wire::Answer;
use c::declarations::{Declarations, Function};
use driver::CReader;
use tests::{for_each, lang};

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

/// What was found in many texts.
#[derive(Default)]
pub struct Found {
    /// By target.
    pub counts: BTreeMap<String, Count>,
    pub differences: Vec<String>,
    /// How many texts were read.
    pub files: usize,
    /// Those whose headers are not there.
    pub absent: Vec<String>,
}

impl Count {
    fn add(&mut self, other: Count) {
        self.functions += other.functions;
        self.callbacks += other.callbacks;
        self.records += other.records;
        self.globals += other.globals;
        self.internal.extend(other.internal);
        for (why, names) in other.refused {
            self.refused.entry(why).or_default().extend(names);
        }
    }
}

impl Found {
    pub fn print(&self) {
        for (target, Count { functions, callbacks, records, globals, internal, refused }) in &self.counts {
            let total: usize = refused.values().map(BTreeSet::len).sum();
            println!(
                "{target}: {functions} functions, {callbacks} callbacks, {records} records, {globals} variables agree"
            );
            println!("{target}: {total} declarations are refused, and {} static functions", internal.len());
            for (why, names) in refused {
                println!("  {} × {why}: {}", names.len(), names.iter().take(8).cloned().collect::<Vec<_>>().join(", "));
            }
        }
        println!("{} files, {} headers are not there", self.files, self.absent.len());
    }
}

/// Compares texts for their targets.
pub fn all(reader: &CReader, witness: &Witness, work: &[(Target, Text)]) -> Found {
    let found = Mutex::new(Found::default());
    for_each(work, |(target, text)| {
        let outcome = compare(reader, witness, target, text);
        let mut found = found.lock().expect("no thread panicked");
        match outcome {
            Ok(count) => {
                found.files += 1;
                found.counts.entry(target.to_string()).or_default().add(count);
            }
            Err(Difference::Absent) => found.absent.push(format!("{target}, {}", text.name)),
            Err(Difference::Found(what)) => found.differences.push(format!("{target}, {}:\n{what}", text.name)),
        }
    });
    let mut found = found.into_inner().expect("no thread panicked");
    found.differences.sort();
    found
}

enum Difference {
    /// The header is not installed for the target.
    Absent,
    Found(String),
}

fn compare(reader: &CReader, witness: &Witness, target: &Target, text: &Text) -> Result<Count, Difference> {
    let path = format!("/nowhere/{}", text.name.replace('/', "_"));
    let answer = match reader.read(&path, Some(&text.text), target, &text.options) {
        Ok(answer) => answer,
        Err(reason) if reason.contains("file not found") => return Err(Difference::Absent),
        Err(reason) => return Err(Difference::Found(reason)),
    };
    of_answer(witness, target, text, &path, &answer).map_err(Difference::Found)
}

/// What a process answered beside what clang says of the same text.
///
/// # Errors
/// The differences.
pub fn of_answer(
    witness: &Witness,
    target: &Target,
    text: &Text,
    path: &str,
    answer: &Answer,
) -> Result<Count, String> {
    let ours = answer.describe(*target, path, &[]);
    let clang = witness.of(target, (&text.text, &text.options), &ours)?;
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
            match (line(&ours, function), theirs.get(&function.symbol)) {
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
