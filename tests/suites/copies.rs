//! Bytes are copied by a copy, a move, an assignment, or where the C ABI says so; by nothing else. Each small function
//! here is held to the copies that it needs, by target, as the lowered intermediate representation shows them; and to
//! what the optimiser leaves of them.

#[path = "copies/calls.rs"]
mod calls;
#[path = "copies/disassembly.rs"]
mod disassembly;

use std::path::Path;
use tests::{finish, lang_command};

/// What the functions use.
const PRELUDE: &str = "
type copy Large { let @a: i64  let @b: i64  let @c: i64 }
type copy Odd { let @a: [u8; 11] }
type copy Huge { let @a: [i64; 64] }
type copy Small { let @a: i32  let @b: f32 }
type inline Token { let @a: [i64; 5] }
type copy Nest { let @before: i64  let @large: Large  let @after: i64 }
extern {
  fn give(n: i64) -> Large
  fn take(v: Large) -> i64
  fn turn(v: Large) -> Large
  fn look(v: ref Large)
  fn odd(v: Odd) -> Odd
  fn give_token() -> Token
  fn take_token(v: Token)
  fn look_huge(v: ref Huge)
  fn take_huge(v: Huge) -> i64
}
fn call(does: ref fn (i64) -> i64) -> i64 { does(1) }
fn change(does: mut fn (i64)) { does(1) }
";

/// What it shows, the function, and what it copies on x86-64 and on AArch64.
type Case = (&'static str, &'static str, &'static [&'static str], &'static [&'static str]);

const CASES: [Case; 22] = [
    (
        "a result goes straight into a new variable, also if that is lent later",
        "fn f(n: i64) { let a = unsafe { give(n) }  unsafe { look(a) } }",
        &[],
        &[],
    ),
    ("a result goes straight to the caller", "fn f(n: i64) -> Large { unsafe { give(n) } }", &[], &[]),
    ("a result is built where the caller wants it", "fn f(n: i64) -> Large { Large(n, n, n) }", &[], &[]),
    (
        "a result of one branch or the other",
        "fn f(n: i64) -> Large { if n == 0 { unsafe { give(1) } } else { Large(n, n, n) } }",
        &[],
        &[],
    ),
    ("a parameter is used where it arrived", "fn f(v: Large) -> i64 { v.a + v.b + v.c }", &[], &[]),
    (
        "an argument in memory is copied for the callee",
        "fn f(v: Large) -> i64 { unsafe { take(v) } }",
        &[],
        &["24 argument"],
    ),
    ("what nobody uses afterwards is given away", "fn f(n: i64) -> i64 { unsafe { take(give(n)) } }", &[], &[]),
    ("the same through several calls", "fn f(n: i64) -> Large { unsafe { turn(turn(give(n))) } }", &[], &[]),
    (
        "what is moved is given away",
        "fn f() { let token = unsafe { give_token() }  unsafe { take_token(token) } }",
        &[],
        &[],
    ),
    ("a new value as an argument", "fn f(n: i64) -> i64 { unsafe { take(Large(n, n, n)) } }", &[], &[]),
    ("parts in registers are no copies", "fn f(v: Odd) -> Odd { unsafe { odd(odd(v)) } }", &[], &[]),
    ("a field as an argument", "fn f(n: ref Nest) -> i64 { unsafe { take(n.large) } }", &[], &["24 argument"]),
    (
        "a copy is one copy",
        "fn f(v: Large) -> i64 { let mut own = v  own.a = 1  own.a }",
        &["24 assignment"],
        &["24 assignment"],
    ),
    ("a parameter as the result", "fn f(v: Large) -> Large { v }", &["24 assignment"], &["24 assignment"]),
    (
        "an assigned result stands aside until the old value is no longer needed",
        "fn f(n: i64) -> i64 { let mut a = Large(n, n, n)  a = unsafe { turn(a) }  a.b }",
        &["24 assignment"],
        &["24 argument", "24 assignment"],
    ),
    (
        "what is lent later is built where it lies",
        "fn f(n: i64) { let a = Large(n, n, n)  unsafe { look(a) } }",
        &[],
        &[],
    ),
    (
        "what is assigned is put together beside what it is made of",
        "fn f(n: i64) -> i64 { let mut a = Large(n, n, n)  let r = ref a  a = Large(r.b, r.a, n)  unsafe { look(a) }  a.a }",
        &["24 assignment"],
        &["24 assignment"],
    ),
    (
        "a closure that is lent borrows, and its environment is built where it lies",
        "fn f(v: ref Large, n: i64) -> i64 { call(fn (x: i64) -> i64 { x +% v.a +% n }) }",
        &[],
        &[],
    ),
    (
        "the same of one that changes what it borrows",
        "fn f(n: i64) -> i64 { let mut sum = Large(n, n, n)  change(fn (x: i64) { sum.a +%= x })  sum.a }",
        &[],
        &[],
    ),
    (
        "an owned closure gets what it captures",
        "fn f(v: Large, n: i64) -> fn -> i64 { fn -> i64 { v.a +% n } }",
        &["24 capture"],
        &["24 capture"],
    ),
    (
        "so does one that is called once, also of what moves in",
        "fn f(n: i64) -> fn move -> Token { let token = unsafe { give_token() }  fn move -> Token { token } }",
        &["40 capture"],
        &["40 capture"],
    ),
    (
        "reading a field copies nothing else",
        "fn f(n: Nest) -> Large { n.large }",
        &["24 assignment"],
        &["24 assignment"],
    ),
];

