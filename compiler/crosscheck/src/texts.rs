//! Programs that are texts of one file: generated ones, and those that stay when parts of a program are left out. Owns the
//! temporary file and the reduction of a program that differs; must not know how programs run.

use std::path::Path;

use project::{Input, Report};

use super::reduce::reduce;
use super::whole::{Difference, Everywhere, ProgramReport, Run, Runner, Runners, agree, run_everywhere};
use driver::problems::unwritable_output::temporary;
use driver::system::output;
use driver::{Program, Settings};

/// Checks a text and runs its `main` and tests on every engine.
///
/// # Errors
/// What is wrong with the program, or what keeps an engine from making it.
pub fn check_text(text: &str, settings: &Settings, runners: &Runners<'_>) -> Result<Everywhere, Vec<Report>> {
    let folder = output::temporary_folder().map_err(temporary)?;
    let file = folder.path().join("program.lang");
    output::write_file(&file, text.as_bytes()).map_err(temporary)?;
    let (program, mut run) = Program::open(&Input::File(file), settings);
    let mut reports = driver::check(&program, &mut run);
    reports.retain(|report| report.severity == source::Severity::Error);
    if reports.is_empty() { run_everywhere(&program, &mut run, runners) } else { Err(reports) }
}

/// So many smaller programs are tried.
const QUESTIONS: usize = 250;

/// The smallest program found that still differs as `report` says, by leaving out parts of the one in a file.
/// Nothing if the file alone, in another folder, does not differ.
pub fn reduced(file: &Path, settings: &Settings, runners: &Runners<'_>, report: &ProgramReport) -> Option<String> {
    let text = String::from_utf8(output::read_file(file).ok()?).ok()?;
    reduced_text(&text, settings, runners, report)
}

/// The same of a text.
pub fn reduced_text(text: &str, settings: &Settings, runners: &Runners<'_>, report: &ProgramReport) -> Option<String> {
    let pair = Runners {
        engines: differing(runners, &report.runs),
        toolchain: runners.toolchain.clone(),
        inputs: runners.inputs.clone(),
        ..*runners
    };
    let wanted = Difference::of(&report.runs)?;
    let still_differs = |text: &str| {
        let differs = |report: &ProgramReport| Difference::of(&report.runs) == Some(wanted);
        check_text(text, settings, &pair).is_ok_and(|everywhere| everywhere.programs.iter().any(differs))
    };
    still_differs(text).then(|| reduce(text, QUESTIONS, still_differs))
}

/// The first engine that ran the program, and the first that differs from it.
fn differing<'run>(runners: &Runners<'run>, runs: &[Run]) -> Vec<Runner<'run>> {
    let finished: Vec<usize> = (0..runs.len()).filter(|at| runs[*at].problem.is_none()).collect();
    let differs = |at: &usize| !agree(&[runs[finished[0]].clone(), runs[*at].clone()]);
    let other = finished.iter().copied().find(differs);
    let both = finished.first().copied().into_iter().chain(other);
    both.filter_map(|at| runners.engines.get(at).copied()).collect()
}
