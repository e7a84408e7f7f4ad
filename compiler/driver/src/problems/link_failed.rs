//! E0621 `link-failed`: the linker refused.
//! It owns the words; it must not know how they are printed.

use project::Report;
use source::{DiagnosticKind, Severity};

/// The kind E0621.
pub const LINK_FAILED: DiagnosticKind = DiagnosticKind {
    code: "E0621",
    name: "link-failed",
    title: "the linker refused",
    explanation: "\
The program was compiled, but the system's C compiler could not link it. Its own words are in the message. Most often a
C function is declared under `extern { … }` and its library is not named: write `import extern \"NAME\"`, put it under
`[link]` in `lang.toml`, or use `-l NAME`.",
    severity: Severity::Error,
};

/// The C compiler's own words, with what was called.
pub(crate) fn report(command: &str, output: &str) -> Report {
    let mut report = Report::without_place(&LINK_FAILED, "linking failed");
    if !output.is_empty() {
        report.notes.push(output.to_string());
    }
    report.notes.push(format!("the command was {command}"));
    report
}
