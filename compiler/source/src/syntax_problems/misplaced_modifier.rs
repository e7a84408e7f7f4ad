//! A word that does not fit what follows.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0018",
    name: "misplaced-modifier",
    title: "a word that does not fit what follows",
    explanation: "\
`pub` stands before items, fields and methods; `static`, `mut` and `move` behind `fn` of a method; `unsafe` before `fn` or a
block; `extern` before `fn` or `{`.",
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
            "type P { let mut @x: i64 }",
            expect![[r#"
                13..16 E0018
            "#]],
        );
    }
}
