//! A condition that is none. A warning.

use hir::PatternId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// A condition that is none.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "W0410",
    name: "always-fits",
    title: "a pattern that may fail fits all values",
    severity: Severity::Warning,
    explanation: r#"
A condition whose pattern fits each value is always true, and the `else` of such a `let` never runs: a `let` alone is enough.
"#,
};

/// The problem at the pattern.
pub fn problem(pattern: PatternId) -> Problem {
    Problem::new(&KIND, Anchor::Pattern(pattern), "this pattern fits each value").help("write `let` alone")
}
