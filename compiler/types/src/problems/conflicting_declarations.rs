//! C declarations disagree.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0256",
    name: "conflicting-declarations",
    title: "C declarations disagree",
    explanation: "\
A C name may be declared several times, in several modules, if all declarations agree on what is passed: `Pointer[u8]` and
`Pointer[()]` agree, and so do `i64` and `u64`; `i32` and `i64` do not.",
    severity: Severity::Error,
};

pub(crate) fn conflicting_declarations(at: Anchor, name: &str, here: &str, there: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{name}` is declared with another type elsewhere"))
        .note(format!("here: `{here}`"))
        .note(format!("there: `{there}`"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn across_modules() {
        check(
            r#"
//a
extern { fn abs(n: i32) -> i32
 fn labs(n: i64) -> i64
 let mut optind: i32 }
//main
extern { fn abs(x: i64) -> i32
 @[name("labs")]
 fn long(n: i64) -> i64
 let mut optind: i64 }
"#,
            expect![[r#"
                a 1:13 E0256 `abs` is declared with another type elsewhere
                    1:13 declared here first
                    note: here: `fn (i32) -> i32`
                    note: there: `fn (i64) -> i32`
                a 3:10 E0256 `optind` is declared with another type elsewhere
                    4:10 declared here first
                    note: here: `i32`
                    note: there: `i64`
            "#]],
        );
    }
}
