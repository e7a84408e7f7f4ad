//! A place is written, moved or dropped while it is lent.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

use super::LaterUse;

/// A place is written, moved or dropped while it is lent.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0501",
    name: "changed-while-lent",
    title: "change of a place that is lent",
    severity: Severity::Error,
    explanation: r#"
While a borrow of a place may still be used, the place keeps its value: it may not be written, moved or dropped.

```
let mut name = "Ada"
let other = ref name
name = "Grace"             # error: `other` is used below
println(other)
```

Change it after the last use of the borrow, or copy what is needed before.
"#,
};

/// What is done to the place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// It is assigned.
    Write,
    /// It is moved away.
    Move,
}

/// The problem at the change.
pub fn problem(at: ExpressionId, name: &str, change: Change, lent: ExpressionId, used: Option<LaterUse>) -> Problem {
    let message = match change {
        Change::Write => format!("{name} is changed while it is lent"),
        Change::Move => format!("{name} is moved while it is lent"),
    };
    super::with_loan(Problem::new(&KIND, Anchor::Expression(at), message), lent, used)
}
