//! Format of a value in a text that says what its text does not have.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0361",
    name: "unfitting-format",
    title: "format that a value does not have",
    explanation: "\
What stands behind `:` in `${value:…}` must fit the value's type: `x`, `X`, `o` and `b` write integers, `e` floats; numbers have a
sign (`+`) and zeros before them (`0`); digits (`.2`) are those behind the point of a float, or the first of a text.

```
\"${1.5:.2} ${255:x} ${name:.8}\"
```",
    severity: Severity::Error,
};

/// `wanted` has what the value has not.
pub(crate) fn unfitting_format(at: Anchor, what: &str, wanted: &str, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("{what} is for {wanted}, this is `{ty}`"))
        .label("leave it out behind the `:`, or convert the value")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn each_part_wants_its_types() {
        check(
            r#"
fn f(i: i64, x: f32, s: String, b: bool) {
  println("${i:8} ${i:+08} ${i:x} ${x:+.2e} ${x:8.2} ${s:>8.3} ${b:^8} ${i > 1:.1}")
  println("${i:e}")
  println("${i:.2}")
  println("${x:x}")
  println("${s:+}")
  println("${b:08}")
  println("${s:X}")
}
fn g[T: Show](value: T) -> String { "${value:>8} ${value:x}" }
"#,
            expect![[r#"
                3:14 E0361 `e` is for floats, this is `i64` | leave it out behind the `:`, or convert the value
                4:14 E0361 `.2` is for floats and texts, this is `i64` | leave it out behind the `:`, or convert the value
                5:14 E0361 `x` is for integers, this is `f32` | leave it out behind the `:`, or convert the value
                6:14 E0361 `+` is for numbers, this is `String` | leave it out behind the `:`, or convert the value
                7:14 E0361 `0` before the width is for numbers, this is `bool` | leave it out behind the `:`, or convert the value
                8:14 E0361 `X` is for integers, this is `String` | leave it out behind the `:`, or convert the value
                10:40 E0206 `T` has no text form | cannot be shown as text
                    help: declare the type parameter as `T: Show`
                10:52 E0206 `T` has no text form | cannot be shown as text
                    help: declare the type parameter as `T: Show`
            "#]],
        );
    }
}
