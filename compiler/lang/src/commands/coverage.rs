//! `lang test --coverage`: what is printed and written of what the tests ran. It owns which forms there are and where they go;
//! what the numbers are, `driver::coverage` knows.

mod html;
mod json;
mod lcov;
mod table;

use driver::{Counters, CoveredFile, Summary};
use project::Report;

use super::Checked;
use crate::arguments::Coverage;

/// The counts of the tests that have ended.
#[derive(Default)]
pub(super) struct Counts {
    all: Vec<u64>,
}

impl Counts {
    /// Adds those of one test.
    pub(super) fn add(&mut self, counts: &[u64]) {
        self.all.resize(self.all.len().max(counts.len()), 0);
        self.all.iter_mut().zip(counts).for_each(|(all, own)| *all = all.saturating_add(*own));
    }
}

/// Writes what is asked for; gives the table that is printed.
pub(super) fn write(
    checked: &mut Checked,
    asked: &Coverage,
    counters: Option<&Counters>,
    counts: &Counts,
) -> Result<String, Vec<Report>> {
    let (program, run) = (&checked.program, &mut checked.run);
    let files = run.timings.measure("coverage", || driver::coverage(program, counters, &counts.all));
    if let Some(path) = &asked.coverage_lcov {
        driver::write_output(program, run, path, lcov::text(&files).as_bytes())?;
    }
    if let Some(path) = &asked.coverage_json {
        driver::write_output(program, run, path, json::text(&files).as_bytes())?;
    }
    if let Some(folder) = &asked.coverage_html {
        driver::write_outputs(program, run, folder, &html::pages(&program.loaded.name, &files))?;
    }
    Ok(table::text(&files))
}

fn total(files: &[CoveredFile]) -> Summary {
    let mut total = Summary::default();
    files.iter().for_each(|file| total += file.summary());
    total
}
