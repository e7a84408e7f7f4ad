//! An expression that should have a meaning by now and has none, though nobody has reported anything: a mistake of the
//! compiler's. Without this report the body would be left out in silence, and the linker would miss it.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// A mistake of the compiler's.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0271",
    name: "untranslated",
    title: "an expression that the compiler cannot translate",
    severity: Severity::Error,
    explanation: r#"
The compiler has found nothing wrong with this expression and cannot translate it all the same. That is a mistake of the compiler's:
please report it with the program. Another spelling of the expression may help until it is mended.
"#,
};

/// The problem at the expression.
pub fn problem(at: ExpressionId) -> Problem {
    Problem::new(
        &KIND,
        Anchor::Expression(at),
        "the compiler cannot translate this, which is a mistake of its own: please report it",
    )
    .help("write the expression in another way, or in parts")
}
