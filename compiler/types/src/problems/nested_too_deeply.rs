//! Expression is nested too deeply.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0236",
    name: "nested-too-deeply",
    title: "expression is nested too deeply",
    explanation: "\
Expressions may be nested some hundred levels deep. Name parts of it with `let`.",
    severity: Severity::Error,
};

pub(crate) fn nested_too_deeply(at: Anchor) -> Problem {
    Problem::new(&KIND, at, "this expression is nested too deeply").help("name parts of it with `let`")
}
