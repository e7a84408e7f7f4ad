//! A slice used as a value.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0308",
    name: "slice-value",
    title: "a slice used as a value",
    explanation: "\
`a[i..j]`, and what a `ref [T]` leads to, is a place: a part of some array. How large it is only the running program knows,
so it is not copied or moved as a whole: it is lent. Where a `ref [T]` is expected that happens silently.

```
let part = numbers[1..3]        # write `ref numbers[1..3]`
```",
    severity: Severity::Error,
};

/// A slice where a value is needed.
pub fn slice_value(expression: hir::ExpressionId, shown: &str) -> Problem {
    Problem::new(&KIND, Anchor::Expression(expression), format!("`{shown}` is a place that can be lent, and no value"))
        .help("write `ref …` before it, or `mut …` to change the elements")
}

/// A slice that would be assigned, exchanged or replaced as a whole.
pub(crate) fn slice_assigned(at: Anchor, shown: &str) -> Problem {
    Problem::new(
        &KIND,
        at,
        format!("`{shown}` is a place of as many elements as the program finds, and no value is as large"),
    )
    .help("change the elements one by one; to let a borrow lead elsewhere, write `= ref …` or `= mut …`")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn kept_and_assigned() {
        check(
            "fn f(a: mut [i64], b: ref [i64]) { let x = a[1..]  a = b  a[..] = b  let mut r = b  r = b  r = ref a[..] }",
            expect![[r#"
                1:44 E0308 `[i64]` is a place that can be lent, and no value
                    help: write `ref …` before it, or `mut …` to change the elements
                1:52 E0308 `[i64]` is a place of as many elements as the program finds, and no value is as large
                    help: change the elements one by one; to let a borrow lead elsewhere, write `= ref …` or `= mut …`
                1:59 E0308 `[i64]` is a place of as many elements as the program finds, and no value is as large
                    help: change the elements one by one; to let a borrow lead elsewhere, write `= ref …` or `= mut …`
                1:85 E0308 `[i64]` is a place of as many elements as the program finds, and no value is as large
                    help: change the elements one by one; to let a borrow lead elsewhere, write `= ref …` or `= mut …`
            "#]],
        );
    }
}
