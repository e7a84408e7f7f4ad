//! Method or function is not visible.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};
use hir::ItemId;

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0219",
    name: "private-method",
    title: "method or function is not visible",
    explanation: "\
A method is visible in its own module, elsewhere only if it is `pub`.",
    severity: Severity::Error,
};

pub(crate) fn private_method(at: Anchor, name: &str, declared: ItemId) -> Problem {
    Problem::new(&KIND, at, format!("`{name}` is private"))
        .label("not visible here")
        .also(Anchor::Other(declared), "declared here without `pub`")
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
pub type copy V { pub let @x: i64
 fn hidden -> i64 { @x }
 pub fn shown -> i64 { @x } }
//main
import vec (V)
fn f(v: V) -> i64 { v.shown() + v.hidden() }
"#,
            expect![[r#"
                2:35 E0219 `hidden` is private | not visible here
                    vec 2:5 declared here without `pub`
            "#]],
        );
    }
}
