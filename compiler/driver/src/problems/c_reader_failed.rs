//! E0635 `c-reader-failed`: the process that reads C with clang's library gave no answer.
//! It owns the words; it must not know how processes are started.

use project::Report;
use source::{DiagnosticKind, Severity};

/// The kind E0635.
pub const C_READER_FAILED: DiagnosticKind = DiagnosticKind {
    code: "E0635",
    name: "c-reader-failed",
    title: "C could not be read with clang's library",
    explanation: "\
C is read by clang's library, in a process of its own: `libclang.so`, on Debian of the package `libclang1-22`, found where
LLVM is installed, in the environment variable LIBCLANG_PATH or behind `--libclang`. The process died, did not answer in time
or answered what cannot be understood, or clang could not go on at all, as without a header that is included.

```sh
lang abi --c-file library.h -- -Iinclude -DLARGE     # what clang needs to know
lang abi --c-file library.i --libclang none          # the embedded parser, for preprocessed C
```",
    severity: Severity::Error,
};

/// What happened, in words that follow `C could not be read with clang's library: `.
pub(crate) fn report(reason: &str) -> Report {
    let message = format!("C could not be read with clang's library: {reason}");
    let mut report = Report::without_place(&C_READER_FAILED, message);
    report.help.push(
        "tell clang where headers are (`-- -Iinclude`), name another library (--libclang PATH), or use the embedded parser on \
         the output of `cc -E` (--libclang none)"
            .to_string(),
    );
    report
}
