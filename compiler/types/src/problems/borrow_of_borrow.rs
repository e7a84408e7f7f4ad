//! Borrow of a borrow.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0245",
    name: "borrow-of-borrow",
    title: "borrow of a borrow",
    explanation: "\
A borrow is used like its value, so there is no borrow of a borrow.",
    severity: Severity::Error,
};

pub(crate) fn borrow_of_borrow(at: Anchor) -> Problem {
    Problem::new(&KIND, at, "a borrow of a borrow does not exist")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn through_an_alias() {
        check(
            r#"
type R = ref i64
fn f(a: ref R) {}
"#,
            expect![[r#"
                2:9 E0245 a borrow of a borrow does not exist
            "#]],
        );
    }
}
