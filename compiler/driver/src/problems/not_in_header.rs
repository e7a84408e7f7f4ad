//! E0641 `not-in-header`: a header does not declare what it is said to.
//! It owns the words; it must not know how headers are read.

use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// The kind E0641.
pub const NOT_IN_HEADER: DiagnosticKind = DiagnosticKind {
    code: "E0641",
    name: "not-in-header",
    title: "a header does not declare what it is said to",
    explanation: "\
`@[header(…)]` says which headers declare what an `extern { … }` holds. They declare nothing of this name that the linker could
find: it is misspelt, another header has it, it is a macro or a `static` variable, or C gives it another name for the linker, which
`@[name(…)]` says here.

```lang
@[header(\"string.h\")]
extern {
  fn strlength(text: Pointer[u8]) -> u64   # wrong: it is called `strlen`
}
```",
    severity: Severity::Error,
};

/// `why` may be empty.
pub(crate) fn problem(symbol: &str, headers: &str, why: &str) -> Problem {
    let why = if why.is_empty() { String::new() } else { format!(": {why}") };
    Problem::new(&NOT_IN_HEADER, Anchor::Item, format!("`{headers}` does not declare `{symbol}`{why}")).help(
        "name the header that does, or leave it out of `@[header(…)]`: macros and `static` functions have no symbol",
    )
}
