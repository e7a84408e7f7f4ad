//! `as` names the whole of what a pattern takes apart.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0292",
    name: "moved-whole",
    title: "a pattern takes parts out of a value that `as` names",
    explanation: "\
`pattern as whole` gives the value a name. The pattern may take nothing out of it at the same time: its names may only \
look at parts, as they do where a place is matched without `mut`, or be copies.

```
fn main() {
  let pair = (\"a\", \"b\")
  match pair { case (first, _) as whole -> println(\"${first} ${whole.1}\") }   # `pair` stays where it is
}
```",
    severity: Severity::Error,
};

pub(crate) fn moved_whole(at: Anchor, ty: &str, moves: bool) -> Problem {
    if moves {
        return Problem::new(&KIND, at, format!("this takes parts out of the `{ty}` that `as` names"))
            .help("match a variable instead of the value itself, so that the names look at its parts");
    }
    Problem::new(&KIND, at, format!("this lends parts of the `{ty}` as `mut`, which `as` lends as a whole"))
        .help("match without `mut`, or leave `as` out and name the parts alone")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn of_a_temporary() {
        check(
            r#"
type T { let @n: i64 }
fn make -> (T, i64) { (T(1), 2) }
fn f() {
 match make() { case (a, _) as whole -> {} }
 match make() { case (_, 2) as whole -> {}  case _ -> {} }
 let pair = make()
 match pair { case (a, _) as whole -> {} }
 let mut other = make()
 match mut other { case (a, _) as whole -> {} }
 match mut other { case (_, 1) as whole -> {}  case _ -> {} }
}
fn g(t: mut T) { match mut t { case a as b -> {} } }
"#,
            expect![[r#"
                4:22 E0292 this takes parts out of the `(T, i64)` that `as` names
                    help: match a variable instead of the value itself, so that the names look at its parts
                9:25 E0292 this lends parts of the `mut (T, i64)` as `mut`, which `as` lends as a whole
                    help: match without `mut`, or leave `as` out and name the parts alone
                12:37 E0292 this lends parts of the `mut T` as `mut`, which `as` lends as a whole
                    help: match without `mut`, or leave `as` out and name the parts alone
            "#]],
        );
    }
}
