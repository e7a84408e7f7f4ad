//! Type arguments behind a case of an enum.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0318",
    name: "case-type-arguments",
    title: "a case has no type arguments",
    explanation: "\
The type arguments of an enum stand behind its own name: `Option[i64].None`. Mostly what is expected tells them.

```
let a = None[i64]
let a = Option[i64].None
let a: Option[i64] = None
```",
    severity: Severity::Error,
};

pub(crate) fn case_type_arguments(at: Anchor) -> Problem {
    Problem::new(&KIND, at, "a case has no type arguments, its enum has")
        .help("write them behind the enum: `Option[i64].None`, `Result[i64, String].Ok(1)`")
}
