//! Type argument that nothing tells.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0269",
    name: "open-argument",
    title: "type argument that nothing tells",
    explanation: "\
Type arguments that are not written come from the arguments of the call and from the type that is expected there, and what \
these leave open from the first use of the value that tells. Where nothing does, write them: `Pair[i64, bool].empty()`, \
`first[i64](…)`, or give the variable a type.",
    severity: Severity::Error,
};

pub(crate) fn open_argument(at: Anchor, parameter: &str, item: &str) -> Problem {
    Problem::new(&KIND, at, format!("nothing tells what `{parameter}` of `{item}` is here"))
        .help(format!("write the type argument, as in `{item}[i64]`, or give the variable a type"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn at_the_first_place() {
        check(
            r#"
type inline Box[T] { let @items: [T; 0]  fn static empty -> Box[T] { Box([]) }  fn length -> i64 { 0 } }
fn none[T] -> i64 { 0 }
fn f { let a = none()  let b = Box.empty()  let n = a + b.length() }
fn g { let b: Box[i64] = Box.empty()  let n = none[u8]() + b.length() }
"#,
            expect![[r#"
                3:16 E0269 nothing tells what `T` of `none` is here
                    help: write the type argument, as in `none[i64]`, or give the variable a type
                3:32 E0269 nothing tells what `T` of `Box` is here
                    help: write the type argument, as in `Box[i64]`, or give the variable a type
            "#]],
        );
    }
}
