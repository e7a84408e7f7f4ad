//! E0610 `dependency-cycle`: packages depend on each other in a circle.
//! It owns the words; it must not know how they are printed.

use source::{DiagnosticKind, Severity};

/// The kind E0610.
pub const DEPENDENCY_CYCLE: DiagnosticKind = DiagnosticKind {
    code: "E0610",
    name: "dependency-cycle",
    title: "packages depend on each other in a circle",
    explanation: "\
Modules of one package may import each other freely; packages may not. Move what both need into a third package, or make
them one.",
    severity: Severity::Error,
};
