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
            expect![[r#"
                4:12 E0217 `V` has no method `aera`
                    help: did you mean `area`?
                5:12 E0217 `V` has no method `call`
                    help: there is a field of this name; `(x.call)(…)` calls what it holds
                6:12 E0217 `i64` has no method `abs`
                    help: write `if x < 0 { -x } else { x }`
                7:12 E0217 `V` has no method `make`
                    help: it has `area`
                8:12 E0217 `Pointer[u8]` has no method `add`
            "#]],
        );
    }
}
