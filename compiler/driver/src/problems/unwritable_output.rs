//! E0623 `unwritable-output`: the output cannot be written.
//! It owns the words; it must not know how they are printed.

use std::io;

use project::Report;
use project::disk::reason;
use source::{DiagnosticKind, Severity};

/// The kind E0623.
pub const UNWRITABLE_OUTPUT: DiagnosticKind = DiagnosticKind {
    code: "E0623",
    name: "unwritable-output",
    title: "the output cannot be written",
    explanation: "\
The result could not be written to where it was wanted; the message holds the system's reason. A file that was there
before is unchanged: outputs are written beside their place and moved there only when they are whole.

An output replaces neither a source nor anything else that it is made of, and that of `lang header` only what was made by it. It
does not follow a link that leads out of the project: a folder from elsewhere may hold one that leads to a file of yours. Remove the link, or name another output
with `-o`. Devices and pipes are written into (`-o /dev/stdout`), never replaced.",
    severity: Severity::Error,
};

/// What could not be written, and the system's reason.
pub(crate) fn report(path: &str, reason: &str) -> Report {
    Report::without_place(&UNWRITABLE_OUTPUT, format!("cannot write {path}: {reason}"))
}

/// A file of our own in a temporary folder that cannot be written, read or started.
pub fn temporary(error: io::Error) -> Vec<Report> {
    vec![report("a temporary file", &reason(&error))]
}
