//! Comparisons in a row.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0021",
    name: "chained-comparison",
    title: "comparisons in a row",
    explanation: "\
Comparisons do not chain: write `a < b && b < c`.",
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
            "fn f -> bool { 1 < 2 < 3 }",
            expect![[r#"
                21..22 E0021
            "#]],
        );
    }
}
