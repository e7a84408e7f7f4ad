//! The `else` of a `let` comes to its end.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0295",
    name: "else-goes-on",
    title: "the `else` of a `let` comes to its end",
    explanation: "\
Where the pattern of `let … else` does not fit, its names have no value. So the block behind `else` must leave: by \
`return`, `break`, `continue`, or a call that does not return.

```
fn half(pair: (i64, bool)) -> i64 {
  let (n, true) = pair else { return 0 }
  n / 2
}
```",
    severity: Severity::Error,
};

pub(crate) fn else_goes_on(at: Anchor) -> Problem {
    Problem::new(&KIND, at, "this `else` comes to its end, where the names of the pattern have no value")
        .help("end it with `return`, `break`, `continue` or `panic(…)`")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn of_an_empty_block_and_one_that_may_leave() {
        check(
            r#"
fn f(n: i64) {
 let 1 = n else {}
 let 2 = n else { if n > 3 { return } }
 let 3 = n else { return }
}
"#,
            expect![[r#"
                2:17 E0295 this `else` comes to its end, where the names of the pattern have no value
                    help: end it with `return`, `break`, `continue` or `panic(…)`
                3:17 E0295 this `else` comes to its end, where the names of the pattern have no value
                    help: end it with `return`, `break`, `continue` or `panic(…)`
            "#]],
        );
    }
}
