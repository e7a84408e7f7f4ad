//! What re-runs after an edit, query by query. Each test asks one query for all of a module, edits the text, asks
//! again, and pins the queries that were executed. A line missing here is time saved with each key stroke; a new
//! line is a regression, unless the query's row in ARCHITECTURE.md says otherwise.

use std::sync::Arc;

use expect_test::{Expect, expect};
use salsa::{Durability, Setter as _};
use source::{Database, Db};

use crate::fixture::{load, main_module};
use crate::*;

const TEXT: &str = "\
import other (helper)

# Adds.
fn first(a: i64) -> i64 {
  let x = a + 1
  second(x)
}

type copy Point {
  let @x: i64
  fn get -> i64 { @x + helper() }
}

fn second(a: i64) -> i64 { LIMIT * a }

let LIMIT: i64 = 4
impl Point { fn more -> [i64; LIMIT + 1] { [@x; LIMIT + 1] } }
";

const OTHER: &str = "pub fn helper -> i64 { 1 }\n";

/// Edits, each of one kind, and what they replace.
const EDITS: &[(&str, &str, &str)] = &[
    ("inside a body", "a + 1", "a + 2"),
    ("space in a body", "a + 1", "a  +  1"),
    ("above all", "import other", "\n\nimport other"),
    ("comment", "# Adds.", "# Adds one."),
    ("signature", "second(a: i64)", "second(b: i64, a: i64)"),
    ("new item", "let LIMIT", "fn third { }\nlet LIMIT"),
];

fn pin(query: fn(&dyn Db, Module), expected: Expect) {
    let mut shown = String::new();
    for (name, old, new) in EDITS {
        let (mut db, log) = Database::logged();
        let files = load(&db, &[("", TEXT), ("other", OTHER)]);
        let module = main_module(&db, &files);
        query(&db, module);
        log.take();
        assert!(TEXT.contains(old));
        files[0].set_text(&mut db).to(Arc::from(TEXT.replacen(old, new, 1)));
        query(&db, module);
        let executed = log.take_counts().replace(" × 1\n", ", ").replace('\n', ", ");
        shown.push_str(&format!("{name}: {}\n", executed.trim_end_matches(", ")));
    }
    expected.assert_eq(&shown);
}

fn for_all_items(db: &dyn Db, module: Module, mut query: impl FnMut(ItemId)) {
    module_items(db, module).ids().for_each(&mut query);
}

