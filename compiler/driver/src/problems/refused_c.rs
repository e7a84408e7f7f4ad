//! E0628 `refused-c`: the C compiler refuses a C file that was to be linked.
//! It owns the words; it must not know how C compilers are called.

use project::Report;
use source::{DiagnosticKind, Severity};

/// The kind E0628.
pub const REFUSED_C: DiagnosticKind = DiagnosticKind {
    code: "E0628",
    name: "refused-c",
    title: "the C compiler refused a file",
    explanation: "\
C files behind the program on the command line are compiled by the system's C compiler, `cc` or the one in `$CC`, and linked.
Its own words are in the message. A file that needs options of its own is compiled by hand, and its object is named
instead:

```sh
cc -c -DLARGE -Iinclude helper.c
lang run program.lang helper.o
```",
    severity: Severity::Error,
};

/// The C compiler's own words, with what was called.
pub(crate) fn report(file: &str, command: &str, output: &str) -> Report {
    let mut report = Report::without_place(&REFUSED_C, format!("the C compiler refuses {file}"));
    if !output.is_empty() {
        report.notes.push(output.to_string());
    }
    report.notes.push(format!("the command was {command}"));
    report
}
