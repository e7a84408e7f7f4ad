//! A pattern does not fit the type of what is matched.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0288",
    name: "pattern-mismatch",
    title: "a pattern does not fit the type",
    explanation: "\
A pattern has the form of the values that it is matched with: a tuple of as many parts, an array of as many elements, \
a range or literal for numbers.

```
fn main() {
  let pair = (1, true)
  let (n, flag) = pair      # not `(n, flag, more)`
  println(\"${n} ${flag}\")
}
```",
    severity: Severity::Error,
};

pub(crate) fn pattern_mismatch(at: Anchor, what: &str, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("{what} never matches `{ty}`")).label(format!("matched with `{ty}`"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn of_another_form() {
        check(
            r#"
fn f(pair: (i64, bool), n: i64, list: [i64; 2]) {
 let (a, b, c) = pair
 match n { case (x, y) -> {}  case _ -> {} }
 match list { case [x] -> {}  case _ -> {} }
 match pair { case ("a".."b", true) -> {}  case _ -> {} }
}
"#,
            expect![[r#"
                2:6 E0288 a tuple of 3 parts never matches `(i64, bool)` | matched with `(i64, bool)`
                3:17 E0288 a tuple of 2 parts never matches `i64` | matched with `i64`
                4:20 E0288 an array of 1 element never matches `[i64; 2]` | matched with `[i64; 2]`
                5:21 E0201 expected `i64`, found `String` | this is `String`
            "#]],
        );
    }
}
