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
            expect![[r#"
                13:10 E0279 `receiver` is not what the trait `Shape` declares
                    2:6 declared here
                    note: it is declared as `fn`
                    help: write its head as the trait does, `Self` being the type of the `impl`
                14:6 E0279 `parameter` is not what the trait `Shape` declares
                    3:6 declared here
                    note: `b` is declared as `A`, here it is `i64`
                    help: write its head as the trait does, `Self` being the type of the `impl`
                15:6 E0279 `result` is not what the trait `Shape` declares
                    4:6 declared here
                    note: the result is declared as `i64`, here it is `f64`
                    help: write its head as the trait does, `Self` being the type of the `impl`
                16:6 E0279 `count` is not what the trait `Shape` declares
                    5:6 declared here
                    note: it is declared with one parameter
                    help: write its head as the trait does, `Self` being the type of the `impl`
                17:6 E0279 `generic` is not what the trait `Shape` declares
                    6:6 declared here
                    note: its type parameter is declared as `U: Shape[U]`
                    help: write its head as the trait does, `Self` being the type of the `impl`
                18:6 E0279 `made` is not what the trait `Shape` declares
                    7:13 declared here
                    note: it is declared as `fn static`
                    help: write its head as the trait does, `Self` being the type of the `impl`
                19:6 E0279 `risky` is not what the trait `Shape` declares
                    8:13 declared here
                    note: it is declared `unsafe`
                    help: write its head as the trait does, `Self` being the type of the `impl`
            "#]],
        );
    }
}
