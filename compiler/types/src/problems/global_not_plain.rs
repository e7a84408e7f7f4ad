//! Global that is not plain.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0280",
    name: "global-not-plain",
    title: "global that is not of a plain type",
    explanation: "\
A global is one place for the whole run that anybody may write at any time, C included. So its type is plain: scalars, raw
pointers, `extern fn` pointers, `copy` types and unions, and tuples and arrays of these. What has an owner, a count or a borrow
would have to be looked after.

Wrong:
    let mut name: String = \"nobody\"
Right:
    let mut name: Pointer[u8] = c\"nobody\"",
    severity: Severity::Error,
};

pub(crate) fn global_not_plain(at: Anchor, name: &str, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("the global `{name}` cannot be of type `{ty}`"))
        .note("a global is plain bits: scalars, raw pointers, `extern fn` pointers, `copy` types, tuples and arrays of these")
        .help("keep a pointer to it, or pass it to the functions that need it")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn owners_counts_and_nothing() {
        check(
            r#"
type H { let @x: i64 }
type inline I { let @x: i64 }
type copy C { let @x: i64 }
type union U { let @x: i64  let @y: f64 }
let mut a: String = "a"
let mut b: H = H(1)
let mut c: (i64, [I; 2]) = (1, [I(1), I(2)])
let mut d: () = ()
let mut e: (C, [f32; 2], Pointer[H]) = (C(1), [1.0, 2.0], Pointer.null())
let mut f: U = U(x: 1)
let mut g: extern fn (i64) -> i64 = same
let mut h: ref i64 = 1
extern fn same(x: i64) -> i64 { x }
"#,
            expect![[r#"
                5:12 E0280 the global `a` cannot be of type `String`
                    note: a global is plain bits: scalars, raw pointers, `extern fn` pointers, `copy` types, tuples and arrays of these
                    help: keep a pointer to it, or pass it to the functions that need it
                6:12 E0280 the global `b` cannot be of type `H`
                    note: a global is plain bits: scalars, raw pointers, `extern fn` pointers, `copy` types, tuples and arrays of these
                    help: keep a pointer to it, or pass it to the functions that need it
                7:12 E0280 the global `c` cannot be of type `(i64, [I; 2])`
                    note: a global is plain bits: scalars, raw pointers, `extern fn` pointers, `copy` types, tuples and arrays of these
                    help: keep a pointer to it, or pass it to the functions that need it
                8:12 E0280 the global `d` cannot be of type `()`
                    note: a global is plain bits: scalars, raw pointers, `extern fn` pointers, `copy` types, tuples and arrays of these
                    help: keep a pointer to it, or pass it to the functions that need it
                12:12 E0244 the borrow `ref i64` cannot stand here
            "#]],
        );
    }
}
