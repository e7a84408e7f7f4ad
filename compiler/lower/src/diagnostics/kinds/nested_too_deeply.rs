//! Expressions nested more deeply than they can be translated.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// Expressions nested more deeply than they can be translated.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0270",
    name: "nested-too-deeply",
    title: "nested too deeply",
    severity: Severity::Error,
    explanation: r#"
Expressions can be nested a few hundred levels deep. Give parts of this one names:

```
let inner = f(g(h(1)))
let outer = f(g(h(inner)))
```
"#,
};

/// The problem at the expression that lies too deep.
pub fn problem(at: ExpressionId) -> Problem {
    Problem::new(
        &KIND,
        Anchor::Expression(at),
        "this is nested too deeply, give parts of it names",
    )
}
