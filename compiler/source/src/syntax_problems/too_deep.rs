//! Nested too deeply.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0029",
    name: "too-deep",
    title: "nested too deeply",
    explanation: "\
Expressions, types and blocks may be nested some hundred levels deep. Give parts of them names, or move them to functions.",
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
            &format!("let A = {}1{}", "(".repeat(2000), ")".repeat(2000)),
            expect![[r#"
                1008..1009 E0029
            "#]],
        );
    }
}
