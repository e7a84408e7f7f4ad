//! Method called without a value.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0223",
    name: "method-on-type",
    title: "method called without a value",
    explanation: "\
A method that takes `self` is called on a value: `v.length()`.",
    severity: Severity::Error,
};

pub(crate) fn method_on_type(at: Anchor, name: &str, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{name}` is called on a value of `{ty}`, not on the type"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn called_on_a_value() {
        check(
            r#"
type copy V { let @x: i64
 fn get -> i64 { @x } }
fn f(v: V) -> i64 { V.get() + V.get(v) }
type K { let @x: i64 }
fn g(k: K, p: Pointer[K]) {
 let q = K.into_raw(k)
 unsafe { Pointer[K].write(p, K(1)) }
}
"#,
            expect![[r#"
                3:23 E0223 `get` is called on a value of `V`, not on the type
                    2:5 takes `self`
                    help: write `value.get()`
                3:33 E0223 `get` is called on a value of `V`, not on the type
                    2:5 takes `self`
                    help: write `v.get()`
                6:12 E0223 `into_raw` is called on a value of `K`, not on the type
                    help: write `k.into_raw()`
                7:22 E0223 `write` is called on a value of `Pointer[K]`, not on the type
                    help: write `p.write(…)`
            "#]],
        );
    }
}
