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

pub(crate) fn missing_arguments(at: Anchor, callee: &dyn Display, missing: &[String]) -> Problem {
    let plural = if missing.len() == 1 {
        "argument is"
    } else {
        "arguments are"
    };
    Problem::new(&KIND, at, format!("{callee} is called without {}", missing.join(", ")))
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
            expect![[""]],
        );
    }
}
