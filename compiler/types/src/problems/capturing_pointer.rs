//! Closure with captures where C expects a function.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0314",
    name: "capturing-pointer",
    title: "closure with captures where an `extern fn` is expected",
    explanation: "\
An `extern fn` is the address of a function and nothing else, so a closure becomes one only if it captures nothing. What it
needs is passed to C as user data: a pointer, which C hands back.

    unsafe { each(fn (n: i64) { total += n }) }                            # wrong
    unsafe { each_with(add, mut total as Pointer[()]) }                    # right",
    severity: Severity::Error,
};

/// The variable `name` is captured by a closure that is an `extern fn`.
pub fn capturing_pointer(at: ExpressionId, name: &str) -> Problem {
    let message = format!("an `extern fn` captures nothing, and this closure captures `{name}`");
    Problem::new(&KIND, Anchor::Expression(at), message)
        .help(format!("pass it as C's user data: `mut {name} as Pointer[()]`"))
}
