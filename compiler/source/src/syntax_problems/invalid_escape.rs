//! An unknown escape.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0003",
    name: "invalid-escape",
    title: "an unknown escape",
    explanation: "\
The escapes are `\\n \\t \\r \\0 \\\\ \\\" \\' \\$` and `\\u{1F600}` with one to six hexadecimal digits of a code point.
A backslash itself is written `\\\\`.",
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
            "let A = \"C:\\\\dir \\d\"",
            expect![[r#"
                17..19 E0003
            "#]],
        );
    }
}
