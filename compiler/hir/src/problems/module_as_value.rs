//! A module or a written type where a value is expected.

use source::{Db, Diagnostic, DiagnosticKind, Severity, Span};

use super::spelled;
use crate::Module;

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0104",
    name: "module-as-value",
    title: "a module or a written type as a value",
    explanation: "\
A module can only stand before a point (`vec.dot`), and a type such as `dyn Show` only where types stand.",
    severity: Severity::Error,
};

pub(crate) fn of_module(db: &dyn Db, module: Module, span: Span) -> Diagnostic {
    let path = spelled(db, module, span);
    KIND.at(span, format!("the module `{path}` is not a value"))
        .label("this is a module")
        .help("name an item of the module behind a point")
}

pub(crate) fn of_type(span: Span) -> Diagnostic {
    KIND.at(span, "a type is not a value").label("this is a type")
}

#[cfg(test)]
mod tests {
    use crate::fixture::check_modules;
    use expect_test::expect;

    #[test]
    fn modules_are_no_values() {
        check_modules(
            &[("", "import a.vec\nfn f -> i64 { let x = vec\n vec.zero() }"), ("a.vec", "pub fn zero -> i64 { 0 }")],
            expect![[r#"
                2:23 E0104 the module `a.vec` is not a value | this is a module
                    help: name an item of the module behind a point
            "#]],
        );
    }
}
