//! E0631 `no-debugger`: no debugger was found.
//! It owns the words; it must not know how debuggers are searched.

use project::Report;
use source::{DiagnosticKind, Severity};

use crate::system::debuggers::Debugger;

/// The kind E0631.
pub const NO_DEBUGGER: DiagnosticKind = DiagnosticKind {
    code: "E0631",
    name: "no-debugger",
    title: "no debugger was found",
    explanation: "\
`lang debug` starts a debugger that is installed: `gdb`, else `lldb`, by these names or with a version behind them
(`lldb-22`), in the folders of the environment variable `PATH`. `--debugger` asks for one of the two. On Debian they come
with `apt install gdb` and `apt install lldb`.

Other debuggers read what `lang build` makes: it has debug information where nothing is optimised.",
    severity: Severity::Error,
};

/// None, or not the one that was asked for.
pub(crate) fn report(wanted: Option<Debugger>) -> Report {
    let (missing, install) = match wanted {
        Some(debugger) => (format!("the debugger `{}` is not", debugger.name()), debugger.name()),
        None => ("neither gdb nor lldb is".to_owned(), "gdb"),
    };
    let mut report = Report::without_place(&NO_DEBUGGER, format!("{missing} in a folder of PATH"));
    report.help.push(format!(
        "install it (on Debian `apt install {install}`), or start your own with what `lang build` makes"
    ));
    report
}
