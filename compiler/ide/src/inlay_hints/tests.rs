//! Hints in the text: each stands where the editor would draw it, between `‹` and `›`.

use expect_test::{Expect, expect};

use mir::CopyFate;

use super::{InlayHint, InlayHintKind, InlayHintSettings, KnownFate, ShownCopies, hints_in, pieces_with_hints};
use crate::copies::CopyOutcome;
use crate::fixture::Fixture;
use crate::position::FileRange;

const NONE: InlayHintSettings = InlayHintSettings {
    types: false,
    parameters: false,
    copies: ShownCopies::None,
    minimum_copy_bytes: 16,
    moves: false,
    drops: false,
    padding: false,
    type_arguments: false,
    captures: false,
};

/// The hints where nothing is known of copies.
fn inlay_hints(db: &dyn source::Db, range: &FileRange, settings: &InlayHintSettings) -> Vec<InlayHint> {
    hints_in(pieces_with_hints(db, range, settings, &|_, _, _| CopyOutcome::NotYet), range)
}

fn drawn(text: &str, settings: &InlayHintSettings) -> String {
    let fixture = Fixture::new(text);
    let range = FileRange { file: fixture.file(), range: 0..text.len() as u32 };
    let mut drawn = String::new();
    let mut last = 0;
    for hint in inlay_hints(&fixture.db, &range, settings) {
        drawn.push_str(&text[last..hint.offset as usize]);
        drawn.push_str(&format!("‹{}›", hint.label));
        last = hint.offset as usize;
    }
    drawn.push_str(&text[last..]);
    drawn
}

fn check(text: &str, settings: &InlayHintSettings, expected: Expect) {
    expected.assert_eq(&drawn(text, settings));
}

