//! W0643 `unchecked-declaration`: a declaration of C was to be checked and could not be.
//! It owns the words; it must not know how headers are read.

use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// The kind W0643.
pub const UNCHECKED_DECLARATION: DiagnosticKind = DiagnosticKind {
    code: "W0643",
    name: "unchecked-declaration",
    title: "a declaration of C was not checked",
    explanation: "\
A declaration was to be compared with C's header, by `@[header(…)]` or `lang check --headers`, and was not: no header is named for
it, the header cannot be read for the target, clang's library is not installed and the embedded parser does not surely understand
what C says, or it is said in a way that has no description here. Of a function that C declares with `()` before C23, or defines as
`static` in its header, only what is told was compared. Nothing is known about it, which is no error.

```sh
lang check --headers --header stdio.h --header sqlite3.h   # where declarations without `@[header(…)]` are looked for
```",
    severity: Severity::Warning,
};

/// `why` follows `because`.
pub(crate) fn problem(symbol: &str, why: &str) -> Problem {
    Problem::new(&UNCHECKED_DECLARATION, Anchor::Item, format!("`{symbol}` was not checked, because {why}"))
        .help("if no header is named for it, name one: `@[header(\"…\")]` before it, `--header`, or `headers` in `[c]` of `lang.toml`")
}
