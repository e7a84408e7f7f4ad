//! The list of regions beside what forms say: each counter must be raised somewhere, or a region would never run.

use expect_test::expect;
use rustc_hash::FxHashSet;
use source::Database;

use super::{Function, Point, functions};
use crate::fixture::{item, load};
use crate::queries::{counted_closure_form, counted_form};
use crate::source_form::{SourceForm, StatementKind};

/// Every way to enter and to leave a region that the language has.
const FORMS: &str = r#"
type copy Counter { let @left: i64 }

impl Iterator[i64] for Counter {
  fn mut next() -> Option[i64] {
    if @left == 0 { return None }
    @left -= 1
    Some(@left)
  }
}

fn all(n: i64, o: Option[i64], values: ref [i64]) -> Option[i64] {
  let Some(first) = o else { return None }
  let (second, third) = (n, n)
  if n == 1 { return None } else if n == 2 || n == 3 && n != 4 { println(first) } else { println(second) }
  let chosen = if n > third { 1 } else { 2 }
  if let Some(x) = o && x > 3 { println(x) }
  outer: while n > 100 {
    while let Some(x) = o { if x == n { break outer } else { continue } }
  }
  while true { break }
  loop { if n == 7 { return None } break }
  for i in 0..n { if i == 3 { continue } }
  for i in 0..=n { if i == 3 { break } }
  for value in values { if value == chosen { return None } }
  for value in [1, 2, 3] { println(value) }
  for left in Counter(3) { if left == n { return None } }
  let text = match n {
    case 0 -> "none"
    case 1 | 2 if chosen == 1 || n == 2 -> "few"
    case 3 -> return None
    case _ -> { "many" }
  }
  let add = fn (m: i64) -> i64 { if m > n { return 0 } m + n }
  let taken = try o
  assert(taken > 0 && add(1) > 0)
  if n == 9 { panic("nine") }
  println("${if n > 5 { text } else { "small" }}")
  Some(match taken { case 1 -> 2 case other -> other })
}
"#;

fn reached(form: &SourceForm) -> FxHashSet<Point> {
    let points = form.statements.iter().filter_map(|statement| match statement.kind {
        StatementKind::Reach(point) => Some(point),
        _ => None,
    });
    points.collect()
}

#[test]
fn every_counter_is_raised() {
    let db = Database::new();
    let file = load(&db, FORMS);
    assert_eq!(crate::fixture::diagnostics_text(&db, file), "");
    let mut closures = 0;
    for name in ["all", "next"] {
        let item = item(&db, file, name);
        for function in functions(&db, item) {
            closures += usize::from(function.closure.is_some());
            let form = match function.closure {
                None => counted_form(&db, item),
                Some(closure) => counted_closure_form(&db, item, closure).expect("it has a form"),
            };
            let reached = reached(&form);
            for counter in function.counters.iter().filter(|counter| counter.range.is_some()) {
                assert!(reached.contains(&counter.point), "{counter:?} of {name} is raised nowhere");
            }
        }
    }
    assert_eq!(closures, 1);
}

/// The regions of a function as their texts, each on a line.
fn regions(text: &str, name: &str) -> String {
    let db = Database::new();
    let file = load(&db, text);
    let shown = |function: Function| {
        let regions = function.counters.into_iter().filter_map(|counter| counter.range);
        regions
            .map(|range| text[range.start as usize..range.end as usize].replace('\n', " ") + "\n")
            .collect::<String>()
    };
    functions(&db, item(&db, file, name)).into_iter().map(shown).collect()
}

#[test]
fn regions_end_where_control_leaves() {
    expect![[r#"
        { if n > 3 { return 1 }  let a = try o  g(try o, n && a) }
        { return 1 }
        let a = try o  g(try o, n && a) }
        g(try o, n && a) }
        , n && a) }
        a
    "#]]
    .assert_eq(&regions(
        "fn f(n: i64, o: Option[i64]) -> i64 { if n > 3 { return 1 }  let a = try o  g(try o, n && a) }",
        "f",
    ));
}

#[test]
fn a_form_without_counting_says_nothing() {
    let db = Database::new();
    let file = load(&db, FORMS);
    assert!(reached(crate::source_form(&db, item(&db, file, "all"))).is_empty());
}
