//! E0636 `unbound-header`: headers for which no module can be written.
//! It owns the words; it must not know how headers are read.

use project::Report;
use source::{DiagnosticKind, Severity};

/// The kind E0636.
pub const UNBOUND_HEADER: DiagnosticKind = DiagnosticKind {
    code: "E0636",
    name: "unbound-header",
    title: "headers cannot be bound",
    explanation: "\
`lang bind` has clang read headers of C and writes a module of their declarations. It writes nothing if a header is not found or
has errors, since a module of half of it would be taken for the whole, or if there is nothing to write. The declarations of a
header and of those in its folder and below are written; where the folder is one in which headers are looked for, as
`/usr/include` or one behind `-I`, those of the header and of the folder beside it that is called like it. Files that a header
includes and no program does, as `bits/errno.h`, are its own.

```sh
lang bind sqlite3.h --link sqlite3 -o sqlite.lang
lang bind SDL2/SDL.h --only 'SDL_*' -o sdl.lang -- -Iinclude -DNAME=1
```",
    severity: Severity::Error,
};

/// What each message begins with.
pub(crate) const WHAT: &str = "the headers cannot be bound: ";

/// What is wrong, in words that follow `the headers cannot be bound: `.
pub(crate) fn report(reason: &str) -> Report {
    of_nothing(
        reason,
        "name headers as `#include` does, those first that others need, and tell clang what it must know behind `--`: \
         where headers are (-Iinclude), which macros are defined (-DNAME=1)",
    )
}

/// The same where the headers are right but hold nothing that was asked for.
pub(crate) fn of_nothing(reason: &str, help: &str) -> Report {
    let mut report = Report::without_place(&UNBOUND_HEADER, format!("{WHAT}{reason}"));
    report.help.push(help.to_string());
    report
}
