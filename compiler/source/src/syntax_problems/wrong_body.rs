//! A body too much or too little.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0024",
    name: "wrong-body",
    title: "a body too much or too little",
    explanation: "\
Functions have a body; C functions in `extern { … }` have none, C provides them. Methods of traits may have one.",
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
            "fn f -> i64\n",
            expect![[r#"
                11..11 E0024
            "#]],
        );
    }
}
