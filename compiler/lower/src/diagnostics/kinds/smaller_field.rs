//! One smaller field would bring a type into registers. A hint.

use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// One smaller field would bring a type into registers.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "W0704",
    name: "smaller-field",
    title: "with one smaller field the type would travel in registers",
    severity: Severity::Hint,
    explanation: r#"
A value of up to 16 bytes travels in registers, a larger one through memory: each call copies it. This `copy` type is only a little larger. If one of its integers does with half the width, it fits.

```
type copy Slice { let @start: i64  let @length: i64  let @tag: u8 }   # 24 bytes, in memory
type copy Slice { let @start: i64  let @length: u32  let @tag: u8 }   # 16 bytes, in two registers
```

The width is part of what the program means, so there is no automatic fix. `@[allow(smaller_field)]` before the type silences the hint.
"#,
};

/// The problem at the field; the sizes are those of the type now and then.
pub fn problem(at: Anchor, field: &str, narrow: &str, ty: &str, (now, then): (u64, u64)) -> Problem {
    Problem::new(
        &KIND,
        at,
        format!(
            "`{ty}` travels in memory, {now} bytes; if `{narrow}` were enough for `{field}`, its {then} bytes would travel in registers"
        ),
    )
}
