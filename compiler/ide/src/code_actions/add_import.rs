//! An import for a name that another module offers: one more name in an import of that module, else an import in its place
//! among the others.

use hir::{Module, ModuleMember, Name, Resolution};
use source::{Db, Diagnostic, SourceFile};

use super::CodeAction;
use super::import_lists::{WrittenImport, imports};
use super::request::Request;
use crate::edit::{SourceChange, TextEdit};

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
        let edit = import_edit(db, request.file, &path, name.text());
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
    let is_entry = |module: Module| module.package(db) == own && module.path(db).text().is_empty();
    let modules = hir::all_modules(db).iter().copied();
    let mut found: Vec<(bool, String)> = modules
        .filter(|module| *module != from && is_known(*module) && !is_entry(*module) && declares(*module))
        .map(|module| (module.package(db) != own, module.import_path(db, own)))
        .collect();
    found.sort();
    found.into_iter().map(|(_, path)| path).collect()
}

/// The edit that imports a name of a module into a file.
fn import_edit(db: &dyn Db, file: SourceFile, path: &str, name: &str) -> TextEdit {
    let imports = imports(db, file);
    let is_list = |import: &&WrittenImport| {
        import.path == path
            && import.names.is_some()
            && !import.is_public
            && import.is_sound
            && import.attributes.is_empty()
    };
    if let Some(list) = imports.iter().find(is_list) {
        let mut list = list.clone();
        let names = list.names.get_or_insert_default();
        let place = names.partition_point(|(_, known)| known.as_str() < name);
        names.insert(place, (0..0, name.to_string()));
        return TextEdit::replace(list.range.clone(), list.text());
    }
    let text = format!("import {path} ({name})");
    let behind = |import: &&WrittenImport| !import.is_extern && import.path.as_str() <= path;
    if let Some(before) = imports.iter().rev().find(behind) {
        return TextEdit::insert(before.range.end, format!("\n{text}"));
    }
    if let Some(first) = imports.first() {
        return TextEdit::insert(first.range.start, format!("{text}\n"));
    }
    let at = header_end(file.text(db));
    TextEdit::insert(at as u32, format!("{text}\n\n"))
}

/// The end of the comment that stands alone at the beginning of a file, with the empty line behind it.
fn header_end(text: &str) -> usize {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        if line.trim().is_empty() && end > 0 {
            return end + line.len();
        }
        if !line.starts_with('#') {
            break;
        }
        end += line.len();
    }
    0
}
