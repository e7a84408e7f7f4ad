//! A variable is declared `mut` and never changed. A warning.

use hir::LocalId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// A variable is declared `mut` and never changed.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "W0402",
    name: "unused-mut",
    title: "unused `mut`",
    severity: Severity::Warning,
    explanation: r#"
The variable is declared with `let mut`, but nothing changes it. Leave the `mut` out.
"#,
};

/// The problem at the variable's name.
pub fn problem(variable: LocalId, name: &str) -> Problem {
    Problem::new(&KIND, Anchor::Local(variable), format!("`{name}` is never changed: it needs no `mut`"))
}
