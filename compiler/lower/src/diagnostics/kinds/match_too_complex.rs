//! A `match` whose arms cannot be told apart in reasonable time.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// A `match` whose arms cannot be told apart in reasonable time.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0410",
    name: "match-too-complex",
    title: "a `match` is too complex",
    severity: Severity::Error,
    explanation: r#"
The arms distinguish so many combinations of parts that they cannot be told apart in reasonable time. Match one part after the other, with a `match` inside of an arm.
"#,
};

/// The problem at what is matched.
pub fn problem(scrutinee: ExpressionId) -> Problem {
    Problem::new(&KIND, Anchor::Expression(scrutinee), "the arms of this `match` have too many combinations")
        .help("match one part after the other, with a `match` inside of an arm")
}
