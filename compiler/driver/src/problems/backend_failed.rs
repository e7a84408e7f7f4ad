//! E0624 `backend-failed`: the code generator cannot do this.
//! It owns the words; it must not know how they are printed.

use project::Report;
use source::{Db, DiagnosticKind, Severity, Span};

/// The kind E0624.
pub const BACKEND_FAILED: DiagnosticKind = DiagnosticKind {
    code: "E0624",
    name: "backend-failed",
    title: "the code generator cannot do this",
    explanation: "\
The program is correct, but the chosen code generator cannot make code for it; the message names what is missing. Another
one may: see `--backend` and `lang targets`. As this says nothing about the program, `lang` ends with exit code 2.",
    severity: Severity::Error,
};

/// A backend's refusal of a function whose name stands at `place`.
pub(crate) fn at(db: &dyn Db, place: Span, backend: &str, error: &mir::BackendError) -> Report {
    Report::of_diagnostic(db, &BACKEND_FAILED.at(place, message(backend, error)))
}

fn message(backend: &str, error: &mir::BackendError) -> String {
    format!("{backend}: {}", error.message)
}

/// A backend's refusal.
pub fn report(backend: &str, error: &mir::BackendError) -> Report {
    let mut report = Report::without_place(&BACKEND_FAILED, message(backend, error));
    if let Some(symbol) = &error.symbol {
        report.notes.push(format!("in {symbol}"));
    }
    report
}

/// A signature that the target's ABI description does not cover.
pub(crate) fn abi(error: &mir::AbiError) -> Report {
    let mut report = Report::without_place(&BACKEND_FAILED, error.unsupported.to_string());
    report.notes.push(format!("in {}", error.function));
    report
}
