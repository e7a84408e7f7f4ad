//! Constant takes too long.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0260",
    name: "endless-constant",
    title: "constant takes too long",
    explanation: "\
Evaluation of a constant may take some million steps and a few hundred nested calls.",
    severity: Severity::Error,
};

pub(crate) fn endless_constant(at: Anchor) -> Problem {
    Problem::new(&KIND, at, "evaluation of this constant takes too long").help("compute it when the program runs")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn endless_loops_and_calls() {
        check(
            r#"
let A: i64 = forever()
fn forever() -> i64 { let mut n = 0
 while true { n = n +% 1 }
 n }
let B: i64 = deeper(1)
fn deeper(n: i64) -> i64 { deeper(n +% 1) }
"#,
            expect![[r#"
                1:14 E0260 evaluation of this constant takes too long
                    3:19 here
                    help: compute it when the program runs
                5:14 E0260 evaluation of this constant takes too long
                    6:35 here
                    help: compute it when the program runs
            "#]],
        );
    }
}
