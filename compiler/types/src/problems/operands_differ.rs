//! Operands have different types.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0204",
    name: "operands-differ",
    title: "operands have different types",
    explanation: "\
Both sides of an operator have one type; nothing is promoted. Convert one side with `as`.

```
fn f(a: i32, b: i64) -> i64 { a as i64 + b }
```",
    severity: Severity::Error,
};

pub(crate) fn operands_differ(at: Anchor, left: &str, right: &str) -> Problem {
    let advice = if left == "String" || right == "String" {
        "operands have one type; `${…}` in a string makes text of a value"
    } else if left.starts_with("Pointer[") || right.starts_with("Pointer[") {
        "`p.offset(n)` moves a pointer by `n` elements"
    } else {
        "operands have one type; convert one of them with `as`"
    };
    Problem::new(
        &KIND,
        at,
        format!("the other operand is `{left}`, this one is `{right}`"),
    )
    .label(format!("this is `{right}`"))
    .help(advice)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn nothing_is_promoted() {
        check(
            r#"
fn f(a: i32, b: i64) -> i64 { a + b }
fn g(a: i32, b: f64) -> bool { a < b }
fn h(a: i32, b: u8) { let mut x = a
 x += b }
fn i(a: i32) -> String { "number " + a }
"#,
            expect![[r#"
                1:35 E0204 the other operand is `i32`, this one is `i64` | this is `i64`
                    help: operands have one type; convert one of them with `as`
                2:36 E0204 the other operand is `i32`, this one is `f64` | this is `f64`
                    help: operands have one type; convert one of them with `as`
                4:7 E0204 the other operand is `i32`, this one is `u8` | this is `u8`
                    help: operands have one type; convert one of them with `as`
                5:38 E0204 the other operand is `String`, this one is `i32` | this is `i32`
                    help: operands have one type; `${…}` in a string makes text of a value
            "#]],
        );
    }
}
