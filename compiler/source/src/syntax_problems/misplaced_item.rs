//! An item in a wrong place.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0016",
    name: "misplaced-item",
    title: "an item in a wrong place",
    explanation: "\
Items stand at the top of a file: a function holds statements only. A closure, `let g = fn (x: i64) { … }`, is a function
inside a function.",
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
            "fn f { fn g { } }",
            expect![[r#"
                7..9 E0016
            "#]],
        );
    }
}
