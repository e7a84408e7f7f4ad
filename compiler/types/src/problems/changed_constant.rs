//! Constant changed.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Edit, Problem};
use hir::ItemId;

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0233",
    name: "changed-constant",
    title: "constant changed",
    explanation: "\
A constant is a place for ever: it is copied or borrowed, never written. A global, `let mut name: T = …`, and a C global that is
declared `let mut` change; using them is `unsafe`.

Wrong:
    let count: i64 = 0
    fn next() { count += 1 }
Right:
    let mut count: i64 = 0
    fn next() { unsafe { count += 1 } }",
    severity: Severity::Error,
};

/// What can be done about it.
pub(crate) enum Remedy {
    /// `mut` alone makes the declaration one that changes, as far as it and the place of the change tell.
    LetMut,
    /// The constant can become a global of this type.
    Global(String),
    /// Nothing of this type or package becomes a global.
    Copy,
}

pub(crate) fn changed_constant(at: Anchor, (item, name): (ItemId, &str), how: &str, remedy: Remedy) -> Problem {
    let problem =
        Problem::new(&KIND, at, format!("`{name}` cannot be {how}")).also(Anchor::Other(item), "declared here");
    match remedy {
        Remedy::Copy => return problem.help(format!("copy it into a variable: `let mut changed = {name}`")),
        Remedy::Global(ty) => {
            return problem.help(format!(
                "what changes is a global: `let mut {name}: {ty} = …`, and each use of it needs `unsafe`"
            ));
        }
        Remedy::LetMut => {}
    }
    problem.help(format!("`let mut {name}` declares what changes; then each use of it needs `unsafe`")).guess(
        "declare it `let mut`",
        Anchor::Other(item),
        Edit::Before("mut ".into()),
    )
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn constants_and_c_globals() {
        check(
            r#"
extern { let environ: Pointer[u8] }
let N = 5
let A: [i64; 2] = [1, 2]
fn f() {
 N = 6
 A[0] = 7
 N += 1
 unsafe { environ = Pointer.null() }
 unsafe { TYPED = 1 }
 unsafe { N = 7 }
 unsafe { TEXT = "b" }
}
let TYPED: i64 = 0
let TEXT: String = "a"
"#,
            expect![[r#"
                5:2 E0233 `N` cannot be changed
                    2:5 declared here
                    help: what changes is a global: `let mut N: i64 = …`, and each use of it needs `unsafe`
                6:2 E0233 `A` cannot be changed
                    3:5 declared here
                    help: what changes is a global: `let mut A: [i64; 2] = …`, and each use of it needs `unsafe`
                7:2 E0233 `N` cannot be changed
                    2:5 declared here
                    help: what changes is a global: `let mut N: i64 = …`, and each use of it needs `unsafe`
                8:11 E0233 `environ` cannot be changed
                    1:14 declared here
                    help: `let mut environ` declares what changes; then each use of it needs `unsafe`
                9:11 E0233 `TYPED` cannot be changed
                    13:5 declared here
                    help: `let mut TYPED` declares what changes; then each use of it needs `unsafe`
                10:11 E0233 `N` cannot be changed
                    2:5 declared here
                    help: what changes is a global: `let mut N: i64 = …`, and each use of it needs `unsafe`
                11:11 E0233 `TEXT` cannot be changed
                    14:5 declared here
                    help: copy it into a variable: `let mut changed = TEXT`
            "#]],
        );
    }
}
