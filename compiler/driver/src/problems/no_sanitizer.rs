//! E0634 `no-sanitizer`: the library of a sanitizer was not found.
//! It owns the words; it must not know how it is searched.

use mir::Sanitizer;
use project::Report;
use source::{DiagnosticKind, Severity};

/// The kind E0634.
pub const NO_SANITIZER: DiagnosticKind = DiagnosticKind {
    code: "E0634",
    name: "no-sanitizer",
    title: "the library of a sanitizer was not found",
    explanation: "\
`--sanitize address` and `--sanitize thread` have each access to memory watched while the program runs. LLVM makes the code, and
the library that watches belongs to clang: the program is linked by the clang in the environment variable `CC`, by `clang-22` or
by `clang`, the first that has the library for this machine. On Debian it comes with `apt install clang-22 libclang-rt-22-dev`.

Programs for other machines are not sanitized.",
    severity: Severity::Error,
};

/// It is not there for this machine, or the program is for another.
pub(crate) fn report(sanitizer: Sanitizer, is_own_machine: bool) -> Report {
    let name = sanitizer.name();
    if !is_own_machine {
        let mut report =
            Report::without_place(&NO_SANITIZER, "only programs for this machine can be sanitized".to_string());
        report.help.push(format!("leave out --target, or --sanitize {name}"));
        return report;
    }
    let message = format!("no clang with the library for --sanitize {name} is in a folder of PATH");
    let mut report = Report::without_place(&NO_SANITIZER, message);
    report.help.push("install it (on Debian `apt install clang-22 libclang-rt-22-dev`)".to_string());
    report
}
