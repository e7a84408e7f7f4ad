//! Pointer to nothing that can be read.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0226",
    name: "untyped-pointer",
    title: "pointer to nothing that can be read",
    explanation: "\
`Pointer[()]` is C's `void *`, and an opaque C type has no known size. Convert the pointer first: `(p as Pointer[i32])[0]`.",
    severity: Severity::Error,
};

pub(crate) fn untyped_pointer(at: Anchor, target: &str) -> Problem {
    Problem::new(&KIND, at, format!("what a `Pointer[{target}]` leads to has no size"))
        .help("convert the pointer first: `(p as Pointer[T])[0]`")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn void_and_opaque() {
        check(
            r#"
extern { type FILE }
fn f(p: Pointer[()], q: Pointer[FILE]) {
 unsafe {
 let a = p[0]
 let b = q[0]
 }
}
"#,
            expect![[r#"
                4:10 E0226 what a `Pointer[()]` leads to has no size
                    help: convert the pointer first: `(p as Pointer[T])[0]`
                5:10 E0226 what a `Pointer[FILE]` leads to has no size
                    help: convert the pointer first: `(p as Pointer[T])[0]`
            "#]],
        );
    }
}
