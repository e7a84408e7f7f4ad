//! Copies, moves and drops of small functions as text; every program of the corpora is asked too.

use std::fmt::Write;

use expect_test::{Expect, expect};
use source::Database;

use super::{FunctionCopies, copies, copies_of_call};
use crate::fixture::Fixture;

const TYPES: &str = "
type copy Vec3 { let @x: f64  let @y: f64  let @z: f64 }
type copy Line { let @start: Vec3  let @end: Vec3 }
type copy Matrix { let @rows: [f64; 16] }
type inline Named { let @name: String  let @at: Vec3 }
type User { let @name: String  let @age: i64 }
";

fn show(db: &Database, item: hir::ItemId, found: &FunctionCopies) -> String {
    let mut text = String::new();
    let text_of = |expression: Option<hir::ExpressionId>| match expression {
        Some(expression) => {
            let span = hir::expression_span(db, item, expression).expect("it has a place");
            let range = crate::FileRange::of_span(db, span);
            range.file.text(db)[range.range.start as usize..range.range.end as usize].to_string()
        }
        None => "entry".to_string(),
    };
    let last = |text: String| text.lines().last().unwrap_or_default().trim().to_string();
    for copy in &found.copies {
        let number = format!("#{}", copy.number);
        writeln!(
            text,
            "{number} at `{}`: {} of {}, {} -> {} [{}]",
            last(text_of(copy.expression)),
            copy.label(),
            copy.ty,
            copy.from.describe(),
            copy.to.describe(),
            copy.reason_name()
        )
        .expect("a string grows");
        writeln!(text, "    {}", copy.why).expect("a string grows");
        if let Some(call) = &copy.call {
            let of = call.parameter.map_or("result".to_string(), |parameter| format!("argument {parameter}"));
            writeln!(text, "    {of} of {} {}", call.callee, call.name.as_deref().unwrap_or("-"))
                .expect("a string grows");
        }
        for clause in &copy.clauses {
            writeln!(text, "    {} [{}]", clause.text, clause.clause).expect("a string grows");
        }
    }
    for moved in &found.moves {
        let place = moved.value.place.as_deref().unwrap_or("-");
        writeln!(text, "move {place}: {} -> {} at `{}`", moved.value.ty, moved.to, text_of(Some(moved.expression)))
            .expect("a string grows");
    }
    for shared in &found.shares {
        let place = shared.value.place.as_deref().unwrap_or("-");
        writeln!(text, "share {place}: {} -> {}", shared.value.ty, shared.to).expect("a string grows");
    }
    for dropped in &found.drops {
        let place = dropped.value.place.as_deref().unwrap_or("-");
        let end = if dropped.at_scope_end { "scope end" } else { "before" };
        let flag = if dropped.conditional { " if it is there" } else { "" };
        writeln!(text, "drop {place}: {} at {end}{flag}: {}", dropped.value.ty, dropped.what).expect("a string grows");
    }
    text
}

fn function(db: &Database, file: source::SourceFile, name: &str) -> hir::ItemId {
    let module = hir::module_of_file(db, file).expect("the file is a module");
    let mut items = hir::module_items(db, module).ids();
    items.find(|item| item.name(db).text() == name).expect("the function is there")
}

fn check(text: &str, triple: &str, expected: Expect) {
    let fixture = Fixture::new(&format!("{TYPES}{text}"));
    let item = function(&fixture.db, fixture.file(), "f");
    let target = abi::Target::parse(triple).expect("a target");
    let found = copies(&fixture.db, item, &target).expect("the body is right");
    expected.assert_eq(&show(&fixture.db, item, &found));
}

const X86: &str = "x86_64-linux-gnu";
const ARM: &str = "aarch64-linux-gnu";

