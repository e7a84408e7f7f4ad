//! Too many arguments.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};
use std::fmt::Display;

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0211",
    name: "too-many-arguments",
    title: "too many arguments",
    explanation: "\
A call passes as many arguments as there are parameters. Only C functions declared with `...` take more.",
    severity: Severity::Error,
};

pub(crate) fn too_many_arguments(at: Anchor, callee: &dyn Display, wanted: usize, given: usize) -> Problem {
    let plural = if wanted == 1 { "argument" } else { "arguments" };
    Problem::new(&KIND, at, format!("{callee} takes {wanted} {plural}, {given} are given")).label("unexpected")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn more_than_parameters() {
        check(
            r#"
type copy V { let @x: i64 }
fn g(a: i64) {}
fn f() {
 g(1, 2)
 let v = V(1, 2, 3)
}
"#,
            expect![[r#"
                4:7 E0211 `g` takes 1 argument, 2 are given | unexpected
                    2:4 declared here
                5:15 E0211 `V` takes 1 argument, 3 are given | unexpected
                    1:11 declared here
            "#]],
        );
    }
}
