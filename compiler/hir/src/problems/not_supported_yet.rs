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
const NAMES: &[&str] = &[
    "Atomic", "Clone", "Copy", "Drop", "Equal", "Error", "From", "Iterator", "Mutex", "Order", "Range", "Shared",
    "Show",
];

/// Modules of the standard library to come.
const MODULES: &[&str] = &["env", "fs", "io", "math", "process", "thread", "time"];

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
            "import std.thread (spawn)\nfn f(a: Mutex[i64]) { let b = Shared(1)\n spawn(b) }\ntype Shared { }\nfn g(a: Shared) { }",
            expect![[r#"
                1:8 E0299 not supported yet: the module `std.thread`
                2:9 E0299 not supported yet: `Mutex`
            "#]],
        );
    }
}
