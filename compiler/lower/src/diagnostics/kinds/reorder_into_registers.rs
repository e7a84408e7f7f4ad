//! Another order of fields would bring a type into registers. A hint.

use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// Another order of fields would bring a type into registers.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "W0702",
    name: "reorder-into-registers",
    title: "with its fields in another order the type would travel in registers",
    severity: Severity::Hint,
    explanation: r#"
Fields keep their order, and each stands at a multiple of its alignment. The gaps between them make this type so large that the C convention passes it through memory; with the fields by falling alignment there are no gaps, and it travels in registers.

```
type copy Entry { let @kind: u8  let @key: i64  let @flags: u8 }   # 24 bytes, in memory
type copy Entry { let @key: i64  let @kind: u8  let @flags: u8 }   # 16 bytes, in two registers
```

Where the type is made without the names of its fields, as `Entry(1, 2, 3)`, the arguments have to follow. A type that C knows must keep its order: one that C declarations of its module mention gets no hint, and `@[allow(reorder_into_registers)]` before the type silences it.
"#,
};

/// The problem at the type's name; the sizes are now and then.
pub fn problem(name: &str, (now, then): (u64, u64), order: &str) -> Problem {
    Problem::new(
        &KIND,
        Anchor::Item,
        format!(
            "`{name}` travels in memory, {now} bytes; in the order {order} it is {then} bytes and travels in registers"
        ),
    )
    .note("where it is made without the names of its fields, the arguments have to follow")
}
