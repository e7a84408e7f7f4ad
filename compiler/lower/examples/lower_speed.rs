//! Measures the analyses on one file: `cargo run --release -p lower --example lower_speed FILE`.
//! Prints milliseconds of CPU (of the clock, where Linux does not tell) per step on a fresh database, on one thread.

use std::sync::Arc;

use salsa::Setter as _;
use source::{Database, Package, Program, SourceFile, TargetInput};

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
    let whole = now();
    let step = |name: &str, work: &dyn Fn() -> usize| {
        let start = now();
        let count = work();
        println!("{name:>12} {:7.2} ms  {count}", milliseconds(start));
    };
    step("parse", &|| source::chunks(&db, file).iter().map(|chunk| source::parse(&db, *chunk).node_limit()).sum());
    let Some(module) = hir::module_of_file(&db, file) else {
        return;
    };
    let items: Vec<_> = hir::module_items(&db, module).ids().collect();
    step("bodies", &|| {
        let bodies = items.iter().filter(|item| item.kind(&db).may_have_body());
        bodies.map(|item| hir::body(&db, *item).expression_count()).sum()
    });
    step("infer", &|| {
        let bodies = items.iter().filter(|item| item.kind(&db).may_have_body());
        bodies.map(|item| types::infer(&db, *item).problems.len()).sum()
    });
    step("analyses", &|| items.iter().map(|item| lower::body_problems(&db, *item).len()).sum());
    step("diagnostics", &|| lower::diagnostics(&db, file).len());
    println!("{:>12} {:7.2} ms\n", "in all", milliseconds(whole));
    let forms = items.iter().filter(|item| item.kind(&db).may_have_body());
    step("forms", &|| forms.clone().map(|item| lower::source_form(&db, *item).statements.len()).sum());

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
