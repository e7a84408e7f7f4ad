//! Two type parameters of one name.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0268",
    name: "repeated-parameter",
    title: "two type parameters of one name",
    explanation: "\
The type parameters of an item have different names, and differ from those of the type, trait or `impl` it stands in.",
    severity: Severity::Error,
};

pub(crate) fn repeated_parameter(at: Anchor, name: &str) -> Problem {
    Problem::new(&KIND, at, format!("there are two type parameters `{name}`")).help("give one of them another name")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn in_one_list_and_around_it() {
        check(
            r#"
fn f[T, T](t: T) {}
type inline Pair[A, B] { let @a: A  let @b: B  fn swap[A](a: A) {} }
"#,
            expect![[r#"
                1:4 E0268 there are two type parameters `T`
                    help: give one of them another name
                2:51 E0268 there are two type parameters `A`
                    help: give one of them another name
            "#]],
        );
    }
}
