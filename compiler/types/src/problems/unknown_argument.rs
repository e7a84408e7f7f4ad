//! No parameter of this name.

use hir::Name;
use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};
use std::fmt::Display;

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0212",
    name: "unknown-argument",
    title: "no parameter of this name",
    explanation: "\
A named argument names a parameter of the function or a field of the type that is constructed.",
    severity: Severity::Error,
};

pub(crate) fn unknown_argument(at: Anchor, name: &str, callee: &dyn Display, noun: &str, known: &[Name]) -> Problem {
    let problem = Problem::new(&KIND, at, format!("{callee} has no {noun} `{name}`"));
    match crate::similar::most_similar(name, known.iter().map(|known| known.text())) {
        Some(similar) => problem.help(format!("did you mean `{similar}`?")),
        None => match crate::similar::listed(known) {
            Some(list) => problem.help(format!("it has {list}")),
            None => problem,
        },
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn near_names_are_suggested() {
        check(
            r#"
fn g(width: i64, height: i64) {}
fn f() {
 g(1, heigth: 2)
 g(1, depth: 2)
 println(value: 3)
}
"#,
            expect![[r#"
                3:15 E0212 `g` has no parameter `heigth`
                    help: did you mean `height`?
                4:14 E0212 `g` has no parameter `depth`
                    help: it has `width` and `height`
                5:17 E0212 `println` has no parameter `value`
            "#]],
        );
    }
}
