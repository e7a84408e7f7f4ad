//! Global without a written type.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Edit, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0281",
    name: "global-type-missing",
    title: "global without a written type",
    explanation: "\
The type of a global is always written: what it starts with is only the first of its values, and C may know it, too.

Wrong:
    let mut counter = 0
Right:
    let mut counter: i64 = 0",
    severity: Severity::Error,
};

/// `ty` is what the initialiser is of, if that is known.
pub(crate) fn global_type_missing(name: &str, ty: Option<&str>) -> Problem {
    let problem = Problem::new(&KIND, Anchor::Item, format!("the type of the global `{name}` must be written"));
    match ty {
        Some(ty) => problem.help(format!("write `let mut {name}: {ty} = …`")).guess(
            "write the type",
            Anchor::Item,
            Edit::After(format!(": {ty}")),
        ),
        None => problem.help(format!("write `let mut {name}: Type = …`")),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn with_and_without_a_known_type() {
        check(
            r#"
let mut counter = 0
let mut text = "a"
let mut own = own
let mut right: u8 = 0
fn f() { unsafe { counter += 1  right += 1 } }
"#,
            expect![[r#"
                1:9 E0281 the type of the global `counter` must be written
                    help: write `let mut counter: i64 = …`
                2:9 E0281 the type of the global `text` must be written
                    help: write `let mut text: Type = …`
                3:9 E0281 the type of the global `own` must be written
                    help: write `let mut own: Type = …`
            "#]],
        );
    }
}
