//! Invalid array length.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0248",
    name: "array-length",
    title: "invalid array length",
    explanation: "\
The length of an array is an integer that is known while compiling, not negative and not larger than memory.",
    severity: Severity::Error,
};

pub(crate) fn array_length(at: Anchor, length: &str) -> Problem {
    Problem::new(&KIND, at, format!("invalid array length: {length}"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn too_large_or_unknown() {
        check(
            r#"
let N = 0 - 1
fn g() -> i64 { 3 }
fn f(n: i64, a: [u8; N], b: [u8; 99999999999999], c: [u8; 1.5], d: [u8; g()]) {
 let x = [0; n]
 let y = [0; N]
 let z = [0; g() + 1]
 println(z[0] + d[0] as i64)
}
"#,
            expect![[r#"
                3:17 E0248 invalid array length: -1
                3:29 E0248 invalid array length: 99999999999999
                3:54 E0248 invalid array length: the length must be an integer
                4:14 E0259 a variable cannot be part of a constant
                5:14 E0248 invalid array length: -1
            "#]],
        );
    }
}
