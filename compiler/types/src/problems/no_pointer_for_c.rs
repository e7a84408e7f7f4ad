//! No pointer for C.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0282",
    name: "no-pointer-for-c",
    title: "no pointer for C",
    explanation: "\
Where a C function expects `Pointer[T]`, these become it by themselves: `ref x` and `mut x` of a `T`, or of an array or `Array` of `T`, any
pointer and borrow where it is `Pointer[()]`, `c\"…\"`, and a `String` where it is `Pointer[u8]`. What C may write through is
written `mut`. Everything else needs `as`.

Wrong:
    let mut now: [i64; 1] = [0]
    unsafe { time(now) }
Right:
    let mut now: [i64; 1] = [0]
    unsafe { time(mut now) }",
    severity: Severity::Error,
};

/// What is to be done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PointerAdvice {
    /// The value itself is there, and would fit if it were lent.
    Lend,
    /// A number is written, as C allows for `NULL`.
    Number,
    /// Another type is lent.
    Cast,
    /// A borrow leads to a pointer, where any pointer will do.
    AddressOrPointer,
    /// A string, where any pointer will do.
    BytesOrObject,
    /// An `Array`, where any pointer will do.
    ElementsOrArray,
    /// A string that C would write to.
    StringsDoNotChange,
    /// An object of a heap type.
    ObjectIsOpaque,
    /// An owner itself, where any pointer will do.
    Owner,
}

pub(crate) fn no_pointer_for_c(at: Anchor, expected: &str, found: &str, advice: PointerAdvice) -> Problem {
    let problem = Problem::new(&KIND, at, format!("C expects `{expected}` here, found `{found}`"));
    match advice {
        PointerAdvice::Lend => problem.help("lend it: `ref …` if C only reads it, `mut …` if C writes to it"),
        PointerAdvice::Number => problem
            .help(format!("C's `NULL` is `Pointer.null()`; a number that is an address is written `… as {expected}`")),
        PointerAdvice::Cast => problem.help(format!(
            "a borrow becomes a pointer to its own type; `… as {expected}` looks at it as another, which C must expect"
        )),
        PointerAdvice::AddressOrPointer => problem.help(format!(
            "its address is `… as {expected}`; for the pointer that it leads to, read that into a `let` first"
        )),
        PointerAdvice::BytesOrObject => {
            problem.help("`.c_string()` passes its bytes, `ref … as Pointer[()]` the address of the counted object")
        }
        PointerAdvice::ElementsOrArray => problem.help(format!(
            "`… as {expected}` is the address of the `Array` itself; lent as a slice, `ref a[..]` or `mut a[..]`, it passes \
             its elements"
        )),
        PointerAdvice::StringsDoNotChange => problem
            .note("a `String` never changes, and others may share it")
            .help("lend C an array to write to, `mut buffer`, and make a `String` of it by `String.from_c`"),
        PointerAdvice::Owner => problem
            .note("its owner frees it at the end of its scope, or where it is moved to")
            .help("`ref …` lends C the object, `.into_raw()` gives it away"),
        PointerAdvice::ObjectIsOpaque => problem.help("an object of a heap type becomes a `Pointer[()]` only"),
    }
}

