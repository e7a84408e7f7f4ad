//! Constant cannot be evaluated.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0258",
    name: "constant-panics",
    title: "constant cannot be evaluated",
    explanation: "\
Constants are evaluated while compiling. What would panic in the running program is an error there: overflow, division by zero,
an index out of bounds, a failed assertion.",
    severity: Severity::Error,
};

pub(crate) fn constant_panics(at: Anchor, message: &str) -> Problem {
    Problem::new(&KIND, at, format!("evaluation of this constant panics: {message}"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn overflow_division_and_panic() {
        check(
            r#"
let A: u8 = 255 + 1
let B = 1 / 0
let C = [1, 2][5 - 1]
let D: i64 = g(3)
let E: i32 = 1 << 32
let F: i64 = [1, 2][B2 - 2]
let B2: i8 = 1
fn g(n: i64) -> i64 { if n == 0 { panic("at ${n}") }
 g(n - 1) }
let G: i64 = h([1, 2][1..], 1, 1)
let H: i64 = h([1, 2, 3], 1, 4)
let I: i64 = h([1, 2, 3], 2, 1)
fn h(of: ref [i64], start: i64, end: i64) -> i64 {
  let part = ref of[start..end]
  part[0]
}
"#,
            expect![[r#"
                1:13 E0258 evaluation of this constant panics: addition overflows
                2:9 E0258 evaluation of this constant panics: division by zero
                3:9 E0257 the type of `C` must be written
                    help: write `let C: i64 = …`
                4:14 E0258 evaluation of this constant panics: at 0
                    8:35 here
                5:14 E0258 evaluation of this constant panics: shift out of range
                6:14 E0258 evaluation of this constant panics: index -1 out of bounds of 2 elements
                10:14 E0258 evaluation of this constant panics: index 0 out of bounds of no elements
                    15:3 here
                11:14 E0258 evaluation of this constant panics: end 4 of the range is out of bounds of 3 elements
                    14:18 here
                12:14 E0258 evaluation of this constant panics: start 2 of the range is behind its end 1
                    14:18 here
            "#]],
        );
    }
}
