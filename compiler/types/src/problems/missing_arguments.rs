//! Arguments are missing.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};
use std::fmt::Display;

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0210",
    name: "missing-arguments",
    title: "arguments are missing",
    explanation: "\
Every parameter and every field gets an argument; there are no default values.",
    severity: Severity::Error,
};

pub(crate) fn missing_arguments(at: Anchor, callee: &dyn Display, constructs: bool, missing: &[String]) -> Problem {
    let plural = if missing.len() == 1 { "argument is" } else { "arguments are" };
    let done = if constructs { "made" } else { "called" };
    Problem::new(&KIND, at, format!("{callee} is {done} without {}", missing.join(", ")))
        .label(format!("{} {plural} missing", missing.len()))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn each_is_named() {
        check(
            r#"
type copy V { let @x: i64  let @y: i64 }
fn g(a: i64, b: bool) {}
fn f() {
 g()
 g(b: true)
 let v = V(1)
}
"#,
            expect![[r#"
                4:2 E0210 `g` is called without `a: i64`, `b: bool` | 2 arguments are missing
                    2:4 declared here
                5:2 E0210 `g` is called without `a: i64` | 1 argument is missing
                    2:4 declared here
                6:10 E0210 `V` is made without `y: i64` | 1 argument is missing
                    1:11 declared here
            "#]],
        );
    }
}
