//! Underaligned field lent.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0235",
    name: "underaligned-borrow",
    title: "underaligned field lent",
    explanation: "\
A field of a `@[packed]` type may lie at an address that its type does not allow, so it cannot be lent. Copy it first.",
    severity: Severity::Error,
};

pub(crate) fn underaligned_borrow(at: Anchor, ty: &str, align: u32) -> Problem {
    Problem::new(&KIND, at, format!("this `{ty}` may not lie at a multiple of {align} bytes and cannot be lent"))
        .note("it is a part of a `@[packed]` type")
        .help("copy it into a variable first")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn of_packed_types() {
        check(
            r#"
@[packed]
type copy P { let @a: u8  let @b: u32  let @c: [u8; 2] }
fn g(n: ref u32) {}
fn h(n: ref [u8; 2]) {}
fn f(p: P) {
 g(p.b)
 h(p.c)
 println(p.b)
 let r = ref p.b
}
"#,
            expect![[r#"
                6:4 E0235 this `u32` may not lie at a multiple of 4 bytes and cannot be lent
                    note: it is a part of a `@[packed]` type
                    help: copy it into a variable first
                9:14 E0235 this `u32` may not lie at a multiple of 4 bytes and cannot be lent
                    note: it is a part of a `@[packed]` type
                    help: copy it into a variable first
            "#]],
        );
    }
}
