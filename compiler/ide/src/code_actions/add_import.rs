//! An import for a name that another module offers. Where the import goes is `completion`'s choice, which offers the same.

use hir::{Module, ModuleMember, Name, Resolution};
use source::{Db, Diagnostic};

use super::CodeAction;
use super::request::Request;
use crate::completion::import_edit;
use crate::edit::SourceChange;

/// No more modules than this are offered for one name.
const MOST: usize = 8;

pub(super) fn offer(request: &Request<'_>, diagnostic: &Diagnostic, actions: &mut Vec<CodeAction>) {
    if !matches!(diagnostic.kind.name, "unknown-name" | "unknown-type") {
        return;
    }
    let db = request.db;
    let place = request.place(diagnostic);
    let Some(token) = request.token_at(place.start) else {
        return;
    };
    let Some(module) = hir::module_of_file(db, request.file) else {
        return;
    };
    let name = token.name();
    let offering = offering(db, module, name);
    let is_only = offering.len() == 1;
    for path in offering.into_iter().take(MOST) {
        let edit = import_edit(db, request.file, &path, &name.text());
        let change = SourceChange::of_file(request.file, [edit]);
        let mut action = CodeAction::fix(db, diagnostic, format!("Import `{name}` from `{path}`"), change);
        action.is_preferred = is_only;
        actions.push(action);
    }
}

/// The paths of the modules that declare a public name, nearest first.
fn offering(db: &dyn Db, from: Module, name: Name) -> Vec<String> {
    let own = from.package(db);
    let is_known = |module: Module| {
        let package = module.package(db);
        package == own || module.is_standard(db) || own.dependencies(db).iter().any(|(_, other)| *other == package)
    };
    let declares = |module: Module| match hir::resolve_in_module(db, module, name, from) {
        ModuleMember::Visible(Resolution::Item(item)) => item.module(db) == module,
        ModuleMember::Visible(_) | ModuleMember::Private(_) | ModuleMember::Unknown => false,
    };
    // The entry of the own package is nobody's to import.
    let is_entry = |module: Module| module.package(db) == own && module.path(db).is_empty();
    let modules = hir::all_modules(db).iter().copied();
    let mut found: Vec<(bool, String)> = modules
        .filter(|module| {
            *module != from
                && is_known(*module)
                && hir::may_import(db, own, *module)
                && !is_entry(*module)
                && declares(*module)
        })
        .map(|module| (module.package(db) != own, module.import_path(db, own)))
        .collect();
    found.sort();
    found.into_iter().map(|(_, path)| path).collect()
}
