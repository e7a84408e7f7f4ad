//! Owned closure that captures a borrow.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0313",
    name: "captured-borrow",
    title: "owned closure captures a borrow",
    explanation: "\
A `fn` and a `fn move` may live longer than what is around them, so they own what they capture and hold no borrows. A
`ref fn` and a `mut fn` are lent, and may.

    fn f(text: ref String) {
      let show = fn () { println(text) }            # wrong
      let show: ref fn () = fn () { println(text) } # right
    }",
    severity: Severity::Error,
};

/// The variable `name` of type `ty` is captured by an owned closure.
pub fn captured_borrow(at: ExpressionId, name: &str, ty: &str) -> Problem {
    let message = format!("an owned closure captures no borrow, and `{name}` is a `{ty}`");
    Problem::new(&KIND, Anchor::Expression(at), message)
        .help("capture a value of its own, or lend the closure: `let f: ref fn …`, a parameter `ref fn …`")
}
