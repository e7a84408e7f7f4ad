//! Variadic function with a body.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0254",
    name: "variadic-definition",
    title: "variadic function with a body",
    explanation: "\
`...` declares C functions. Functions of the language have a fixed number of parameters.",
    severity: Severity::Error,
};

pub(crate) fn variadic_definition(at: Anchor, name: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{name}` has a body and cannot be variadic"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn only_c_has_them() {
        check(
            r#"
fn f(a: i64, ...) {}
"#,
            expect![[r#"
                1:4 E0254 `f` has a body and cannot be variadic
            "#]],
        );
    }
}
