//! A name is missing.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0010",
    name: "expected-name",
    title: "a name is missing",
    explanation: "\
A name is expected: letters, digits and `_`, not beginning with a digit.",
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
            "import a.\n",
            expect![[r#"
                9..9 E0010
            "#]],
        );
    }
}
