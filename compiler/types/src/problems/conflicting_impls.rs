//! Two `impl`s of one trait for one type.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0300",
    name: "conflicting-impls",
    title: "a trait given twice",
    explanation: "\
A type has a trait with the same type arguments once: nothing would tell which of two `impl`s a call means. This holds for all instances of a generic type together, and also if one `impl` is for some of them only.",
    severity: Severity::Error,
};

pub(crate) fn conflicting_impls(at: Anchor, of: &str, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{ty}` has the trait `{of}` already"))
        .help("keep one of the two, or make a type of your own for the other")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn same_constructor() {
        check(
            r#"
trait Show { fn show -> i64 }
trait From[T] { fn static from(x: T) -> Self }
type inline W[T] { let @x: T }
impl[T] Show for W[T] { fn show -> i64 { 1 } }
impl Show for W[i64] { fn show -> i64 { 2 } }
impl Show for i64 { fn show -> i64 { 3 } }
impl Show for i64 { fn show -> i64 { 4 } }
impl From[i64] for W[i64] { fn static from(x: i64) -> W[i64] { W(x) } }
impl From[i8] for W[i64] { fn static from(x: i8) -> W[i64] { W(1) } }
impl[T] From[T] for W[i8] { fn static from(x: T) -> W[i8] { W(1) } }
"#,
            expect![[r#"
                5:15 E0300 `W[i64]` has the trait `Show` already
                    4:1 here
                    help: keep one of the two, or make a type of your own for the other
                7:15 E0300 `i64` has the trait `Show` already
                    6:1 here
                    help: keep one of the two, or make a type of your own for the other
                10:21 E0300 `W[i8]` has the trait `From[T]` already
                    8:1 here
                    help: keep one of the two, or make a type of your own for the other
            "#]],
        );
    }
}