#[test]
fn nothing_is_copied_without_need() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut wrong = Vec::new();
    for (what, function, x86_64, aarch64) in CASES {
        for (target, wanted) in [("x86_64-linux-gnu", x86_64), ("aarch64-linux-gnu", aarch64)] {
            let found = copies(function, target, folder.path());
            if found != wanted {
                wrong.push(format!("{target}: {what}: {function}\n  wanted {wanted:?}, found {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A function and the copies in it on x86-64, each with its size, its reason and what LLVM leaves of it.
type Fates = (&'static str, &'static [&'static str]);

const KEPT: [Fates; 4] = [
    ("fn f(v: ref Huge) { let own: Huge = v  unsafe { look_huge(own) } }", &["512 assignment still a copy"]),
    ("fn f(v: ref Huge) -> Huge { v }", &["512 assignment still a copy"]),
    ("fn f(list: mut [Large; 9], i: i64, j: i64) { list[i] = list[j] }", &["24 assignment still a copy"]),
    ("fn f(v: ref Nest) -> Large { v.large }", &["24 assignment still a copy"]),
];

const MOVES: [Fates; 3] = [
    ("fn f(to: mut Small, from: ref Small) { to = from }", &["8 assignment loads and stores"]),
    ("fn f(v: ref Large) -> i64 { unsafe { take(v) } +% 1 }", &["24 argument loads and stores"]),
    ("fn f(list: mut [Small; 9], i: i64) { list[0] = list[i] }", &["8 assignment loads and stores"]),
];

const GONE: [Fates; 7] = [
    ("fn f(v: ref Large) -> i64 { let own: Large = v  own.a *% own.c }", &["24 assignment gone"]),
    ("fn f(v: Large) -> i64 { let mut own = v  own.a = 1  own.a *% own.b }", &["24 assignment gone"]),
    // The argument lies already where it is to be.
    ("fn f(v: Large) -> i64 { unsafe { take(v) } }", &["24 argument gone"]),
    ("fn f(n: i64) -> i64 { let a = Large(n, 2, 3)  let b = a  b.a *% b.c }", &["24 assignment gone"]),
    ("fn f(v: ref Huge) -> i64 { let own: Huge = v  v.a[0] }", &["512 assignment gone"]),
    (
        "fn f(n: i64) -> i64 { let a = [n; 3]  let b = a  let c = b  c[1] }",
        &["24 assignment gone", "24 assignment gone"],
    ),
    (
        "fn f(n: i64) -> i64 { let mut a = Large(n, n, n)  let b = a  a = Large(1, 2, n)  a.c *% b.b }",
        &["24 assignment gone", "24 assignment gone"],
    ),
];

#[test]
fn copies_kept() {
    check_fates(&KEPT);
}

#[test]
fn copies_turned_into_moves() {
    check_fates(&MOVES);
}

#[test]
fn copies_gone() {
    check_fates(&GONE);
}

fn check_fates(cases: &[Fates]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut wrong = Vec::new();
    for (function, wanted) in cases {
        let table = emitted(function, &["--release"], "copies", folder.path());
        let found: Vec<_> = table
            .lines()
            .skip(1)
            .map(|line| {
                let cells = line.split("  ").map(str::trim).filter(|cell| !cell.is_empty());
                cells.skip(1).take(3).collect::<Vec<_>>().join(" ")
            })
            .collect();
        if found != *wanted {
            wrong.push(format!("{function}\n  wanted {wanted:?}, found {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A text form of the program around `function`.
fn emitted(function: &str, options: &[&str], form: &str, folder: &Path) -> String {
    let (source, result) = (folder.join("copies.lang"), folder.join("copies.txt"));
    let text = format!("{PRELUDE}\nextern {function}\nfn main() {{ }}\n");
    std::fs::write(&source, text).expect("a written file");
    let mut command = lang_command(folder);
    command.arg("build").arg(&source).args(options).args(["--emit", form, "-o"]).arg(&result);
    let output = finish(command).expect("it ends");
    assert!(output.status.success(), "{function}\n{}", String::from_utf8_lossy(&output.stderr));
    std::fs::read_to_string(&result).expect("the emitted file")
}

/// Size and reason of each copy in `f`, in order.
fn copies(function: &str, target: &str, folder: &Path) -> Vec<String> {
    let text = emitted(function, &["--target", target], "mir", folder);
    let body: Vec<_> = text
        .lines()
        .skip_while(|line| !(line.starts_with("function") && line.contains("@f(")))
        .take_while(|line| *line != "}")
        .collect();
    assert!(!body.is_empty(), "no function `f` in:\n{text}");
    body.into_iter()
        .filter_map(|line| {
            let copied = line.trim_start().strip_prefix("copy ")?;
            let bytes = copied.split(", ").nth(2)?.split(' ').next()?;
            let reason = copied.split("reason ").nth(1)?.split(' ').next()?;
            Some(format!("{bytes} {reason}"))
        })
        .collect()
}
