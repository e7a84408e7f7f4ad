//! What is wrong with a file, in the words of the protocol: the same list as `lang check --message-format json`, and what
//! editors fade as left out for the target. It owns the conversion; `publisher` sends it, `pull` answers with it.

mod convert;
pub(crate) mod pull;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use project::{LoadedFile, Report};
use source::Severity;
use tower_lsp::lsp_types::Diagnostic;

use crate::c_headers;
use crate::snapshot::Snapshot;
pub(crate) use convert::Converter;

/// Everything wrong with one file of the program.
pub(crate) fn of_file(snapshot: &Snapshot, file: &LoadedFile, converter: &mut Converter<'_>) -> Vec<Diagnostic> {
    let mut reports = driver::file_reports(&snapshot.db, file);
    let binder = snapshot.context.tools.settings.binder.as_deref();
    driver::explain_bound_names(&snapshot.db, &snapshot.loaded, binder, file, &mut reports);
    if file.own && file.usable {
        reports.extend(c_headers::reports(snapshot, file.file));
    }
    if let Some(path) = &file.path {
        let own = |report: &&Report| path_of(snapshot, report).as_deref() == Some(path);
        reports.extend(snapshot.loaded.reports.iter().filter(own).cloned());
    }
    let mut found = converted(snapshot, reports, converter);
    found.extend(ide::left_out(&snapshot.db, file.file).into_iter().map(|left_out| converter.faded(file, &left_out)));
    found
}

/// What is wrong with files that are not modules: manifests.
pub(crate) fn of_manifests(snapshot: &Snapshot, converter: &mut Converter<'_>) -> BTreeMap<PathBuf, Vec<Diagnostic>> {
    let mut by_path: BTreeMap<PathBuf, Vec<Report>> = BTreeMap::new();
    for report in &snapshot.loaded.reports {
        if let Some(path) = path_of(snapshot, report)
            && snapshot.loaded.file(&path).is_none()
        {
            by_path.entry(path).or_default().push(report.clone());
        }
    }
    let lists = by_path.into_iter();
    lists.map(|(path, reports)| (path, converted(snapshot, reports, converter))).collect()
}

/// Whether this snapshot's project is the one that reports on a file.
pub(crate) fn answers_for(snapshot: &Snapshot, path: &Path) -> bool {
    snapshot.answers.get(path) == Some(&snapshot.project)
}

fn path_of(snapshot: &Snapshot, report: &Report) -> Option<PathBuf> {
    Some(snapshot.path_of_origin(&report.primary.as_ref()?.origin))
}

fn converted(snapshot: &Snapshot, mut reports: Vec<Report>, converter: &mut Converter<'_>) -> Vec<Diagnostic> {
    reports.sort_by(|left, right| left.sort_key().cmp(&right.sort_key()));
    reports.dedup();
    let wanted = |report: &&Report| match report.severity {
        Severity::Error | Severity::Warning => true,
        Severity::Hint => snapshot.context.settings.hints,
    };
    reports.iter().filter(wanted).map(|report| converter.diagnostic(report)).collect()
}
