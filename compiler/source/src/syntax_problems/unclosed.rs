//! A bracket that is never closed.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0013",
    name: "unclosed",
    title: "a bracket that is never closed",
    explanation: "\
Each `(`, `[` and `{` needs its closing partner. The second place shows the one that is open.",
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
            "fn f { g(1, 2 }\n",
            expect![[r#"
                14..15 E0013
                    8..9
            "#]],
        );
    }
}
