//! Positional argument after a named one.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0263",
    name: "argument-order",
    title: "positional argument after a named one",
    explanation: "\
Positional arguments come first, in the order of the parameters; named ones follow.

```
fn area(width: f64, height: f64) -> f64 { width * height }
fn main() {
  println(area(height: 2.0, 3.0))          # which one is 3.0?
  println(area(3.0, height: 2.0))
}
```",
    severity: Severity::Error,
};

pub(crate) fn positional_after_named(at: Anchor) -> Problem {
    Problem::new(&KIND, at, "positional arguments stand before named ones")
        .help("name this argument, or move it to the front")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn named_ones_follow() {
        check(
            r#"
fn g(a: i64, b: i64) -> i64 { a + b }
fn f() -> i64 { g(b: 1, 2) + g(1, b: 2) }
"#,
            expect![[r#"
                2:25 E0263 positional arguments stand before named ones
                    help: name this argument, or move it to the front
            "#]],
        );
    }
}
