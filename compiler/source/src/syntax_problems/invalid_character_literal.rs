//! A character literal that is not one code point.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0005",
    name: "invalid-character-literal",
    title: "a character literal that is not one code point",
    explanation: "\
`'a'` is an integer literal: the number of one code point. Several letters are a string, `\"ab\"`.",
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
            "let A = 'ab'",
            expect![[r#"
                8..12 E0005
            "#]],
        );
    }
}
