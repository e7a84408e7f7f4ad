//! Checking a whole program: the queries that the editor asks one by one, asked for everything on all threads. It owns
//! the split of the work and the order of the reports; it must not decide what is wrong, which is `lower`'s business.

use project::{LoadedFile, Report};
use source::{Database, Diagnostic, Severity};

use crate::parallel;
use crate::session::Session;

impl Session {
    /// Everything wrong with the program, in order: errors of all its packages, warnings of the one that was asked for.
    pub fn check(&mut self) -> Vec<Report> {
        let mut timings = std::mem::take(&mut self.timings);
        timings.measure("parse", || self.parse(&self.loaded.files));
        let items = timings.measure("analyse", || self.analyse(&self.loaded.files));
        timings.count(items, "items");
        let mut reports = timings.measure("report", || self.reports());
        self.timings = timings;
        reports.extend(self.loaded.reports.iter().cloned());
        reports.sort_by(|left, right| left.sort_key().cmp(&right.sort_key()));
        reports.dedup();
        reports
    }

    /// Parses every chunk, so that the names of all items are known when bodies are analysed on several threads.
    fn parse(&self, files: &[LoadedFile]) {
        for file in files.iter().filter(|file| file.usable) {
            let count = source::chunks(&self.db, file.file).len();
            parallel::map(&self.db, self.threads, count, |db, index| {
                hir::item_tree(db, source::chunks(db, file.file)[index]);
            });
        }
    }

    /// Runs every analysis of every item; the results stay in the database.
    fn analyse(&self, files: &[LoadedFile]) -> usize {
        let mut items = Vec::new();
        for file in files.iter().filter(|file| file.usable) {
            if let Some(module) = hir::module_of_file(&self.db, file.file) {
                items.extend(hir::module_items(&self.db, module).ids());
            }
        }
        parallel::map(&self.db, self.threads, items.len(), |db, index| lower::check_item(db, items[index]));
        items.len()
    }

    fn reports(&self) -> Vec<Report> {
        let files = &self.loaded.files;
        let of_file = |db: &Database, index: usize| file_reports(db, &files[index]);
        parallel::map(&self.db, 1, files.len(), of_file).concat()
    }

    /// Runs every analysis on all threads, so that [`file_reports`] has nothing left to do.
    pub fn analyse_all(&self) {
        self.parse(&self.loaded.files);
        self.analyse(&self.loaded.files);
    }

    /// As [`Session::analyse_all`], for one file.
    pub fn analyse_file(&self, file: &LoadedFile) {
        let files = std::slice::from_ref(file);
        self.parse(files);
        self.analyse(files);
    }
}

/// What the analyses find in one file, by position.
pub fn file_reports(db: &Database, file: &LoadedFile) -> Vec<Report> {
    if !file.usable {
        return Vec::new();
    }
    let shown = |diagnostic: &&Diagnostic| file.own || diagnostic.severity() == Severity::Error;
    let found = lower::diagnostics(db, file.file).iter().filter(shown);
    found.map(|diagnostic| Report::of_diagnostic(db, diagnostic)).collect()
}
