//! Something that is no item.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0015",
    name: "expected-item",
    title: "something that is no item",
    explanation: "\
At the top of a file stand `import`, `let`, `type`, `trait`, `impl`, `fn`, `extern` and `test`; in a type fields, cases and
functions. Statements stand in functions.",
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
            "1 + 1\nfn f { }",
            expect![[r#"
                0..1 E0015
            "#]],
        );
    }
}
