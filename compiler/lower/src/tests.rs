//! What re-runs after an edit, and that diagnostics after edits are those of a fresh database.

use std::sync::Arc;

use salsa::Setter;
use source::Database;

use crate::fixture::{diagnostics_text, load};

const PROGRAM: &str = r#"
type User { let @name: String  let @age: i64 }

fn make(age: i64) -> User { User(name: "a", age: age) }

fn take(user: User) -> i64 {
  let mut total = 0
  for i in 0..user.age {
    total += i
  }
  total
}

# Moves in one branch.
fn both(c: bool) -> i64 {
  let user = make(3)
  if c {
    return take(user)
  }
  let name = ref user.name
  println(name)
  user.age
}

fn main() {
  println(both(true) + both(false))
}
"#;

/// The queries of this room that run again for an edit of the program.
fn runs(from: &str, to: &str) -> String {
    let (mut db, log) = Database::logged();
    let file = load(&db, PROGRAM);
    crate::diagnostics(&db, file);
    log.take();
    assert!(PROGRAM.contains(from), "the edit changes something");
    file.set_text(&mut db).to(Arc::from(PROGRAM.replacen(from, to, 1)));
    crate::diagnostics(&db, file);
    let counts = log.take_counts();
    counts
        .lines()
        .filter(|line| line.starts_with("body_problems") || line.starts_with("infer "))
        .collect::<Vec<_>>()
        .join(", ")
}

#[test]
fn an_edit_in_a_body_analyses_that_body() {
    assert_eq!(runs("make(3)", "make(4 + 1)"), "body_problems × 1, infer × 1");
}

#[test]
fn an_edit_above_an_item_analyses_nothing() {
    assert_eq!(runs("# Moves in one branch.", "# Moves\n# in one branch.\n\n"), "");
}

#[test]
fn a_comment_in_a_body_analyses_nothing() {
    assert_eq!(runs("  total\n", "  # the sum\n  total\n"), "");
}

#[test]
fn text_that_moves_within_an_item_looks_up_its_positions_again() {
    let (mut db, log) = Database::logged();
    let file = load(&db, PROGRAM);
    crate::diagnostics(&db, file);
    log.take();
    file.set_text(&mut db).to(Arc::from(PROGRAM.replacen("  total\n", "  # the sum\n  total\n", 1)));
    crate::diagnostics(&db, file);
    let counts = log.take_counts();
    assert!(counts.contains("item_diagnostics × 1\n"), "{counts}");
    assert!(!counts.contains("body_problems") && !counts.contains("infer"), "{counts}");
}

#[test]
fn a_changed_signature_analyses_its_callers() {
    assert_eq!(runs("fn make(age: i64)", "fn make(years: i64, age: i64)"), "body_problems × 2, infer × 2");
}

/// Two views that lead to each other, and one behind them.
const VIEWS: &str = r#"
type view Leaf { let @text: ref String }

type view Left { let @right: Option[mut Right]  let @leaf: mut Leaf }

type view Right { let @left: Option[mut Left] }

# Of both.
fn text(left: Left) -> ref String { ref left.leaf.text }

fn other(right: mut Right) { right.left = None }
"#;

#[test]
fn how_deep_a_view_is_depends_on_the_definitions_it_leads_to() {
    let runs = |from: &str, to: &str| {
        let (mut db, log) = Database::logged();
        let file = load(&db, VIEWS);
        assert_eq!(diagnostics_text(&db, file), "");
        log.take();
        assert!(VIEWS.contains(from), "the edit changes something");
        file.set_text(&mut db).to(Arc::from(VIEWS.replacen(from, to, 1)));
        crate::diagnostics(&db, file);
        log.take_counts().lines().filter(|line| line.starts_with("view_depth")).count()
    };
    assert_eq!(runs("right.left = None", "right.left = None  println(1)"), 0);
    assert_eq!(runs("# Of both.", "# Of both\n# of them.\n"), 0);
    assert_eq!(runs("fn other(right: mut Right)", "fn other(right: mut Right, _n: i64)"), 0);
    assert_eq!(runs("let @text: ref String", "let @text: ref String  let @more: i64"), 1);
}

/// Every form of code that leads to instances: calls, methods of traits and their defaults, `dyn`, closures, views and slices.
const INSTANCES: &str = r#"
trait Area { fn area -> f64  fn twice -> f64 { self.area() * 2.0 } }
type copy Square { let @side: f64 }
type copy Circle { let @radius: f64 }
impl Area for Square { fn area -> f64 { @side * @side } }
impl Area for Circle { fn area -> f64 { 3.0 * @radius * @radius } }

type view Rows[T] { let @all: ref [T] }
impl[T] Rows[T] { fn count -> i64 { @all.length() } }

