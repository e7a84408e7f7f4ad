//! Value cannot be called.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0209",
    name: "not-callable",
    title: "value cannot be called",
    explanation: "\
Functions, `extern fn` pointers and types can be called. A type is constructed by calling its name with its fields.",
    severity: Severity::Error,
};

pub(crate) fn not_callable(at: Anchor, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("a value of type `{ty}` cannot be called"))
}

/// A type that is called; `advice` says how its values are made.
pub(crate) fn type_is_not_called(at: Anchor, ty: &str, advice: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{ty}` is not made by calling it")).help(advice)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn numbers_are_not_called() {
        check(
            r#"
type copy V { let @x: i64 }
fn f(n: i64, v: V) {
 n(1)
 (v.x)(2)
 let a = i64(3)
 let b = bool(n)
 let c = String(n)
}
"#,
            expect![[r#"
                3:2 E0209 a value of type `i64` cannot be called
                4:3 E0209 a value of type `i64` cannot be called
                    note: `x` is a field
                5:10 E0209 `i64` is not made by calling it
                    help: a number is converted by `as`: `x as i64`
                6:10 E0209 `bool` is not made by calling it
                    help: a `bool` is `true`, `false` or a comparison: `n != 0`
                7:10 E0209 `String` is not made by calling it
                    help: a text stands in quotes, with values in it: `"n is ${n}"`
            "#]],
        );
    }
}
