//! Nothing that is typed makes this room panic, and diagnostics after edits equal those of a fresh database.

use std::sync::Arc;

use salsa::Setter as _;
use source::{Database, Db};

use crate::fixture::{all_diagnostics, load};
use crate::*;

/// Every construct of the language once.
const TEXT: &str = r##"
import other (helper, Thing as Other)
import other
import extern "m"
pub import missing.module (x)

let LIMIT = 4 * 1024
@[packed]
pub type copy Vec3 {
  pub let @x: f64
  @[align(8)] let @bytes: [u8; LIMIT + 1]
  pub fn static zero -> Vec3 { Vec3(x: 0.0, bytes: [0; LIMIT + 1]) }
  pub fn dot(other: Vec3) -> f64 { @x * other.x + self.x }
  pub fn mut scale(by: f64) { @x *= by  @x = -by }
}
type enum Shape[T: Show + ref] { case Circle(f64)  case Rect(w: f64, h: T)  case Empty }
type copy enum Mode: i32 { case Read = 0  case Write = -4 }
type union Bits { let @i: u64  let @f: f64 }
type Alias[T] = (T, ref [T], mut dyn Area, fn move (T) -> Self, extern fn (i32))
trait Area: Show { fn area -> f64  fn twice -> f64 { self.area() * 2.0 } }
impl[T: Show] Area for Shape[T] { fn area -> f64 { match self { case Circle(r) -> 3.14 * r case Rect(w, h: _) if w > 1.0 -> w case _ -> 0.0 } } }
impl Equal for Vec3
extern {
  type sqlite3
  fn printf(format: Pointer[u8], ...) -> i32
  let mut optind: i32
}
@[name("callback")] extern fn on_event(at: Vec3) -> Vec3 { at }
unsafe fn generic[T](a: T, n: i64) -> Option[T] {
  let mut x: i64
  let (p, mut q) = (1, 'a')
  @[allow(unused_variable)] let Some(y) = find(n) else { return None }
  x = 0xff +% 1_000 << 2
  outer: for i in 0..=n { while let Some(z) = next() && z > 1 { if z == 3 { break outer } else if q { continue } } }
  loop { break }
  let s = "a ${p + 1} \u{1F600} ${"b ${x}"}" + """
    long
    """
  let c = fn move (v: i64, _) -> i64 { v as i32 as i64 + x }
  match move s { case "a" | "b" as t -> c(1) case 1..=5 -> x += 1 case -1 -> { } case [a, b] -> { } case (a, Shape.Empty) -> throw a }
  let array = [1, 2, 3][0]  let rest = array[1..]
  unsafe { printf(c"%d\n", x) }
  try foo(ref x, mut x)[0].1.bar[i64](named: 2)
  other.helper(LIMIT)
  helper()
  Vec3.zero().scale(2.0)
  Pointer[Other].null()
  return Some(a)
}
test "dot" { assert(Vec3.zero().dot(Vec3.zero()) == 0.0 || !true) }
fn main() { println(max(1.5, 2.5)) }
"##;

const OTHER: &str = "import main\npub fn helper -> i64 { 1 }\npub type Thing { let @next: Thing }\n";

/// Asks everything of this room, down to the positions of all expressions and types.
fn ask_all(db: &Database) {
    for item in all_items(db) {
        let body = body(db, item);
        let spans = body.expressions().filter_map(|(id, _)| expression_span(db, item, id)).count();
        assert!(spans == body.expression_count() || body.expression_count() == 1);
        assert!(body.patterns().all(|(id, _)| pattern_span(db, item, id).is_some()));
        assert!(body.locals().all(|(id, _)| local_span(db, item, id).is_some()));
        assert!(body.types.ids().all(|id| type_reference_span(db, item, id).is_some()));
        assert!(item_span(db, item).is_some() && item_name_span(db, item).is_some());
        assert!(!item.path(db).is_empty());
        documentation(db, item);
        if let Some(data) = item_data(db, item) {
            for id in data.tree.types.run(data.types) {
                assert!(item_type_span(db, item, id).is_some());
                assert!(!data.tree.types.display(id).is_empty());
            }
        }
    }
}