# Keeps it.
fn keep[T](value: T) -> T { value }
fn applied[T: ref](value: T, change: ref fn (T) -> T) -> T { change(value) }

fn main() {
  let by = 2
  println(applied(keep(1), fn (n: i64) -> i64 { n * by }))
  let shapes: [ref dyn Area; 2] = [ref Square(2.0), ref Circle(1.0)]
  println(shapes[0].twice())
  println(Rows(all: ref [1, 2][..]).count())
}
"#;

/// What of the walk over instances runs again for an edit.
fn instance_runs(from: &str, to: &str) -> String {
    let (mut db, log) = Database::logged();
    let file = load(&db, INSTANCES);
    assert_eq!(diagnostics_text(&db, file), "");
    assert!(crate::reached_instances(&db).is_whole);
    log.take();
    assert!(INSTANCES.contains(from), "the edit changes something");
    file.set_text(&mut db).to(Arc::from(INSTANCES.replacen(from, to, 1)));
    assert!(crate::reached_instances(&db).is_whole);
    let counts = log.take_counts();
    let of_walk = |line: &&str| line.starts_with("mentioned") || line.starts_with("reached_instances");
    counts.lines().filter(of_walk).collect::<Vec<_>>().join(", ")
}

#[test]
fn an_edit_that_leads_to_no_other_instance_walks_over_none() {
    // In a body, a generic body, an `impl`, the default of a trait, a closure.
    assert_eq!(instance_runs("let by = 2", "let by = 3"), "mentioned × 1");
    assert_eq!(instance_runs("T { value }", "T { let kept = value  kept }"), "mentioned × 1");
    assert_eq!(instance_runs("@side * @side", "@side * @side + 1.0"), "mentioned × 1");
    assert_eq!(instance_runs("self.area() * 2.0", "self.area() + 2.0"), "mentioned × 1");
    assert_eq!(instance_runs("n * by", "n + by"), "mentioned × 1");
    assert_eq!(instance_runs("@all.length()", "@all.length() + 1"), "mentioned × 1");
    assert_eq!(instance_runs("# Keeps it.", "# Keeps it\n# as it is.\n"), "");
}

#[test]
fn an_edit_that_leads_to_another_instance_walks_again() {
    let both = "mentioned × 1, reached_instances × 1";
    // What is called more often is the same instance.
    assert_eq!(instance_runs("keep(1)", "keep(keep(1))"), "mentioned × 1");
    assert_eq!(instance_runs("let by = 2", "let by = keep(2)  let _kept = keep(true)"), both);
    assert_eq!(instance_runs("T { value }", "T { applied(value, fn (v: T) -> T { v }) }"), both);
    assert_eq!(instance_runs("@side * @side", "keep(@side)"), both);
    assert_eq!(instance_runs("self.area() * 2.0", "keep(self.area())"), both);
}

#[test]
fn a_changed_type_analyses_those_that_use_it() {
    assert_eq!(runs("let @age: i64", "let @age: i64  let @height: f64"), "body_problems × 3, infer × 3");
}

#[test]
fn diagnostics_after_edits_are_those_of_a_fresh_database() {
    let words = [
        "let ",
        "mut ",
        "ref ",
        "user",
        "total",
        "c",
        "return ",
        "if ",
        "{",
        "}",
        "(",
        ")",
        "= ",
        "1",
        "\n",
        "make(2)",
        "take(user)",
        ".name",
    ];
    let mut random = fastrand::Rng::with_seed(7);
    let mut db = Database::new();
    let file = load(&db, PROGRAM);
    let mut text = PROGRAM.to_string();
    for round in 0..300 {
        if round % 10 == 0 {
            text = PROGRAM.to_string();
        }
        let mut at = random.usize(..=text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        if random.bool() {
            text.insert_str(at, words[random.usize(..words.len())]);
        } else {
            let end = (at + random.usize(..8)).min(text.len());
            if text.is_char_boundary(end) {
                text.replace_range(at..end, "");
            }
        }
        file.set_text(&mut db).to(Arc::from(text.as_str()));
        let fresh = Database::new();
        let fresh_file = load(&fresh, &text);
        assert_eq!(diagnostics_text(&db, file), diagnostics_text(&fresh, fresh_file), "round {round}:\n{text}");
    }
}

/// The standard library is a program as any other: nothing is wrong with it.
#[test]
fn the_standard_library_has_no_problems() {
    let db = Database::new();
    load(&db, "");
    let standard = source::Program::try_get(&db).and_then(|program| program.standard(&db));
    let standard = standard.expect("the fixture has a standard library");
    let files: Vec<_> = standard.modules(&db).iter().map(|(_, file)| *file).collect();
    assert!(files.len() > 10);
    let found: String = files.into_iter().map(|file| diagnostics_text(&db, file)).collect();
    assert_eq!(found, "");
}