#[test]
fn types_where_none_is_written() {
    let settings = InlayHintSettings { types: true, ..NONE };
    check(
        "type copy Vec3 { let @x: f64  let @y: f64  let @z: f64 }
fn origin -> Vec3 { Vec3(0.0, 0.0, 0.0) }
fn f(n: i64) {
  let a = origin()
  let b = Vec3(0.0, 0.0, 0.0)
  let mut c = 1
  let d: f64 = 2.0
  let e = n as i32
  let wrong = missing()
  for i in 0..n { println(i) }
  let g = (a.x, ref b)
}",
        &settings,
        expect![[r#"
            type copy Vec3 { let @x: f64  let @y: f64  let @z: f64 }
            fn origin -> Vec3 { Vec3(0.0, 0.0, 0.0) }
            fn f(n: i64) {
              let a‹: Vec3› = origin()
              let b = Vec3(0.0, 0.0, 0.0)
              let mut c‹: i64› = 1
              let d: f64 = 2.0
              let e = n as i32
              let wrong = missing()
              for i‹: i64› in 0..n { println(i) }
              let g‹: (f64, ref Vec3)› = (a.x, ref b)
            }"#]],
    );
}

#[test]
fn names_of_parameters_and_fields() {
    let settings = InlayHintSettings { parameters: true, ..NONE };
    check(
        "type copy Area { let @width: i64  let @height: i64
  fn scaled(factor: i64, other: Area) -> Area { Area(@width * factor, other.height) } }
fn set_width(width: i64, verbose: bool) { }
fn f(height: i64) {
  let area = Area(3, height)
  set_width(area.width, true)
  set_width(verbose: true, width: 2)
  println(area.scaled(2, area).width)
}",
        &settings,
        expect![[r#"
            type copy Area { let @width: i64  let @height: i64
              fn scaled(factor: i64, other: Area) -> Area { Area(‹width:›@width * factor, other.height) } }
            fn set_width(width: i64, verbose: bool) { }
            fn f(height: i64) {
              let area = Area(‹width:›3, height)
              set_width(area.width, ‹verbose:›true)
              set_width(verbose: true, width: 2)
              println(area.scaled(‹factor:›2, ‹other:›area).width)
            }"#]],
    );
}

#[test]
fn copies_moves_and_drops() {
    let settings = InlayHintSettings { copies: ShownCopies::Inserted, moves: true, drops: true, ..NONE };
    check(
        r#"type copy Line { let @numbers: [f64; 6] }
type User { let @name: String }
fn show(line: Line, user: User) { }
fn f(line: Line, c: bool) {
  let user = User("a")
  let other = line
  if c {
    let name = user.name
    println(name)
  }
  show(other, user)
}"#,
        &settings,
        expect![[r#"
            type copy Line { let @numbers: [f64; 6] }
            type User { let @name: String }
            fn show(line: Line, user: User) { }‹⟵ drop user›
            fn f(line: Line, c: bool) {
              let user = User("a")
              let other = line‹⟵ copy 48 B›
              if c {
                let name = user.name
                println(name)
              }‹⟵ drop name›
              show(other‹⟵ copy 48 B›, user‹⟵ move›)
            }"#]],
    );
}

#[test]
fn small_copies_are_left_out() {
    let text = "type copy Line { let @numbers: [f64; 6] }\nfn f(line: Line) { let other = line }";
    let settings = |minimum_copy_bytes| InlayHintSettings { copies: ShownCopies::Inserted, minimum_copy_bytes, ..NONE };
    assert!(drawn(text, &settings(48)).contains("line‹⟵ copy 48 B› }"));
    assert_eq!(drawn(text, &settings(49)), text);
}

#[test]
fn padding_behind_fields() {
    let settings = InlayHintSettings { padding: true, ..NONE };
    check(
        "type copy A {
  let @a: u8
  let @b: i64
  let @c: u16
}
type copy Dense { let @a: i64  let @b: i32  let @c: i32 }
type union U { let @a: u8  let @b: i64 }
type copy Broken { let @a: u8  let @b: Missing }",
        &settings,
        expect![[r#"
            type copy A {
              let @a: u8‹+7 B padding›
              let @b: i64
              let @c: u16‹+6 B padding›
            }
            type copy Dense { let @a: i64  let @b: i32  let @c: i32 }
            type union U { let @a: u8  let @b: i64 }
            type copy Broken { let @a: u8  let @b: Missing }"#]],
    );
}

#[test]
fn only_the_range_that_is_asked_for() {
    let text = "fn g -> i64 { 1 }\nfn f {\n  let a = g()\n  let b = g()\n}\nfn h { let c = g() }";
    let fixture = Fixture::new(text);
    let start = text.find("let b").expect("it is there") as u32;
    let range = FileRange { file: fixture.file(), range: start..start + 10 };
    let hints = inlay_hints(&fixture.db, &range, &InlayHintSettings::default());
    let found: Vec<(u32, InlayHintKind)> = hints.iter().map(|hint| (hint.offset, hint.kind)).collect();
    assert_eq!(found, [(start + 5, InlayHintKind::Type)]);
}

#[test]
fn a_type_hint_can_be_written() {
    let text = "fn f { let a = 1 }";
    let fixture = Fixture::new(text);
    let range = FileRange { file: fixture.file(), range: 0..text.len() as u32 };
    let hints = inlay_hints(&fixture.db, &range, &InlayHintSettings::default());
    let edit = hints[0].edit.clone().expect("a type can be written");
    assert_eq!(crate::apply(text, &[edit]), "fn f { let a: i64 = 1 }");
}

#[test]
fn copies_that_the_optimised_program_makes() {
    let text = "type copy Line { let @a: i64  let @b: i64  let @c: i64 }
fn take(line: Line) -> i64 { line.a }
fn f(line: Line) -> i64 {
  let other = line
  take(line) + take(other)
}";
    let fixture = Fixture::new(text);
    let range = FileRange { file: fixture.file(), range: 0..text.len() as u32 };
    let settings = InlayHintSettings { copies: ShownCopies::Surviving, ..NONE };
    let shown = |fate: KnownFate<'_>| {
        let pieces = pieces_with_hints(&fixture.db, &range, &settings, fate);
        let awaits: Vec<bool> = pieces.iter().map(|piece| piece.awaits_fates).collect();
        let hints = hints_in(pieces, &range);
        let tooltips: Vec<String> = hints.into_iter().map(|hint| hint.tooltip).collect();
        (awaits, tooltips)
    };
    let told = |fates: &[CopyFate]| CopyOutcome::Shown {
        places: fates.iter().map(|fate| (Vec::new(), *fate)).collect(),
        is_whole: true,
    };
    // What nobody has looked at is not shown, nor what nobody can find out.
    assert_eq!(shown(&|_, _, _| CopyOutcome::NotYet), (vec![false, false, true], vec![]));
    for outcome in [
        CopyOutcome::Failed,
        CopyOutcome::Nobody("install it".to_string()),
        told(&[]),
        told(&[CopyFate::Gone, CopyFate::Unknown]),
    ] {
        let (awaits, tooltips) = shown(&|_, _, _| outcome.clone());
        assert_eq!((awaits, tooltips.len()), (vec![false; 3], 0), "{outcome:?}");
    }
    let (_, tooltips) = shown(&|_, symbol, number| {
        assert!(symbol.ends_with(".f"), "{symbol}");
        match number {
            1 => told(&[CopyFate::Gone, CopyFate::Moves]),
            _ => told(&[CopyFate::Gone]),
        }
    });
    assert_eq!(tooltips.len(), 1, "{tooltips:?}");
    assert!(tooltips[0].ends_with("-O2: gone, loads and stores"), "{tooltips:?}");
}

#[test]
fn type_arguments_and_captures() {
    let settings = InlayHintSettings { type_arguments: true, captures: true, ..NONE };
    check(
        "type inline Pair[A, B] { let @a: A  let @b: B  fn with[C](c: C) -> C { c } }
fn keep[T](value: T) -> T { value }
fn each(does: mut fn (i64)) { does(1) }
fn f(text: String, n: ref i64) -> fn move -> i64 {
  let pair = Pair(1 as i8, 2.5)
  let both = Pair[bool, bool](true, false)
  println(keep(pair.with(1)) + keep[i64](2))
  let mut sum = 0
  each(fn (i) { sum += i + n })
  each(fn (i) { println(i) })
  let list = [text]
  fn move -> i64 { list[0].length() + sum }
}",
        &settings,
        expect![[r#"
            type inline Pair[A, B] { let @a: A  let @b: B  fn with[C](c: C) -> C { c } }
            fn keep[T](value: T) -> T { value }
            fn each(does: mut fn (i64)) { does(1) }
            fn f(text: String, n: ref i64) -> fn move -> i64 {
              let pair = Pair‹[i8, f64]›(1 as i8, 2.5)
              let both = Pair[bool, bool](true, false)
              println(keep‹[i64]›(pair.with‹[i64]›(1)) + keep[i64](2))
              let mut sum = 0
              each(fn (i)‹captures mut sum, n› { sum += i + n })
              each(fn (i) { println(i) })
              let list = [text]
              fn move -> i64‹captures copy list, copy sum› { list[0].length() + sum }
            }"#]],
    );
}
