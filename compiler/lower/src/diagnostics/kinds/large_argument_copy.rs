//! A large value is copied for every call, though the function only reads it. A hint.

use source::{DiagnosticKind, Severity};
use types::{Anchor, Edit, Problem};

/// A large value is copied for every call.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "W0701",
    name: "large-argument-copy",
    title: "a large argument is copied",
    severity: Severity::Hint,
    explanation: r#"
A parameter belongs to its function. So each call copies the value: into the argument area, or into memory whose address is passed. A value of more than 64 bytes takes longer to copy than most functions that only read it take to run.

```
type copy Matrix { let @rows: [f64; 16] }

fn trace(m: Matrix) -> f64 { m.rows[0] + m.rows[5] + m.rows[10] + m.rows[15] }      # 128 bytes for each call
fn trace(m: ref Matrix) -> f64 { m.rows[0] + m.rows[5] + m.rows[10] + m.rows[15] }  # 8 bytes
```

With `ref` in the parameter's type the address is passed. Callers stay as they are: a borrow is taken silently where one is expected. Functions that C calls, that are lent something `mut`, or whose result is a borrow get no hint.
"#,
};

/// The problem at the parameter's type.
pub fn problem(at: Anchor, name: &str, ty: &str, bytes: u64) -> Problem {
    Problem::new(
        &KIND,
        at,
        format!("each call copies the {bytes} bytes of `{name}`; `ref {ty}` would pass its address"),
    )
    .fix("take it by `ref`", at, Edit::Before("ref ".to_string()))
}
