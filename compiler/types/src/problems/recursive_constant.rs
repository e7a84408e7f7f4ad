//! Constant depends on itself.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0261",
    name: "recursive-constant",
    title: "constant depends on itself",
    explanation: "\
The value of a constant must not be needed to find it.",
    severity: Severity::Error,
};

pub(crate) fn recursive_constant(at: Anchor, name: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{name}` depends on itself"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn directly_and_through_others() {
        check(
            r#"
let A = B + 1
let B = A
let C: i64 = g()
fn g() -> i64 { C }
let D: i64 = D
let E = A
"#,
            expect![[r#"
                1:5 E0261 `A` depends on itself
                    note: the cycle is `A` → `B` → `A`
                3:5 E0261 `C` depends on itself
                    note: the cycle is `C` → `g` → `C`
                5:5 E0261 `D` depends on itself
            "#]],
        );
    }

    #[test]
    fn through_methods() {
        check(
            "type copy P { let @n: i64\n fn two -> i64 { A }\n fn static one -> i64 { B } }\nlet A: i64 = P(1).two()\nlet B: i64 = P.one()\n",
            expect![[r#"
                4:5 E0261 `A` depends on itself
                    note: the cycle is `A` → `two` → `A`
                5:5 E0261 `B` depends on itself
                    note: the cycle is `B` → `one` → `B`
            "#]],
        );
    }
}
