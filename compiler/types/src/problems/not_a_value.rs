//! Name does not stand for a value.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0208",
    name: "name-as-value",
    title: "name does not stand for a value",
    explanation: "\
The name of a type or of a function of the compiler stands where a value is needed.",
    severity: Severity::Error,
};

pub(crate) fn not_a_value(at: Anchor, name: &str, what: &str, advice: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{name}` is {what} and not a value")).help(advice)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn types_and_builtin_functions() {
        check(
            r#"
type copy V { let @x: i64 }
fn f() {
 let a = V
 let b = println
 let c = i64
 let d = size_of[i64]
 let e = String
}
"#,
            expect![[r#"
                3:10 E0208 `V` is a type and not a value
                    help: a value is made by calling it: `V(…)`
                4:10 E0208 `println` is a function of the compiler and not a value
                    help: call it
                5:10 E0208 `i64` is a type and not a value
                    help: a number is converted by `as`: `x as i64`
                6:10 E0208 `size_of` is a function of the compiler and not a value
                    help: call it
                7:10 E0208 `String` is a type and not a value
                    help: a text stands in quotes, with values in it: `"n is ${n}"`
            "#]],
        );
    }
}
