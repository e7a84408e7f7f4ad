//! Checking a whole program: the queries that the editor asks one by one, asked for everything on all threads. It owns
//! the split of the work and the order of the reports; it must not decide what is wrong, which is `lower`'s business.

use project::{LoadedFile, Report};
use source::{Database, Diagnostic, Severity};

use crate::parallel;
use crate::program::{Program, Run};

/// Everything wrong with the program, in order: errors of all its packages, warnings of the one that was asked for.
pub fn check(program: &Program, run: &mut Run) -> Vec<Report> {
    let files = &program.loaded.files;
    run.timings.measure("parse", || parse(program, run.threads, files));
    let items = run.timings.measure("analyse", || analyse(program, run.threads, files));
    run.timings.count(items, "items");
    let mut reports = run.timings.measure("report", || reports(program));
    reports.extend(program.loaded.reports.iter().cloned());
    reports.sort_by(|left, right| left.sort_key().cmp(&right.sort_key()));
    reports.dedup();
    reports
}

/// Parses every chunk, so that the names of all items are known when bodies are analysed on several threads.
fn parse(program: &Program, threads: usize, files: &[LoadedFile]) {
    for file in files.iter().filter(|file| file.usable) {
        let count = source::chunks(&program.db, file.file).len();
        parallel::map(&program.db, threads, count, |db, index| {
            hir::item_tree(db, source::chunks(db, file.file)[index]);
        });
    }
}

/// Runs every analysis of every item; the results stay in the database.
fn analyse(program: &Program, threads: usize, files: &[LoadedFile]) -> usize {
    let mut items = Vec::new();
    for file in files.iter().filter(|file| file.usable) {
        if let Some(module) = hir::module_of_file(&program.db, file.file) {
            items.extend(hir::module_items(&program.db, module).ids());
        }
    }
    parallel::map(&program.db, threads, items.len(), |db, index| lower::check_item(db, items[index]));
    items.len()
}

fn reports(program: &Program) -> Vec<Report> {
    let files = &program.loaded.files;
    let of_file = |db: &Database, index: usize| file_reports(db, &files[index]);
    let lists = parallel::map(&program.db, 1, files.len(), of_file);
    let mut reports = Vec::with_capacity(lists.iter().map(Vec::len).sum());
    reports.extend(lists.into_iter().flatten());
    reports
}

/// Runs every analysis on all threads, so that [`file_reports`] has nothing left to do.
pub fn analyse_all(program: &Program, run: &Run) {
    parse(program, run.threads, &program.loaded.files);
    analyse(program, run.threads, &program.loaded.files);
}

/// As [`analyse_all`], for one file.
pub fn analyse_file(program: &Program, run: &Run, file: &LoadedFile) {
    let files = std::slice::from_ref(file);
    parse(program, run.threads, files);
    analyse(program, run.threads, files);
}

/// What the analyses find in one file, by position.
pub fn file_reports(db: &Database, file: &LoadedFile) -> Vec<Report> {
    if !file.usable {
        return Vec::new();
    }
    let shown = |diagnostic: &&Diagnostic| file.own || diagnostic.severity() == Severity::Error;
    // Counted before they are made: reports are large, and room for twice as many would be larger still.
    let found: Vec<&Diagnostic> = lower::diagnostics(db, file.file).iter().filter(shown).collect();
    found.into_iter().map(|diagnostic| Report::of_diagnostic(db, diagnostic)).collect()
}
