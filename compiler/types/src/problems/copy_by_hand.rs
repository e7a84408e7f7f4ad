//! An `impl` of `Copy`.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0302",
    name: "copy-by-hand",
    title: "`Copy` given to a type",
    explanation: "\
A type that is copied on use has the trait `Copy` by itself: scalars, pointers, `String`, `type copy`. Nobody gives it to others, which own what they hold. What is copied has `Clone` by that.",
    severity: Severity::Error,
};

/// A `Clone` for what is copied on use.
pub(crate) fn clone_by_hand(at: Anchor, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{ty}` is copied on use, which is its `Clone`")).help("leave the `impl` out")
}

pub(crate) fn copy_by_hand(at: Anchor, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{ty}` gets the trait `Copy` from its declaration"))
        .help("leave the `impl` out; a type of plain bits is declared as `type copy`")
}
