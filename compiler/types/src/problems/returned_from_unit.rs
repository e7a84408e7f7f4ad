//! Value returned from a function without result.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0239",
    name: "returned-from-unit",
    title: "value returned from a function without result",
    explanation: "\
The function declares no result, so nothing can be returned from it. Write `-> T` behind its parameters if it should.",
    severity: Severity::Error,
};

pub(crate) fn returned_from_unit(at: Anchor, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("this function has no result, but `{ty}` is returned"))
        .help(format!("declare the result: `-> {ty}`"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn the_result_is_not_declared() {
        check(
            r#"
fn f(n: i64) { return n }
"#,
            expect![[r#"
                1:23 E0239 this function has no result, but `i64` is returned
                    help: declare the result: `-> i64`
            "#]],
        );
    }
}
