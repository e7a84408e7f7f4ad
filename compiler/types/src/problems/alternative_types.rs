//! A name in alternatives stands for values of different types.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0291",
    name: "alternative-types",
    title: "a name has different types in alternatives",
    explanation: "\
In `a | b` both patterns have the same names, and each name stands for values of one type.

```
fn main() {
  match (1, 2.5, true) {
    case (n, _, true) -> println(n)
    case (_, x, _) -> println(x)     # a pattern of its own: `n` is an integer, `x` is none
  }
}
```",
    severity: Severity::Error,
};

pub(crate) fn alternative_types(at: Anchor, name: &str, first: &str, second: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{name}` is `{first}` in one alternative and `{second}` in another"))
        .help("write two cases")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn an_integer_and_a_float() {
        check(
            "fn f(p: (i64, f64)) { match p { case (0, _) -> {}  case (1, x) | (x, 2.0) -> {}  case _ -> {} } }",
            expect![[r#"
                1:67 E0291 `x` is `ref f64` in one alternative and `ref i64` in another
                    1:61 first here
                    help: write two cases
            "#]],
        );
    }
}
