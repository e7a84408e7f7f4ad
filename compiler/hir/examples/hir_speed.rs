//! Measures the front end up to bodies on one file: `cargo run --release -p hir --example hir_speed FILE`.
//! Prints milliseconds of CPU (of the clock, where Linux does not tell) per step on a fresh database, and after an edit in the middle of the file.

use std::sync::Arc;

use fixtures::speed::{self, milliseconds, now, step};
use salsa::Setter as _;
use source::{Database, SourceFile, chunks, parse};

/// The allocator of the `lang` program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    speed::measure_file(measure);
}

fn measure(text: &str) {
    let mut db = Database::new();
    let file = speed::program_of(&db, text);
    let start = now();
    steps(&db, file);
    println!("in all {:.1} ms", milliseconds(start));

    let middle = text.len() / 2 + text[text.len() / 2..].find('\n').map_or(0, |at| at + 1);
    let edited = format!("{}# edited\n{}", &text[..middle], &text[middle..]);
    file.set_text(&mut db).to(Arc::from(edited));
    println!("after an edit:");
    let start = now();
    steps(&db, file);
    println!("in all {:.1} ms\n", milliseconds(start));
}

fn steps(db: &Database, file: SourceFile) {
    step("chunks", || chunks(db, file).len());
    step("parse", || chunks(db, file).iter().map(|chunk| parse(db, *chunk).node_limit()).sum());
    let Some(module) = hir::module_of_file(db, file) else {
        return;
    };
    step("item_tree", || chunks(db, file).iter().map(|chunk| hir::item_tree(db, *chunk).items.len()).sum());
    step("items", || hir::module_items(db, module).ids().count());
    step("scope", || hir::module_scope(db, module).names().count());
    step("bodies", || hir::module_items(db, module).ids().map(|item| hir::body(db, item).expression_count()).sum());
    step("diagnostics", || {
        let items = hir::module_items(db, module).ids();
        let of_items: usize =
            items.map(|item| hir::item_diagnostics(db, item).len() + hir::body_diagnostics(db, item).len()).sum();
        of_items + hir::module_diagnostics(db, module).len()
    });
}
