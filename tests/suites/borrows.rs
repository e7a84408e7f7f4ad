//! The rules of ownership and borrows, sentence by sentence: programs that keep to them by a hair and programs that break one.
//!
//! Each file of `tests/borrows` has exactly the diagnostics that its comments announce. What is accepted runs under the
//! interpreter's model of borrows without a fault. Of what is refused, `# without: RULE` in the first line names a rule
//! without which it is accepted: then the model must fault, for it shares no code with the checker.

use std::path::Path;

use crosscheck::borrows::{Verdict, judge_program};
use driver::Program;
use libtest_mimic::{Arguments, Failed, Trial};
use lower::borrow_rules::{BorrowRule, without};
use project::{Input, Report};
use source::Severity;
use tests::announced::{Announced, announced, compare};
use tests::{corpus, interpret};

/// There are at least so many of each kind.
const LEAST: usize = 60;

fn main() {
    let arguments = Arguments::from_args();
    let accepted = trials("accept", accept);
    let refused = trials("reject", reject);
    assert!(accepted.len() >= LEAST && refused.len() >= LEAST, "{} and {}", accepted.len(), refused.len());
    libtest_mimic::run(&arguments, accepted.into_iter().chain(refused).collect()).exit();
}

fn trials(folder: &str, judged: fn(&Path, &str) -> Result<(), Failed>) -> Vec<Trial> {
    let files = corpus::files(&format!("borrows/{folder}")).into_iter();
    files
        .map(|path| {
            let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
            Trial::test(format!("{folder}/{name}"), move || judged(&path, &corpus::read(&path)))
        })
        .collect()
}

fn accept(path: &Path, text: &str) -> Result<(), Failed> {
    check(path, text)?;
    match judge_program(text) {
        Verdict::Accepted { fault: None } => Ok(()),
        other => Err(format!("{other:?}").into()),
    }
}

fn reject(path: &Path, text: &str) -> Result<(), Failed> {
    if announced(text).is_empty() {
        return Err("it announces nothing".into());
    }
    check(path, text)?;
    let Some(name) = text.lines().next().and_then(|line| line.strip_prefix("# without: ")) else {
        return Ok(());
    };
    let rule = BorrowRule::ALL.iter().find(|rule| format!("{rule:?}") == name);
    let rule = *rule.ok_or_else(|| format!("no rule is called {name}"))?;
    match without(rule, || judge_program(text)) {
        Verdict::Accepted { fault: Some(_) } => Ok(()),
        other => Err(format!("without {name}: {other:?}").into()),
    }
}

/// Compares the problems of the file, of whatever severity, with those announced.
fn check(path: &Path, text: &str) -> Result<(), Failed> {
    let (program, mut run): (Program, _) = interpret::open(&Input::File(path.to_path_buf()));
    let reports = driver::check(&program, &mut run);
    let told = reports.iter().filter(|report| matches!(report.severity, Severity::Error | Severity::Warning));
    compare(text, told.map(found)).map_err(Failed::from)
}

fn found(report: &Report) -> Announced {
    let line = report.primary.as_ref().map_or(0, |place| {
        let before = place.origin.text.get(..place.range.start as usize).unwrap_or_default();
        before.matches('\n').count() + 1
    });
    Announced { line, kind: report.kind.name.to_owned(), message: report.message.clone() }
}
