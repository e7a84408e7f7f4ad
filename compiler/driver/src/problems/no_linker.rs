//! E0622 `no-linker`: the C compiler that links was not found.
//! It owns the words; it must not know how they are printed.

use project::Report;
use source::{DiagnosticKind, Severity};

/// The kind E0622.
pub const NO_LINKER: DiagnosticKind = DiagnosticKind {
    code: "E0622",
    name: "no-linker",
    title: "the C compiler that links was not found",
    explanation: "\
`lang` links with the system's C compiler, since only it knows where the C library is: `cc`, or the one in the
environment variable `CC`. On Debian it comes with `apt install gcc libc6-dev`; for other targets it is the cross
compiler, such as `aarch64-linux-gnu-gcc`.",
    severity: Severity::Error,
};

/// The C compiler could not be started.
pub(crate) fn report(program: &str, reason: &str) -> Report {
    let mut report = Report::without_place(&NO_LINKER, format!("cannot start the C compiler `{program}`: {reason}"));
    report.help.push("install it, or name another one in the environment variable CC".to_string());
    report
}
