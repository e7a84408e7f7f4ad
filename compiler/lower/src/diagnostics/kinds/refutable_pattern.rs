//! A pattern that may fail where it must not.

use hir::PatternId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// A pattern that may fail where it must not.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0408",
    name: "refutable-pattern",
    title: "a pattern does not fit all values",
    severity: Severity::Error,
    explanation: r#"
The pattern of a `let` or `for` must fit each value, since there is nothing to do where it does not. Where it may fail, `let … else` or `if let` says what to do then.

```
fn half(pair: (i64, bool)) -> i64 {
  let (n, true) = pair else { return 0 }
  n / 2
}
```
"#,
};

/// The problem at the pattern of a `let`, or at that of a loop.
pub fn problem(pattern: PatternId, examples: &str, is_in_loop: bool) -> Problem {
    let message = format!("this pattern does not fit {examples}");
    Problem::new(&KIND, Anchor::Pattern(pattern), message).help(match is_in_loop {
        true => "give the value a name, and say what to do then: `let … = value else { continue }`",
        false => "say what to do then: `let … = … else { return }`",
    })
}
