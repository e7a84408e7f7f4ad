//! A derived trait that some part of the type has not.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0306",
    name: "underivable",
    title: "a trait that cannot be derived",
    explanation: "\
An `impl` without a body makes the methods of `Equal`, `Order`, `Hash`, `Show` or `Clone` part by part, so all parts have the trait. \
A part in a packed structure must be copied on use, because no borrow leads there. Write the body otherwise.",
    severity: Severity::Error,
};

pub(crate) fn underivable(at: Anchor, of: &str, ty: &str, why: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{of}` cannot be derived for `{ty}`: {why}"))
        .help(format!("give the part the trait, or write the method: `impl {of} for {ty} {{ … }}`"))
}
