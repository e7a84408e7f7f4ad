//! What should have a meaning by now and has none, though nobody has reported anything: a mistake of the compiler's.
//! Without this report the body would be left out in silence, and the linker would miss it.

use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// A mistake of the compiler's.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0271",
    name: "untranslated",
    title: "something that the compiler cannot translate",
    severity: Severity::Error,
    explanation: r#"
The compiler has found nothing wrong with this expression or item and cannot translate it all the same. That is a mistake of the
compiler's: please report it with the program. Another spelling may help until it is mended.
"#,
};

/// The problem at an expression, or at the name of an item of which no expression is known.
pub fn problem(at: Anchor) -> Problem {
    Problem::new(&KIND, at, "the compiler cannot translate this, which is a mistake of its own: please report it")
        .help("write it in another way, or in parts")
}
