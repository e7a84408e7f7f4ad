//! E0608 `missing-dependency`: a dependency is not where `lang.toml` says.
//! It owns the words; it must not know how they are printed.

use source::{DiagnosticKind, Severity};

/// The kind E0608.
pub const MISSING_DEPENDENCY: DiagnosticKind = DiagnosticKind {
    code: "E0608",
    name: "missing-dependency",
    title: "a dependency is not where `lang.toml` says",
    explanation: "\
The path of a dependency leads, from the folder of `lang.toml`, to a folder with another package's `lang.toml` and
`lib.lang`:

```toml
[dependencies]
geometry = { path = \"../geometry\" }
```",
    severity: Severity::Error,
};
