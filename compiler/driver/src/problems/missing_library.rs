//! E0629 `missing-library`: a C library that is not installed.
//! It owns the words; it must not know how libraries are searched.

use project::Report;
use source::{DiagnosticKind, Severity};

/// The kind E0629.
pub const MISSING_LIBRARY: DiagnosticKind = DiagnosticKind {
    code: "E0629",
    name: "missing-library",
    title: "a C library is not found",
    explanation: "\
`import extern \"NAME\"`, `[link]` in `lang.toml` and `-l NAME` ask for the C library `libNAME`. It is not in the folders of
the system, nor in those of `-L` and of `search-paths` in `lang.toml`. For linking it takes the library's development
package, which on Debian is called `libNAME-dev`.",
    severity: Severity::Error,
};

/// The library as it was asked for.
pub(crate) fn report(name: &str, said: &str) -> Report {
    let mut report = Report::without_place(&MISSING_LIBRARY, format!("the C library `{name}` is not found"));
    if !said.is_empty() {
        report.notes.push(said.to_string());
    }
    report.help.push("install its development package, or name its folder with -L".to_string());
    report
}
