//! A case with arguments that carries nothing, or without them though it carries something.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0284",
    name: "case-arguments",
    title: "what a case carries stands in brackets behind it",
    explanation: "\
A case that carries something is made with it in brackets; one that carries nothing has no brackets.

```
type enum Shape { case Circle(f64)  case Empty }
fn main() {
  let a = Shape.Circle(1.0)
  let b = Shape.Empty
}
```",
    severity: Severity::Error,
};

/// `Shape.Empty()`
pub(crate) fn case_without_payload(at: Anchor, case: &str, written: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{case}` carries nothing")).help(format!("write `{written}`"))
}

/// `Shape.Circle`
pub(crate) fn case_without_arguments(at: Anchor, owner: &str, case: &str, types: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{case}` carries `{types}`")).help(format!("write `{owner}.{case}(…)`"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn too_many_and_too_few() {
        check(
            r#"
type copy enum S { case Circle(radius: f64)  case Rect(f64, f64)  case Empty }
fn f {
 let a = S.Circle
 let b = S.Empty()
 let c = S.Empty(1)
 let d = S.Circle()
 let e = S.Rect(1.0)
 let g = S.Rect(1.0, 2.0, 3.0)
 let h = S.Circle(radius: 1.0)
 let i = S.Circle(size: 1.0)
 let j = S.Circle(1)
 let k = S.Circel(1.0)
 let l = S.Other
 let m = S(1.0)
 let n = S
}
"#,
            expect![[r#"
                3:12 E0284 `Circle` carries `f64`
                    1:25 declared here
                    help: write `S.Circle(…)`
                4:12 E0284 `Empty` carries nothing
                    help: write `S.Empty`
                5:12 E0284 `Empty` carries nothing
                    help: write `S.Empty`
                6:10 E0210 `S.Circle` is made without `radius: f64` | 1 argument is missing
                    1:25 declared here
                7:10 E0210 `S.Rect` is made without `f64` | 1 argument is missing
                    1:51 declared here
                8:27 E0211 `S.Rect` takes 2 arguments, 3 are given | unexpected
                    1:51 declared here
                10:25 E0212 `S.Circle` has no field `size`
                    help: it has `radius`
                12:12 E0289 `S` has no case `Circel`
                    help: did you mean `Circle`?
                13:12 E0289 `S` has no case `Other`
                    note: its cases are `Circle`, `Rect` and `Empty`
                14:10 E0209 `S` is not made by calling it
                    help: a value is one of its cases: `S.Circle(…)`
                15:10 E0208 `S` is a type and not a value
                    help: a value is one of its cases: `S.Circle(…)`
            "#]],
        );
    }
}
