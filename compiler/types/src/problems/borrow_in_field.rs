//! Borrow in a field or case.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0246",
    name: "borrow-in-field",
    title: "borrow in a field or case",
    explanation: "\
Fields and cases own what they hold; only a `type view` may hold borrows. Store the value itself, or a raw pointer for C.",
    severity: Severity::Error,
};

pub(crate) fn borrow_in_field(at: Anchor, what: &str, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("{what} cannot hold the borrow `{ty}`"))
        .help("hold the value itself; `String` is counted and cheap to copy")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn fields_own() {
        check(
            r#"
type A { let @name: ref String  let @pair: (mut i64, bool) }
"#,
            expect![[r#"
                1:21 E0246 the field `name` cannot hold the borrow `ref String`
                    help: hold the value itself; `String` is counted and cheap to copy
                1:44 E0246 the field `pair` cannot hold the borrow `(mut i64, bool)`
                    help: hold the value itself; `String` is counted and cheap to copy
            "#]],
        );
    }
}
