//! A name for the elements of an array that are left out, where nothing can be lent.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0340",
    name: "rest-of-moved",
    title: "the rest of an array that is taken apart has no name",
    explanation: "\
`.. as rest` names the elements that no other pattern stands for. They are lent as a slice, so the array must lie somewhere:
a temporary, `move a`, and what `let` takes apart give their elements away.

```
let [first, .. as rest] = [1, 2, 3]       # the array is gone behind this line
match a { case [first, .. as rest] -> … } # `rest` is a `ref [i64]`
```",
    severity: Severity::Error,
};

pub(crate) fn rest_of_moved(at: Anchor, shown: &str) -> Problem {
    Problem::new(&KIND, at, format!("these elements would be lent as `ref {shown}`, but the array is taken apart"))
        .help("match the array where it lies, `match a { … }`, or give each element a name")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn temporaries_moves_and_let() {
        check(
            "fn f(a: [i64; 3]) -> i64 {\n let [x, .. as rest] = a\n match move a { case [.. as rest, 1] -> 2  case [_, .. as rest] -> rest[0] }\n}",
            expect![[r#"
                2:10 E0340 these elements would be lent as `ref [i64]`, but the array is taken apart
                    help: match the array where it lies, `match a { … }`, or give each element a name
                3:23 E0340 these elements would be lent as `ref [i64]`, but the array is taken apart
                    help: match the array where it lies, `match a { … }`, or give each element a name
                3:53 E0340 these elements would be lent as `ref [i64]`, but the array is taken apart
                    help: match the array where it lies, `match a { … }`, or give each element a name
            "#]],
        );
    }
}
