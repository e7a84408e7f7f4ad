//! Constant needs a type.

use source::{DiagnosticKind, Severity};

use crate::problem::Edit;
use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0257",
    name: "constant-type-missing",
    title: "constant needs a type",
    explanation: "\
A constant's type may be left out if its initialiser is literals, operators, constants and `size_of`, `align_of`,
`offset_of`. Otherwise it is written, so that nobody needs to look into functions to know it.",
    severity: Severity::Error,
};

pub(crate) fn constant_type_missing(at: Anchor, name: &str, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("the type of `{name}` must be written"))
        .help(format!("write `let {name}: {ty} = …`"))
        .fix("write the type", Anchor::Item, Edit::After(format!(": {ty}")))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn calls_and_blocks() {
        check(
            r#"
fn g() -> i64 { 1 }
let A = g()
let B = 1 + 2 * C
let C = 3
let D: i64 = g()
"#,
            expect![[r#"
                2:9 E0257 the type of `A` must be written
                    help: write `let A: i64 = …`
            "#]],
        );
    }
}
