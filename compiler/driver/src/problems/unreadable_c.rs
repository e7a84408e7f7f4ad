//! E0626 `unreadable-c`: C declarations that cannot be described.
//! It owns the words; it must not know how they are printed.

use std::ops::Range;

use project::{Origin, Place, Report};
use source::{DiagnosticKind, Severity};

/// The kind E0626.
pub const UNREADABLE_C: DiagnosticKind = DiagnosticKind {
    code: "E0626",
    name: "unreadable-c",
    title: "C declarations cannot be described",
    explanation: "\
`lang abi --c` and `--c-file` read declarations of C. Clang's library reads them where it is installed, headers, macros and
all (`-- -Iinclude -DLARGE` tells it more). Each declaration that has no description is refused by itself, with the reason:
what is not defined, what no compiler for C passes in a known way, an attribute whose effect on calls is not known.

Without the library an embedded parser reads preprocessed C with the extensions of GNU C: attributes `packed`, `aligned`,
`vector_size` and `mode`, `#pragma pack`, bit-fields, `_Complex`, `__int128`, `_BitInt(N)`, `_Float16`. It refuses what it does
not surely understand.

```sh
lang abi --c 'struct S { long n; double x; }; struct S f(struct S, double);'
lang abi --c-file library.h
cc -E library.h > library.i
lang abi --c-file library.i --libclang none
```",
    severity: Severity::Error,
};

/// In no text that is at hand.
pub(crate) fn without_place(message: String, help: String) -> Report {
    let mut report = Report::without_place(&UNREADABLE_C, message);
    report.help.push(help);
    report
}

/// At a place of the C text.
pub(crate) fn report(origin: Origin, range: Range<usize>, message: String, help: String) -> Report {
    let mut report = without_place(message, help);
    report.primary = Some(Place { origin, range: range.start as u32..range.end as u32, label: String::new() });
    report
}
