//! A positional argument behind a named one.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0023",
    name: "positional-after-named",
    title: "a positional argument behind a named one",
    explanation: "\
Named arguments come last: `f(1, 2, width: 3)`.",
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
            "fn f { g(a: 1, 2) }",
            expect![[r#"
                15..16 E0023
            "#]],
        );
    }
}
