//! E0611 `duplicate-package`: two packages have one name.
//! It owns the words; it must not know how they are printed.

use source::{DiagnosticKind, Severity};

/// The kind E0611.
pub const DUPLICATE_PACKAGE: DiagnosticKind = DiagnosticKind {
    code: "E0611",
    name: "duplicate-package",
    title: "two packages have one name",
    explanation: "\
Symbols begin with the name of their package, so two packages of one name cannot be in one program. Rename one of them,
or let both paths lead to the same folder.",
    severity: Severity::Error,
};
