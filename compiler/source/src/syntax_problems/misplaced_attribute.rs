//! An attribute that belongs to nothing.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0017",
    name: "misplaced-attribute",
    title: "an attribute that belongs to nothing",
    explanation: "\
An attribute stands directly before an item, a field, a case or a `let`.",
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
            "fn f { @[allow(x)] g() }",
            expect![[r#"
                19..20 E0017
            "#]],
        );
    }
}
