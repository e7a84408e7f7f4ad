//! A `{` on its own line.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0025",
    name: "brace-on-next-line",
    title: "a `{` on its own line",
    explanation: "\
A newline ends a statement, so `{` stands on the line of what it belongs to.

```
if ready {
}
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
            "fn f {\n  if true\n  {\n  }\n}",
            expect![[r#"
                19..20 E0025
            "#]],
        );
    }
}
