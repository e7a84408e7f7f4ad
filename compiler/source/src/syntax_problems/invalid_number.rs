//! A malformed number.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0004",
    name: "invalid-number",
    title: "a malformed number",
    explanation: "\
Numbers are written `1_000`, `0xff`, `0o17`, `0b101`, `1.5`, `2e9`. A digit follows the point, and an integer fits into
128 bits.",
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
            "let A = 0xg1",
            expect![[r#"
                10..11 E0004
            "#]],
        );
    }
}
