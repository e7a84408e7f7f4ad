//! E0602 `unreadable-file`: a file cannot be read.
//! It owns the words; it must not know how they are printed.

use source::{DiagnosticKind, Severity};

/// The kind E0602.
pub const UNREADABLE_FILE: DiagnosticKind = DiagnosticKind {
    code: "E0602",
    name: "unreadable-file",
    title: "a file cannot be read",
    explanation: "\
The operating system refused to give the file's content; the message holds its reason. Look at the permissions of the
file and of the folders above it.

Only files are read, and links to files: a pipe or a device has no end. A file of more than 64 MiB is refused too.",
    severity: Severity::Error,
};
