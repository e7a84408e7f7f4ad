//! E0603 `invalid-toml`: `lang.toml` is not valid TOML.
//! It owns the words; it must not know how they are printed.

use source::{DiagnosticKind, Severity};

/// The kind E0603.
pub const INVALID_TOML: DiagnosticKind = DiagnosticKind {
    code: "E0603",
    name: "invalid-toml",
    title: "`lang.toml` is not valid TOML",
    explanation: "\
`lang.toml` is written in TOML (https://toml.io). The smallest one is:

```toml
name = \"geometry\"
version = \"0.1.0\"
```",
    severity: Severity::Error,
};
