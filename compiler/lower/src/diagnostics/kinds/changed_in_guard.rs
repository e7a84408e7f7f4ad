//! A guard that changes what it looks at.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// A guard that changes what it looks at.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0409",
    name: "changed-in-guard",
    title: "a guard changes or moves what is matched",
    severity: Severity::Error,
    explanation: r#"
While a guard is evaluated no arm is chosen yet: the names of its pattern only look at their parts. Change them in the arm.

```
fn main() {
  match (1, 2) {
    case (mut a, b) if a < b -> {
      a += b
      println(a)
    }
    case _ -> {}
  }
}
```
"#,
};

/// The problem at a change, or where it is lent `mut`.
pub fn changed(change: ExpressionId, name: &str) -> Problem {
    Problem::new(&KIND, Anchor::Expression(change), format!("a guard changes `{name}`, which its pattern names"))
        .help("change it in the arm, which is chosen when the guard has held")
}

/// The problem where what is matched is moved, or a part of it.
pub fn moved_matched(value: ExpressionId, place: &str) -> Problem {
    Problem::new(&KIND, Anchor::Expression(value), format!("a guard moves {place}, which is matched"))
        .help("move it in the arm, which is chosen when the guard has held; a guard may look at it, or `clone()` it")
}

/// The problem where a value is moved.
pub fn moved(value: ExpressionId, name: &str) -> Problem {
    Problem::new(&KIND, Anchor::Expression(value), format!("a guard moves `{name}`, which its pattern names"))
        .help("move it in the arm, which is chosen when the guard has held; a guard may look at it, or `clone()` it")
}
