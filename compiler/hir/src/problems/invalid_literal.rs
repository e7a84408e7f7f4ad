//! A literal that is well formed, but stands for no value.

use source::{Diagnostic, DiagnosticKind, Severity, Span};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0113",
    name: "invalid-literal",
    title: "a literal without a value",
    explanation: "\
A float literal must not be larger than the largest `f64`, and a C string must not hold a NUL: C would see its end
there. The NUL at the end of a C string is added by the compiler.",
    severity: Severity::Error,
};

pub(crate) fn float_too_large(span: Span) -> Diagnostic {
    KIND.at(span, "the number is too large for `f64`").label("larger than 1.7976931348623157e308")
}

pub(crate) fn c_string_with_nul(span: Span) -> Diagnostic {
    KIND.at(span, "a C string holds a NUL")
        .label("C sees the end of the string at the NUL")
        .note("the NUL at its end is added by the compiler")
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;
    use expect_test::expect;

    #[test]
    fn literals_have_values() {
        check(
            "fn f { let x = 1e999\n let y = c\"a\\0b\"\n let z = 1e308 }",
            expect![[r#"
                1:16 E0113 the number is too large for `f64` | larger than 1.7976931348623157e308
                2:10 E0113 a C string holds a NUL | C sees the end of the string at the NUL
                    note: the NUL at its end is added by the compiler
            "#]],
        );
    }
}
