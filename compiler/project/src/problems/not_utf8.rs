//! E0601 `not-utf8`: a file is not UTF-8.
//! It owns the words; it must not know how they are printed.

use source::{DiagnosticKind, Severity};

/// The kind E0601.
pub const NOT_UTF8: DiagnosticKind = DiagnosticKind {
    code: "E0601",
    name: "not-utf8",
    title: "a file is not UTF-8",
    explanation: "\
Source files and `lang.toml` are UTF-8. The file holds bytes that are not, so it was saved in another encoding, or it is
not text.

Save it as UTF-8, for example with `iconv -f latin1 -t utf-8 old.lang > new.lang`.",
    severity: Severity::Error,
};
