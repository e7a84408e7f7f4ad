//! E0633 `several-tests`: one test is to be debugged, and several may be meant.
//! It owns the words; it must not know how tests are chosen.

use project::Report;
use source::{DiagnosticKind, Severity};

/// The kind E0633.
pub const SEVERAL_TESTS: DiagnosticKind = DiagnosticKind {
    code: "E0633",
    name: "several-tests",
    title: "several tests may be meant",
    explanation: "\
`lang debug INPUT TEST` debugs one test, since each test is a process of its own. Several have TEST in their names and none
is called just that: say more of the name. The whole name chooses its test also where it is part of others.",
    severity: Severity::Error,
};

/// Names that a message spells out.
const MOST_LISTED: usize = 20;

/// The text that was asked for, and the tests that have it in their names.
pub(crate) fn report<'a>(text: &str, names: impl ExactSizeIterator<Item = &'a str>) -> Report {
    let count = names.len();
    let mut report = Report::without_place(&SEVERAL_TESTS, format!("{count} tests have `{text}` in their names"));
    report.notes.push(format!("they are {}", list(names)));
    report.help.push("say more of the name, or all of it".to_owned());
    report
}

/// Names one after the other, not too many.
pub(super) fn list<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    let more = names.len().saturating_sub(MOST_LISTED);
    let mut text = names.take(MOST_LISTED).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    if more > 0 {
        text.push_str(&format!(" and {more} more"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::list;

    #[test]
    fn long_lists_end() {
        let names: Vec<String> = (0..22).map(|number| number.to_string()).collect();
        let text = list(names.iter().map(String::as_str));
        assert!(text.starts_with("`0`, `1`") && text.ends_with("`19` and 2 more"), "{text}");
        assert_eq!(list(["one"].into_iter()), "`one`");
    }
}
