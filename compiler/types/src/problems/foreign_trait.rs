//! An `impl` in a package that owns neither trait nor type.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0283",
    name: "foreign-trait",
    title: "a trait of another package for a type of another package",
    explanation: "\
An `impl` of a trait stands in the package of the trait or in that of the type, so that no two packages give a type the same trait. Make a type of your own around the other, and give it the trait.",
    severity: Severity::Error,
};

pub(crate) fn foreign_trait(at: Anchor, of: &str, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("neither the trait `{of}` nor the type `{ty}` is of this package"))
        .help("make a type of your own that holds the other, and give it the trait")
}
