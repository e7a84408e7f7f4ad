//! Code that no path leads to. A warning; the code is not generated.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// Code that no path leads to.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "W0404",
    name: "unreachable-code",
    title: "unreachable code",
    severity: Severity::Warning,
    explanation: r#"
Nothing leads here: all paths return, break, continue, panic or loop for ever before. The code is checked for its types, but it
is not generated.
"#,
};

/// The problem at the first statement that is not reached.
pub fn problem(first: ExpressionId) -> Problem {
    Problem::new(&KIND, Anchor::Expression(first), "this code is never reached")
}
