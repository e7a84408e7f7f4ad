//! `@[abi(registers)]`, but a value travels through memory.

use abi::Target;
use abi::report::ValueReport;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// A value travels through memory, though registers are promised.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0510",
    name: "not-in-registers",
    title: "a value travels through memory, though `@[abi(registers)]` promises registers",
    severity: Severity::Error,
    explanation: r#"
`@[abi(registers)]` before a type promises that its values travel in registers, alone as an argument and as a result; before a function, that all its parameters and its result do. The promise is checked for the selected target: `lang check --target x86_64-linux-gnu --target aarch64-linux-gnu` checks two.

```
@[abi(registers)]
type copy Vec3 { let @x: f64  let @y: f64  let @z: f64 }   # 24 bytes: in memory on x86-64
@[abi(registers)]
type copy Vec3 { let @x: f32  let @y: f32  let @z: f32 }   # 12 bytes: in two registers
```

Make the type smaller, take a parameter by `ref`, put it further to the front (registers run out), or take the promise back. `lang abi` shows where each value travels.
"#,
};

/// The problem where the value is written.
pub fn problem(at: Anchor, value: &ValueReport, target: &Target) -> Problem {
    let (name, ty, how) = (&value.name, &value.ty, &value.how);
    Problem::new(
        &KIND,
        at,
        format!("`{name}: {ty}` does not travel in registers on {target}: {how}"),
    )
    .label(format!("{} bytes, {how}", value.bytes))
    .help("make the type smaller, take the parameter by `ref` or put it further to the front, or take the promise back")
}
