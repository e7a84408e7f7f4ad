//! An expression is missing.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0007",
    name: "expected-expression",
    title: "an expression is missing",
    explanation: "\
Something that has a value is expected: a name, a literal, a call, a block, ….",
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
            "fn f { let x = \n }",
            expect![[r#"
                14..14 E0007
            "#]],
        );
    }
}
