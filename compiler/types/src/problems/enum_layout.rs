//! A declaration of an enum asks for a layout that there is not.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0297",
    name: "enum-layout",
    title: "an enum has no such layout",
    explanation: "\
An integer type behind the name makes the enum that integer, as in C; its cases carry nothing then. Without it a tag \
stands before what the cases carry. `@[packed]` and `@[align(N)]` are for structures.

```
type copy enum Mode: i32 { case Read = 0  case Write = 4 }
type enum Shape { case Circle(f64)  case Rect(f64, f64) }
```",
    severity: Severity::Error,
};

pub(crate) fn enum_layout(at: Anchor, what: &str) -> Problem {
    Problem::new(&KIND, at, what)
}

/// An enum that is an integer has no place for what a case carries.
pub(crate) fn enum_with_payload(at: Anchor, case: &str, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("an enum that is an `{ty}` carries nothing, and `{case}` does"))
        .help(format!("leave `: {ty}` out: then a tag stands before what the cases carry"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn types_payloads_and_attributes() {
        check(
            r#"
type copy enum A: f64 { case X }
type copy enum B: i32 { case X  case Y(i64) }
@[packed]
type inline enum C { case X(i64) }
@[align(16)]
type enum D { case X(i64) }
type copy enum E: Missing { case X }
"#,
            expect![[r#"
                1:19 E0297 `f64` is no integer type
                2:38 E0297 an enum that is an `i32` carries nothing, and `Y` does
                    help: leave `: i32` out: then a tag stands before what the cases carry
                4:18 E0297 `@[packed]` is for structures
                6:11 E0297 `@[align]` is for structures
            "#]],
        );
    }
}
