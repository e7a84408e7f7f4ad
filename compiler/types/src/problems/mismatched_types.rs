//! Types do not agree.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0201",
    name: "mismatched-types",
    title: "types do not agree",
    explanation: "\
A value stands where a value of another type is needed. Nothing is converted silently.

```
fn half(x: f64) -> f64 { x / 2.0 }
fn main() {
  let n: i32 = 3
  println(half(n))          # n is an `i32`
  println(half(n as f64))   # converted
}
```

A literal takes the type that is needed, so `half(3)` is fine.",
    severity: Severity::Error,
};

pub(crate) fn mismatched_types(at: Anchor, expected: &str, found: &str) -> Problem {
    Problem::new(&KIND, at, format!("expected `{expected}`, found `{found}`")).label(format!("this is `{found}`"))
}

pub(crate) fn not_a_range(at: Anchor, found: &str) -> Problem {
    Problem::new(&KIND, at, format!("expected a range, found `{found}`"))
        .label(format!("this is `{found}`"))
        .help("write a range: `0..n` ends before `n`, `0..=n` with it")
}

pub(crate) fn not_an_integer(at: Anchor, found: &str) -> Problem {
    Problem::new(&KIND, at, format!("expected an integer, found `{found}`")).label(format!("this is `{found}`"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn a_value_of_another_type() {
        check(
            r#"
fn half(x: f64) -> f64 { x / 2.0 }
fn f(n: i32) -> f64 { half(n) }
"#,
            expect![[r#"
                2:28 E0201 expected `f64`, found `i32` | this is `i32`
                    help: convert it: `… as f64`
            "#]],
        );
    }

    #[test]
    fn a_ref_does_not_become_a_mut_by_a_cast() {
        check(
            r#"
fn f(x: ref i64) -> mut i64 { x }
fn g(x: ref f64) -> f64 { h(x)
 x }
fn h(x: mut f64) { x = 1.0 }
fn k(x: ref i32) -> ref i64 { x }
"#,
            expect![[r#"
                1:31 E0201 expected `mut i64`, found `ref i64` | this is `ref i64`
                    help: through a `ref` nothing is changed or lent `mut`: declare what is lent here as `mut i64`
                2:29 E0201 expected `mut f64`, found `ref f64` | this is `ref f64`
                    help: through a `ref` nothing is changed or lent `mut`: declare what is lent here as `mut f64`
                5:31 E0201 expected `ref i64`, found `ref i32` | this is `ref i32`
            "#]],
        );
    }

    #[test]
    fn text_for_c() {
        check(
            r#"
extern { fn puts(text: Pointer[u8]) -> i32 }
fn f(n: i64) -> bool { unsafe { puts("a") }
 n }
"#,
            expect![[r#"
                3:2 E0201 expected `bool`, found `i64` | this is `i64`
                    help: compare it: `… != 0`
            "#]],
        );
    }

    #[test]
    fn pointers() {
        check(
            r#"
extern { fn malloc(n: u64) -> Pointer[()] }
type K { let @x: i64 }
fn f(p: Pointer[i64], lent: ref Pointer[K], k: K, n: i64, s: String, c: bool) -> bool {
 if p { return p }
 while lent { }
 if c && unsafe { p } { assert(p.offset(1)) }
 let a: Pointer[K] = unsafe { malloc(8) }
 unsafe { let b: Pointer[K] = malloc(8) }
 let d: Pointer[K] = p
 let e: Pointer[K] = 0
 let g: Pointer[K] = n
 let h: Pointer[K.Object] = k
 let i: Pointer[i64] = n
 let j: String = c"text"
 let l: String = p as Pointer[u8]
 let m: Pointer[u8] = s
 let o: Pointer[u8] = "text"
 let q: i64 = p
 let r: K = p as Pointer[K.Object]
 !p || !lent[0].x
}
"#,
            expect![[r#"
                4:5 E0201 expected `bool`, found `Pointer[i64]` | this is `Pointer[i64]`
                    help: compare it: `… != Pointer.null()`
                4:16 E0201 expected `bool`, found `Pointer[i64]` | this is `Pointer[i64]`
                    help: compare it: `… != Pointer.null()`
                5:8 E0201 expected `bool`, found `ref Pointer[K]` | this is `ref Pointer[K]`
                    help: compare it: `… != Pointer.null()`
                6:19 E0201 expected `bool`, found `Pointer[i64]` | this is `Pointer[i64]`
                    help: compare it: `… != Pointer.null()`
                6:32 E0201 expected `bool`, found `Pointer[i64]` | this is `Pointer[i64]`
                    help: compare it: `… != Pointer.null()`
                7:31 E0201 expected `Pointer[K]`, found `Pointer[()]` | this is `Pointer[()]`
                    help: `… as Pointer[K]` looks at the memory as that type
                8:31 E0201 expected `Pointer[K]`, found `Pointer[()]` | this is `Pointer[()]`
                    help: `… as Pointer[K]` looks at the memory as that type
                9:22 E0201 expected `Pointer[K]`, found `Pointer[i64]` | this is `Pointer[i64]`
                    help: `… as Pointer[K]` looks at the memory as that type
                10:22 E0201 expected `Pointer[K]`, found `i64` | this is `i64`
                    help: C's `NULL` is `Pointer.null()`
                11:22 E0201 expected `Pointer[K]`, found `i64` | this is `i64`
                    help: a number that is an address is written `… as u64 as Pointer[K]`
                12:29 E0201 expected `Pointer[K.Object]`, found `K` | this is `K`
                    help: `.into_raw()` gives the object away
                13:24 E0201 expected `Pointer[i64]`, found `i64` | this is `i64`
                    help: a number that is an address is written `… as u64 as Pointer[i64]`
                14:18 E0201 expected `String`, found `Pointer[u8]` | this is `Pointer[u8]`
                    help: write it without the `c`
                15:18 E0201 expected `String`, found `Pointer[u8]` | this is `Pointer[u8]`
                    help: `String.from_c(…)` copies the text, in `unsafe`
                16:23 E0201 expected `Pointer[u8]`, found `String` | this is `String`
                    help: `.c_string()` gives the text to C
                17:23 E0201 expected `Pointer[u8]`, found `String` | this is `String`
                    help: write it `c"…"`
                18:15 E0201 expected `i64`, found `Pointer[i64]` | this is `Pointer[i64]`
                    help: `… as i64` is its address, `p[0]` what it leads to
                19:13 E0201 expected `K`, found `Pointer[K.Object]` | this is `Pointer[K.Object]`
                    help: `K.from_raw(p)` makes it an owner, in `unsafe`
                20:2 E0205 `!` does not work on `Pointer[i64]`
                    help: compare it: `… == Pointer.null()`
                20:8 E0201 expected `bool`, found `i64` | this is `i64`
                    help: compare it: `… != 0`
                20:9 E0224 using what a raw pointer leads to needs `unsafe`
                    help: write `unsafe { … }` around it
            "#]],
        );
    }

    #[test]
    fn an_empty_block_is_no_value() {
        check(
            r#"
fn f(c: bool) -> i64 { if c { 1 } else { let x = 2 } }
"#,
            expect![[r#"
                1:40 E0201 expected `i64`, found `()` | this is `()`
                    note: a block's value is its last expression; this block ends in a statement
            "#]],
        );
    }

    #[test]
    fn a_root_cause_is_reported_once() {
        check(
            r#"
fn f() -> i64 { let x: i32 = true
 let y = x + 1
 y as i64 }
"#,
            expect![[r#"
                1:30 E0201 expected `i32`, found `bool` | this is `bool`
            "#]],
        );
    }

    #[test]
    fn types_of_one_name_are_told_apart() {
        check(
            r#"
//a
pub type copy Point { pub let @x: i64 }
pub fn take(p: Point) -> i64 { p.x }
//b
pub type copy Point { pub let @x: i64 }
//main
import a
import b (Point)
fn f(p: Point, ps: [Point; 2]) -> i64 { let qs: [a.Point; 2] = ps  a.take(p) + qs[0].x }
"#,
            expect![[r#"
                3:64 E0201 expected `[a.Point; 2]`, found `[b.Point; 2]` | this is `[b.Point; 2]`
                3:75 E0201 expected `a.Point`, found `b.Point` | this is `b.Point`
            "#]],
        );
    }

    #[test]
    fn a_function_that_lends_a_dyn_takes_no_pointer_to_one() {
        check(
            r#"
trait Speak { fn speak -> i64 }
type inline Box[T] {
  let @value: T
  fn with[R](body: ref fn (ref T) -> R) -> R { body(ref @value) }
}
fn say(who: ref dyn Speak) -> i64 { who.speak() }
fn f(all: ref Box[dyn Speak]) -> i64 { all.with(fn (one: ref dyn Speak) -> i64 { one.speak() }) }
fn g(all: ref Box[dyn Speak]) { let _n = all.with(say) }
"#,
            expect![[r#"
                8:51 E0201 expected `ref fn (ref dyn Speak) -> _`, found `ref fn (ref dyn Speak) -> i64` | this is `ref fn (ref dyn Speak) -> i64`
                    help: where a type parameter stands for a closure or `dyn`, what is lent leads to the owned one, and no written type says so: pass a literal, as in `fn (x) { … }`, whose parameters get their types from here
            "#]],
        );
    }
}
