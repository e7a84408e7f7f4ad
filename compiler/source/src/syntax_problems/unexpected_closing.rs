//! A closing bracket that closes nothing.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0014",
    name: "unexpected-closing",
    title: "a closing bracket that closes nothing",
    explanation: "\
There is a `)`, `]` or `}` too many, or its opening partner is missing.",
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
            "fn f { } }",
            expect![[r#"
                9..10 E0014
            "#]],
        );
    }
}
