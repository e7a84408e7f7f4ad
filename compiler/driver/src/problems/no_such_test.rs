//! E0632 `no-such-test`: no test has the name that was asked for.
//! It owns the words; it must not know how tests are chosen.

use project::Report;
use source::{DiagnosticKind, Severity};

use super::several_tests::list;

/// The kind E0632.
pub const NO_SUCH_TEST: DiagnosticKind = DiagnosticKind {
    code: "E0632",
    name: "no-such-test",
    title: "no test has this name",
    explanation: "\
`lang debug INPUT TEST` debugs the one test whose name is, or else contains, TEST. A test's name is the text behind `test`;
in a project the path of its module stands before it: `shapes.area: squares`. `lang test --list` prints all of them.",
    severity: Severity::Error,
};

/// The text that was asked for, and all tests.
pub(crate) fn report(text: &str, names: &[String]) -> Report {
    let mut report = Report::without_place(&NO_SUCH_TEST, format!("no test has `{text}` in its name"));
    if names.is_empty() {
        report.notes.push("there are no tests".to_owned());
        report.help.push("write one: test \"what it shows\" { assert(…) }".to_owned());
    } else {
        report.notes.push(format!("the tests are {}", list(names.iter().map(String::as_str))));
        report.help.push("say part of one of these names; `lang test --list` prints all of them".to_owned());
    }
    report
}
