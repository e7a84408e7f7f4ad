//! A trait given to a type that holds borrows, which it is not for.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0305",
    name: "not-for-borrows",
    title: "a trait that is not for borrows",
    explanation: "\
In the default methods of a trait nothing is known of `Self`, and it is taken for a value that holds no borrows. A trait that \
is declared as `trait Name: ref` treats it as one that does, and types that may hold borrows can have it.",
    severity: Severity::Error,
};

pub(crate) fn not_for_borrows(at: Anchor, of: &str, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{ty}` may hold borrows, and the trait `{of}` is not for such types"))
        .help(format!("declare it as `trait {of}: ref`, or leave `ref` out of the type parameters of the `impl`"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn of_generic_types() {
        check(
            r#"
trait Keep { fn keep -> i64 { 1 } }
trait Look: ref { fn look -> i64 { 1 } }
type inline W[T: ref] { let @x: T }
impl[T: ref] Keep for W[T] { }
impl[T: ref] Look for W[T] { }
impl[T] Keep for (W[T], i64) { }
type inline V[T: ref] { let @x: T }
impl Keep for V[ref i64] { }
"#,
            expect![[r#"
                4:23 E0305 `W[T]` may hold borrows, and the trait `Keep` is not for such types
                    help: declare it as `trait Keep: ref`, or leave `ref` out of the type parameters of the `impl`
                8:15 E0305 `V[ref i64]` may hold borrows, and the trait `Keep` is not for such types
                    help: declare it as `trait Keep: ref`, or leave `ref` out of the type parameters of the `impl`
            "#]],
        );
    }
}
