//! A compound assignment whose operator gives another type.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0341",
    name: "compound-result",
    title: "a compound assignment gives another type",
    explanation: "\
`a += b` puts what `a + b` gives into `a`. An operator of one's own may give any type; only where it is that of the place can \
its result be stored there.",
    severity: Severity::Error,
};

pub(crate) fn compound_result(at: Anchor, sign: &str, result: &str, target: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{sign}` gives a `{result}` here, and the place holds a `{target}`"))
        .help(format!("write `a {sign} b` where a `{result}` is wanted"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The programs are in `tests/check/compound_by_trait.lang`, with the standard library's traits.
    #[test]
    fn both_types_are_named() {
        let problem = compound_result(Anchor::Item, "-", "i64", "Day");
        assert_eq!(problem.message, "`-` gives a `i64` here, and the place holds a `Day`");
    }
}
