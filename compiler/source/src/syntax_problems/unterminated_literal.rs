//! A literal without its closing quote.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0002",
    name: "unterminated-literal",
    title: "a literal without its closing quote",
    explanation: "\
A string ends on the line it begins on. Text over several lines stands in `\"\"\"` … `\"\"\"`.

```
let GREETING = \"hello     # the closing quote is missing
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
            "let A = \"hello\nlet B = 1",
            expect![[r#"
                8..14 E0002
            "#]],
        );
    }
}
