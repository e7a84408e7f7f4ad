//! Closure that changes what it has captured, though it may not.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};
use crate::ty::ClosureKind;

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0312",
    name: "changed-capture",
    title: "closure changes what it may not",
    explanation: "\
A `ref fn` may be called by several at a time and a `fn` by several threads: neither changes what it has captured. A
`mut fn` is called by one at a time and borrows what it changes; a `fn move` is called once and owns it.

    let mut n = 0
    let count: ref fn () = fn () { n += 1 }    # wrong
    let count: mut fn () = fn () { n += 1 }    # right",
    severity: Severity::Error,
};

/// `closure` changes the variable `name`, which it has captured, or gives it away.
pub fn changed_capture(at: ExpressionId, name: &str, closure: ClosureKind) -> Problem {
    let at = Anchor::Expression(at);
    let words = closure.words();
    let message = format!("a `{words}` does not change `{name}`, which it captures");
    match closure {
        ClosureKind::Ref => Problem::new(&KIND, at, message).help("declare what calls it as `mut fn`"),
        ClosureKind::Owned => {
            Problem::new(&KIND, at, message).help("a `mut fn` borrows and changes it, a `fn move` owns and changes it")
        }
        ClosureKind::Once | ClosureKind::Mut => {
            Problem::new(&KIND, at, format!("`{name}` is not `mut`, so no closure changes it"))
                .help(format!("declare it `let mut {name}`"))
        }
    }
}
