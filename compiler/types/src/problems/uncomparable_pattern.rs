//! A constant in a pattern has no equality that a match could ask for.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0293",
    name: "uncomparable-pattern",
    title: "values of this kind are not compared in patterns",
    explanation: "\
Literals and constants in patterns are numbers, truth values and `String`s. What consists of others is written as a \
pattern, part by part, or compared in a guard: `case p if p.x == ORIGIN.x -> …`.",
    severity: Severity::Error,
};

pub(crate) fn uncomparable_pattern(at: Anchor, why: &str) -> Problem {
    Problem::new(&KIND, at, why).help("compare it in a guard: `case x if … -> …`")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn addresses_and_structures() {
        check(
            r#"
type copy V { let @x: i64 }
let ORIGIN = V(0)
fn f(v: V, text: Pointer[u8]) {
 match v { case ORIGIN -> {}  case _ -> {} }
 match text { case c"a" -> {}  case _ -> {} }
}
"#,
            expect![[r#"
                2:14 E0257 the type of `ORIGIN` must be written
                    help: write `let ORIGIN: V = …`
                4:17 E0293 constants of type `V` are not compared in patterns
                    help: compare it in a guard: `case x if … -> …`
                5:20 E0293 a C string is an address
                    help: compare it in a guard: `case x if … -> …`
            "#]],
        );
    }
}
