//! Re-exports that lead back to themselves.

use source::{Diagnostic, DiagnosticKind, Severity, Span};

use crate::Name;

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0109",
    name: "import-circle",
    title: "an import leads back to itself",
    explanation: "\
Modules may import each other, but each imported name must be declared somewhere.

```
# a.lang
pub import b (x)
# b.lang
pub import a (x)   # nobody declares `x`
```",
    severity: Severity::Error,
};

pub(crate) fn at(name: Name, span: Span) -> Diagnostic {
    KIND.at(span, format!("the import of `{name}` leads back to itself")).label("nobody declares it")
}

#[cfg(test)]
mod tests {
    use crate::fixture::check_modules;
    use expect_test::expect;

    #[test]
    fn circles_are_reported_and_do_no_harm() {
        check_modules(
            &[
                ("", "import a (x, f)\nfn g { f(x) }"),
                ("a", "pub import b (x)\nimport b (g)\npub fn f { g() }"),
                ("b", "pub import a (x)\nimport a (f)\npub fn g { f() }"),
            ],
            expect![[r#"
                1:11 E0109 the import of `x` leads back to itself | nobody declares it
                a 1:15 E0109 the import of `x` leads back to itself | nobody declares it
                b 1:15 E0109 the import of `x` leads back to itself | nobody declares it
            "#]],
        );
    }
}
