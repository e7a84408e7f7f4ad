//! A pattern that no value gets to. A warning.

use hir::PatternId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// A pattern that no value gets to.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "W0409",
    name: "unreachable-arm",
    title: "no value gets to this arm",
    severity: Severity::Warning,
    explanation: r#"
The arms before take all values that this pattern fits, or no value fits it.

```
fn name(n: i64) -> String {
  match n {
    case 0 -> "none"
    case 0..=9 -> "few"       # 1 to 9 get here
    case 5 -> "five"          # nothing does
    case _ -> "many"
  }
}
```
"#,
};

/// The problem at a pattern; whether it is that of the first arm, before which nothing stands.
pub fn problem(pattern: PatternId, is_first: bool) -> Problem {
    let message = if is_first { "no value fits this pattern" } else { "no value gets to this pattern" };
    Problem::new(&KIND, Anchor::Pattern(pattern), message)
}
