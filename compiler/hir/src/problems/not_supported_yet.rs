//! What the language has and this compiler does not yet: the kind, which the rooms above share, and the names of the standard
//! library that are still to come.

use source::{Diagnostic, DiagnosticKind, Severity, Span};

/// What the language has and this compiler does not yet.
pub const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0299",
    name: "not-supported-yet",
    title: "not supported yet",
    explanation: "\
The language has it, this compiler does not yet: views, slices, `..` in patterns of
arrays, and the types of the standard library that are built on these.",
    severity: Severity::Error,
};

/// Names that programs will know without an import.
const NAMES: &[&str] = &[
    "Array", "Atomic", "Clone", "Copy", "Drop", "Equal", "Error", "From", "Hash", "Iterator", "Map", "Mutex", "Order",
    "Range", "Set", "Shared", "Show",
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
    fn the_rest_of_an_array() {
        check(
            "fn f(a: [i64; 3]) -> i64 {\n match a {\n case [x, .., y] -> x + y\n case [.. as rest, 1] | [_, .. as rest] -> rest[0]\n } }",
            expect![[r#"
                3:11 E0299 not supported yet: `..` in a pattern of an array
                    help: write a pattern for each element, `_` for those that do not matter
                4:8 E0299 not supported yet: `..` in a pattern of an array
                    help: write a pattern for each element, `_` for those that do not matter
                4:29 E0299 not supported yet: `..` in a pattern of an array
                    help: write a pattern for each element, `_` for those that do not matter
            "#]],
        );
    }

    #[test]
    fn names_of_the_library() {
        check(
            "import std.thread (spawn)\nfn f(a: Map[i64, i64]) { let b = Array(1)\n spawn(b) }\ntype Array { }\nfn g(a: Array) { }",
            expect![[r#"
                1:8 E0299 not supported yet: the module `std.thread`
                2:9 E0299 not supported yet: `Map`
            "#]],
        );
    }
}
