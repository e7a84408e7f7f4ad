//! `@[abi(max_bytes: N)]`, but a value has more bytes.

use abi::Target;
use abi::report::ValueReport;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// A value has more bytes than are promised.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0511",
    name: "larger-than-promised",
    title: "a value has more bytes than `@[abi(max_bytes: N)]` promises",
    severity: Severity::Error,
    explanation: r#"
`@[abi(max_bytes: 16)]` before a type promises that a value has at most so many bytes, padding included; before a function, that none of its parameters nor its result has more. The promise is checked for the selected target.

```
@[abi(max_bytes: 16)]
type copy Slice { let @start: i64  let @length: i64  let @tag: u8 }   # 24 bytes
@[abi(max_bytes: 16)]
type copy Slice { let @start: i64  let @length: u32  let @tag: u8 }   # 16 bytes
```

Make fields smaller, order them by alignment so that there is less padding, or promise more.
"#,
};

/// The problem where the value is written.
pub fn problem(at: Anchor, value: &ValueReport, most: u64, target: &Target) -> Problem {
    let (name, ty, bytes) = (&value.name, &value.ty, value.bytes);
    Problem::new(&KIND, at, format!("`{name}: {ty}` has {bytes} bytes on {target}, and at most {most} are promised"))
        .label(format!("{bytes} bytes"))
        .help(format!(
            "make fields smaller, order them by alignment, take the parameter by `ref`, or promise `max_bytes: {bytes}`"
        ))
}
