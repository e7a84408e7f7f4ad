//! Wrong `main`.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0255",
    name: "main-signature",
    title: "wrong `main`",
    explanation: "\
`main` takes nothing and returns nothing or an `i32`, the program's exit code.",
    severity: Severity::Error,
};

pub(crate) fn main_signature(at: Anchor) -> Problem {
    Problem::new(&KIND, at, "`main` takes nothing and returns nothing or an `i32`")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn result_of_main() {
        check(
            r#"
fn main() -> i64 { 0 }
"#,
            expect![[r#"
                1:4 E0255 `main` takes nothing and returns nothing or an `i32`
            "#]],
        );
    }

    #[test]
    fn parameters_of_main() {
        check(
            r#"
fn main(n: i32) {}
"#,
            expect![[r#"
                1:4 E0255 `main` takes nothing and returns nothing or an `i32`
            "#]],
        );
    }
}
