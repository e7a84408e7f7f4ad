//! A `let` in a wrong place.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0019",
    name: "misplaced-let",
    title: "a `let` in a wrong place",
    explanation: "\
`let` stands at the start of a statement, or in the condition of `if` and `while`, where only `&&` joins it with others.

```
if let Some(x) = first() && x > 0 { }
```",
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
            "fn f { if let a = b || c { } }",
            expect![[r#"
                20..22 E0019
            "#]],
        );
    }
}
