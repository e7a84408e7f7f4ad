//! E0609 `dependency-name`: a dependency has another name than its package.
//! It owns the words; it must not know how they are printed.

use source::{DiagnosticKind, Severity};

/// The kind E0609.
pub const DEPENDENCY_NAME: DiagnosticKind = DiagnosticKind {
    code: "E0609",
    name: "dependency-name",
    title: "a dependency has another name than its package",
    explanation: "\
The name under `[dependencies]` is the name that the package gives itself in its own `lang.toml`: one package has one
name in a whole program, since its symbols begin with it.",
    severity: Severity::Error,
};
