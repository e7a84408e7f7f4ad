//! Not something that can be assigned.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0227",
    name: "not-a-place",
    title: "not something that can be assigned",
    explanation: "\
The left side of an assignment is a place: a variable, a field, an element, a C global, what a pointer leads to, or a call that
returns `mut T`.",
    severity: Severity::Error,
};

pub(crate) fn not_a_place(at: Anchor) -> Problem {
    Problem::new(&KIND, at, "this is a value and no place that can be assigned")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn values_are_not_assigned() {
        check(
            r#"
fn g() -> i64 { 1 }
fn f(a: i64) {
 g() = 2
 a + 1 = 3
 5 = 6
}
"#,
            expect![[r#"
                3:2 E0227 this is a value and no place that can be assigned
                4:2 E0227 this is a value and no place that can be assigned
                5:2 E0227 this is a value and no place that can be assigned
            "#]],
        );
    }
}
