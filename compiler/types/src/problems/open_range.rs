//! A range without one of its ends where a value is needed.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0317",
    name: "open-range",
    title: "a range without both ends is no value",
    explanation: "\
`a[i..]`, `a[..j]` and `a[..]` cut elements out of an array, slice or `Array`, which has a beginning and an end. By itself
such a range is no value: `Range[T]` has both ends.

```
let rest = 2..            # up to where?
let rest = 2..a.length()
```",
    severity: Severity::Error,
};

pub(crate) fn open_range(at: Anchor) -> Problem {
    Problem::new(&KIND, at, "a range that is a value needs both ends")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn both_ends_are_needed() {
        check(
            "fn f(a: ref [i64]) { let b = ref a[if true { 1.. } else { 2.. }]  let c = ref a[1..] }",
            expect![[r#"
                1:46 E0317 a range that is a value needs both ends
                1:59 E0317 a range that is a value needs both ends
            "#]],
        );
    }
}
