//! A range with a missing end.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0022",
    name: "invalid-range",
    title: "a range with a missing end",
    explanation: "\
A range has two ends, `a..b` or `a..=b`; only in an index may they be left out. Ranges do not chain.",
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
            "fn f { for i in 1.. { } }",
            expect![[r#"
                20..21 E0022
            "#]],
        );
    }
}
