//! A token is missing.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0012",
    name: "expected-token",
    title: "a token is missing",
    explanation: "\
The grammar wants a particular token here; the message names it.",
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
            "type P { @x: i64 }",
            expect![[r#"
                9..10 E0012
            "#]],
        );
    }
}
