//! `return` without a value.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0238",
    name: "return-without-value",
    title: "`return` without a value",
    explanation: "\
A function with a result returns a value on every path.",
    severity: Severity::Error,
};

pub(crate) fn return_without_value(at: Anchor, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("a value of type `{ty}` must be returned")).label("a value is missing here")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn in_a_function_with_result() {
        check(
            r#"
fn f(n: i64) -> i64 { if n > 0 { return }
 n }
"#,
            expect![[r#"
                1:34 E0238 a value of type `i64` must be returned | a value is missing here
            "#]],
        );
    }
}
