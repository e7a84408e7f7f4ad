//! A type is missing.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0008",
    name: "expected-type",
    title: "a type is missing",
    explanation: "\
A type is expected: `i64`, `String`, `Vec3`, `ref T`, `(A, B)`, `[T; 4]`, `fn (A) -> B`. Parameters and fields always say
their type.",
    severity: Severity::Error,
};

#[cfg(test)]
mod tests {
    use crate::syntax_problems::check;
    use expect_test::expect;

    #[test]
    fn is_reported() {
        check(
            &super::KIND,
            "fn f(x: ) { }",
            expect![[r#"
                8..9 E0008
            "#]],
        );
    }
}
