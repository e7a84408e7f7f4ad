//! The description of one kind of diagnostic. Each kind is a constant in a file of its own, in the room that finds it,
//! and stands in that room's `ALL` list; this room must not know them all.

use crate::{Diagnostic, Severity, Span};

/// One kind of diagnostic: what `lang explain` prints and `@[allow(…)]` names.
#[derive(Debug)]
pub struct DiagnosticKind {
    /// `E0123` or `W0123`.
    pub code: &'static str,
    /// The name in `@[allow(name)]`, in kebab case; only warnings and hints can be allowed.
    pub name: &'static str,
    /// Short and lower-case.
    pub title: &'static str,
    /// Markdown: why it is wrong, an example, how to put it right.
    pub explanation: &'static str,
    /// Errors keep a program from being built.
    pub severity: Severity,
}

/// Kinds are equal when their codes are: a code names one kind.
impl PartialEq for DiagnosticKind {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for DiagnosticKind {}

impl DiagnosticKind {
    /// A diagnostic of this kind with its message and the place it speaks of.
    pub fn at(&'static self, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self, span, message)
    }
}
