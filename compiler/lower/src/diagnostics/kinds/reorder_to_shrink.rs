//! Another order of fields would make a type smaller. A hint.

use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// Another order of fields would make a type smaller.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "W0703",
    name: "reorder-to-shrink",
    title: "with its fields in another order the type would be smaller",
    severity: Severity::Hint,
    explanation: r#"
Fields keep their order, and each stands at a multiple of its alignment, which leaves gaps. With the fields by falling alignment there are none but at the end.

```
type copy Particle { let @alive: bool  let @mass: f64  let @kind: u8  let @speed: f64 }   # 32 bytes
type copy Particle { let @mass: f64  let @speed: f64  let @alive: bool  let @kind: u8 }   # 24 bytes
```

A hint is given from 8 bytes on, for types on the heap from 16 on, which is the step of allocators. Where the type is made without the names of its fields, the arguments have to follow. A type that C knows must keep its order: one that C declarations of its module mention gets no hint, and `@[allow(reorder_to_shrink)]` before the type silences it.
"#,
};

/// The problem at the type's name; the sizes are now and then.
pub fn problem(name: &str, (now, then): (u64, u64), order: &str) -> Problem {
    Problem::new(&KIND, Anchor::Item, format!("`{name}` has {now} bytes; in the order {order} it has {then}"))
        .note("where it is made without the names of its fields, the arguments have to follow")
}
