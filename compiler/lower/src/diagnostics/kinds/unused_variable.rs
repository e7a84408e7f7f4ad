//! A variable or parameter is never read. A warning.

use hir::LocalId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Edit, Problem};

/// A variable or parameter is never read.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "W0401",
    name: "unused-variable",
    title: "unused variable",
    severity: Severity::Warning,
    explanation: r#"
The variable or parameter is never read. Remove it, or begin its name with `_` if it has to be there.
"#,
};

/// The problem at the variable's name.
pub fn problem(variable: LocalId, name: &str, is_assigned: bool) -> Problem {
    let message =
        if is_assigned { format!("`{name}` is assigned but never read") } else { format!("`{name}` is never used") };
    Problem::new(&KIND, Anchor::Local(variable), message).fix(
        "begin its name with `_`",
        Anchor::Local(variable),
        Edit::Replace(format!("_{name}")),
    )
}
