//! Measures the analyses on one file: `cargo run --release -p lower --example lower_speed FILE`.
//! Prints milliseconds of CPU (of the clock, where Linux does not tell) per step on a fresh database, on one thread.

use std::sync::Arc;

use fixtures::speed::{self, milliseconds, now, step};
use salsa::Setter as _;
use source::Database;

/// The allocator of the `lang` program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    speed::measure_file(measure);
}

fn measure(text: &str) {
    let mut db = Database::new();
    let file = speed::program_of(&db, text);
    let whole = now();
    step("parse", || source::chunks(&db, file).iter().map(|chunk| source::parse(&db, *chunk).node_limit()).sum());
    let Some(module) = hir::module_of_file(&db, file) else {
        return;
    };
    let items: Vec<_> = hir::module_items(&db, module).ids().collect();
    step("bodies", || {
        let bodies = items.iter().filter(|item| item.kind(&db).may_have_body());
        bodies.map(|item| hir::body(&db, *item).expression_count()).sum()
    });
    step("infer", || {
        let bodies = items.iter().filter(|item| item.kind(&db).may_have_body());
        bodies.map(|item| types::infer(&db, *item).problems.len()).sum()
    });
    step("analyses", || items.iter().map(|item| lower::body_problems(&db, *item).len()).sum());
    step("diagnostics", || lower::diagnostics(&db, file).len());
    println!("{:>12} {:7.2} ms\n", "in all", milliseconds(whole));
    let forms = items.iter().filter(|item| item.kind(&db).may_have_body());
    step("forms", || forms.clone().map(|item| lower::source_form(&db, *item).statements.len()).sum());

    let Some(at) = text[text.len() / 2..].find("& 0x") else {
        return;
    };
    let mut edited = text.to_string();
    edited.insert(text.len() / 2 + at + 4, '0');
    file.set_text(&mut db).to(Arc::from(edited));
    let start = now();
    let count = lower::diagnostics(&db, file).len();
    println!("{:>12} {:7.2} ms  {count}\n", "edit", milliseconds(start));
}
