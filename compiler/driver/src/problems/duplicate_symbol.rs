//! E0625 `duplicate-symbol`: two things have one name for the linker.
//! It owns the words; it must not know how they are printed.

use source::{DiagnosticKind, Severity};

/// The kind E0625.
pub const DUPLICATE_SYMBOL: DiagnosticKind = DiagnosticKind {
    code: "E0625",
    name: "duplicate-symbol",
    title: "two things have one name for the linker",
    explanation: "\
`extern fn` and `@[name(\"…\")]` decide the name that C and the linker see. Each may be defined once in a program.",
    severity: Severity::Error,
};
