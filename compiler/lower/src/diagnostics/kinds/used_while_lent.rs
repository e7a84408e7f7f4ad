//! A place is used while it is lent as `mut`.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

use super::LaterUse;

/// A place is used while it is lent as `mut`.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0502",
    name: "used-while-lent",
    title: "use of a place that is lent as `mut`",
    severity: Severity::Error,
    explanation: r#"
While a `mut` borrow of a place may still be used, the place itself may not be used at all: only the borrow leads to it.

```
let mut point = Point(x: 1.0, y: 2.0)
let changed = mut point
println(point.x)           # error: `changed` is used below
changed.x = 3.0
```
"#,
};

/// The problem at the use.
pub fn problem(at: ExpressionId, name: &str, lent: ExpressionId, used: Option<LaterUse>) -> Problem {
    let message = format!("{name} is used while it is lent as `mut`");
    super::with_loan(Problem::new(&KIND, Anchor::Expression(at), message), lent, used)
}
