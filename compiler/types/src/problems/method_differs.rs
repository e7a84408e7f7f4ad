//! A method of an `impl` that is not what the trait declares.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0279",
    name: "method-differs",
    title: "a method that is not what the trait declares",
    explanation: "\
A method in an `impl` takes `self`, its parameters and its type parameters as the trait declares them, and gives the same result: callers know the trait only. `Self` is the type of the `impl` there; names of parameters may differ.",
    severity: Severity::Error,
};

pub(crate) fn method_differs(at: Anchor, name: &str, of: &str, difference: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{name}` is not what the trait `{of}` declares"))
        .note(difference.to_owned())
        .help("write its head as the trait does, `Self` being the type of the `impl`")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn all_parts_of_the_head() {
        check(
            r#"
trait Shape[T] {
  fn receiver -> f64
  fn parameter(a: T, b: Self)
  fn result -> T
  fn count(a: i64)
  fn generic[U: Shape[U]](a: U)
  fn static made -> Self
  unsafe fn risky
  fn right[U](a: ref Self, b: U) -> (T, Self)
}
type copy A { let @x: f64 }
impl Shape[i64] for A {
  fn mut receiver -> f64 { 1.0 }
  fn parameter(a: i64, b: i64) { }
  fn result -> f64 { 1.0 }
  fn count { }
  fn generic[U](a: U) { }
  fn made -> A { A(x: 1.0) }
  fn risky { }
  fn right[V](c: ref A, d: V) -> (i64, A) { (1, A(x: 1.0)) }
}
"#,
            expect![[r#""#]],
        );
    }
}
