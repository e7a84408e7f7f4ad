//! E0612 `missing-entry`: a package has no entry.
//! It owns the words; it must not know how they are printed.

use source::{DiagnosticKind, Severity};

/// The kind E0612.
pub const MISSING_ENTRY: DiagnosticKind = DiagnosticKind {
    code: "E0612",
    name: "missing-entry",
    title: "a package has no entry",
    explanation: "\
The entry of a program is `main.lang` beside `lang.toml`, that of a library `lib.lang`. A dependency is a library.",
    severity: Severity::Error,
};
