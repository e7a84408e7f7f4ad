//! What the language has and this compiler does not yet: the kind, which the rooms above share, and the names of the standard
//! library that are still to come.

use source::{Diagnostic, DiagnosticKind, Severity, Span};

/// What the language has and this compiler does not yet.
pub const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0299",
    name: "not-supported-yet",
    title: "not supported yet",
    explanation: "\
The language has it, this compiler does not yet: types and modules of the standard library that are still to come.",
    severity: Severity::Error,
};

/// Names that programs will know without an import.
const NAMES: &[&str] = &["Clone", "Copy", "Drop", "Equal", "Error", "From", "Iterator", "Order", "Range", "Show"];

/// Modules of the standard library to come.
const MODULES: &[&str] = &["env", "fs", "io", "math", "process", "time"];

/// The problem of an unknown name that will be known one day.
pub(crate) fn name(name: &str, span: Span) -> Option<Diagnostic> {
    NAMES.contains(&name).then(|| KIND.at(span, format!("not supported yet: `{name}`")))
}

/// The problem of an unknown module that will be there one day.
pub(crate) fn module(path: &str, span: Span) -> Option<Diagnostic> {
    let name = path.strip_prefix("std.")?;
    MODULES.contains(&name).then(|| KIND.at(span, format!("not supported yet: the module `{path}`")))
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;
    use expect_test::expect;

    #[test]
    fn names_of_the_library() {
        check(
            "import std.time (now)\nfn f(a: Range[i64]) { let b = Iterator(1)\n now(b) }\ntype Iterator { }\nfn g(a: Iterator) { }",
            expect![[r#"
                1:8 E0299 not supported yet: the module `std.time`
                2:9 E0299 not supported yet: `Range`
            "#]],
        );
    }
}
