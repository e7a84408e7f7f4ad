//! A slice without a borrow.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0307",
    name: "bare-slice",
    title: "a slice without a borrow",
    explanation: "\
`[T]` is a row of elements whose number only the running program knows, so no variable, field or parameter has room for
one. It stands behind a borrow, which holds the number: `ref [T]`, or `mut [T]` to change the elements. What owns its
elements is an array, `[T; N]`.

```
fn sum(numbers: [i64]) -> i64 { … }       # write `ref [i64]`
```",
    severity: Severity::Error,
};

pub(crate) fn bare_slice(at: Anchor, shown: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{shown}` stands only behind `ref` or `mut`"))
        .help(format!("write `ref {shown}`, `mut {shown}` to change the elements, or `Array[T]`, or `[T; N]` if their number is known, for what owns them"))
}

/// A slice that would have a trait of which a method takes or gives whole values.
pub(crate) fn slice_of_values(at: Anchor, shown: &str, of: &str, method: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{shown}` cannot have `{of}`: `{method}` takes or gives a `Self` as a value"))
        .help("write the method in this `impl`, without a value of the slice; or give the trait to an array")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn values_parts_and_pointees_are_none() {
        check(
            "type A = [i64]\ntype B { let @x: [i64] }\nfn f(a: [i64], b: A, c: ref A, d: Pointer[[i64]], e: [[i64]; 2]) -> [i64] { panic(\"\") }\nfn g(a: ref [[i64]], b: ([i64], i64), c: Option[[i64]]) { let x: [i64] = [1] }",
            expect![[r#"
                2:18 E0307 `[i64]` stands only behind `ref` or `mut`
                    help: write `ref [i64]`, `mut [i64]` to change the elements, or `Array[T]`, or `[T; N]` if their number is known, for what owns them
                3:9 E0307 `[i64]` stands only behind `ref` or `mut`
                    help: write `ref [i64]`, `mut [i64]` to change the elements, or `Array[T]`, or `[T; N]` if their number is known, for what owns them
                3:19 E0307 `[i64]` stands only behind `ref` or `mut`
                    help: write `ref [i64]`, `mut [i64]` to change the elements, or `Array[T]`, or `[T; N]` if their number is known, for what owns them
                3:43 E0307 `[i64]` stands only behind `ref` or `mut`
                    help: write `ref [i64]`, `mut [i64]` to change the elements, or `Array[T]`, or `[T; N]` if their number is known, for what owns them
                3:55 E0307 `[i64]` stands only behind `ref` or `mut`
                    help: write `ref [i64]`, `mut [i64]` to change the elements, or `Array[T]`, or `[T; N]` if their number is known, for what owns them
                3:69 E0307 `[i64]` stands only behind `ref` or `mut`
                    help: write `ref [i64]`, `mut [i64]` to change the elements, or `Array[T]`, or `[T; N]` if their number is known, for what owns them
                4:14 E0307 `[i64]` stands only behind `ref` or `mut`
                    help: write `ref [i64]`, `mut [i64]` to change the elements, or `Array[T]`, or `[T; N]` if their number is known, for what owns them
                4:26 E0307 `[i64]` stands only behind `ref` or `mut`
                    help: write `ref [i64]`, `mut [i64]` to change the elements, or `Array[T]`, or `[T; N]` if their number is known, for what owns them
                4:66 E0307 `[i64]` stands only behind `ref` or `mut`
                    help: write `ref [i64]`, `mut [i64]` to change the elements, or `Array[T]`, or `[T; N]` if their number is known, for what owns them
            "#]],
        );
    }
}
