//! `@[abi(no_copies)]`, but the convention forces a copy of memory.

use abi::Target;
use abi::report::{CopyReport, ValueReport};
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// The convention forces a copy, though none is promised.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0512",
    name: "copied-despite-promise",
    title: "passing a value copies memory, though `@[abi(no_copies)]` promises none",
    severity: Severity::Error,
    explanation: r#"
`@[abi(no_copies)]` before a type promises that passing and returning a value forces no copy of memory; before a function, that calling it forces none. Copies that a compiler may leave out, as of a result that is built in place, do not count. The promise is checked for the selected target.

```
@[abi(no_copies)]
fn trace(m: Matrix) -> f64 { m.rows[0] }       # the caller copies 128 bytes
@[abi(no_copies)]
fn trace(m: ref Matrix) -> f64 { m.rows[0] }   # an address
```

Take the parameter by `ref`, make the type small enough for registers, or take the promise back.
"#,
};

/// The problem where the value is written.
pub fn problem(at: Anchor, value: &ValueReport, copy: &CopyReport, target: &Target) -> Problem {
    let (name, ty) = (&value.name, &value.ty);
    let (side, bytes, reason) = (&copy.side, copy.bytes, &copy.reason);
    Problem::new(&KIND, at, format!("passing `{name}: {ty}` copies {bytes} bytes on {target}: {reason}"))
        .label(format!("the {side} copies {bytes} bytes"))
        .help("take the parameter by `ref`, make the type small enough for registers, or take the promise back")
}
