//! Operands have different types.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0204",
    name: "operands-differ",
    title: "operands have different types",
    explanation: "\
Both sides of an operator have one type; nothing is promoted. Convert one side with `as`.

```
fn f(a: i32, b: i64) -> i64 { a as i64 + b }
```",
    severity: Severity::Error,
};

/// `converts` says whether `as` makes either of them of the other.
pub(crate) fn operands_differ(at: Anchor, left: &str, right: &str, converts: bool) -> Problem {
    let advice = if left == "String" || right == "String" {
        "operands have one type; `${…}` in a string makes text of a value"
    } else if left.starts_with("Pointer[") || right.starts_with("Pointer[") {
        "`p.offset(n)` moves a pointer by `n` elements"
    } else if converts {
        "operands have one type; convert one of them with `as`"
    } else if [left, right].iter().any(|ty| ty.starts_with("Option[")) {
        "operands have one type; take the value out: `if let Some(value) = …`, `match`, `….unwrap_or(…)`"
    } else if [left, right].iter().any(|ty| ty.starts_with("Result[")) {
        "operands have one type; take the value out: `try …`, `match`, `….unwrap_or(…)`"
    } else {
        "operands have one type, and `as` converts numbers only"
    };
    operands_compared(at, left, right, advice.into())
}

/// The same, where more is known about what to do.
pub(crate) fn operands_compared(at: Anchor, left: &str, right: &str, advice: String) -> Problem {
    operands_beside(at, left, right).help(advice)
}

/// The same without advice.
pub(crate) fn operands_beside(at: Anchor, left: &str, right: &str) -> Problem {
    Problem::new(&KIND, at, format!("the other operand is `{left}`, this one is `{right}`"))
        .label(format!("this is `{right}`"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn pointers_beside_something_else() {
        check(
            r#"
fn f(p: Pointer[i64], q: Pointer[u8], n: i32, c: bool) -> bool {
 p == 0 || 0 != p || p < 0 || p == -0 || p == 0x10 || p == (0)
 p == q || p == n || p == c || 1.5 == p
 let r = p + 1
 p == if c { 0 } else { 1 }
}
"#,
            expect![[r#"
                2:7 E0204 the other operand is `Pointer[i64]`, this one is `i64` | this is `i64`
                    help: C's `NULL` is `Pointer.null()`
                2:12 E0204 the other operand is `Pointer[i64]`, this one is `i64` | this is `i64`
                    help: C's `NULL` is `Pointer.null()`
                2:26 E0204 the other operand is `Pointer[i64]`, this one is `i64` | this is `i64`
                    help: C's `NULL` is `Pointer.null()`
                2:36 E0204 the other operand is `Pointer[i64]`, this one is `i64` | this is `i64`
                    help: C's `NULL` is `Pointer.null()`
                2:47 E0204 the other operand is `Pointer[i64]`, this one is `i64` | this is `i64`
                    help: a number that is an address becomes a pointer by `… as u64 as Pointer[i64]`
                2:61 E0204 the other operand is `Pointer[i64]`, this one is `i64` | this is `i64`
                    help: C's `NULL` is `Pointer.null()`
                3:7 E0204 the other operand is `Pointer[i64]`, this one is `Pointer[u8]` | this is `Pointer[u8]`
                    help: pointers of one type are compared: `… as Pointer[i64]` looks at it as that
                3:17 E0204 the other operand is `Pointer[i64]`, this one is `i32` | this is `i32`
                    help: a number that is an address becomes a pointer by `… as u64 as Pointer[i64]`
                3:27 E0204 the other operand is `Pointer[i64]`, this one is `bool` | this is `bool`
                    help: whether there is something is `… != Pointer.null()`
                3:32 E0204 the other operand is `Pointer[i64]`, this one is `f64` | this is `f64`
                    help: a pointer is compared with a pointer; what it leads to is `p[0]`
                4:14 E0204 the other operand is `Pointer[i64]`, this one is `i64` | this is `i64`
                    help: `p.offset(n)` moves a pointer by `n` elements
                5:14 E0201 expected `Pointer[i64]`, found `i64` | this is `i64`
                    help: C's `NULL` is `Pointer.null()`
                5:25 E0201 expected `Pointer[i64]`, found `i64` | this is `i64`
                    help: a number that is an address is written `… as u64 as Pointer[i64]`
            "#]],
        );
    }

    #[test]
    fn nothing_is_promoted() {
        check(
            r#"
fn f(a: i32, b: i64) -> i64 { a + b }
fn g(a: i32, b: f64) -> bool { a < b }
fn h(a: i32, b: u8) { let mut x = a
 x += b }
fn i(a: i32) -> String { "number " + a }
fn j(a: String) -> String { let mut s = a + 'b'
 s += '"'
 let t = 'c' + s
 s }
"#,
            expect![[r#"
                1:35 E0204 the other operand is `i32`, this one is `i64` | this is `i64`
                    help: operands have one type; convert one of them with `as`
                2:36 E0204 the other operand is `i32`, this one is `f64` | this is `f64`
                    help: operands have one type; convert one of them with `as`
                4:7 E0204 the other operand is `i32`, this one is `u8` | this is `u8`
                    help: operands have one type; convert one of them with `as`
                5:38 E0204 the other operand is `String`, this one is `i32` | this is `i32`
                    help: operands have one type; `${…}` in a string makes text of a value
                6:45 E0204 the other operand is `String`, this one is `i64` | this is `i64`
                    help: between `'` and `'` is the number of a character; text is written `"…"`
            "#]],
        );
    }
}
