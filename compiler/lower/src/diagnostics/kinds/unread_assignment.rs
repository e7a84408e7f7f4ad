//! An assigned value is never read. A warning.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// An assigned value is never read.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "W0403",
    name: "unread-assignment",
    title: "assigned value is never read",
    severity: Severity::Warning,
    explanation: r#"
The value that is assigned here is overwritten, or its variable ends, before anything reads it. Remove the assignment, or find out
what should have read it.
"#,
};

/// The problem at the assignment.
pub fn problem(assignment: ExpressionId, name: &str) -> Problem {
    Problem::new(&KIND, Anchor::Expression(assignment), format!("the value assigned to `{name}` is never read"))
}
