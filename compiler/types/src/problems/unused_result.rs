//! Value is not used.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "W0201",
    name: "unused-result",
    title: "value is not used",
    explanation: "\
The value of this statement is made for nothing. Use it, or remove the statement. Results of C functions and of `fn mut` methods may
be ignored, but no `Result`: whether something went wrong is for somebody to look at. `let _ = …` drops one.

`@[allow(unused_result)]` silences it.",
    severity: Severity::Warning,
};

pub(crate) fn unused_result(at: Anchor, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("this `{ty}` is not used"))
}

/// A `Result` that nobody looks at.
pub(crate) fn unused_failure(at: Anchor, ty: &str) -> Problem {
    unused_result(at, ty)
        .help("an error would be lost: pass it on with `try`, look at it with `match`, or say `let _ = …`")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn a_last_value_without_a_result_type() {
        check(
            r#"
fn f() { 3 }
fn g(a: i64, b: bool) { if b { a + 1 } else { a } }
fn h(a: i64) { unsafe { a == 1 } }
fn i() -> i64 { 3 }
fn k() { i() }
fn main() { f() }
"#,
            expect![[r#"
                1:10 W0201 this `i64` is not used
                    help: if it is the function's result, write `-> i64` before the body
                2:32 W0201 this `i64` is not used
                    help: if it is the function's result, write `-> i64` before the body
                3:25 W0201 this `bool` is not used
                    help: if it is the function's result, write `-> bool` before the body
            "#]],
        );
    }

    #[test]
    fn made_for_nothing() {
        check(
            r#"
type copy V { let @x: i64
 fn get -> i64 { @x }
 fn mut next -> i64 { @x += 1
 @x } }
fn g() -> i64 { 1 }
extern { fn getpid() -> i32 }
fn f(n: i64) {
 n + 1
 g()
 V(1)
 n == 2
 let mut v = V(1)
 v.get()
 v.next()
 unsafe { getpid() }
 n
}
"#,
            expect![[r#"
                8:2 W0201 this `i64` is not used
                9:2 W0201 this `i64` is not used
                10:2 W0201 this `V` is not used
                11:2 W0201 this `bool` is not used
                13:2 W0201 this `i64` is not used
                16:2 W0201 this `i64` is not used
                    help: if it is the function's result, write `-> i64` before the body
            "#]],
        );
    }
}
