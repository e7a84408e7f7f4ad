//! E0642 `unreadable-header`: a header that declarations are to be checked against cannot be read.
//! It owns the words; it must not know how headers are read.

use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// The kind E0642.
pub const UNREADABLE_HEADER: DiagnosticKind = DiagnosticKind {
    code: "E0642",
    name: "unreadable-header",
    title: "a header cannot be read",
    explanation: "\
`@[header(…)]` or `--header` names a header that is not there, or one that clang's library cannot read by itself. It is looked for
beside the file that names it, where `pkg-config` says that the libraries of `import extern` have their headers, in the folders of
`include` in `[c]` of `lang.toml`, behind `-I`, and where the system has its headers. What it needs before it is named before it.

```lang
@[header(\"stdio.h\", \"jpeglib.h\")]   # `jpeglib.h` does not include `stdio.h` by itself
extern {
  fn jpeg_std_error(errors: Pointer[()]) -> Pointer[()]
}
```",
    severity: Severity::Error,
};

/// `reason` is clang's.
pub(crate) fn problem(headers: &str, reason: &str) -> Problem {
    Problem::new(&UNREADABLE_HEADER, Anchor::Item, format!("`{headers}` cannot be read: {reason}")).help(
        "install the library's headers, or say where they are: `include` in `[c]` of `lang.toml`, or `lang check … -- -I FOLDER`",
    )
}
