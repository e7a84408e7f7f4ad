//! Spelling of another language.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0027",
    name: "foreign-syntax",
    title: "spelling of another language",
    explanation: "\
The message says how it is written here: `import` for `use`, `.` for `::`, `#` for `//`, `->` for `=>`, `ref x` for `&x`, `[T]`
for `<T>`.",
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
            "fn f<T>(x: T) { }",
            expect![[r#"
                4..5 E0027
            "#]],
        );
    }
}
