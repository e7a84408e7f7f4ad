//! `try` of a value that cannot be missing.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0321",
    name: "nothing-to-try",
    title: "`try` of what cannot fail",
    explanation: "\
`try e` takes the value out of an `Option` or `Result`, and returns from the function where there is none. Any other value is used
as it is.

```
fn first_name(name: Option[String]) -> Option[String] {
  let name = try name         # a `String`
  let length = name.length()  # `try name.length()` is wrong: a length is never missing
  if length == 0 { None } else { Some(name) }
}
```",
    severity: Severity::Error,
};

pub(crate) fn nothing_to_try(at: Anchor, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("`try` takes an `Option` or `Result`, not a `{ty}`"))
        .label(format!("this is `{ty}`"))
        .help("leave `try` out")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn numbers_and_structures() {
        check(
            r#"
type V { let @x: i64 }
fn f(v: V) -> i64 {
 let x = try v.x
 let w = try v
 x + try later()
}
"#,
            expect![[r#"
                3:14 E0321 `try` takes an `Option` or `Result`, not a `i64` | this is `i64`
                    help: leave `try` out
                4:14 E0321 `try` takes an `Option` or `Result`, not a `V` | this is `V`
                    help: leave `try` out
            "#]],
        );
    }
}
