//! Measures the front end up to bodies on one file: `cargo run --release -p hir --example hir_speed FILE`.
//! Prints milliseconds of CPU (of the clock, where Linux does not tell) per step on a fresh database, and after an edit in the middle of the file.

use std::sync::Arc;

use salsa::Setter as _;
use source::{Database, Package, Program, SourceFile, TargetInput, chunks, parse};

/// The allocator of the `lang` program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: speed FILE");
        std::process::exit(2);
    };
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{path}: {error}");
            std::process::exit(1);
        }
    };
    for _ in 0..3 {
        measure(&text);
    }
}

fn measure(text: &str) {
    let mut db = Database::new();
    let file = SourceFile::new(&db, Arc::from("main.lang"), Arc::from(text));
    let main = Package::new(&db, Arc::from("main"), vec![(Arc::from(""), file)], Vec::new());
    let target = TargetInput::new(&db, Arc::from("x86_64-linux-gnu"), Arc::from("linux"));
    Program::new(&db, vec![main], target);
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
    let step = |name: &str, work: &dyn Fn() -> usize| {
        let start = now();
        let count = work();
        println!("{name:>12} {:7.2} ms  {count}", milliseconds(start));
    };
    step("chunks", &|| chunks(db, file).len());
    step("parse", &|| chunks(db, file).iter().map(|chunk| parse(db, *chunk).node_limit()).sum());
    let Some(module) = hir::module_of_file(db, file) else {
        return;
    };
    step("item_tree", &|| chunks(db, file).iter().map(|chunk| hir::item_tree(db, *chunk).items.len()).sum());
    step("items", &|| hir::module_items(db, module).ids().count());
    step("scope", &|| hir::module_scope(db, module).names().count());
    step("bodies", &|| hir::module_items(db, module).ids().map(|item| hir::body(db, item).expression_count()).sum());
    step("diagnostics", &|| {
        let items = hir::module_items(db, module).ids();
        let of_items: usize =
            items.map(|item| hir::item_diagnostics(db, item).len() + hir::body_diagnostics(db, item).len()).sum();
        of_items + hir::module_diagnostics(db, module).len()
    });
}

/// Nanoseconds of CPU that this thread has used, so that a busy machine does not disturb the figures.
fn now() -> u64 {
    let used = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let used = used.and_then(|text| text.split(' ').next()?.parse().ok());
    used.unwrap_or_else(|| {
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64)
    })
}

fn milliseconds(start: u64) -> f64 {
    (now() - start) as f64 / 1e6
}
