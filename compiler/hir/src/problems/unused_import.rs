//! An imported name that the module never uses.

use source::{Diagnostic, DiagnosticKind, Severity, Span, Tag};

use crate::Name;

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "W0101",
    name: "unused-import",
    title: "unused import",
    explanation: "\
The name is bound by an import and never used. Remove it, or write `pub import` if others shall find it here.",
    severity: Severity::Warning,
};

pub(crate) fn at(name: Name, span: Span) -> Diagnostic {
    KIND.at(span, format!("unused import `{name}`")).label("never used").help("remove it").tag(Tag::Unnecessary)
}

#[cfg(test)]
mod tests {
    use crate::fixture::check_modules;
    use expect_test::expect;

    #[test]
    fn uses_in_heads_bodies_and_constants_count() {
        check_modules(
            &[
                (
                    "",
                    "import a (A, b, C, d, E, f)\nimport a\npub import a (g)\n@[allow(unused_import)] import a (h)\nfn f2(x: A, y: [i64; C]) { b()\n let e: E = x }",
                ),
                (
                    "a",
                    "pub type A { }\npub fn b { }\npub let C = 1\npub fn d { }\npub type E { }\npub fn f { }\npub fn g { }\npub fn h { }",
                ),
            ],
            expect![[r#"
                1:20 W0101 unused import `d` | never used
                    help: remove it
                1:26 W0101 unused import `f` | never used
                    help: remove it
                2:8 W0101 unused import `a` | never used
                    help: remove it
            "#]],
        );
    }
}
