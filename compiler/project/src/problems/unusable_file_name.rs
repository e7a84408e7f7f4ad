//! E0613 `unusable-file-name`: a file's name cannot be shown.
//! It owns the words; it must not know how they are printed.

use source::{DiagnosticKind, Severity};

/// The kind E0613.
pub const UNUSABLE_FILE_NAME: DiagnosticKind = DiagnosticKind {
    code: "E0613",
    name: "unusable-file-name",
    title: "a file's name cannot be shown",
    explanation: "\
The name of the file, or of a folder that it lies in, has control characters, such as a line end or the beginning of a
command to the terminal, or characters that reverse the direction of text. The names of files become parts of messages,
of functions' names in debuggers and of lines in logs, where such a character would do something instead of being seen.

```sh
mv $'a\nb.lang' a_b.lang
```

No import can name such a file: modules have names like `vec` or `geometry.vec`. Give it another one.",
    severity: Severity::Error,
};
