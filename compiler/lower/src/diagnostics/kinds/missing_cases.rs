//! A `match` without an arm for some values.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// A `match` without an arm for some values.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0407",
    name: "missing-cases",
    title: "a `match` has no arm for some values",
    severity: Severity::Error,
    explanation: r#"
Each value that is matched must have an arm. The message shows values that have none; `case _` takes all that are left.

```
fn name(n: i64) -> String {
  match n {
    case 0 -> "none"
    case 1 -> "one"
    case _ -> "many"
  }
}
```
"#,
};

/// The problem at what is matched.
pub fn problem(scrutinee: ExpressionId, examples: &str) -> Problem {
    let problem = Problem::new(&KIND, Anchor::Expression(scrutinee), format!("no arm for {examples}"));
    problem.help("write the missing arms, or `case _ -> …` for all that are left")
}
