//! Wrong number of type arguments.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0215",
    name: "type-argument-count",
    title: "wrong number of type arguments",
    explanation: "\
`Pointer[T]`, `size_of[T]()`, `align_of[T]()`, `offset_of[T](\"x\")` and `zeroed[T]()` take one type argument; types that are
declared without parameters take none.",
    severity: Severity::Error,
};

pub(crate) fn type_argument_count(at: Anchor, name: &str, wanted: usize, given: usize) -> Problem {
    let plural = if wanted == 1 { "argument" } else { "arguments" };
    Problem::new(&KIND, at, format!("`{name}` takes {wanted} type {plural}, {given} are given"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn types_and_functions() {
        check(
            r#"
type copy V { let @x: i64 }
fn f(a: Pointer, b: V[i64], c: i64[u8], d: Pointer[u8, u8]) {
 let n = size_of[i64, i64]()
}
"#,
            expect![[r#"
                2:9 E0215 `Pointer` takes 1 type argument, 0 are given
                2:21 E0215 `V` takes 0 type arguments, 1 are given
                2:32 E0215 `i64` takes 0 type arguments, 1 are given
                2:44 E0215 `Pointer` takes 1 type argument, 2 are given
                3:10 E0215 `size_of` takes 1 type argument, 2 are given
            "#]],
        );
    }
}
