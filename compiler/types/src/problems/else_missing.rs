//! `else` is missing.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0237",
    name: "else-missing",
    title: "`else` is missing",
    explanation: "\
An `if` whose value is used needs an `else`, so that there is a value in every case.",
    severity: Severity::Error,
};

pub(crate) fn else_missing(at: Anchor, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("this `if` gives `{ty}`, but nothing if no condition holds")).help("add an `else`")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn of_a_variable_an_argument_and_a_block() {
        check(
            r#"
fn f(n: i64) {
 let x = if n > 0 { 3 }
 println(if n > 1 { "more" })
 let y = { if n > 2 { 1.5 } }
 if n > 3 { f(n) }
 println(x)
 println(y)
}
"#,
            expect![[r#"
                2:10 E0237 this `if` gives `i64`, but nothing if no condition holds
                    help: add an `else`
                3:10 E0237 this `if` gives `String`, but nothing if no condition holds
                    help: add an `else`
                4:12 E0237 this `if` gives `f64`, but nothing if no condition holds
                    help: add an `else`
            "#]],
        );
    }

    #[test]
    fn where_a_value_is_used() {
        check(
            r#"
fn f(n: i64) -> i64 {
 let x = if n > 0 { 1 } else if n < 0 { 2 }
 x
}
"#,
            expect![[r#"
                2:10 E0237 this `if` gives `i64`, but nothing if no condition holds
                    help: add an `else`
            "#]],
        );
    }
}
