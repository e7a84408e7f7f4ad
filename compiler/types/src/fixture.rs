//! What tests of this room share: programs with a small standard library, and the problems of types as text.

use expect_test::Expect;
use hir::{all_modules, module_items, module_of_file};
use source::{Database, Diagnostic, SourceFile};

use crate::item_diagnostics;

/// Puts a program of one package into a database: modules by path, the entry's path being empty. Gives the files.
pub(crate) fn load(db: &Database, modules: &[(&str, &str)]) -> Vec<SourceFile> {
    let runtime = "pub fn string_length(text: ref String) -> i64 { 0 }";
    let string = "import std.runtime (string_length)\nimpl String { pub fn length -> i64 { string_length(self) } }";
    let standard = fixtures::package(db, "std", &[("prelude", ""), ("runtime", runtime), ("string", string)], &[]);
    let main = fixtures::package(db, "main", modules, &[]);
    fixtures::program(db, vec![standard, main]);
    fixtures::files(db, main)
}

/// Compares what this room says about a program. A line `//name` begins the module of that name, `//main` the entry.
pub(crate) fn check(text: &str, expected: Expect) {
    expected.assert_eq(&problems(text));
}

/// What this room says about such a program.
pub(crate) fn problems(text: &str) -> String {
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
    all_diagnostics(&db)
}

/// All diagnostics of this room, module by module, in the order of their places.
pub(crate) fn all_diagnostics(db: &Database) -> String {
    let mut shown = String::new();
    for &module in all_modules(db) {
        let mut found: Vec<Diagnostic> =
            module_items(db, module).ids().flat_map(|item| item_diagnostics(db, item)).collect();
        found.sort_by_key(|problem| problem.sort_key(db));
        for problem in &found {
            assert_eq!(module_of_file(db, problem.primary.span.file(db)), Some(module));
            shown.push_str(&fixtures::show(db, problem));
        }
    }
    shown
}