#[test]
fn item_tree_re_runs_for_the_edited_chunk() {
    pin(
        |db, module| module_chunks(db, module).iter().for_each(|chunk| drop(item_tree(db, *chunk).clone())),
        expect![[r#"
            inside a body: chunks, file_cuts, item_tree, lowered_items, parse
            space in a body: chunks, file_cuts, item_tree, lowered_items, parse
            above all: chunks, file_cuts, item_tree, lowered_items, parse
            comment: chunks, file_cuts, item_tree, lowered_items, parse
            signature: chunks, file_cuts, item_tree, lowered_items, parse
            new item: chunks, file_cuts, item_tree, lowered_items, parse
        "#]],
    );
}

#[test]
fn module_items_re_runs_when_items_come_or_go() {
    pin(
        |db, module| assert!(module_items(db, module).ids().len() > 5),
        expect![[r#"
        inside a body: chunks, file_cuts, item_tree, lowered_items, parse
        space in a body: chunks, file_cuts, item_tree, lowered_items, parse
        above all: chunks, file_cuts, item_tree, lowered_items, parse
        comment: chunks, file_cuts, item_tree, lowered_items, parse
        signature: chunks, file_cuts, item_tree, lowered_items, module_items, parse
        new item: chunks, file_cuts, item_tree, lowered_items, module_items, parse
    "#]],
    );
}

#[test]
fn places_of_chunks_re_runs_when_items_come_or_go() {
    pin(
        |db, module| {
            let chunks = crate::module_chunks(db, module).iter();
            let items = chunks.map(|chunk| crate::chunk_items(db, *chunk).0.len());
            assert!(items.sum::<usize>() > 5);
        },
        expect![[r#"
            inside a body: chunks, file_cuts, item_tree, lowered_items, parse
            space in a body: chunks, file_cuts, item_tree, lowered_items, parse
            above all: chunks, file_cuts, item_tree, lowered_items, parse
            comment: chunks, file_cuts, item_tree, lowered_items, parse
            signature: chunks, file_cuts, item_tree, lowered_items, module_items, parse
            new item: chunks, file_cuts, item_tree, lowered_items, module_items, parse, places_of_chunks
        "#]],
    );
}

#[test]
fn item_source_is_found_again_when_items_come_or_go() {
    pin(
        |db, module| for_all_items(db, module, |item| assert!(item_source(db, item).is_some())),
        expect![[r#"
        inside a body: chunks, file_cuts, item_tree, lowered_items, parse
        space in a body: chunks, file_cuts, item_tree, lowered_items, parse
        above all: chunks, file_cuts, item_tree, lowered_items, parse
        comment: chunks, file_cuts, item_tree, lowered_items, parse
        signature: chunks, file_cuts, item_tree, lowered_items, module_items, parse
        new item: chunks, file_cuts, item_source × 8, item_tree, lowered_items, module_items, parse
    "#]],
    );
}

#[test]
fn members_are_listed_again_when_items_come_or_go() {
    pin(
        |db, module| for_all_items(db, module, |item| assert!(members(db, item).len() < 2)),
        expect![[r#"
            inside a body: chunks, file_cuts, item_tree, lowered_items, parse
            space in a body: chunks, file_cuts, item_tree, lowered_items, parse
            above all: chunks, file_cuts, item_tree, lowered_items, parse
            comment: chunks, file_cuts, item_tree, lowered_items, parse
            signature: chunks, file_cuts, item_tree, lowered_items, module_items, parse
            new item: chunks, file_cuts, item_tree, listed_members × 2, lowered_items, module_items, parse
        "#]],
    );
}

#[test]
fn module_impls_are_listed_again_when_items_come_or_go() {
    pin(
        |db, module| assert_eq!(module_impls(db, module).len(), 1),
        expect![[r#"
        inside a body: chunks, file_cuts, item_tree, lowered_items, parse
        space in a body: chunks, file_cuts, item_tree, lowered_items, parse
        above all: chunks, file_cuts, item_tree, lowered_items, parse
        comment: chunks, file_cuts, item_tree, lowered_items, parse
        signature: chunks, file_cuts, item_tree, lowered_items, module_items, parse
        new item: chunks, file_cuts, item_tree, lowered_items, module_impls, module_items, parse
    "#]],
    );
}

#[test]
fn module_scope_re_runs_when_a_head_changes() {
    pin(
        |db, module| assert!(module_scope(db, module).clashes.is_empty()),
        expect![[r#"
        inside a body: chunks, file_cuts, item_tree, lowered_items, parse
        space in a body: chunks, file_cuts, item_tree, lowered_items, parse
        above all: chunks, file_cuts, item_tree, lowered_items, parse
        comment: chunks, file_cuts, item_tree, lowered_items, parse
        signature: chunks, file_cuts, item_tree, lowered_items, module_items, module_scope, parse
        new item: chunks, file_cuts, item_tree, lowered_items, module_items, module_scope, parse
    "#]],
    );
}

#[test]
fn resolve_re_runs_when_the_scope_changes() {
    pin(
        |db, module| assert!(resolve(db, module, Name::new("second")).is_some()),
        expect![[r#"
        inside a body: chunks, file_cuts, item_tree, lowered_items, parse
        space in a body: chunks, file_cuts, item_tree, lowered_items, parse
        above all: chunks, file_cuts, item_tree, lowered_items, parse
        comment: chunks, file_cuts, item_tree, lowered_items, parse
        signature: chunks, file_cuts, item_tree, lowered_items, module_items, module_scope, parse
        new item: chunks, file_cuts, item_tree, lowered_items, module_items, module_scope, parse, resolve_name
    "#]],
    );
}

#[test]
fn resolve_in_module_does_not_see_other_modules() {
    pin(
        |db, module| {
            let other = find_module(db, module.package(db), "other").expect("the program has it");
            let found = resolve_in_module(db, other, Name::new("helper"), module);
            assert!(matches!(found, ModuleMember::Visible(_)));
        },
        expect![[r#"
            inside a body: 
            space in a body: 
            above all: 
            comment: 
            signature: 
            new item: 
        "#]],
    );
}

#[test]
fn one_body_re_runs() {
    pin(
        |db, module| for_all_items(db, module, |item| assert!(body(db, item).expression_count() > 0)),
        expect![[r#"
        inside a body: body, chunks, file_cuts, item_tree, lowered_body, lowered_items, parse
        space in a body: body, chunks, file_cuts, item_tree, lowered_body, lowered_items, parse
        above all: chunks, file_cuts, item_tree, lowered_items, parse
        comment: body, chunks, file_cuts, item_tree, lowered_body, lowered_items, parse
        signature: body, chunks, file_cuts, item_tree, lowered_body, lowered_items, module_items, module_scope, parse
        new item: body, chunks, file_cuts, item_source × 8, item_tree, lowered_body, lowered_items, module_items, module_scope, parse, resolve_name × 3
    "#]],
    );
}

#[test]
fn one_source_map_re_runs() {
    pin(
        |db, module| for_all_items(db, module, |item| drop(body_source_map(db, item).clone())),
        expect![[r#"
        inside a body: chunks, file_cuts, item_tree, lowered_body, lowered_items, parse
        space in a body: chunks, file_cuts, item_tree, lowered_body, lowered_items, parse
        above all: chunks, file_cuts, item_tree, lowered_items, parse
        comment: chunks, file_cuts, item_tree, lowered_body, lowered_items, parse
        signature: chunks, file_cuts, item_tree, lowered_body, lowered_items, module_items, module_scope, parse
        new item: chunks, file_cuts, item_source × 8, item_tree, lowered_body, lowered_items, module_items, module_scope, parse, resolve_name × 3
    "#]],
    );
}

#[test]
fn constant_bodies_re_run_with_their_item() {
    pin(
        |db, module| {
            for_all_items(db, module, |item| {
                for nth in 0..item_data(db, item).map_or(0, |data| data.constants.len()) {
                    assert_eq!(constant_body(db, item, nth as u32).expression_count(), 3);
                }
            });
        },
        expect![[r#"
            inside a body: chunks, file_cuts, item_tree, lowered_items, parse
            space in a body: chunks, file_cuts, item_tree, lowered_items, parse
            above all: chunks, file_cuts, item_tree, lowered_items, parse
            comment: chunks, file_cuts, item_tree, lowered_items, parse
            signature: chunks, file_cuts, item_tree, lowered_items, module_items, module_scope, parse
            new item: chunks, file_cuts, item_source × 8, item_tree, lowered_items, module_items, module_scope, parse, resolve_name
        "#]],
    );
}

#[test]
fn item_diagnostics_re_run_when_heads_change() {
    pin(
        |db, module| for_all_items(db, module, |item| assert!(item_diagnostics(db, item).is_empty())),
        expect![[r#"
            inside a body: chunks, file_cuts, item_tree, lowered_items, parse
            space in a body: chunks, file_cuts, item_tree, lowered_items, parse
            above all: chunks, file_cuts, item_tree, lowered_items, parse
            comment: chunks, file_cuts, item_tree, lowered_items, parse
            signature: chunks, file_cuts, item_tree, lowered_items, module_items, module_scope, parse
            new item: chunks, file_cuts, item_source × 8, item_tree, listed_members × 2, lowered_items, module_items, module_scope, parse, resolve_name × 2
        "#]],
    );
}

#[test]
fn chunk_diagnostics_re_run_for_the_edited_chunk() {
    pin(
        |db, module| module_chunks(db, module).iter().for_each(|each| assert!(chunk_diagnostics(db, *each).is_empty())),
        expect![[r#"
            inside a body: chunk_diagnostics, chunks, file_cuts
            space in a body: chunk_diagnostics, chunks, file_cuts
            above all: chunk_diagnostics, chunks, file_cuts
            comment: chunk_diagnostics, chunks, file_cuts
            signature: chunk_diagnostics, chunks, file_cuts
            new item: chunk_diagnostics, chunks, file_cuts
        "#]],
    );
}

#[test]
fn module_diagnostics_re_run_when_uses_of_imports_may_change() {
    pin(
        |db, module| assert!(module_diagnostics(db, module).is_empty()),
        expect![[r#"
        inside a body: body_names, chunks, file_cuts, item_tree, lowered_body, lowered_items, parse
        space in a body: body_names, chunks, file_cuts, item_tree, lowered_body, lowered_items, parse
        above all: chunks, file_cuts, item_tree, lowered_items, parse
        comment: body_names, chunks, file_cuts, item_tree, lowered_body, lowered_items, parse
        signature: body_names, chunks, file_cuts, item_tree, lowered_body, lowered_items, module_diagnostics, module_items, module_scope, parse
        new item: body_names, chunks, file_cuts, item_source × 8, item_tree, lowered_body, lowered_items, module_diagnostics, module_items, module_scope, parse, resolve_name × 3
    "#]],
    );
}

/// What a body is made of, again when something else changed: a consumer as `types` will be.
#[salsa::tracked(returns(copy))]
fn consumer_of_bodies(db: &dyn Db, item: ItemId) -> usize {
    body(db, item).expression_count() + resolve(db, item.module(db), Name::new("second")).map_or(0, |_| 1)
}

#[test]
fn consumers_of_bodies_re_run_only_for_what_changed() {
    pin(
        |db, module| {
            for_all_items(db, module, |item| {
                consumer_of_bodies(db, item);
            });
        },
        expect![[r#"
            inside a body: body, chunks, consumer_of_bodies, file_cuts, item_tree, lowered_body, lowered_items, parse
            space in a body: body, chunks, file_cuts, item_tree, lowered_body, lowered_items, parse
            above all: chunks, file_cuts, item_tree, lowered_items, parse
            comment: body, chunks, file_cuts, item_tree, lowered_body, lowered_items, parse
            signature: body, chunks, consumer_of_bodies, file_cuts, item_tree, lowered_body, lowered_items, module_items, module_scope, parse
            new item: body, chunks, consumer_of_bodies, file_cuts, item_source × 8, item_tree, lowered_body, lowered_items, module_items, module_scope, parse, resolve_name × 3
        "#]],
    );
}

#[test]
fn edits_do_not_reach_texts_of_high_durability() {
    let (mut db, log) = Database::logged();
    let files = load(&db, &[("", TEXT), ("other", OTHER)]);
    files[1].set_text(&mut db).with_durability(Durability::HIGH).to(Arc::from(OTHER));
    let ask = |db: &Database| {
        for &module in all_modules(db) {
            for_all_items(db, module, |item| drop(body_source_map(db, item).clone()));
        }
    };
    ask(&db);
    log.take();
    files[0].set_text(&mut db).to(Arc::from(TEXT.replace("a + 1", "a + 7")));
    ask(&db);
    assert!(!log.take().is_empty());
    files[0].set_text(&mut db).to(Arc::from(TEXT));
    ask(&db);
    expect![[r#"
        chunks × 1
        file_cuts × 1
        item_tree × 1
        lowered_body × 1
        lowered_items × 1
        parse × 1
    "#]]
    .assert_eq(&log.take_counts());
}

#[test]
fn lost_names_of_sound_text() {
    pin(
        |db, module| drop(crate::problems::unknown_name::lost_names(db, module).to_vec()),
        expect![[r#"
            inside a body: chunks, file_cuts, parse, syntax_diagnostics
            space in a body: chunks, file_cuts, parse, syntax_diagnostics
            above all: chunks, file_cuts, parse, syntax_diagnostics
            comment: chunks, file_cuts, parse, syntax_diagnostics
            signature: chunks, file_cuts, parse, syntax_diagnostics
            new item: chunks, file_cuts, lost_names, parse, syntax_diagnostics
        "#]],
    );
}
