//! Runs the tests of a program: each in a process of its own, several at a time. It owns the processes' numbers and the
//! order of the results, which is that of the source; it must not know how they are printed. A test that brings its
//! process down brings no other down.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use hir::ItemId;

use crate::coverage::Counters;
use crate::examples;
use crate::program::Program;
use crate::system::process::Ended;
use crate::system::{counters_file, output, process};

/// How a test ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// With exit code 0.
    Passed,
    /// Otherwise; in words.
    Failed(String),
}

/// What came of one test.
#[derive(Clone, Debug)]
pub struct TestResult {
    /// Its place among those that were run.
    pub index: usize,
    /// How it ended.
    pub outcome: Outcome,
    /// What it printed, standard output before standard error.
    pub output: Vec<u8>,
    /// How many bytes of that are standard output.
    pub printed: usize,
    /// How often it came to each counter, if those were asked for.
    pub counts: Vec<u64>,
}

/// The name of a test as it is printed and filtered: its text, behind the module's path where there is one. That of an example
/// has the path in it.
pub fn test_name(program: &Program, test: ItemId) -> String {
    let text = test.name(&program.db).text();
    let path = test.module(&program.db).path(&program.db).text();
    if path.is_empty() || examples::is_example(program, test.module(&program.db)) {
        text.to_string()
    } else {
        format!("{path}: {text}")
    }
}

/// Says to a test which folder is its own.
const FOLDER: &str = "LANG_TEST_FOLDER";

/// Says to a test where its package lies.
const PACKAGE: &str = "LANG_TEST_PACKAGE";

/// Runs tests by their numbers in the executable, which may have counters; one that takes longer than the limit is ended. `done` hears of each in the order of the numbers, as
/// soon as those before it are through too.
pub fn run_tests(
    executable: &Path,
    threads: usize,
    numbers: &[usize],
    package: &Path,
    counters: Option<&Counters>,
    limit: Option<Duration>,
    mut done: impl FnMut(TestResult),
) {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.min(numbers.len()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(number) = numbers.get(index) else { break };
                    let result = run_one(executable, index, *number, package, counters, limit);
                    if sender.send(result).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting: Vec<Option<TestResult>> = numbers.iter().map(|_| None).collect();
        let mut reported = 0;
        for result in receiver {
            let index = result.index;
            waiting[index] = Some(result);
            while let Some(result) = waiting.get_mut(reported).and_then(Option::take) {
                done(result);
                reported += 1;
            }
        }
    });
}

fn run_one(
    executable: &Path,
    index: usize,
    number: usize,
    package: &Path,
    counters: Option<&Counters>,
    limit: Option<Duration>,
) -> TestResult {
    let ended = |outcome: Outcome, ended: Ended, counts: Vec<u64>| {
        let Ended { output, printed, .. } = ended;
        TestResult { index, outcome, output, printed, counts }
    };
    let failed = |why: String| ended(Outcome::Failed(why), Ended::default(), Vec::new());
    let mut arguments = vec![number.to_string()];
    // The counters of a test lie in a file of its own, so that tests that run at once lose nothing.
    let file = counters.map(|counters| (counters, executable.with_file_name(format!("counters-{number}"))));
    if let Some((counters, path)) = &file {
        if let Err(error) = counters_file::create(path, counters.file_bytes()) {
            return failed(format!("its counters have no file: {error}"));
        }
        arguments.push(path.to_string_lossy().into_owned());
    }
    // Made by the test if it wants it, and removed whatever became of the test.
    let folder = executable.with_file_name(format!("folder-{number}"));
    let variables = [(FOLDER, folder.as_path()), (PACKAGE, package)];
    let end = process::run_captured(executable, &arguments, &variables, limit);
    output::remove_folder(&folder);
    let end = match end {
        Ok(end) => end,
        Err(error) => return failed(format!("it could not be started: {error}")),
    };
    let outcome = end.ending.clone().map_or(Outcome::Passed, Outcome::Failed);
    let counts = file.map(|(counters, path)| counters_file::take(&path, counters.count()));
    match counts.transpose() {
        Ok(counts) => ended(outcome, end, counts.unwrap_or_default()),
        Err(error) => failed(format!("its counters cannot be read: {error}")),
    }
}
