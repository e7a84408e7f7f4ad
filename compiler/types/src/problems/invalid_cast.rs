//! Conversion does not exist.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0207",
    name: "invalid-cast",
    title: "conversion does not exist",
    explanation: "\
`as` converts numbers to numbers, `bool` to integers, raw pointers, `extern fn` pointers and 64-bit integers to each other,
and a borrow of `T` to `Pointer[T]` (of a heap type or `String` to `Pointer[()]`).",
    severity: Severity::Error,
};

pub(crate) fn invalid_cast(at: Anchor, from: &str, to: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{from}` cannot be converted to `{to}`"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn there_is_no_such_conversion() {
        check(
            r#"
type H { let @x: i64 }
fn f(n: i64, t: i32, s: String, h: ref H, x: ref i64) {
 let a = n as bool
 let b = s as i64
 let c = t as Pointer[u8]
 let d = h as Pointer[H]
 let e = x as Pointer[u8]
 let g = n as String
 let i = s as Pointer[u8]
 let j = "a" as Pointer[u8]
 let k = c"a" as String
 let l = i as bool
 let m = s as Pointer[()]
 let o = H(1) as Pointer[()]
}
"#,
            expect![[r#"
                3:10 E0207 `i64` cannot be converted to `bool`
                    help: compare it: `… != 0`
                4:10 E0207 `String` cannot be converted to `i64`
                    help: `….parse[i64]()` reads a number from text and gives a `Result`
                5:10 E0207 `i32` cannot be converted to `Pointer[u8]`
                    note: only 64-bit integers become pointers
                6:10 E0207 `ref H` cannot be converted to `Pointer[H]`
                    note: a borrow of `T` becomes its address, a `Pointer[T]`, `Pointer[()]` or `Pointer[u8]`; of a heap type `Pointer[()]`
                8:10 E0207 `i64` cannot be converted to `String`
                    help: `"${…}"` makes a `String` of it
                9:10 E0207 `String` cannot be converted to `Pointer[u8]`
                    help: `.c_string()` gives the text to C
                10:10 E0207 `String` cannot be converted to `Pointer[u8]`
                    help: write it `c"…"`
                11:10 E0207 `Pointer[u8]` cannot be converted to `String`
                    help: write it without the `c`
                12:10 E0207 `Pointer[u8]` cannot be converted to `bool`
                    help: compare it: `… != Pointer.null()`
                13:10 E0207 `String` cannot be converted to `Pointer[()]`
                    help: `.c_string()` gives the text to C, `ref … as Pointer[()]` the counted object
                14:10 E0207 `H` cannot be converted to `Pointer[()]`
                    help: `.into_raw()` gives its object away, `ref … as Pointer[()]` lends it
            "#]],
        );
    }
}
