//! No such method.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0217",
    name: "unknown-method",
    title: "no such method",
    explanation: "\
The type has no method of this name. Methods are declared in the type or in an `impl` of its package.",
    severity: Severity::Error,
};

pub(crate) fn unknown_method(at: Anchor, name: &str, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{ty}` has no method `{name}`"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn with_advice() {
        check(
            r#"
type copy V { let @call: i64
 fn area -> i64 { 1 } }
fn f(v: V, n: i64, p: Pointer[u8]) {
 println(v.aera())
 println(v.call())
 println(n.abs())
 println(V.make())
 let q = p.add(1)
}
"#,
            expect![[""]],
        );
    }
}
