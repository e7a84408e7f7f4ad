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

/// What stands where a `mut` is needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lendable {
    /// A place that may be changed.
    Place,
    /// A place in a variable that is not `mut`.
    Fixed,
    /// No place; `mut` binds tighter than operators, so it may not mean the whole.
    Value,
}

pub(crate) fn mut_not_written(at: Anchor, ty: &str, what: Lendable) -> Problem {
    let problem = Problem::new(&KIND, at, format!("this is lent as `mut {ty}`, and `mut` must be written"));
    match what {
        Lendable::Place => problem.help("write `mut` before it").fix("write `mut`", at, Edit::Before("mut ".into())),
        Lendable::Fixed => problem.help("write `mut` before it, and declare the variable `let mut`"),
        Lendable::Value => {
            problem.help("write `mut` before the whole value, in parentheses if it has operators: `mut (…)`")
        }
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
type K { let @x: i64 }
fn f(k: i64, lent: mut K) {
 let mut n = 1
 bump(n)
 let mut m = 2
 swap(n, mut m)
 bump(n + 1)
 bump(mut n + 1)
 let fixed = 1
 bump(fixed)
 bump(k)
 let t = (1, 2)
 bump(t.0)
 bump(lent.x)
}
"#,
            expect![[r#"
                5:7 E0234 this is lent as `mut i64`, and `mut` must be written
                    help: write `mut` before it
                7:7 E0234 this is lent as `mut i64`, and `mut` must be written
                    help: write `mut` before it
                8:7 E0234 this is lent as `mut i64`, and `mut` must be written
                    help: write `mut` before the whole value, in parentheses if it has operators: `mut (…)`
                9:7 E0234 this is lent as `mut i64`, and `mut` must be written
                    help: write `mut` before the whole value, in parentheses if it has operators: `mut (…)`
                11:7 E0234 this is lent as `mut i64`, and `mut` must be written
                    help: write `mut` before it, and declare the variable `let mut`
                12:7 E0234 this is lent as `mut i64`, and `mut` must be written
                    help: write `mut` before it, and declare the variable `let mut`
                14:7 E0234 this is lent as `mut i64`, and `mut` must be written
                    help: write `mut` before it, and declare the variable `let mut`
                15:7 E0234 this is lent as `mut i64`, and `mut` must be written
                    help: write `mut` before it
            "#]],
        );
    }
}
