//! A pattern is missing.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0009",
    name: "expected-pattern",
    title: "a pattern is missing",
    explanation: "\
Behind `let`, `case` and `for` stands a pattern: a name, `_`, a literal, `Shape.Circle(r)`, `(a, b)`.",
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
            "fn f { let = 1 }",
            expect![[r#"
                11..12 E0009
            "#]],
        );
    }
}
