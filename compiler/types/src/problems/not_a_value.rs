//! Name does not stand for a value.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0208",
    name: "not-a-value",
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
}
"#,
            expect![[""]],
        );
    }
}
