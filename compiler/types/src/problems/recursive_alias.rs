//! Alias stands for itself.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0250",
    name: "recursive-alias",
    title: "alias stands for itself",
    explanation: "\
An alias must lead to a type.",
    severity: Severity::Error,
};

pub(crate) fn recursive_alias(at: Anchor, name: &str) -> Problem {
    Problem::new(&KIND, at, format!("the alias `{name}` leads to itself"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn in_a_circle() {
        check(
            r#"
type A = (B, i64)
type B = A
fn f(a: A) {}
"#,
            expect![[r#"
                1:6 E0250 the alias `A` leads to itself
            "#]],
        );
    }
}
