//! E0606 `invalid-value`: a value in `lang.toml` is not of the right form.
//! It owns the words; it must not know how they are printed.

use source::{DiagnosticKind, Severity};

/// The kind E0606.
pub const INVALID_VALUE: DiagnosticKind = DiagnosticKind {
    code: "E0606",
    name: "invalid-value",
    title: "a value in `lang.toml` is not of the right form",
    explanation: "\
- `name` is a string, `version` a string like `\"1.2.3\"` or `\"1.2.3-beta\"`.
- `[dependencies]` holds `NAME = { path = \"FOLDER\" }`, the folder relative to `lang.toml`.
- `libraries`, `search-paths` and `objects` under `[link]` are lists of strings.",
    severity: Severity::Error,
};
