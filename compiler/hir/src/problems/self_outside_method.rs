//! `self` or `@field` where there is no `self`.

use source::{Diagnostic, DiagnosticKind, Severity, Span};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0112",
    name: "self-outside-method",
    title: "there is no `self` here",
    explanation: "\
`self`, and `@field` for `self.field`, exist in the methods of types, traits and impls. A `fn static` has none.",
    severity: Severity::Error,
};

pub(crate) fn at(span: Span) -> Diagnostic {
    KIND.at(span, "there is no `self` here").label("only methods have `self`, and `fn static` is none")
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;
    use expect_test::expect;

    #[test]
    fn only_methods_have_self() {
        check(
            "fn f { self }\ntype P { let @x: i64 fn static g -> i64 { @x } fn h -> i64 { @x + self.x } }",
            expect![[r#"
                1:8 E0112 there is no `self` here | only methods have `self`, and `fn static` is none
                2:43 E0112 there is no `self` here | only methods have `self`, and `fn static` is none
            "#]],
        );
    }
}
