//! An interpolation in a constant text.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0006",
    name: "misplaced-interpolation",
    title: "an interpolation in a constant text",
    explanation: "\
`${…}` stands in strings only: a C string and a pattern are fixed while compiling.

```
let path = c\"/home/${user}\"   # build a `String`, then use `.c_string()`
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
            "fn f { g(c\"a ${x}\") }",
            expect![[r#"
                13..15 E0006
            "#]],
        );
    }
}
