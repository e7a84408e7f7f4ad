//! What tests of this room share: programs of several modules, and the diagnostics of names.

use expect_test::Expect;
use source::{Database, SourceFile};

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
    let mut packages = vec![fixtures::package(db, "std", standard, &[])];
    let other = dependency.map(|(name, modules)| (name, fixtures::package(db, "other", modules, &[])));
    packages.extend(other.map(|(_, other)| other));
    let main = fixtures::package(db, "main", modules, other.as_slice());
    packages.push(main);
    fixtures::program(db, packages);
    fixtures::files(db, main)
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
            assert_eq!(module_of_file(db, problem.primary.span.file(db)), Some(module));
            shown.push_str(&fixtures::show(db, problem));
        }
    }
    shown
}
