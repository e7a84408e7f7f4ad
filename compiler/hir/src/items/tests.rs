//! What a module knows of its items beside what a walk over all of them finds.

use source::Database;

use crate::fixture::{load, main_module};
use crate::{ItemId, is_elsewhere, module_items, number_among_namesakes};

#[test]
fn namesakes_are_counted_without_those_left_out() {
    let text = r#"
fn same { }
@[only(windows)]
fn same { }
fn same { }
@[only(windows)]
fn same { }
@[only(windows)]
fn same { }
fn same { }
fn other { }
test "a" { }
@[only(windows)]
test "a" { }
test "a" { }
test "a" { }
"#;
    let db = Database::new();
    let files = load(&db, &[("main", text)]);
    let items = module_items(&db, main_module(&db, &files));
    let lists = items.entries().iter().chain(items.elsewhere());
    let all: Vec<ItemId> = lists.map(|(item, _)| *item).collect();
    assert_eq!(all.len(), 11);
    for item in &all {
        let is_before = |other: &&ItemId| {
            (other.name(&db), other.kind(&db)) == (item.name(&db), item.kind(&db)) && other.nth(&db) < item.nth(&db)
        };
        let before = all.iter().filter(is_before);
        let expected = before.filter(|other| !is_elsewhere(&db, **other)).count();
        assert_eq!(number_among_namesakes(&db, *item) as usize, expected, "{}", item.nth(&db));
    }
}
