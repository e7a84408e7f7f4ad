//! An assignment inside an expression.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0020",
    name: "misplaced-assignment",
    title: "an assignment inside an expression",
    explanation: "\
An assignment is a statement and has no value. `==` compares.",
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
            "fn f { if x = 1 { } }",
            expect![[r#"
                12..13 E0020
            "#]],
        );
    }
}
