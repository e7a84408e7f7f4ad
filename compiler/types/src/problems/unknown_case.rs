//! A capitalised name in a pattern means nothing there.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0289",
    name: "unknown-case",
    title: "a name in a pattern is no case",
    explanation: "\
In a pattern a name that begins with a capital letter is the matched type itself, taken apart into its fields, or a \
constant. A name for the value begins with a small letter.

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
}
