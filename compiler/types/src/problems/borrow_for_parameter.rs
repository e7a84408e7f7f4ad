//! Borrow for a type parameter that allows none.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0266",
    name: "borrow-for-parameter",
    title: "borrow for a type parameter that allows none",
    explanation: "\
Only a parameter that is declared with `ref` among its bounds, as `[T: ref]`, may stand for a borrow. The declaration then \
treats all values of the parameter as borrows: they are never stored behind `mut`, on the heap or in constants. Others own \
what they hold.",
    severity: Severity::Error,
};

pub(crate) fn borrow_for_parameter(at: Anchor, ty: &str, parameter: &str, item: &str) -> Problem {
    Problem::new(&KIND, at, format!("the borrow `{ty}` cannot stand for `{parameter}` of `{item}`"))
        .help(format!("declare it as `[{parameter}: ref]` if its values may be borrows, or pass the value itself"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn only_where_it_is_declared() {
        check(
            r#"
type inline Own[T] { let @x: T }
type inline Any[T: ref] { let @x: T }
fn f(a: Own[ref i64], b: Any[ref i64], c: Own[(i64, mut i64)]) {}
"#,
            expect![[r#"
                3:13 E0266 the borrow `ref i64` cannot stand for `T` of `Own`
                    help: declare it as `[T: ref]` if its values may be borrows, or pass the value itself
                3:47 E0266 the borrow `(i64, mut i64)` cannot stand for `T` of `Own`
                    help: declare it as `[T: ref]` if its values may be borrows, or pass the value itself
            "#]],
        );
    }
}
