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

/// `makers` are calls that make a value of the type.
pub(crate) fn hidden_construction(at: Anchor, name: &str, field: &str, makers: &[String]) -> Problem {
    if makers.is_empty() {
        return Problem::new(&KIND, at, format!("`{name}` cannot be constructed here: its field `{field}` is private"));
    }
    let makers: Vec<String> = makers.iter().map(|maker| format!("`{maker}`")).collect();
    Problem::new(&KIND, at, format!("`{name}` cannot be constructed here: its fields are private"))
        .help(format!("a value is made by {}", makers.join(" or ")))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn what_makes_one_is_named() {
        check(
            r#"
//vec
pub type copy V { let @x: i64
 pub fn static zero -> V { V(0) }
 pub fn static of(x: i64) -> V { V(x) }
 fn static hidden -> V { V(1) } }
//main
import vec (V)
fn f() -> i64 { let v = V(unknown: 1, 2, true)
 v }
"#,
            expect![[r#"
                2:25 E0220 `V` cannot be constructed here: its fields are private
                    help: a value is made by `V.zero()` or `V.of(…)`
                3:2 E0201 expected `i64`, found `V` | this is `V`
            "#]],
        );
    }

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
