//! A pattern in `let` without a value.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0294",
    name: "pattern-without-value",
    title: "a pattern has no value to take apart",
    explanation: "\
A `let` without a value declares one variable, which is assigned later. A pattern needs the value that it takes apart.

```
fn main() {
  let (a, b) = (1, 2)      # not `let (a, b)`
  println(a + b)
}
```",
    severity: Severity::Error,
};

pub(crate) fn pattern_without_value(at: Anchor) -> Problem {
    Problem::new(&KIND, at, "this pattern has no value to take apart").help("give it a value: `let (a, b) = …`")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn with_a_type_and_without() {
        check(
            "fn f() { let (a, b): (i64, i64)\n let (c, d)\n }",
            expect![[r#"
            1:14 E0294 this pattern has no value to take apart
                help: give it a value: `let (a, b) = …`
            2:6 E0294 this pattern has no value to take apart
                help: give it a value: `let (a, b) = …`
        "#]],
        );
    }
}
