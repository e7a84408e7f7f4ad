//! `mut` taken through a `ref`.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0230",
    name: "mut-through-ref",
    title: "`mut` taken through a `ref`",
    explanation: "\
A `mut` of what a `ref` leads to would change it. Take it as `mut` from the start.",
    severity: Severity::Error,
};

pub(crate) fn mut_through_ref(at: Anchor) -> Problem {
    Problem::new(&KIND, at, "a `mut` cannot be taken through a `ref`").help("take it as `mut` from the start")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn of_a_parameter() {
        check(
            r#"
fn g(n: mut i64) {}
fn f(n: ref i64) { g(mut n) }
"#,
            expect![[r#"
                2:22 E0230 a `mut` cannot be taken through a `ref`
                    help: take it as `mut` from the start
            "#]],
        );
    }
}
