//! What re-runs after an edit, query by query. Each test asks one query for all items, edits the text, asks again, and
//! pins which queries of this room were executed for what edit. A new line is a regression, unless the query's row in
//! ARCHITECTURE.md says otherwise.

use std::sync::Arc;

use expect_test::{Expect, expect};
use hir::{ItemId, ItemKind, all_modules, module_items};
use salsa::{Durability, Setter as _};
use source::{Database, Db};

use crate::fixture::load;
use crate::*;

const TEXT: &str = "\
# Adds.
fn first(a: i64) -> i64 { second(a + 1) }
fn second(a: i64) -> i64 { LIMIT * a }
fn third(p: Point) -> i64 { p.x + p.twice() + TABLE[1] as i64 }
let LIMIT = 4
let TABLE: [i32; LIMIT] = [1, 2, 3, LIMIT as i32]
type copy Point { let @x: i64 }
type inline Pair { let @point: Point  let @name: String }
type Alias = [Point; 2]
impl Point { fn twice -> i64 { @x * 2 } }
extern { fn abs(n: i32) -> i32 }
let mut total: i64 = 7
fn adds { unsafe { total += 1 } }
test \"one\" { assert(first(1) == 8) }
";

/// Edits, each of one kind, and what they replace.
const EDITS: &[(&str, &str, &str)] = &[
    ("inside a body", "a + 1", "a + 2"),
    ("above all", "# Adds.", "\n\n# Adds."),
    ("comment", "# Adds.", "# Adds one."),
    ("signature", "second(a: i64)", "second(a: i64, b: i64)"),
    ("field", "let @x: i64", "let @y: i32  let @x: i64"),
    ("constant", "LIMIT = 4", "LIMIT = 5"),
    ("global", "total: i64 = 7", "total: i64 = 8"),
    ("new item", "let LIMIT", "fn fourth { }\nlet LIMIT"),
];

const QUERIES: &[&str] = &[
    "signature",
    "form_of",
    "item_definition",
    "type_definition_checks",
    "own_parameters",
    "declaration",
    "inferred_type",
    "infer",
    "infer_constant_expression",
    "constant_evaluation",
    "item_layout",
    "item_extent",
    "item_fields_need_drop",
    "inherent_impls",
    "alias",
    "repeated",
];

fn pin(query: fn(&dyn Db, ItemId), expected: Expect) {
    let mut shown = String::new();
    for (name, old, new) in EDITS {
        let (mut db, log) = Database::logged();
        let files = load(&db, &[("", TEXT)]);
        ask(&db, query);
        log.take();
        assert!(TEXT.contains(old));
        files[0].set_text(&mut db).to(Arc::from(TEXT.replacen(old, new, 1)));
        ask(&db, query);
        let mut executed: Vec<String> = log.take();
        executed.retain(|query| QUERIES.contains(&query.as_str()));
        let count = |query: &&&str| executed.iter().filter(|executed| executed == *query).count();
        let counts: Vec<String> = QUERIES
            .iter()
            .filter(|query| count(query) > 0)
            .map(|query| format!("{query} × {}", count(&query)))
            .collect();
        shown.push_str(&format!("{name}: {}\n", counts.join(", ")));
    }
    expected.assert_eq(&shown);
}

fn ask(db: &Database, query: fn(&dyn Db, ItemId)) {
    for &module in all_modules(db) {
        for item in module_items(db, module).ids() {
            query(db, item);
        }
    }
}

fn of(db: &dyn Db, item: ItemId, kinds: &[ItemKind], query: impl FnOnce()) {
    if kinds.contains(&item.kind(db)) {
        query();
    }
}

