//! Argument given twice.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0213",
    name: "duplicate-argument",
    title: "argument given twice",
    explanation: "\
Each parameter gets one argument. Positional arguments fill parameters from the first on; named ones follow them.",
    severity: Severity::Error,
};

pub(crate) fn duplicate_argument(at: Anchor, name: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{name}` is given twice")).label("given already")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn by_position_and_by_name() {
        check(
            r#"
fn g(a: i64, b: i64) {}
fn f() { g(1, 2, a: 3) }
"#,
            expect![[r#"
                2:21 E0213 `a` is given twice | given already
            "#]],
        );
    }
}
