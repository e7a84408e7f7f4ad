//! Variadic function with a body.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0254",
    name: "variadic-definition",
    title: "variadic function with a body",
    explanation: "\
`...` declares C functions. Functions of the language have a fixed number of parameters.",
    severity: Severity::Error,
};

pub(crate) fn variadic_definition(at: Anchor, name: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{name}` has a body and cannot be variadic"))
}
