//! `zeroed` of a type that is not plain bits.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0242",
    name: "zeroed-owner",
    title: "`zeroed` of a type that is not plain bits",
    explanation: "\
All bytes zero are no owner, string or borrow. `zeroed` makes scalars, raw pointers and `copy` types.",
    severity: Severity::Error,
};

pub(crate) fn zeroed_owner(at: Anchor, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{ty}` is not plain bits and cannot be zeroed"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn strings_and_heap_types() {
        check(
            r#"
type H { let @x: i64 }
fn f() {
 unsafe {
 let a = zeroed[String]()
 let b: H = zeroed()
 let c: [i64; 4] = zeroed()
 }
}
"#,
            expect![[r#"
                4:10 E0242 `String` is not plain bits and cannot be zeroed
                5:13 E0242 `H` is not plain bits and cannot be zeroed
            "#]],
        );
    }
}
