//! Borrow where none may be.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0244",
    name: "misplaced-borrow",
    title: "borrow where none may be",
    explanation: "\
Borrows are parameters, results and locals. They are never constants, C globals, or behind raw pointers.",
    severity: Severity::Error,
};

pub(crate) fn misplaced_borrow(at: Anchor, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("the borrow `{ty}` cannot stand here"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn constants_and_pointers() {
        check(
            r#"
let N: ref i64 = 5
fn f(p: Pointer[ref i64]) {}
"#,
            expect![[r#"
                1:8 E0244 the borrow `ref i64` cannot stand here
                2:17 E0244 the borrow `ref i64` cannot stand here
            "#]],
        );
    }
}
