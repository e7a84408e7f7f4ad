//! What tests of this room share: databases from texts, and diagnostics as text.

use std::sync::Arc;

use expect_test::Expect;
use source::{Database, Db, Diagnostic, LineColumn, Package, Program, SourceFile, Span, TargetInput, line_index};

use crate::{
    Module, all_modules, body_diagnostics, chunk_diagnostics, item_diagnostics, module_chunks, module_diagnostics,
    module_items, module_of_file,
};

/// Puts a program of one package into a database: modules by path, the entry's path being empty. Returns the files.
pub(crate) fn load(db: &Database, modules: &[(&str, &str)]) -> Vec<SourceFile> {
    load_with(db, modules, &[("prelude", "")], None)
}

/// As [`load`], with a standard library and perhaps a dependency of the package.
pub(crate) fn load_with(
    db: &Database,
    modules: &[(&str, &str)],
    standard: &[(&str, &str)],
    dependency: Option<(&str, &[(&str, &str)])>,
) -> Vec<SourceFile> {
    let standard = package(db, "std", standard).0;
    let (main, files) = package(db, "main", modules);
    let mut packages = vec![standard];
    if let Some((name, modules)) = dependency {
        let other = package(db, "other", modules).0;
        let known = Package::new(db, Arc::from("main"), main.modules(db).clone(), vec![(Arc::from(name), other)]);
        packages.extend([other, known]);
    } else {
        packages.push(main);
    }
    let target = TargetInput::new(db, Arc::from("x86_64-linux-gnu"), Arc::from("linux"));
    Program::new(db, packages, target);
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

/// The entry module of a program put there by [`load`].
pub(crate) fn main_module(db: &Database, files: &[SourceFile]) -> Module {
    module_of_file(db, files[0]).expect("the first file is the entry of the package")
}

/// Compares the diagnostics of a one-file program.
pub(crate) fn check(text: &str, expected: Expect) {
    check_modules(&[("", text)], expected);
}

/// Compares the diagnostics of a program, module by module.
pub(crate) fn check_modules(modules: &[(&str, &str)], expected: Expect) {
    let db = Database::new();
    load(&db, modules);
    expected.assert_eq(&all_diagnostics(&db));
}

/// All diagnostics, module by module, in the order of their places.
pub(crate) fn all_diagnostics(db: &Database) -> String {
    let mut shown = String::new();
    for &module in all_modules(db) {
        let mut found = module_diagnostics(db, module).to_vec();
        for &chunk in module_chunks(db, module) {
            found.extend_from_slice(chunk_diagnostics(db, chunk));
        }
        for item in module_items(db, module).ids() {
            found.extend(item_diagnostics(db, item));
            found.extend_from_slice(body_diagnostics(db, item));
        }
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
