//! Type is too large.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0253",
    name: "type-too-large",
    title: "type is too large",
    explanation: "\
A value must be smaller than 2 GiB, on the stack and on the heap. C's `malloc` gives larger blocks of memory.",
    severity: Severity::Error,
};

pub(crate) fn type_too_large(at: Anchor, what: &str) -> Problem {
    Problem::new(&KIND, at, format!("{what} has values of 2 GiB or more"))
        .help("use smaller arrays, or memory from C's `malloc`")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn arrays_of_arrays() {
        check(
            r#"
type copy A { let @x: [[u8; 1000000000]; 1000000000] }
type B { let @x: [i64; 268435455]  let @y: [A; 0] }
type C { let @x: [i64; 268435456] }
type union D { let @x: [C; 268435455]  let @y: [[[[u64; 2147483647]; 2147483647]; 2147483647]; 2147483647] }
"#,
            expect![[r#"
                1:11 E0253 `A` has values of 2 GiB or more
                    help: use smaller arrays, or memory from C's `malloc`
                3:6 E0253 `C` has values of 2 GiB or more
                    help: use smaller arrays, or memory from C's `malloc`
                4:21 E0251 the field `x` of type `[C; 268435455]` cannot be in a `type union`
                    note: what it holds is plain bits: scalars, raw pointers, `extern fn` pointers, other `copy` types
                    help: declare it `type inline`
            "#]],
        );
    }

    #[test]
    fn arrays_and_tuples_in_signatures_and_bodies() {
        let nested = format!("{}i64{}", "[".repeat(61), "; 2]".repeat(61));
        check(
            &format!(
                r#"
fn f(_x: {nested}) {{}}
fn g -> ([u8; 2147483640], i64) {{ loop {{}} }}
fn h {{ let _a: [i64; 300000000] = [0; 300000000] }}
fn i -> u8 {{ ([0 as u8; 2147483647], 1 as u8).1 }}
extern {{ fn j(a: [[u8; 65536]; 65536]) }}
test "k" {{ assert([[1; 65536]; 65536][0][0] == 1) }}
fn l(p: Pointer[{nested}]) {{}}
"#
            ),
            expect![[r#"
                1:10 E0253 this type has values of 2 GiB or more
                    help: use smaller arrays, or memory from C's `malloc`
                2:9 E0253 this type has values of 2 GiB or more
                    help: use smaller arrays, or memory from C's `malloc`
                3:35 E0253 the type of this has values of 2 GiB or more
                    help: use smaller arrays, or memory from C's `malloc`
                4:14 E0253 the type of this has values of 2 GiB or more
                    help: use smaller arrays, or memory from C's `malloc`
                5:18 E0253 this type has values of 2 GiB or more
                    help: use smaller arrays, or memory from C's `malloc`
                6:19 E0253 the type of this has values of 2 GiB or more
                    help: use smaller arrays, or memory from C's `malloc`
            "#]],
        );
    }
}
