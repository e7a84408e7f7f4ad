//! What tests of this room share: programs from texts, and diagnostics as text.

use std::sync::Arc;

use expect_test::Expect;
use hir::{Module, all_modules, module_items, module_of_file};
use source::{Database, Db, Diagnostic, LineColumn, Package, Program, SourceFile, Span, TargetInput, line_index};

use crate::item_diagnostics;

/// Puts a program of one package into a database: modules by path, the entry's path being empty. Gives the files.
pub(crate) fn load(db: &Database, modules: &[(&str, &str)]) -> Vec<SourceFile> {
    let runtime = "pub fn string_length(text: ref String) -> i64 { 0 }";
    let string = "import std.runtime (string_length)\nimpl String { pub fn length -> i64 { string_length(self) } }";
    let (standard, _) = package(db, "std", &[("prelude", ""), ("runtime", runtime), ("string", string)]);
    let (main, files) = package(db, "main", modules);
    let target = TargetInput::new(db, Arc::from("x86_64-linux-gnu"), Arc::from("linux"));
    Program::new(db, vec![standard, main], target);
    files
}

fn package(db: &Database, name: &str, modules: &[(&str, &str)]) -> (Package, Vec<SourceFile>) {
    let modules: Vec<(Arc<str>, SourceFile)> = modules
        .iter()
        .map(|(path, text)| {
            let name = if path.is_empty() { "main" } else { path };
            (Arc::from(*path), SourceFile::new(db, Arc::from(name), Arc::from(*text)))
        })
        .collect();
    let files = modules.iter().map(|(_, file)| *file).collect();
    (Package::new(db, Arc::from(name), modules, Vec::new()), files)
}

/// Compares what this room says about a program. A line `//name` begins the module of that name, `//main` the entry.
pub(crate) fn check(text: &str, expected: Expect) {
    let db = Database::new();
    let text = text.trim_start_matches('\n');
    let mut modules: Vec<(&str, String)> = vec![("", String::new())];
    for line in text.lines() {
        match line.strip_prefix("//") {
            Some("main") => modules.push(("", String::new())),
            Some(name) => modules.push((name, String::new())),
            None => {
                if let Some((_, text)) = modules.last_mut() {
                    text.push_str(line);
                    text.push('\n');
                }
            }
        }
    }
    if modules.len() > 1 {
        modules.remove(0);
        modules.sort_by_key(|(path, _)| *path);
    }
    let modules: Vec<(&str, &str)> = modules.iter().map(|(path, text)| (*path, text.as_str())).collect();
    load(&db, &modules);
    expected.assert_eq(&all_diagnostics(&db));
}

/// All diagnostics of this room, module by module, in the order of their places.
pub(crate) fn all_diagnostics(db: &Database) -> String {
    let mut shown = String::new();
    for &module in all_modules(db) {
        let mut found: Vec<Diagnostic> =
            module_items(db, module).ids().flat_map(|item| item_diagnostics(db, item)).collect();
        found.sort_by_key(|problem| problem.sort_key(db));
        for problem in &found {
            show(db, module, problem, &mut shown);
        }
    }
    shown
}

fn show(db: &dyn Db, module: Module, problem: &Diagnostic, shown: &mut String) {
    let place = |span: Span| {
        let LineColumn { line, column } = line_index(db, span.file(db)).line_column(span.absolute(db).start);
        let file = module_of_file(db, span.file(db)).map_or("", |module| module.path(db).text());
        let space = if file.is_empty() { "" } else { " " };
        format!("{file}{space}{}:{}", line + 1, column + 1)
    };
    assert_eq!(module_of_file(db, problem.primary.span.file(db)), Some(module));
    shown.push_str(&format!("{} {} {}", place(problem.primary.span), problem.kind.code, problem.message));
    if !problem.primary.text.is_empty() {
        shown.push_str(&format!(" | {}", problem.primary.text));
    }
    shown.push('\n');
    for label in &problem.secondary {
        shown.push_str(&format!("    {} {}\n", place(label.span), label.text));
    }
    for note in &problem.notes {
        shown.push_str(&format!("    note: {note}\n"));
    }
    for help in &problem.help {
        shown.push_str(&format!("    help: {help}\n"));
    }
}
