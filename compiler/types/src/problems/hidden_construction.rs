//! Type cannot be constructed here.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0220",
    name: "hidden-construction",
    title: "type cannot be constructed here",
    explanation: "\
A type is constructed by calling its name, and all its fields must be visible there. Where one is private, the type's own
module offers a function that makes it.",
    severity: Severity::Error,
};

pub(crate) fn hidden_construction(at: Anchor, name: &str, field: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{name}` cannot be constructed here: its field `{field}` is private"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn a_field_is_private() {
        check(
            r#"
//vec
pub type copy V { pub let @x: i64  let @y: i64 }
//main
import vec (V)
fn f() { let v = V(x: 1, y: 2) }
"#,
            expect![[r#"
                2:18 E0220 `V` cannot be constructed here: its field `y` is private
                    vec 1:41 not `pub`
            "#]],
        );
    }
}
