//! Something that does not belong here.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0028",
    name: "unexpected-token",
    title: "something that does not belong here",
    explanation: "\
A statement or a list went on behind its end.",
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
            "extern {\n  fn f(..., a: i64)\n}",
            expect![[r#"
                19..20 E0028
            "#]],
        );
    }
}
