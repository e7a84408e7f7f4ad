//! A place is lent although another loan of it forbids that.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

use super::LaterUse;

/// A place is lent although another loan of it forbids that.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0503",
    name: "lent-twice",
    title: "a place is lent as `mut` and lent again",
    severity: Severity::Error,
    explanation: r#"
A place is lent either to any number of `ref`s or to one `mut`, while these may still be used. Different fields and different
constant indices are separate places.

```
let mut a = Point(x: 1.0, y: 2.0)
exchange(mut a, mut a)     # error
exchange(mut a.x, mut a.y) # fine
```

Inside a call, a `mut` counts as `ref` until all arguments are evaluated: `list.push(list.length())` is fine.
"#,
};

/// The problem at the second loan.
pub fn problem(
    at: ExpressionId,
    name: &str,
    mutable: bool,
    lent: ExpressionId,
    used: Option<LaterUse>,
    is_for_c: bool,
) -> Problem {
    let message = if mutable {
        format!("{name} cannot be lent as `mut`: it is lent already")
    } else {
        format!("{name} cannot be lent: it is lent as `mut` already")
    };
    let problem = super::with_loan(Problem::new(&KIND, Anchor::Expression(at), message), lent, used);
    match is_for_c {
        true => problem.help("C may get one place twice: `… as Pointer[T]` makes an address without a loan"),
        false => problem,
    }
}
