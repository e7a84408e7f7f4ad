//! Something that the language needs of its standard library, which this one has not.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0316",
    name: "incomplete-library",
    title: "the standard library lacks what this is made of",
    explanation: "\
Some forms of the language are written in its standard library: `for` asks what `std.iterator.Iterator` declares, `1..10` is
a `std.range.Range`. Here a standard library is in use that lacks such an item, as one does that is being changed.",
    severity: Severity::Error,
};

pub(crate) fn incomplete_library(at: Anchor, name: &str) -> Problem {
    Problem::new(&KIND, at, format!("the standard library in use has no `{name}`"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn what_is_made_of_the_library() {
        check(
            "fn f { let r = 1..2\n for x in move [1] { println(x) } }",
            expect![[r#"
                1:16 E0316 the standard library in use has no `std.range.Range`
            "#]],
        );
    }
}
