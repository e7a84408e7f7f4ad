//! A reserved word used as a name.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0011",
    name: "reserved-word",
    title: "a reserved word used as a name",
    explanation: "\
The reserved words are `as break case continue dyn else extern false fn for if impl import in let loop match move mut pub
ref return self Self throw trait true try type unsafe while`. Behind `.` and `@`, and before `:` in a list, they are
names, since C has fields called `type`.",
    severity: Severity::Error,
};

#[cfg(test)]
mod tests {
    use crate::syntax_problems::check;
    use expect_test::expect;

    #[test]
    fn is_reported() {
        check(
            &super::KIND,
            "fn f { let match = 1 }",
            expect![[r#"
                11..16 E0011
            "#]],
        );
    }
}
