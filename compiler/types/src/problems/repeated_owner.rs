//! Owner repeated.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0240",
    name: "repeated-owner",
    title: "owner repeated",
    explanation: "\
`[x; N]` copies `x`. A value with one owner cannot be copied; write the elements: `[make(), make()]`.",
    severity: Severity::Error,
};

pub(crate) fn repeated_owner(at: Anchor, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("a value of type `{ty}` has one owner and cannot be repeated"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn heap_types() {
        check(
            r#"
type H { let @x: i64 }
fn f() { let a = [H(1); 3] }
"#,
            expect![[r#"
                2:19 E0240 a value of type `H` has one owner and cannot be repeated
            "#]],
        );
    }
}
