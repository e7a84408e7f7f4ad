//! Not possible while compiling.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0259",
    name: "not-constant",
    title: "not possible while compiling",
    explanation: "\
Constants are interpreted: no C, no `unsafe`, no printing, no addresses; and the value holds no memory from the heap.",
    severity: Severity::Error,
};

pub(crate) fn not_constant(at: Anchor, what: &str) -> Problem {
    Problem::new(&KIND, at, format!("{what} cannot be part of a constant"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn c_unsafe_and_heap() {
        check(
            r#"
extern { fn getpid() -> i32 }
type H { let @x: i64 }
fn noisy() -> i64 { println(1)
 2 }
fn calls() -> i32 { unsafe { getpid() } }
let A: i32 = calls()
let B: H = H(1)
let C: i64 = noisy()
let D: i64 = inner().x
fn inner() -> H { H(7) }
"#,
            expect![[r#"
                6:14 E0259 `unsafe` cannot be part of a constant
                    5:21 here
                7:12 E0259 a value of the heap type `H` cannot be part of a constant
                8:14 E0259 printing cannot be part of a constant
                    3:21 here
            "#]],
        );
    }
}
