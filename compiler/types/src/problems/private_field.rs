//! Field is not visible.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0218",
    name: "private-field",
    title: "field is not visible",
    explanation: "\
A field is visible in its own module, elsewhere only if it is `pub`.",
    severity: Severity::Error,
};

pub(crate) fn private_field(at: Anchor, name: &str, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("the field `{name}` of `{ty}` is private")).label("not visible here")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn in_another_module() {
        check(
            r#"
//vec
pub type copy V { pub let @x: i64  let @y: i64
 pub fn static make -> V { V(1, 2) } }
//main
import vec (V)
fn f(v: V) -> i64 { v.x + v.y }
"#,
            expect![[r#"
                2:29 E0218 the field `y` of `V` is private | not visible here
                    vec 1:41 declared here
            "#]],
        );
    }
}
