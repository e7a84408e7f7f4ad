//! A slice from a raw pointer on, without its end.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0309",
    name: "endless-pointer-slice",
    title: "a slice from a raw pointer on has no end",
    explanation: "\
A raw pointer does not know how many elements it leads to, so `p[i..]` has no end. Write it: `p[i..j]`, up to and without
`j`.",
    severity: Severity::Error,
};

pub(crate) fn endless_pointer_slice(at: Anchor) -> Problem {
    Problem::new(&KIND, at, "a raw pointer does not know where its elements end").help("write the end: `p[0..count]`")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn the_end_is_written() {
        check(
            "fn f(p: Pointer[u8]) { unsafe { let a = ref p[1..]  let b = ref p[..]  let c = ref p[..2] } }",
            expect![[r#"
                1:47 E0309 a raw pointer does not know where its elements end
                    help: write the end: `p[0..count]`
                1:67 E0309 a raw pointer does not know where its elements end
                    help: write the end: `p[0..count]`
            "#]],
        );
    }
}
