//! More than one index in brackets.

use source::{Diagnostic, DiagnosticKind, Severity, Span};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0116",
    name: "wrong-index",
    title: "more than one index",
    explanation: "\
A value is indexed by one integer or range: `grid[row][column]`, not `grid[row, column]`.",
    severity: Severity::Error,
};

pub(crate) fn at(span: Span) -> Diagnostic {
    KIND.at(span, "more than one index").label("index once more: `a[i][j]`")
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;
    use expect_test::expect;

    #[test]
    fn one_index_per_bracket() {
        check(
            "fn f(a: [[i64; 2]; 2]) -> i64 { a[0, 1] + a[0][1] }",
            expect![[r#"
                1:38 E0116 more than one index | index once more: `a[i][j]`
            "#]],
        );
    }
}
