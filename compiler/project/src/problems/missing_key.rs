//! E0605 `missing-key`: a key is missing in `lang.toml`.
//! It owns the words; it must not know how they are printed.

use source::{DiagnosticKind, Severity};

/// The kind E0605.
pub const MISSING_KEY: DiagnosticKind = DiagnosticKind {
    code: "E0605",
    name: "missing-key",
    title: "a key is missing in `lang.toml`",
    explanation: "\
Each package has a name and a version:

```toml
name = \"geometry\"
version = \"0.1.0\"
```",
    severity: Severity::Error,
};
