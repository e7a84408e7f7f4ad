//! What clang's library reads for `lang` beside what clang says of it, counted over many texts and targets. Owns the sums; what
//! counts as equal is [`crate::agreement`]'s. Must not know which texts are read.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use abi::Target;
use c::clang::wire::Answer;
use driver::CReader;
use tests::for_each;

use crate::agreement::{self, Count, Text};
use crate::witness::Witness;

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
    agreement::of_declarations(witness, target, text, &answer.describe(*target, path, &[]))
}
