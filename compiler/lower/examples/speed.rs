//! Measures the analyses on one file: `cargo run --release -p lower --example speed FILE`.
//! Prints milliseconds of the clock per step on a fresh database, all on one thread.

use std::sync::Arc;
use std::time::Instant;

use source::{Database, Package, Program, SourceFile, TargetInput};

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
    let db = Database::new();
    let file = SourceFile::new(&db, Arc::from("main.lang"), Arc::from(text));
    let main = Package::new(&db, Arc::from("main"), vec![(Arc::from(""), file)], Vec::new());
    let target = TargetInput::new(&db, Arc::from("x86_64-linux-gnu"), Arc::from("linux"));
    Program::new(&db, vec![main], target);
    let whole = Instant::now();
    let step = |name: &str, work: &dyn Fn() -> usize| {
        let start = Instant::now();
        let count = work();
        println!("{name:>12} {:7.2} ms  {count}", start.elapsed().as_secs_f64() * 1000.0);
    };
    step("parse", &|| source::chunks(&db, file).iter().map(|chunk| source::parse(&db, *chunk).node_limit()).sum());
    let Some(module) = hir::module_of_file(&db, file) else { return };
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
    println!("{:>12} {:7.2} ms\n", "in all", whole.elapsed().as_secs_f64() * 1000.0);
    let forms = items.iter().filter(|item| item.kind(&db).may_have_body());
    step("forms", &|| forms.clone().map(|item| lower::source_form(&db, *item).statements.len()).sum());
}
