//! E0659 `unbound-module`: a module of `[bind]` in `lang.toml` cannot be made of its headers.
//! It owns the words; it must not know how they are printed.

use source::{DiagnosticKind, Severity};

/// The kind E0659.
pub const UNBOUND_MODULE: DiagnosticKind = DiagnosticKind {
    code: "E0659",
    name: "unbound-module",
    title: "a module of `[bind]` cannot be made of its headers",
    explanation: "\
A module that `lang.toml` names in `[bind]` is made of C's headers when the program is loaded:

```toml
[bind]
sqlite = { header = \"sqlite3.h\", link = \"sqlite3\" }
```

Clang's library reads the headers, so it must be there (on Debian `apt install libclang1-22`), and so must the headers: where
the system has them, where `pkg-config` knows those of the libraries behind `link`, in the folders of `include` in `[c]`, or
beside `lang.toml`. They are read with the macros of `define` in `[c]`. `lang bind` says the same of a header by itself. No file
of the package may have the module's name.",
    severity: Severity::Error,
};
