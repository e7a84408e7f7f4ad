//! What is printed of tests and benches while they run and in the end. It owns the words and their order; it must not know how tests
//! are run.

use driver::{ExpectedOutput, Outcome, TestResult};
use source::printable;

use super::super::coverage::Counts;
use super::super::{Context, Exit, Trouble, print};
use super::measured::{self, Measured};
use super::{Entries, Entry};
use crate::arguments::Test;

/// The widest name that has others moved.
const WIDEST: usize = 40;

/// The results so far.
pub(super) struct Tally<'run> {
    pub(super) test: &'run Test,
    entries: &'run Entries,
    /// So wide are names, so that numbers stand below each other.
    width: usize,
    context: &'run Context,
    /// The entry after the last one of which something was said.
    next: usize,
    failed: Vec<(&'run str, String, Vec<u8>)>,
    /// Why a line could not be written.
    unwritten: Option<Trouble>,
    /// What ran how often, if that is asked for.
    pub(super) counts: Option<Counts>,
}

impl<'run> Tally<'run> {
    pub(super) fn new(
        test: &'run Test,
        context: &'run Context,
        entries: &'run Entries,
        counts: Option<Counts>,
    ) -> Tally<'run> {
        let width = if test.bench { widest(entries) } else { 0 };
        Tally { test, entries, width, context, next: 0, failed: Vec::new(), unwritten: None, counts }
    }

    /// Says how many there are.
    pub(super) fn begin(&mut self) {
        if self.test.no_run || self.test.json || self.entries.chosen.is_empty() {
            return;
        }
        let count = self.entries.chosen.len();
        let things = match (self.test.bench, count) {
            (true, 1) => "bench",
            (true, _) => "benches",
            (false, 1) => "test",
            (false, _) => "tests",
        };
        self.say(&format!("running {count} {things}\n"));
    }

    /// Takes the result of the next one that ran.
    pub(super) fn note(&mut self, result: TestResult) {
        let Some(entry) = self.next_that_runs() else {
            return;
        };
        if let Some(counts) = &mut self.counts {
            counts.add(&result.counts);
        }
        if self.test.bench {
            return self.note_bench(entry, result);
        }
        let failure = match result.outcome {
            Outcome::Passed => entry.expected.as_ref().and_then(|text| unlike(&result.output[..result.printed], text)),
            Outcome::Failed(how) => Some(how),
        };
        self.tell(entry, failure.map_or_else(|| Ok(self.painted("ok", "32")), Err), result.output);
    }

    fn note_bench(&mut self, entry: &'run Entry, mut result: TestResult) {
        let measured = Measured::take(&mut result.output, result.printed);
        let measured = match result.outcome {
            Outcome::Failed(how) => Err(how),
            Outcome::Passed => measured.ok_or_else(|| measured::UNFINISHED.to_string()),
        };
        if self.test.json {
            self.say(&measured::json(&entry.name, &measured, &result.output));
            self.failed.extend(measured.err().map(|how| (entry.name.as_str(), how, Vec::new())));
        } else {
            self.tell(entry, measured.map(|measured| measured.to_string()), result.output);
        }
    }

    /// The next entry that has a number; those before it that have none do not compile, which is told here.
    fn next_that_runs(&mut self) -> Option<&'run Entry> {
        while let Some(entry) = self.entries.chosen.get(self.next) {
            self.next += 1;
            if entry.number.is_some() {
                return Some(entry);
            }
            self.tell(entry, Err("it does not compile, see the errors above".to_string()), Vec::new());
        }
        None
    }

    /// Says what came of an entry: a good verdict, or how it failed.
    fn tell(&mut self, entry: &'run Entry, verdict: Result<String, String>, output: Vec<u8>) {
        let name = &entry.name;
        let (thing, width) = (if self.test.bench { "bench" } else { "test" }, self.width);
        let shown = verdict.clone().unwrap_or_else(|_failure| self.painted("FAILED", "31"));
        self.say(&format!("{thing} {name:width$} ... {shown}\n"));
        match verdict {
            Err(how) => self.failed.push((name, how, output)),
            Ok(_) if self.test.show_output && !output.is_empty() => self.say(&section(name, &output)),
            Ok(_) => {}
        }
    }

    /// What the executable takes to run each of the chosen.
    pub(super) fn print_numbers(self) -> Result<Exit, Trouble> {
        let numbered = self.entries.chosen.iter().filter_map(|entry| Some((entry.number?, &entry.name)));
        let lines: String = numbered.map(|(number, name)| format!("{number} {name}\n")).collect();
        print(&lines)?;
        Ok(if self.entries.mistakes.is_empty() { Exit::Success } else { Exit::Errors })
    }

    pub(super) fn finish(mut self) -> Result<Exit, Trouble> {
        self.next_that_runs();
        if let Some(trouble) = self.unwritten.take() {
            return Err(trouble);
        }
        let failed = self.failed.len();
        let exit = if failed == 0 { Exit::Success } else { Exit::Errors };
        if self.test.json {
            return Ok(exit);
        }
        let mut text = String::new();
        if failed > 0 {
            text.push_str("\nfailures:\n\n");
            for (name, how, output) in &self.failed {
                text.push_str(&section(name, output));
                text.push_str(&format!("{how}\n\n"));
            }
            text.push_str("failures:\n");
            for (name, _, _) in &self.failed {
                text.push_str(&format!("    {name}\n"));
            }
        }
        let verdict = if failed == 0 { self.painted("ok", "32") } else { self.painted("FAILED", "31") };
        let (thing, done) = if self.test.bench { ("bench", "measured") } else { ("test", "passed") };
        text.push_str(&format!(
            "\n{thing} result: {verdict}. {} {done}; {failed} failed; {} filtered out\n",
            self.entries.chosen.len() - failed,
            self.entries.others
        ));
        print(&text)?;
        Ok(exit)
    }

    fn painted(&self, word: &str, color: &str) -> String {
        if self.context.colors { format!("\u{1b}[{color}m{word}\u{1b}[0m") } else { word.to_string() }
    }

    /// Results come one by one, and whether somebody takes them changes nothing about the tests.
    fn say(&mut self, text: &str) {
        if let Err(trouble) = print(text) {
            self.unwritten.get_or_insert(trouble);
        }
    }
}

