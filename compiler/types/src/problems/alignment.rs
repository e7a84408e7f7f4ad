//! Invalid `@[align(N)]`.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0252",
    name: "alignment",
    title: "invalid `@[align(N)]`",
    explanation: "\
`@[align(N)]` takes a power of two up to 2²⁸.",
    severity: Severity::Error,
};

pub(crate) fn alignment(at: Anchor) -> Problem {
    Problem::new(&KIND, at, "`@[align(N)]` needs a power of two up to 2²⁸")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn powers_of_two() {
        check(
            r#"
@[align(3)]
type copy A { let @x: u8 }
@[align(16)]
type copy B { let @x: u8 }
"#,
            expect![[r#"
                2:11 E0252 `@[align(N)]` needs a power of two up to 2²⁸
            "#]],
        );
    }
}
