//! Which warnings are shown, and which count as errors: `--allow` and `--deny`. It owns the list of all kinds of
//! diagnostics and the reading of names; it must not know command lines.

use project::Report;
use source::{DiagnosticKind, Severity};

/// Every kind of diagnostic, by code.
pub fn all_kinds() -> Vec<&'static DiagnosticKind> {
    let mut kinds: Vec<&'static DiagnosticKind> = Vec::new();
    for room in [
        source::DIAGNOSTIC_KINDS,
        hir::DIAGNOSTIC_KINDS,
        types::DIAGNOSTIC_KINDS,
        lower::DIAGNOSTIC_KINDS,
        project::problems::ALL,
        crate::problems::ALL,
    ] {
        kinds.extend_from_slice(room);
    }
    kinds.sort_by_key(|kind| kind.code);
    kinds
}

/// The kind with this code or name, in any case.
pub fn find_kind(name: &str) -> Option<&'static DiagnosticKind> {
    let wanted = name.to_lowercase().replace('_', "-");
    all_kinds()
        .into_iter()
        .find(|kind| kind.code.to_lowercase() == wanted || kind.name == wanted)
}

/// What the user wants of warnings.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    allowed: Selection,
    denied: Selection,
}

#[derive(Clone, Debug, Default)]
struct Selection {
    all: bool,
    kinds: Vec<&'static DiagnosticKind>,
}

/// A name that is no warning's; the text is for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWarning(pub String);

impl Policy {
    /// Reads what stands behind `--allow` and `--deny`.
    pub fn new(allowed: &[String], denied: &[String]) -> Result<Policy, UnknownWarning> {
        Ok(Policy {
            allowed: Selection::read(allowed)?,
            denied: Selection::read(denied)?,
        })
    }

    /// Leaves out what is allowed and makes errors of what is denied. A kind that is named counts more than `warnings`.
    pub fn apply(&self, reports: &mut Vec<Report>) {
        reports.retain_mut(|report| match report.severity {
            Severity::Error => true,
            Severity::Warning => {
                let named = |selection: &Selection| selection.kinds.contains(&report.kind);
                let denied = named(&self.denied) || (self.denied.all && !named(&self.allowed));
                if denied {
                    report.severity = Severity::Error;
                }
                denied || !(named(&self.allowed) || self.allowed.all)
            }
        });
    }
}

impl Selection {
    fn read(names: &[String]) -> Result<Selection, UnknownWarning> {
        let mut selection = Selection::default();
        for name in names {
            if name == "warnings" {
                selection.all = true;
                continue;
            }
            match find_kind(name) {
                Some(kind) if kind.severity == Severity::Warning => selection.kinds.push(kind),
                Some(kind) => {
                    return Err(UnknownWarning(format!(
                        "{} is an error, which cannot be allowed or denied",
                        kind.name
                    )));
                }
                None => {
                    return Err(UnknownWarning(format!(
                        "there is no warning `{name}`; `lang explain` lists all"
                    )));
                }
            }
        }
        Ok(selection)
    }
}
