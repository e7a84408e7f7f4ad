//! Paths of modules and the names that they offer, in `import`.

use hir::{Module, Name};
use rustc_hash::FxHashSet;
use source::{Db, Package};

use super::auto_import::exports;
use super::collector::{Candidate, Class, Collector};
use super::item::CompletionKind;
use crate::navigation_target::SymbolKind;

/// The next parts of a path, of which some parts are written.
pub(super) fn path(collector: &mut Collector<'_, '_>, written: &[Name]) {
    let db = collector.cursor.db;
    let package = collector.cursor.module.package(db);
    let Some((first, rest)) = written.split_first() else {
        parts(collector, package, &[]);
        for (name, _) in package.dependencies(db) {
            if !collector.has(name) {
                part(collector, name, "package");
            }
        }
        let has_standard = hir::package_by_name(db, package, "std").is_some_and(|standard| standard != package);
        if has_standard && !collector.has("std") {
            part(collector, "std", "standard library");
        }
        return;
    };
    match hir::package_by_name(db, package, &first.text()) {
        Some(other) => parts(collector, other, rest),
        None => parts(collector, package, written),
    }
}

/// The parts that follow `written` in the paths of a package's modules.
fn parts(collector: &mut Collector<'_, '_>, package: Package, written: &[Name]) {
    let db = collector.cursor.db;
    let own = collector.cursor.module;
    let mut told = FxHashSet::default();
    for (path, _) in package.modules(db) {
        if package == own.package(db) && **path == *own.path(db).text() || is_internal(db, package, path) {
            continue;
        }
        let mut names = path.split('.');
        let fits = written.iter().all(|name| names.next() == Some(&name.text()));
        if let Some(next) = names.next().filter(|next| fits && !next.is_empty() && told.insert(*next)) {
            part(collector, next, "module");
        }
    }
}

/// Whether a module is the compiler's own business: what nobody imports.
pub(super) fn is_internal(db: &dyn Db, package: Package, path: &str) -> bool {
    let standard = source::Program::try_get(db).and_then(|program| program.standard(db));
    standard == Some(package) && matches!(path.split('.').next(), Some("runtime" | "prelude" | "string"))
}

fn part(collector: &mut Collector<'_, '_>, name: &str, what: &str) {
    let kind = CompletionKind::Symbol(SymbolKind::Module);
    collector.add(Candidate::new(name, kind, Class::Imported).described(what));
}

/// The public names of the module that a path leads to, without those that are listed already.
pub(super) fn names(collector: &mut Collector<'_, '_>, path: &[Name], present: &[Name]) {
    let db = collector.cursor.db;
    let module: Option<Module> = hir::imported_module(db, collector.cursor.module.package(db), path);
    let Some(module) = module else { return };
    for export in exports(db, module) {
        if !present.contains(&export.name) {
            collector.resolution(&export.name.text(), export.resolution, Class::Imported, false);
        }
    }
}
