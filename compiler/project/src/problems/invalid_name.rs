//! E0607 `invalid-package-name`: a package's name cannot be used in an import.
//! It owns the words; it must not know how they are printed.

use source::{DiagnosticKind, Severity};

/// The kind E0607.
pub const INVALID_NAME: DiagnosticKind = DiagnosticKind {
    code: "E0607",
    name: "invalid-package-name",
    title: "a package's name cannot be used in an import",
    explanation: "\
Other packages import a package by its name, so it is a word of the language: a lower-case letter, then lower-case
letters, digits and `_`. It is not reserved (as `match` is), and not `std`, which is the standard library.",
    severity: Severity::Error,
};
