//! Type is too large.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0253",
    name: "type-too-large",
    title: "type is too large",
    explanation: "\
No value may be larger than 2⁴⁰ bytes.",
    severity: Severity::Error,
};

pub(crate) fn type_too_large(at: Anchor, name: &str) -> Problem {
    Problem::new(&KIND, at, format!("a value of `{name}` is larger than any memory"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn arrays_of_arrays() {
        check(
            r#"
type copy A { let @x: [[u8; 1000000000]; 1000000000] }
"#,
            expect![[r#"
                1:11 E0253 a value of `A` is larger than any memory
            "#]],
        );
    }
}
