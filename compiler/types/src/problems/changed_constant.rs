//! Constant changed.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};
use hir::ItemId;

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0233",
    name: "changed-constant",
    title: "constant changed",
    explanation: "\
A constant is a place for ever: it is copied or borrowed, never written. A C global changes if it is declared `let mut`.",
    severity: Severity::Error,
};

pub(crate) fn changed_constant(at: Anchor, item: ItemId, name: &str, how: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{name}` cannot be {how}")).also(Anchor::Other(item), "declared here")
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
}
"#,
            expect![[r#"
                5:2 E0233 `N` cannot be changed
                    2:5 declared here
                6:2 E0233 `A` cannot be changed
                    3:5 declared here
                7:2 E0233 `N` cannot be changed
                    2:5 declared here
                8:11 E0233 `environ` cannot be changed
                    1:14 declared here
            "#]],
        );
    }
}
