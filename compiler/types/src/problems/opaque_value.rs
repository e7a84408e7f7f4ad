//! Opaque C type without a pointer.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0247",
    name: "opaque-value",
    title: "opaque C type without a pointer",
    explanation: "\
The size of an opaque C type is not known, so its values live only behind a pointer: `Pointer[FILE]`.",
    severity: Severity::Error,
};

pub(crate) fn opaque_value(at: Anchor, name: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{name}` is opaque: it can only stand behind a pointer"))
        .help(format!("write `Pointer[{name}]`"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn parameters_and_fields() {
        check(
            r#"
extern { type FILE
 fn open() -> FILE }
fn f(a: FILE, b: Pointer[FILE], c: ref FILE) { let x = FILE() }
"#,
            expect![[r#"
                2:15 E0247 `FILE` is opaque: it can only stand behind a pointer
                    help: write `Pointer[FILE]`
                3:9 E0247 `FILE` is opaque: it can only stand behind a pointer
                    help: write `Pointer[FILE]`
                3:56 E0247 `FILE` is opaque: it can only stand behind a pointer
                    help: write `Pointer[FILE]`
            "#]],
        );
    }
}
