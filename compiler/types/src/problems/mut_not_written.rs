//! `mut` must be written.

use source::{DiagnosticKind, Severity};

use crate::problem::Edit;
use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0234",
    name: "mut-not-written",
    title: "`mut` must be written",
    explanation: "\
A `mut` is always written, so that a reader of the call sees what may change: `bump(mut n)`. Only the receiver of a method is
lent silently.",
    severity: Severity::Error,
};

pub(crate) fn mut_not_written(at: Anchor, ty: &str) -> Problem {
    Problem::new(
        &KIND,
        at,
        format!("this is lent as `mut {ty}`, and `mut` must be written"),
    )
    .help("write `mut` before it")
    .fix("write `mut`", at, Edit::Before("mut ".into()))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn at_the_call() {
        check(
            r#"
fn bump(n: mut i64) { n += 1 }
fn f() {
 let mut n = 1
 bump(n)
 let mut m = 2
 swap(n, mut m)
}
"#,
            expect![[r#"
                4:7 E0234 this is lent as `mut i64`, and `mut` must be written
                    help: write `mut` before it
                6:7 E0234 this is lent as `mut i64`, and `mut` must be written
                    help: write `mut` before it
            "#]],
        );
    }
}
