//! E0604 `unknown-key`: unknown key in `lang.toml`.
//! It owns the words; it must not know how they are printed.

use source::{DiagnosticKind, Severity};

/// The kind E0604.
pub const UNKNOWN_KEY: DiagnosticKind = DiagnosticKind {
    code: "E0604",
    name: "unknown-key",
    title: "unknown key in `lang.toml`",
    explanation: "\
`lang.toml` knows `name`, `version`, `[dependencies]` (each `NAME = { path = \"FOLDER\" }`) and `[link]` with
`libraries`, `search-paths` and `objects`. Anything else is an error, so that a mistyped key does not go unnoticed.",
    severity: Severity::Error,
};
