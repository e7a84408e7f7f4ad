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

/// `mut` binds tighter than operators: only before a place it surely means the whole expression.
pub(crate) fn mut_not_written(at: Anchor, ty: &str, is_place: bool) -> Problem {
    let problem = Problem::new(
        &KIND,
        at,
        format!("this is lent as `mut {ty}`, and `mut` must be written"),
    );
    match is_place {
        true => problem
            .help("write `mut` before it")
            .fix("write `mut`", at, Edit::Before("mut ".into())),
        false => problem.help("write `mut` before the whole value, in parentheses if it has operators: `mut (…)`"),
    }
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
 bump(n + 1)
 bump(mut n + 1)
}
"#,
            expect![[r#"
                4:7 E0234 this is lent as `mut i64`, and `mut` must be written
                    help: write `mut` before it
                6:7 E0234 this is lent as `mut i64`, and `mut` must be written
                    help: write `mut` before it
                7:7 E0234 this is lent as `mut i64`, and `mut` must be written
                    help: write `mut` before the whole value, in parentheses if it has operators: `mut (…)`
                8:7 E0234 this is lent as `mut i64`, and `mut` must be written
                    help: write `mut` before the whole value, in parentheses if it has operators: `mut (…)`
            "#]],
        );
    }
}
