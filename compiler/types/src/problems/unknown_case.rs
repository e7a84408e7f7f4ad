//! A capitalised name in a pattern means nothing there.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0289",
    name: "unknown-case",
    title: "no such case",
    explanation: "\
In a pattern a name that begins with a capital letter is a case of the matched enum, the matched type itself, taken \
apart into its fields, or a constant. A name for the value begins with a small letter.

```
type copy Point { let @x: i64  let @y: i64 }
let LIMIT = 10
fn main() {
  match Point(LIMIT, 2) {
    case Point(LIMIT, y) -> println(y)
    case Point(x, _) -> println(x)
  }
}
```",
    severity: Severity::Error,
};

pub(crate) fn unknown_case(at: Anchor, name: &str, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{name}` matches no `{ty}`"))
        .label("neither the type itself nor a constant")
        .help("a name for the value begins with a small letter")
}

/// `Shape.Name`, in a pattern or as a value.
pub(crate) fn unknown_case_value(at: Anchor, name: &str, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{ty}` has no case `{name}`"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn that_nothing_has() {
        check(
            r#"
type copy V { let @x: i64 }
type copy W { let @x: i64 }
fn f(v: V) {
 match v { case W(x) -> {}  case _ -> {} }
 match v.x { case Limit -> {}  case _ -> {} }
 match v.x { case V(x) -> {}  case _ -> {} }
}
"#,
            expect![[r#"
                4:17 E0289 `W` matches no `V` | neither the type itself nor a constant
                    help: a name for the value begins with a small letter
                5:19 E0289 `Limit` matches no `i64` | neither the type itself nor a constant
                    help: a name for the value begins with a small letter
                6:19 E0289 `V` matches no `i64` | neither the type itself nor a constant
                    help: a name for the value begins with a small letter
            "#]],
        );
    }

    #[test]
    fn of_an_enum() {
        check(
            r#"
type copy enum E { case Alpha  case Beta(i64) }
type copy enum F { case Alpha }
fn f(e: E) {
 match e { case Alfa -> {}  case _ -> {} }
 match e { case Gamma(x) -> {}  case _ -> {} }
 match e { case F.Alpha -> {}  case _ -> {} }
 match e { case E.Gamma -> {}  case _ -> {} }
 match e { case E.Alpha -> {}  case E.Beta(x, y) -> {} }
 match e { case E(x) -> {}  case _ -> {} }
 match e { case Alpha(x) -> {}  case Beta -> {} }
}
"#,
            expect![[r#"
                4:17 E0289 `E` has no case `Alfa`
                    note: its cases are `Alpha` and `Beta`
                5:17 E0289 `E` has no case `Gamma`
                    note: its cases are `Alpha` and `Beta`
                6:17 E0289 `E` has no case `F.Alpha`
                    help: did you mean `Alpha`?
                7:17 E0289 `E` has no case `E.Gamma`
                    note: its cases are `Alpha` and `Beta`
                8:37 E0290 2 patterns stand for 1 field
                9:17 E0289 `E` has no case `E`
                    note: its cases are `Alpha` and `Beta`
                10:17 E0290 1 pattern stands for 0 fields
                10:38 E0290 0 patterns stand for 1 field
                    help: `..` at the end leaves the rest out
            "#]],
        );
    }
}