#[test]
fn what_closures_capture_is_copied() {
    let text = "fn f(line: Line, name: String) -> fn (f64) -> f64 {
  fn (by: f64) -> f64 { let own = line.start  println(name)  own.x * by }
}";
    check(
        text,
        X86,
        expect![[r#"
            #0 at `fn (by: f64) -> f64 { let own = line.start  println(name)  own.x * by }`: copy 48 B of Line, `line` where the caller put it -> the environment of the result behind a pointer [capture]
                an owned closure keeps what it captures in its environment, on the heap
            #0 at `line.start`: copy 24 B of Vec3, `line.start` behind a pointer -> `own` in the frame [assignment]
                `Vec3` is copied on use: both places have a value of their own
        "#]],
    );
    check(
        "fn f(line: Line, by: f64) -> fn move -> Line { fn move -> Line { println(by)  line } }",
        X86,
        expect![[r#"
        #0 at `fn move -> Line { println(by)  line }`: copy 48 B of Line, `line` where the caller put it -> the environment of the result behind a pointer [capture]
            an owned closure keeps what it captures in its environment, on the heap
        #0 at `fn move -> Line { println(by)  line }`: copy 48 B of Line, the environment behind a pointer -> `line` in the frame [capture]
            a closure that is called once takes what it has captured out of its environment, and frees that
        #1 at `line`: copy 48 B of Line, `line` in the frame -> the result at the address that the caller gave [assignment]
            `Line` is copied on use: both places have a value of their own
    "#]],
    );
    // What is lent is not copied; its body's own copies are told.
    let text = "fn g(look: ref fn (f64) -> f64) { println(look(1.0)) }
fn f(line: ref Line) { g(fn (by: f64) -> f64 { let own: Vec3 = line.end  own.x * by }) }";
    check(
        text,
        X86,
        expect![[r#"
            #0 at `line.end`: copy 24 B of Vec3, `line.end` behind a pointer -> `own` in the frame [assignment]
                `Vec3` is copied on use: both places have a value of their own
        "#]],
    );
}

#[test]
fn an_argument_in_memory_is_copied_to_the_stack() {
    let text = "fn g(n: i64, line: Line) { }\nfn f(line: Line) { g(1, line) }";
    check(
        text,
        X86,
        expect![[r#"
            #0 at `line`: copy 48 B of Line, `line` where the caller put it -> the argument in the argument area at stack+0 [argument]
                the callee owns its argument, and it is larger than two eightbytes
                argument 1 of g line
                a value of more than two eightbytes has class MEMORY [System V x86-64 psABI 1.0 §3.2.3]
        "#]],
    );
    check(
        text,
        ARM,
        expect![[r#"
            #0 at `line`: copy 48 B of Line, `line` where the caller put it -> the argument in the frame, its address in x1 [argument]
                the callee owns its argument, and it is larger than 16 bytes
                argument 1 of g line
                a composite of more than 16 bytes is copied by the caller and its address passed [AAPCS64 §6.8.2 B.4]
        "#]],
    );
}

#[test]
fn an_underaligned_argument_goes_by_way_of_a_temporary() {
    let text = "type copy Wide { let @a: i128  let @b: i128 }
        @[packed] type copy Packed { let @tag: u8  let @wide: Wide }
        fn g(n: i64, wide: Wide) { }
        fn f(packed: ref Packed, wide: ref Wide) { g(1, packed.wide)  g(2, wide) }";
    check(
        text,
        X86,
        expect![[r#"
        #0 at `packed.wide`: copy 32 B of Wide, `packed.wide` behind a pointer -> a temporary in the frame [ABI temporary]
            it is less aligned here than its slot of the argument area, so it is put into an aligned temporary first
            argument 1 of g wide
        #1 at `packed.wide`: copy 32 B of Wide, `packed.wide` in the frame -> the argument in the argument area at stack+0 [argument]
            the callee owns its argument, and it is larger than two eightbytes
            argument 1 of g wide
            a value of more than two eightbytes has class MEMORY [System V x86-64 psABI 1.0 §3.2.3]
        #2 at `wide`: copy 32 B of Wide, `wide` behind a pointer -> the argument in the argument area at stack+0 [argument]
            the callee owns its argument, and it is larger than two eightbytes
            argument 1 of g wide
            a value of more than two eightbytes has class MEMORY [System V x86-64 psABI 1.0 §3.2.3]
    "#]],
    );
    check(
        text,
        ARM,
        expect![[r#"
        #0 at `packed.wide`: copy 32 B of Wide, `packed.wide` behind a pointer -> the argument in the frame, its address in x1 [argument]
            the callee owns its argument, and it is larger than 16 bytes
            argument 1 of g wide
            a composite of more than 16 bytes is copied by the caller and its address passed [AAPCS64 §6.8.2 B.4]
        #1 at `wide`: copy 32 B of Wide, `wide` behind a pointer -> the argument in the frame, its address in x1 [argument]
            the callee owns its argument, and it is larger than 16 bytes
            argument 1 of g wide
            a composite of more than 16 bytes is copied by the caller and its address passed [AAPCS64 §6.8.2 B.4]
    "#]],
    );
}

#[test]
fn assignments_and_results() {
    let text = "fn g -> Line { Line(Vec3(1.0, 2.0, 3.0), Vec3(0.0, 0.0, 0.0)) }
        fn f(a: Line) -> Line {
          let b = a
          let mut c = g()
          c = g()
          c.start = b.end
          let pair = (a, b.start)
          let many = [a; 3]
          pair.0
        }";
    check(
        text,
        X86,
        expect![[r#"
            #0 at `a`: copy 48 B of Line, `a` where the caller put it -> `b` in the frame [assignment]
                `Line` is copied on use: both places have a value of their own
            #1 at `g()`: copy 48 B of Line, `g()` in the frame -> `c` in the frame [assignment]
                `Line` lives by value: moving it moves its bytes to the new place
            #2 at `b.end`: copy 24 B of Vec3, `b.end` in the frame -> `c.start` in the frame [assignment]
                `Vec3` is copied on use: both places have a value of their own
            #3 at `a`: copy 48 B of Line, `a` where the caller put it -> part 0 of `pair` in the frame [assignment]
                `Line` is copied on use: both places have a value of their own
            #4 at `b.start`: copy 24 B of Vec3, `b.start` in the frame -> part 1 of `pair` in the frame [assignment]
                `Vec3` is copied on use: both places have a value of their own
            #5 at `a`: copy 48 B of Line, `a` where the caller put it -> each element of `many` in the frame [assignment]
                each element of the array gets these bytes
            #6 at `a`: copy 48 B of Line, `a` in the frame -> each element of `many` in the frame [assignment]
                each element of the array gets these bytes
            #7 at `a`: copy 48 B of Line, `a` in the frame -> each element of `many` in the frame [assignment]
                each element of the array gets these bytes
            #8 at `a`: copy 48 B of Line, `a` in the frame -> each element of `many` in the frame [assignment]
                each element of the array gets these bytes
            #9 at `pair.0`: copy 48 B of Line, `pair.0` in the frame -> the result at the address that the caller gave [assignment]
                `Line` is copied on use: both places have a value of their own
        "#]],
    );
}

#[test]
fn moves_owners_and_drops() {
    let text = r#"
        fn take(user: User, named: Named) { }
        fn f(user: User, named: Named, c: bool) -> String {
          let other = User("b", 2)
          let name = named.name
          if c { take(user, named) }
          let kept = other.name
          name + kept
        }"#;
    check(
        text,
        X86,
        expect![[r#"
            #0 at `named`: copy 32 B of Named, `named` where the caller put it -> the argument in the argument area at stack+0 [argument]
                the callee owns its argument, and it is larger than two eightbytes
                argument 1 of take named
                a value of more than two eightbytes has class MEMORY [System V x86-64 psABI 1.0 §3.2.3]
            move user: User -> parameter `user` of `take` at `user`
            move named: Named -> parameter `named` of `take` at `named`
            share named.name: String -> `name`
            share other.name: String -> `kept`
            drop kept: String at scope end: the text has one owner less; the last one frees it
            drop name: String at scope end: the text has one owner less; the last one frees it
            drop other: User at scope end: what the object holds is dropped and its memory is freed
            drop named: Named at scope end if it is there: the values that it owns are dropped
            drop user: User at scope end if it is there: what the object holds is dropped and its memory is freed
        "#]],
    );
}

#[test]
fn swaps_and_contents() {
    let text = r#"fn f(a: mut Line, b: mut Line, u: mut User) {
          swap(mut a, mut b)
          u = User("a", 1)
        }"#;
    check(
        text,
        X86,
        expect![[r##"
            #0 at `swap(mut a, mut b)`: copy 48 B of Line, `mut a` behind a pointer -> a temporary in the frame [assignment]
                the bytes of both values change places, by way of a temporary
            #1 at `swap(mut a, mut b)`: copy 48 B of Line, `mut b` behind a pointer -> `mut a` behind a pointer [assignment]
                the bytes of both values change places, by way of a temporary
            #2 at `swap(mut a, mut b)`: copy 48 B of Line, a temporary in the frame -> `mut b` behind a pointer [assignment]
                the bytes of both values change places, by way of a temporary
            #3 at `User("a", 1)`: copy 16 B of User, `User("a", 1)` behind a pointer -> `u` behind a pointer [assignment]
                the object behind the borrow stays where it is and gets the contents of the new one, whose memory is freed
            drop u: User at before: what the object holds is dropped; its memory stays for the new contents
        "##]],
    );
}

#[test]
fn of_one_call_only_its_own() {
    let fixture = Fixture::new(&format!("{TYPES}fn g(line: Line) {{ }}\nfn f(a: Line, b: Line) {{ g(a)  g(b) }}"));
    let item = function(&fixture.db, fixture.file(), "f");
    let body = hir::body(&fixture.db, item);
    let calls: Vec<hir::ExpressionId> = body
        .expressions()
        .filter(|(_, expression)| matches!(expression, hir::Expression::Call { .. }))
        .map(|(id, _)| id)
        .collect();
    let names: Vec<String> = calls
        .iter()
        .map(|call| copies_of_call(&fixture.db, item, *call, &abi::Target::X86_64_LINUX))
        .map(|found| found.copies.iter().map(|copy| copy.from.name.clone()).collect())
        .collect();
    assert_eq!(names, ["`a`", "`b`"]);
}

#[test]
fn broken_bodies_have_none() {
    for text in [
        "fn f(a: Missing) { }",
        "fn f { g(1 }",
        "fn f -> i64 { nothing }",
        "fn f[T](a: T) { let b = a }",
        "type copy A { let @a: A }\nfn f(a: A) { let b = a }",
        "let A: i64 = g()\nfn g -> i64 { let a = 1 }\nfn f -> i64 { A }",
    ] {
        let fixture = Fixture::new(text);
        let item = function(&fixture.db, fixture.file(), "f");
        assert_eq!(copies(&fixture.db, item, &abi::Target::X86_64_LINUX), None, "{text}");
    }
}

/// Asks for every function of a text; gives how many have an answer.
fn ask_everything(text: &str) -> usize {
    let fixture = Fixture::new(text);
    let db = &fixture.db;
    let Some(module) = hir::module_of_file(db, fixture.file()) else {
        return 0;
    };
    let targets = [abi::Target::X86_64_LINUX, abi::Target::AARCH64_LINUX];
    let asked = |item: hir::ItemId| targets.iter().filter(|target| copies(db, item, target).is_some()).count();
    hir::module_items(db, module).ids().map(asked).sum()
}

/// The programs of the corpora of the repository, right ones and wrong ones.
fn corpus() -> Vec<String> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let folders = [root.join("run"), root.join("check")];
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).expect("the corpus is there"));
    let mut paths: Vec<std::path::PathBuf> = files.map(|entry| entry.expect("it can be listed").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "lang"));
    paths.sort();
    paths.iter().map(|path| std::fs::read_to_string(path).expect("it can be read")).collect()
}

#[test]
fn every_function_of_the_corpora_can_be_asked() {
    let texts = corpus();
    let answers: usize = texts.iter().map(|text| ask_everything(text)).sum();
    assert!(answers > 500, "{answers} answers of {} programs", texts.len());
}

#[test]
fn texts_with_a_hole_are_no_danger() {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    let mut random = fastrand::Rng::with_seed(seed);
    for text in corpus() {
        let start = text.floor_char_boundary(random.usize(..=text.len()));
        let end = text.floor_char_boundary((start + random.usize(..40)).min(text.len()));
        ask_everything(&format!("{}{}", &text[..start], &text[end..]));
    }
}
