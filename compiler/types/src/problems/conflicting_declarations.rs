//! C declarations disagree.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0256",
    name: "conflicting-declarations",
    title: "C declarations disagree",
    explanation: "\
A C name may be declared several times, in several modules, if all declarations agree.",
    severity: Severity::Error,
};

pub(crate) fn conflicting_declarations(at: Anchor, name: &str, here: &str, there: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{name}` is declared with another type elsewhere"))
        .note(format!("here: `{here}`"))
        .note(format!("there: `{there}`"))
}
