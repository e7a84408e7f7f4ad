//! E0630 `oversized-instance`: type arguments have made a type too large.
//! It owns the words; it must not know how they are printed.

use source::{DiagnosticKind, Severity};

/// The kind E0630.
pub const OVERSIZED_INSTANCE: DiagnosticKind = DiagnosticKind {
    code: "E0630",
    name: "oversized-instance",
    title: "type arguments make a type too large",
    explanation: "\
A type has at most 65,536 parts and 128 levels inside each other. Generic functions that hand on types made of their own \
parameters, as `(T, T)`, double them with each step. Put a heap type or a `Pointer` between, or hand on what the larger \
value is made of.",
    severity: Severity::Error,
};
