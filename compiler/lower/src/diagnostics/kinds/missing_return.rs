//! A path leads to the end of a function that must return a value.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// A path leads to the end of a function that must return a value.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0403",
    name: "missing-return",
    title: "not all paths return a value",
    severity: Severity::Error,
    explanation: r#"
A function with a result must return one on every path. The last expression of its block is its result; a statement is not:

```
fn sign(x: i64) -> i64 {
  if x < 0 { return -1 }
}                          # error: nothing is returned if x >= 0
```

End the function in a value, or in a `return`, `panic` or endless `loop` on every path.
"#,
};

/// The problem of a closure.
pub fn of_closure(closure: ExpressionId, result: &str) -> Problem {
    let message = if result == "Never" {
        "this closure is declared to never return, but a path leads to its end"
    } else {
        "not all paths through this closure return a value"
    };
    Problem::new(&KIND, Anchor::Expression(closure), message.to_string()).label(format!("must return `{result}`"))
}

/// The problem at the function's name.
pub fn problem(name: &str, result: &str) -> Problem {
    let message = if result == "Never" {
        format!("`{name}` is declared to never return, but a path leads to its end")
    } else {
        format!("not all paths through `{name}` return a value")
    };
    Problem::new(&KIND, Anchor::Item, message).label(format!("must return `{result}`"))
}
