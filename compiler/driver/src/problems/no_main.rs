//! E0620 `no-main`: a program has no `main`.
//! It owns the words; it must not know how they are printed.

use project::{Loaded, Report};
use source::{DiagnosticKind, Severity};

/// The kind E0620.
pub const NO_MAIN: DiagnosticKind = DiagnosticKind {
    code: "E0620",
    name: "no-main",
    title: "a program has no `main`",
    explanation: "\
An executable begins in the function `main` of its entry: of the one file that is built, or of `main.lang` in a project.

```lang
fn main() {
  println(\"Hello!\")
}
```

It takes nothing and returns nothing or an `i32`, the exit code. For an object file without `main`, which C links, use
`lang build --emit obj`.",
    severity: Severity::Error,
};

/// At the start of the entry, where `main` would stand.
pub(crate) fn report(loaded: &Loaded) -> Report {
    let mut report = Report::without_place(&NO_MAIN, format!("{} has no function `main`", loaded.name));
    if loaded.is_library {
        report.notes.push("it is a library: it has lib.lang and no main.lang".to_string());
    }
    report.help.push("write fn main() { … }, or use --emit obj for an object that C links".to_string());
    report
}
