//! A variable is read before it has a value on every path.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// A variable is read before it has a value on every path.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0402",
    name: "unassigned-variable",
    title: "use of a variable without a value",
    severity: Severity::Error,
    explanation: r#"
A `let` without a value must be assigned on every path that leads to a use:

```
let sign: i64
if x < 0 { sign = -1 }
println(sign)              # error: no value if x >= 0
```

Assign it in every branch, or give it a value at once.
"#,
};

/// The problem at the use.
pub fn problem(used: ExpressionId, variable: hir::LocalId, name: &str) -> Problem {
    Problem::new(&KIND, Anchor::Expression(used), format!("`{name}` may not have a value here"))
        .label("used here")
        .also(Anchor::Local(variable), "declared here without a value")
}