/// `0` or `Pointer.null()` where C's parameter is declared as a borrow.
pub(crate) fn null_for_borrow(at: Anchor, expected: &str) -> Problem {
    let target = expected.trim_start_matches("mut ").trim_start_matches("ref ");
    Problem::new(&KIND, at, format!("C's parameter is declared `{expected}`, which is never null"))
        .help(format!("declare it `Pointer[{target}]` in `extern {{ … }}`, then `Pointer.null()` is C's `NULL`"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn each_advice() {
        check(
            r#"
type H { let @x: i32 }
extern {
 fn numbers(p: Pointer[i32])
 fn bytes(p: Pointer[u8])
 fn any(p: Pointer[()])
 fn ends(p: Pointer[Pointer[u8]])
 fn object(p: Pointer[H])
 fn filled(p: mut Pointer[u8], q: ref i32)
 fn given(p: Pointer[H.Object])
}
fn f(lent: ref Pointer[u8], text: mut String, h: mut H, words: ref [i32; 2]) {
 let mut n: i32 = 1
 let mut w: i64 = 1
 let mut s = "a"
 let mut p: Pointer[u8] = Pointer.null()
 unsafe {
  numbers(n)
  numbers(0)
  bytes(5)
  any(0)
  numbers(mut w)
  numbers(words)
  numbers(ref [1, 2])
  numbers(ref 5)
  bytes(mut n)
  bytes(mut s)
  bytes(s)
  bytes(text)
  bytes("b")
  bytes(lent)
  any(s)
  any(lent)
  any(p)
  any(mut p)
  any(h)
  any(words)
  any(n)
  ends(mut p)
  ends(p)
  object(h)
  any(H(1))
  given(H(1))
  filled(0, 0)
  filled(Pointer.null(), Pointer.null())
  filled(p, ref n)
  any(w)
 }
}
"#,
            expect![[r#"
                17:11 E0282 C expects `Pointer[i32]` here, found `i32`
                    help: lend it: `ref …` if C only reads it, `mut …` if C writes to it
                18:11 E0282 C expects `Pointer[i32]` here, found `i64`
                    help: C's `NULL` is `Pointer.null()`; a number that is an address is written `… as Pointer[i32]`
                19:9 E0282 C expects `Pointer[u8]` here, found `i64`
                    help: C's `NULL` is `Pointer.null()`; a number that is an address is written `… as Pointer[u8]`
                20:7 E0282 C expects `Pointer[()]` here, found `i64`
                    help: C's `NULL` is `Pointer.null()`; a number that is an address is written `… as Pointer[()]`
                21:11 E0282 C expects `Pointer[i32]` here, found `mut i64`
                    help: a borrow becomes a pointer to its own type; `… as Pointer[i32]` looks at it as another, which C must expect
                25:9 E0282 C expects `Pointer[u8]` here, found `mut i32`
                    help: a borrow becomes a pointer to its own type; `… as Pointer[u8]` looks at it as another, which C must expect
                26:9 E0282 C expects `Pointer[u8]` here, found `mut String`
                    note: a `String` never changes, and others may share it
                    help: lend C an array to write to, `mut buffer`, and make a `String` of it by `String.from_c`
                31:7 E0282 C expects `Pointer[()]` here, found `String`
                    help: `.c_string()` passes its bytes, `ref … as Pointer[()]` the address of the counted object
                32:7 E0282 C expects `Pointer[()]` here, found `ref Pointer[u8]`
                    help: its address is `… as Pointer[()]`; for the pointer that it leads to, read that into a `let` first
                37:7 E0282 C expects `Pointer[()]` here, found `i32`
                    help: lend it: `ref …` if C only reads it, `mut …` if C writes to it
                39:8 E0282 C expects `Pointer[Pointer[u8]]` here, found `Pointer[u8]`
                    help: lend it: `ref …` if C only reads it, `mut …` if C writes to it
                40:10 E0282 C expects `Pointer[H]` here, found `mut H`
                    help: an object of a heap type becomes a `Pointer[()]` only
                41:7 E0282 C expects `Pointer[()]` here, found `H`
                    note: its owner frees it at the end of its scope, or where it is moved to
                    help: `ref …` lends C the object, `.into_raw()` gives it away
                42:9 E0201 expected `Pointer[H.Object]`, found `H` | this is `H`
                    help: `.into_raw()` gives the object away
                43:10 E0282 C's parameter is declared `mut Pointer[u8]`, which is never null
                    help: declare it `Pointer[Pointer[u8]]` in `extern { … }`, then `Pointer.null()` is C's `NULL`
                43:13 E0282 C's parameter is declared `ref i32`, which is never null
                    help: declare it `Pointer[i32]` in `extern { … }`, then `Pointer.null()` is C's `NULL`
                44:10 E0282 C's parameter is declared `mut Pointer[u8]`, which is never null
                    help: declare it `Pointer[Pointer[u8]]` in `extern { … }`, then `Pointer.null()` is C's `NULL`
                44:26 E0282 C's parameter is declared `ref i32`, which is never null
                    help: declare it `Pointer[i32]` in `extern { … }`, then `Pointer.null()` is C's `NULL`
                45:10 E0234 this is lent as `mut Pointer[u8]`, and `mut` must be written
                    help: write `mut` before it
                46:7 E0282 C expects `Pointer[()]` here, found `i64`
                    help: lend it: `ref …` if C only reads it, `mut …` if C writes to it
            "#]],
        );
    }
}