/// The width of the widest name; a long one stands out.
fn widest(entries: &Entries) -> usize {
    let widths = entries.chosen.iter().map(|entry| entry.name.chars().count());
    widths.filter(|width| *width <= WIDEST).max().unwrap_or(0)
}

fn section(name: &str, output: &[u8]) -> String {
    let output = String::from_utf8_lossy(output);
    let end = if output.is_empty() || output.ends_with('\n') { "" } else { "\n" };
    format!("---- {name} ----\n{output}{end}")
}

/// How what was printed differs from what a comment says, if it does. Whether the last line is ended does not matter.
fn unlike(printed: &[u8], said: &ExpectedOutput) -> Option<String> {
    let printed = String::from_utf8_lossy(printed);
    let (printed, expected) = (ended(&printed), ended(&said.text));
    if printed == expected {
        return None;
    }
    let (mut left, mut right) = (printed.split('\n'), expected.split('\n'));
    let mut number = 1;
    loop {
        let (printed, expected) = (left.next(), right.next());
        if printed != expected {
            let shown = |line: Option<&str>| line.map_or("nothing more".to_string(), |line| format!("`{line}`"));
            let (printed, expected) = (shown(printed), shown(expected));
            let (path, line) = (printable::line(&said.path), said.line + number - 1);
            return Some(format!(
                "{path}:{line}: line {number} of what it prints is not what the comment says:\n  printed:  {printed}\n  expected: {expected}"
            ));
        }
        number += 1;
    }
}

fn ended(text: &str) -> &str {
    text.strip_suffix('\n').unwrap_or(text)
}
