//! Checking a whole program: the queries that the editor asks one by one, asked for everything on all threads. It owns
//! the split of the work and the order of the reports; it must not decide what is wrong, which is `lower`'s business.

use hir::ItemId;
use project::{LoadedFile, Report};
use source::{Database, Diagnostic, Severity};

use crate::bound_names;
use crate::parallel;
use crate::program::{Program, Run};

/// Everything wrong with the program, in order: errors of all its packages, warnings of the one that was asked for.
pub fn check(program: &Program, run: &mut Run) -> Vec<Report> {
    let files = &program.loaded.files;
    run.timings.measure("parse", || parse(program, run.threads, files));
    let items = items(program, files);
    run.timings.measure("analyse", || analyse(program, run.threads, &items));
    run.timings.count(items.len(), "items");
    let mut reports = run.timings.measure("report", || reports(program));
    reports.extend(program.loaded.reports.iter().cloned());
    if reports.iter().all(|report| report.severity != Severity::Error) {
        reports.extend(silent_poison(&program.db, &items));
    }
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

/// The items of some files. Modules of C's headers were checked when they were made; what can be wrong in them is that another
/// module declares the same otherwise.
fn items(program: &Program, files: &[LoadedFile]) -> Vec<ItemId> {
    let db = &program.db;
    let (of_headers, written): (Vec<&LoadedFile>, Vec<&LoadedFile>) =
        files.iter().filter(|file| file.usable).partition(|file| file.of_headers.is_some());
    let modules = written.iter().filter_map(|file| hir::module_of_file(db, file.file));
    let mut items: Vec<ItemId> = modules.flat_map(|module| hir::module_items(db, module).ids()).collect();
    items.extend(of_headers.iter().flat_map(|file| repeated_items(db, file)));
    items
}

/// The items of a module of C's headers that were declared before.
fn repeated_items(db: &Database, file: &LoadedFile) -> Vec<ItemId> {
    let Some(module) = hir::module_of_file(db, file.file) else { return Vec::new() };
    let mut repeated = types::repeated_declarations(db, module);
    repeated.sort_by_key(|item| item.path(db));
    repeated
}

/// Runs every analysis of items; the results stay in the database.
fn analyse(program: &Program, threads: usize, items: &[ItemId]) {
    parallel::map(&program.db, threads, items.len(), |db, index| {
        lower::check_item(db, items[index]);
    });
}

/// What is left out of a program in which nothing is an error: mistakes of the compiler's, which must not stay silent.
fn silent_poison(db: &Database, items: &[ItemId]) -> Vec<Report> {
    let found = items.iter().filter_map(|item| lower::silent_poison(db, *item));
    found.map(|diagnostic| Report::of_diagnostic(db, &diagnostic)).collect()
}

fn reports(program: &Program) -> Vec<Report> {
    let files = &program.loaded.files;
    let of_file = |db: &Database, index: usize| file_reports(db, &files[index]);
    let mut lists = parallel::map(&program.db, 1, files.len(), of_file);
    for (reports, file) in lists.iter_mut().zip(files) {
        bound_names::explain(&program.db, &program.loaded, program.binder.as_deref(), file, reports);
    }
    let mut reports = Vec::with_capacity(lists.iter().map(Vec::len).sum());
    reports.extend(lists.into_iter().flatten());
    reports
}

/// Runs every analysis on all threads, so that [`file_reports`] has nothing left to do.
pub fn analyse_all(program: &Program, run: &Run) {
    analyse_files(program, run.threads, &program.loaded.files);
}

/// As [`analyse_all`], for one file.
pub fn analyse_file(program: &Program, run: &Run, file: &LoadedFile) {
    analyse_files(program, run.threads, std::slice::from_ref(file));
}

pub(crate) fn analyse_files(program: &Program, threads: usize, files: &[LoadedFile]) {
    parse(program, threads, files);
    analyse(program, threads, &items(program, files));
}

/// What is said of a name that a module lacks; of one that could not be made only that is told.
pub(crate) const UNKNOWN_IMPORT: &str = "unknown-import";

/// What follows from a module that could not be made: its names and itself are missing, and what they would have been.
const OF_MISSING_NAMES: [&str; 3] = [UNKNOWN_IMPORT, "unknown-module", "type-unknown"];

/// What the analyses find in one file, by position.
pub fn file_reports(db: &Database, file: &LoadedFile) -> Vec<Report> {
    if !file.usable {
        return Vec::new();
    }
    let is_unsure = |diagnostic: &Diagnostic| file.lacks_module && OF_MISSING_NAMES.contains(&diagnostic.kind.name);
    let shown =
        |diagnostic: &&Diagnostic| (file.own || diagnostic.severity() == Severity::Error) && !is_unsure(diagnostic);
    if file.of_headers.is_some() {
        let found = repeated_items(db, file).into_iter().flat_map(|item| lower::check_item(db, item));
        return found.filter(shown).map(|diagnostic| Report::of_diagnostic(db, diagnostic)).collect();
    }
    // Counted before they are made: reports are large, and room for twice as many would be larger still.
    let found: Vec<&Diagnostic> = lower::diagnostics(db, file.file).iter().filter(shown).collect();
    found.into_iter().map(|diagnostic| Report::of_diagnostic(db, diagnostic)).collect()
}

#[cfg(test)]
mod tests {
    use super::silent_poison;
    use source::Database;

    #[test]
    fn what_is_left_out_is_told() {
        let db = Database::new();
        let text = "fn lost() -> Unknown { 1 }\nfn through() { lost() }\ntype Of { let @of: Unknown }\nfn fine() {}\n";
        let main = fixtures::package(&db, "main", &[("", text)], &[]);
        fixtures::program_for(&db, vec![main], abi::Target::X86_64_LINUX.name());
        let module = hir::module_of_file(&db, main.modules(&db)[0].1).expect("the file is a module of the program");
        let items: Vec<_> = hir::module_items(&db, module).ids().collect();
        let reports = silent_poison(&db, &items);
        let told: Vec<_> = reports.iter().map(|report| report.kind.code).collect();
        assert_eq!(told, ["E0271"; 3], "of `lost`, `through` and `Of`");
    }
}
