//! A semicolon.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0026",
    name: "semicolon",
    title: "a semicolon",
    explanation: "\
Statements end with their line; there are no semicolons. Two statements on one line need nothing between them.",
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
            "fn f { g(); h() }",
            expect![[r#"
                10..11 E0026
            "#]],
        );
    }
}
