//! Type parameter of an `impl` that its type does not tell.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0275",
    name: "untold-parameter",
    title: "type parameter of an `impl` that its type does not tell",
    explanation: "\
Which `impl` fits a type, and with which type arguments, is read off the type: each parameter of the `impl` stands in it, as \
`T` in `impl[T] Box[T]`.",
    severity: Severity::Error,
};

pub(crate) fn untold_parameter(at: Anchor, parameter: &str, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{parameter}` does not stand in `{ty}`, so nothing tells what it is"))
        .help("leave it out, or make it a parameter of the methods that need it")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn each_stands_in_the_type() {
        check(
            r#"
type inline W[T] { let @x: T }
impl[A, B] W[A] { fn one -> i64 { 1 } }
impl[A, B] W[(A, Pointer[B])] { fn two -> i64 { 1 } }
"#,
            expect![[r#"
                2:12 E0275 `B` does not stand in `W[A]`, so nothing tells what it is
                    help: leave it out, or make it a parameter of the methods that need it
            "#]],
        );
    }
}