#[test]
fn the_text_is_well_formed() {
    let db = Database::new();
    load(&db, &[("", TEXT), ("other", OTHER)]);
    for &module in all_modules(&db) {
        for &chunk in module_chunks(&db, module) {
            assert_eq!(source::syntax_diagnostics(&db, chunk), &[]);
        }
    }
}

#[test]
fn every_prefix_is_answered() {
    let mut db = Database::new();
    let files = load(&db, &[("", ""), ("other", OTHER)]);
    for end in (0..=TEXT.len()).filter(|end| TEXT.is_char_boundary(*end)) {
        files[0].set_text(&mut db).to(Arc::from(&TEXT[..end]));
        ask_all(&db);
        all_diagnostics(&db);
    }
}

#[test]
fn diagnostics_after_edits_equal_those_of_a_fresh_database() {
    let snippets =
        ["{", "}", "(", "\"", "let ", "fn x { }\n", "x", " = ", "\n", "case ", "import other (q)\n", "@", "1", "."];
    for seed in 0..12 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut text = TEXT.to_string();
        let mut db = Database::new();
        let files = load(&db, &[("", &text), ("other", OTHER)]);
        for _ in 0..25 {
            let at = text.floor_char_boundary(random.usize(..=text.len()));
            if random.bool() {
                let end = text.floor_char_boundary(at + random.usize(..12).min(text.len() - at));
                text.replace_range(at..end, "");
            } else {
                text.insert_str(at, snippets[random.usize(..snippets.len())]);
            }
            files[0].set_text(&mut db).to(Arc::from(&*text));
            let fresh = Database::new();
            load(&fresh, &[("", &text), ("other", OTHER)]);
            ask_all(&db);
            assert_eq!(all_diagnostics(&db), all_diagnostics(&fresh), "seed {seed}: {text}");
        }
    }
}

#[test]
fn depth_and_length_are_no_problem() {
    let deep =
        [("(", "1", ")"), ("[", "1", "]"), ("-", "1", ""), ("{", "1", "}"), ("if x {", "1", "}"), ("f(", "1", ")")];
    for (open, inner, close) in deep {
        let text = format!("fn f {{ {}{inner}{} }}", open.repeat(100_000), close.repeat(100_000));
        let db = Database::new();
        load(&db, &[("", &text)]);
        ask_all(&db);
    }
    let chain = format!("fn f -> i64 {{ 1{} }}\nlet A: {}i64 = 1", " + 1".repeat(100_000), "ref ".repeat(100_000));
    let db = Database::new();
    load(&db, &[("", &chain)]);
    ask_all(&db);
}

#[test]
fn items_that_are_gone_have_empty_answers() {
    let mut db = Database::new();
    let files = load(&db, &[("", "fn f(a: i64) -> i64 { a }")]);
    let item = all_items(&db).last().expect("there is one");
    assert_eq!(body(&db, item).expression_count(), 2);
    files[0].set_text(&mut db).to(Arc::from("fn g { }"));
    assert_eq!(body(&db, item).expression_count(), 1);
    assert!(item_data(&db, item).is_none());
    assert!(item_span(&db, item).is_none());
    assert!(item_diagnostics(&db, item).is_empty());
    assert!(members(&db, item).is_empty());
}

#[test]
fn work_is_shared_between_threads() {
    let db = Database::new();
    load(&db, &[("", TEXT), ("other", OTHER)]);
    let workers: Vec<_> = (0..3)
        .map(|_| {
            let db = db.clone();
            std::thread::spawn(move || all_diagnostics(&db))
        })
        .collect();
    let expected = all_diagnostics(&db);
    for worker in workers {
        assert_eq!(worker.join().expect("no query panics"), expected);
    }
    let by_trait: &dyn Db = &db;
    assert!(all_modules(by_trait).len() > 2);
}
