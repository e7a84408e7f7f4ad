//! Value cannot be indexed.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0225",
    name: "not-indexable",
    title: "value cannot be indexed",
    explanation: "\
Arrays, slices and raw pointers are indexed: `a[i]`, `p[i]`.",
    severity: Severity::Error,
};

pub(crate) fn not_indexable(at: Anchor, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("a value of type `{ty}` cannot be indexed"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn numbers_and_strings() {
        check(
            r#"
fn f(n: i64, s: String, a: [i64; 2]) {
 println(n[0])
 println(s[0])
 println(a[true])
}
"#,
            expect![[r#"
                2:10 E0225 a value of type `i64` cannot be indexed
                3:10 E0225 a value of type `String` cannot be indexed
                    help: `s.bytes()` lends its bytes: `s.bytes()[i]`
                4:12 E0201 expected an integer, found `bool` | this is `bool`
                    note: an index is of any integer type
            "#]],
        );
    }
}
