//! The item around a node, beside what a look at every item finds.

use source::{Chunk, Database, Db, chunks, parse};
use syntax::{NodeId, Parse};

use super::item_of_node;
use crate::fixture::{load, main_module};
use crate::{ItemId, item_node, item_source, module_items};

const TEXT: &str = r#"# of the module
import std.math
@[only(windows)]
fn elsewhere(a: i64) { a }
let LIMIT = 4
let mut count = 0
type copy Point {
  let @x: i64
  fn size(self) -> i64 { @x + 1 }
  fn other(self) -> i64 {
    let f = fn(a) { a }
    f(@x)
  }
  @[only(windows)]
  fn hidden(self) { }
}
extern {
  fn puts(text: Pointer[u8]) -> i32
  let errno: i32
  type file
}
trait Shape {
  fn area(self) -> f64
}
impl Shape for Point {
  fn area(self) -> f64 { 1.0 }
}
test "one" { assert(1 == 1) }
fn same { }
fn same { 1 }
type Name = Point
fn ( { x
"#;

/// The innermost item whose node is `node` or one around it, found by looking at all.
fn looked_up<'db>(db: &'db dyn Db, all: &[ItemId], chunk: Chunk<'db>, parse: &Parse, node: NodeId) -> Option<ItemId> {
    std::iter::once(node).chain(parse.ancestors(node)).find_map(|each| {
        let mut here = all.iter().filter(|item| item_source(db, **item).is_some_and(|source| source.chunk == chunk));
        here.find(|item| item_node(db, **item) == Some(each)).copied()
    })
}

#[test]
fn every_node_belongs_to_the_innermost_item_around_it() {
    let db = Database::new();
    let files = load(&db, &[("main", TEXT)]);
    let items = module_items(&db, main_module(&db, &files));
    let lists = items.entries().iter().chain(items.elsewhere());
    let all: Vec<ItemId> = lists.map(|(item, _)| *item).collect();
    assert!(all.len() > 15, "{}", all.len());
    let mut found = 0;
    for &chunk in chunks(&db, files[0]) {
        let tree = parse(&db, chunk);
        for node in tree.nodes() {
            let expected = looked_up(&db, &all, chunk, tree, node);
            assert_eq!(item_of_node(&db, chunk, node), expected, "{:?}", tree.node_text(node));
            found += usize::from(expected.is_some());
        }
    }
    assert!(found > 60, "{found}");
}
