//! Variable is not `mut`.

use source::{DiagnosticKind, Severity};

use crate::problem::Edit;
use crate::problem::{Anchor, Problem};
use hir::{Local, LocalId, LocalKind};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0231",
    name: "immutable-variable",
    title: "variable is not `mut`",
    explanation: "\
Only `let mut` variables change. A parameter is like a `let`: copy it into a `let mut` to change the copy, or take it as `mut T`.",
    severity: Severity::Error,
};

pub(crate) fn immutable_variable(at: Anchor, local: LocalId, written: Local, how: &str) -> Problem {
    let name = written.name.text();
    let problem = Problem::new(&KIND, at, format!("`{name}` is not `mut` and cannot be {how}"));
    match written.kind {
        LocalKind::Variable => problem
            .also(Anchor::Local(local), "declared here")
            .help(format!("declare it `let mut {name}`"))
            .fix("add `mut`", Anchor::Local(local), Edit::Before("mut ".into())),
        LocalKind::SelfValue | LocalKind::Parameter(_) | LocalKind::ClosureParameter => problem
            .also(Anchor::Local(local), "a parameter is like a `let`")
            .help(format!("copy it into a variable first: `let mut changed = {name}`")),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    /// Each variable is told of once, whatever is done with it: it becomes `mut` once. What has no value yet is told of where
    /// paths are judged.
    #[test]
    fn once_for_each_variable() {
        check(
            r#"
type copy V { let @x: i64  let @y: [i64; 2]
 fn mut grow { @x += 1 } }
fn g(n: mut i64) {}
fn f(p: V) {
 let v = V(1, [2, 3])
 v.grow()
 v.x = 2
 v.y[0] += 1
 g(mut v.x)
 p.x = 1
 p.grow()
 let w: V
 w.x = 1
 w.grow()
 let u: V
 u = v
 u.x = 3
}
"#,
            expect![[r#"
                6:2 E0231 `v` is not `mut` and cannot be changed by `fn mut grow`
                    5:6 declared here
                    help: declare it `let mut v`
                10:2 E0231 `p` is not `mut` and cannot be changed
                    4:6 a parameter is like a `let`
                    help: copy it into a variable first: `let mut changed = p`
                17:2 E0231 `u` is not `mut` and cannot be changed
                    15:6 declared here
                    help: declare it `let mut u`
            "#]],
        );
    }

    #[test]
    fn fields_borrows_and_methods() {
        check(
            r#"
type copy V { let @x: i64
 fn mut grow { @x += 1 } }
fn g(n: mut i64) {}
fn f(p: V) {
 let v = V(1)
 v.x = 2
 v.grow()
 p.x = 3
 let n = 1
 n += 1
 g(mut n)
 let a = [1, 2]
 a[0] = 3
}
"#,
            expect![[r#"
                6:2 E0231 `v` is not `mut` and cannot be changed
                    5:6 declared here
                    help: declare it `let mut v`
                8:2 E0231 `p` is not `mut` and cannot be changed
                    4:6 a parameter is like a `let`
                    help: copy it into a variable first: `let mut changed = p`
                11:8 E0231 `n` is not `mut` and cannot be lent `mut`
                    9:6 declared here
                    help: declare it `let mut n`
                13:2 E0231 `a` is not `mut` and cannot be changed
                    12:6 declared here
                    help: declare it `let mut a`
            "#]],
        );
    }
}
