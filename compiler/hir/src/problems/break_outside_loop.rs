//! `break` or `continue` outside of loops.

use source::{Diagnostic, DiagnosticKind, Severity, Span};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0110",
    name: "break-outside-loop",
    title: "`break` or `continue` outside of a loop",
    explanation: "\
`break` and `continue` stand in `loop`, `while` or `for`. A closure is left with `return`; a loop around it cannot
be reached from inside.",
    severity: Severity::Error,
};

pub(crate) fn at(word: &str, span: Span) -> Diagnostic {
    KIND.at(span, format!("`{word}` outside of a loop")).label("no loop around this")
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;
    use expect_test::expect;

    #[test]
    fn loops_do_not_reach_into_closures() {
        check(
            "fn f { loop { let c = fn { break }\n continue }\n continue }",
            expect![[r#"
                1:28 E0110 `break` outside of a loop | no loop around this
                3:2 E0110 `continue` outside of a loop | no loop around this
            "#]],
        );
    }
}
