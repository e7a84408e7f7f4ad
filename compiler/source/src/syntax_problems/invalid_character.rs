//! A character that begins nothing.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0001",
    name: "invalid-character",
    title: "a character that begins nothing",
    explanation: "\
A character that no token of the language begins with stands outside of strings and comments.

Names consist of letters, digits and `_`. Strings stand in `\"…\"`, code points in `'…'`.",
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
            "fn f { let x = 1 § 2 }",
            expect![[r#"
                17..19 E0001
            "#]],
        );
    }
}
