//! Closure that returns a loan of what it captured `mut`.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// The kind.
pub const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0315",
    name: "returned-capture",
    title: "closure returns a loan of what it changes",
    explanation: "\
A closure may be called again while the result of an earlier call is in use. What it borrows `mut` it needs for itself then,
so its result leads to nothing of that.

```
let mut names = (\"a\", \"b\")
let first: mut fn () -> ref String = fn () { names.1 = \"c\"  ref names.0 }   # error
let first: mut fn () -> String = fn () { names.1 = \"c\"  names.0 }           # fine: a value of its own
```

Return a value, or do not change the variable in the closure.
",
    severity: Severity::Error,
};

/// The result `at` leads to the variable `name`.
pub fn problem(at: ExpressionId, name: &str) -> Problem {
    let message = format!("this closure changes `{name}`, so its result may not lead there");
    Problem::new(&KIND, Anchor::Expression(at), message).help("return a value of its own")
}
