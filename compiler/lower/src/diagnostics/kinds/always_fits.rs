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

/// What a pattern that always fits is the condition of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    /// `let … else`.
    Else,
    /// All of an `if`'s condition.
    If,
    /// All of a `while`'s condition.
    While,
    /// All of a guard.
    Guard,
    /// A part of a condition, beside others.
    Part,
}

/// The problem at the pattern; none beside other conditions, where it names what they are about.
pub fn problem(pattern: PatternId, condition: Condition) -> Option<Problem> {
    let help = match condition {
        Condition::Else => "write `let` without `else`",
        Condition::If => "write `let` alone, without `if`",
        Condition::While => "write `loop`, with the `let` alone in it",
        Condition::Guard => "write `let` alone in the arm, without a guard",
        Condition::Part => return None,
    };
    let problem = Problem::new(&KIND, Anchor::Pattern(pattern), "this pattern fits each value, so nothing is decided");
    Some(problem.help(help))
}
