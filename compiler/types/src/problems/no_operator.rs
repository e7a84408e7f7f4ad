//! Operator does not exist for this type.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0205",
    name: "no-operator",
    title: "operator does not exist for this type",
    explanation: "\
`+ - * / %` work on numbers, `+` also joins strings; `+% -% *% << >>` work on integers; `& | ^ !` on integers and `bool`;
comparisons on scalars, strings, pointers, and tuples and arrays of these.",
    severity: Severity::Error,
};

pub(crate) fn no_operator(at: Anchor, operator: &str, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{operator}` does not work on `{ty}`"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn each_operator_has_its_types() {
        check(
            r#"
type copy V { let @x: i64 }
fn f(a: V, s: String, t: f64, p: Pointer[u8], u: u8, c: bool) {
 println(a == a)
 println(s - s)
 println(t & t)
 println(t +% t)
 println(c + c)
 println(-u)
 println(!t)
 println(-s)
 let q = p + p
}
"#,
            expect![[""]],
        );
    }
}
