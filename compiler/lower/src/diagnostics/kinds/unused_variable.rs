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

/// How a variable is not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unread {
    /// It stands nowhere else.
    Variable,
    /// Its name is that of arguments, perhaps.
    Parameter,
    /// It is assigned, so its name stands elsewhere too.
    Assigned,
}

/// The problem at the variable's name.
pub fn problem(variable: LocalId, name: &str, how: Unread) -> Problem {
    let message = match how {
        Unread::Assigned => format!("`{name}` is assigned but never read"),
        Unread::Variable | Unread::Parameter => format!("`{name}` is never used"),
    };
    let problem = Problem::new(&KIND, Anchor::Local(variable), message);
    let (advice, edit) = ("begin its name with `_`", Edit::Replace(format!("_{name}")));
    match how {
        Unread::Variable => problem.fix(advice, Anchor::Local(variable), edit),
        Unread::Parameter => problem.guess(advice, Anchor::Local(variable), edit),
        Unread::Assigned => problem.help(format!("{advice}, everywhere")),
    }
}

/// The problem of an arm's pattern that is `default` or another such word, which is a name here.
pub fn meant_as_default(variable: LocalId, name: &str) -> Problem {
    let message = format!("`{name}` is a name for the value and never used, `_` fits all other values");
    let problem = Problem::new(&KIND, Anchor::Local(variable), message);
    problem.fix("write `_`", Anchor::Local(variable), Edit::Replace("_".to_string()))
}

/// The problem of a name that several alternatives bind: all of them have to change.
pub fn in_alternatives(variable: LocalId, name: &str) -> Problem {
    let problem = Problem::new(&KIND, Anchor::Local(variable), format!("`{name}` is never used"));
    problem.help(format!("write `_`, or `_{name}`, in each alternative"))
}
