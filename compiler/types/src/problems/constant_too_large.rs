//! Constant is too large.

use source::{DiagnosticKind, Severity};

use crate::evaluate::MOST_SCALARS;
use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0265",
    name: "constant-too-large",
    title: "constant is too large",
    explanation: "\
The value of a constant is computed while compiling and stands in the program. It may hold up to 4,194,304 scalars, and so
may every value on the way to it. Fill larger tables when the program runs.

wrong:
    let TABLE: [[u8; 100000]; 100000] = [[0; 100000]; 100000]

right:
    let TABLE: [[u8; 1000]; 1000] = [[0; 1000]; 1000]
",
    severity: Severity::Error,
};

pub(crate) fn constant_too_large(at: Anchor, what: &str) -> Problem {
    Problem::new(&KIND, at, format!("{what} holds more than {MOST_SCALARS} scalars"))
        .help("fill larger tables when the program runs")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn arrays_of_arrays_and_what_is_on_the_way() {
        check(
            r#"
let A: [[u8; 100000]; 100000] = [[0; 100000]; 100000]
let B: i64 = [7; 2000000][3]
let C: i64 = [7; 5000000][3]
let D: [i64; 2000] = f()[2]
let E: [i64; C] = [1; 8]
fn f() -> [[i64; 2000]; 2000] { [[1; 2000]; 2000] }
"#,
            expect![[r#"
                1:33 E0265 this value holds more than 4194304 scalars
                    help: fill larger tables when the program runs
                3:14 E0265 this value holds more than 4194304 scalars
                    help: fill larger tables when the program runs
            "#]],
        );
    }
}