#[test]
fn signature_re_runs_when_its_head_changes() {
    pin(
        |db, item| {
            of(db, item, &[ItemKind::Function, ItemKind::ExternFunction], || assert!(!signature(db, item).poisoned));
        },
        expect![[r#"
            inside a body: 
            above all: 
            comment: 
            signature: signature × 1
            field: form_of × 1, own_parameters × 1
            constant: 
            global: 
            new item: signature × 1
        "#]],
    );
}

#[test]
fn infer_re_runs_for_one_body_and_for_those_who_use_what_changed() {
    pin(
        |db, item| {
            let kinds = [ItemKind::Function, ItemKind::Constant, ItemKind::Global, ItemKind::Test];
            of(db, item, &kinds, || assert!(!infer(db, item).result.is_error()));
        },
        expect![[r#"
            inside a body: infer × 1
            above all: 
            comment: 
            signature: signature × 1, own_parameters × 1, infer × 2
            field: form_of × 1, item_definition × 1, own_parameters × 1, infer × 2
            constant: declaration × 1, infer × 3, constant_evaluation × 1
            global: infer × 1
            new item: signature × 1, infer × 1
        "#]],
    );
}

#[test]
fn type_definition_re_runs_when_its_head_changes() {
    pin(
        |db, item| of(db, item, &[ItemKind::Type], || assert!(!type_definition(db, item).poisoned)),
        expect![[r#"
            inside a body: 
            above all: 
            comment: 
            signature: 
            field: form_of × 1, item_definition × 1, own_parameters × 1
            constant: 
            global: 
            new item: 
        "#]],
    );
}

#[test]
fn constants_are_evaluated_again_when_what_they_use_changes() {
    pin(
        |db, item| {
            of(db, item, &[ItemKind::Constant], || {
                constant_value(db, item);
            });
        },
        expect![[r#"
            inside a body: 
            above all: 
            comment: 
            signature: 
            field: 
            constant: declaration × 1, infer × 2, constant_evaluation × 2
            global: 
            new item: 
        "#]],
    );
}

#[test]
fn layouts_follow_the_fields() {
    pin(
        |db, item| {
            of(db, item, &[ItemKind::Type], || {
                assert!(object_layout(db, item).size > 0);
                needs_drop(db, Ty::named(item));
            });
        },
        expect![[r#"
            inside a body: 
            above all: 
            comment: 
            signature: 
            field: form_of × 1, item_definition × 1, own_parameters × 1, item_layout × 2, item_extent × 2, item_fields_need_drop × 1
            constant: 
            global: 
            new item: 
        "#]],
    );
}

#[test]
fn diagnostics_read_positions_but_infer_nothing_again() {
    pin(
        |db, item| {
            item_diagnostics(db, item);
        },
        expect![[r#"
            inside a body: infer × 1
            above all: 
            comment: 
            signature: signature × 1, own_parameters × 1, infer × 2
            field: form_of × 1, item_definition × 1, type_definition_checks × 2, own_parameters × 1, infer × 2, item_layout × 2, item_extent × 2
            constant: declaration × 1, infer × 3, constant_evaluation × 2
            global: infer × 1, constant_evaluation × 1
            new item: signature × 1, own_parameters × 1, infer × 1, repeated × 1
        "#]],
    );
}

/// An edit of the program does not even ask what the standard library's bodies are.
#[test]
fn the_standard_library_is_not_looked_at_again() {
    let (mut db, log) = Database::logged();
    let files = load(&db, &[("", "fn main() { println(\"a\".length()) }")]);
    let standard = source::Program::get(&db).standard(&db).expect("the fixture has a standard library");
    for (_, file) in standard.modules(&db).clone() {
        let text = file.text(&db).clone();
        file.set_text(&mut db).with_durability(Durability::HIGH).to(text);
    }
    ask(&db, |db, item| drop(item_diagnostics(db, item)));
    log.take();
    files[0].set_text(&mut db).to(Arc::from("fn main() { println(\"ab\".length()) }"));
    ask(&db, |db, item| drop(item_diagnostics(db, item)));
    let executed: Vec<String> = log.take().into_iter().filter(|query| QUERIES.contains(&query.as_str())).collect();
    assert_eq!(executed, ["infer"]);
}
