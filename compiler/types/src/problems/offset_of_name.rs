//! `offset_of` needs a field's name.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0243",
    name: "offset-of-name",
    title: "`offset_of` needs a field's name",
    explanation: "\
The argument of `offset_of[T](\"x\")` is a string literal that names a field of `T`.",
    severity: Severity::Error,
};

pub(crate) fn offset_of_name(at: Anchor) -> Problem {
    Problem::new(&KIND, at, "the field's name must be a string literal").help("write `offset_of[T](\"x\")`")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn a_literal() {
        check(
            r#"
type copy V { let @x: i64 }
fn f(s: String) { println(offset_of[V](s)) }
"#,
            expect![[r#"
                2:40 E0243 the field's name must be a string literal
                    help: write `offset_of[T]("x")`
            "#]],
        );
    }
}
