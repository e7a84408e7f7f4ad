//! Static method called on a value.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0222",
    name: "static-on-value",
    title: "static method called on a value",
    explanation: "\
A `fn static` has no `self`; it is called on the type: `Vec3.zero()`.",
    severity: Severity::Error,
};

pub(crate) fn static_on_value(at: Anchor, name: &str, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{name}` is static and called on the type"))
        .help(format!("write `{ty}.{name}(…)`"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn called_on_the_type() {
        check(
            r#"
type copy V { let @x: i64
 fn static zero -> V { V(0) } }
fn f(v: V) -> V { v.zero() }
"#,
            expect![[r#"
                3:21 E0222 `zero` is static and called on the type
                    2:12 declared `static` here
                    help: write `V.zero(…)`
            "#]],
        );
    }
}
