//! Type cannot be inferred.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0202",
    name: "type-unknown",
    title: "type cannot be inferred",
    explanation: "\
Types flow forwards: an expression must say its type by itself or stand where one is expected.

```
let p = Pointer.null()                 # a pointer to what?
let p: Pointer[u8] = Pointer.null()
let q = Pointer[u8].null()
let x                                  # of what type?
```",
    severity: Severity::Error,
};

pub(crate) fn type_unknown(at: Anchor, what: &str, advice: &str) -> Problem {
    Problem::new(&KIND, at, format!("{what} cannot be inferred")).help(advice)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn nothing_tells_the_type() {
        check(
            r#"
fn f() {
 let p = Pointer.null()
 let x
 let a = []
 println(size_of())
}
"#,
            expect![[r#"
                2:10 E0202 what this pointer points to cannot be inferred
                    help: write it: `Pointer[T].null()`, or give the variable a type
                3:6 E0202 the type of this variable cannot be inferred
                    help: write its type, `let x: i64`, or give it a value
                4:10 E0202 the type of the elements cannot be inferred
                    help: give the variable a type, as of an array that grows: `let x: Array[i64] = []`
                5:10 E0202 the type argument cannot be inferred
                    help: write it: `size_of[T](…)`
            "#]],
        );
    }
}
