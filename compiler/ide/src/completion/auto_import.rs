//! Names of other modules that are not imported here, each with the change that imports it. The names of a module are a
//! query of their own, so that a key stroke reads one module again and not the program.

use hir::{Module, ModuleMember, Name, Resolution};
use smol_str::SmolStr;
use source::{Db, Package, SourceFile, chunk_starts, chunks, parse};
use syntax::view::{self, Item};

use super::collector::{Class, Collector};
use super::imports::is_internal;
use super::scope::Fits;
use crate::edit::TextEdit;

/// A public name of a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Export {
    pub name: Name,
    pub resolution: Resolution,
}

/// The names that other modules may import from a module, sorted.
#[salsa::tracked(returns(deref))]
pub(super) fn exports(db: &dyn Db, module: Module) -> Vec<Export> {
    let names = hir::module_scope(db, module).public_names();
    let mut exports: Vec<Export> = names
        .filter_map(|name| match hir::resolve_in_module(db, module, name, module) {
            ModuleMember::Visible(resolution) => Some(Export { name, resolution }),
            ModuleMember::Private(_) | ModuleMember::Unknown => None,
        })
        .collect();
    exports.sort_unstable_by(|left, right| left.name.compare_text(right.name));
    exports
}

/// The modules that a module may import, with their paths there. Entries of programs are nobody's to import.
fn importable(db: &dyn Db, from: Module) -> Vec<(Module, String)> {
    let own = from.package(db);
    let mut modules = Vec::new();
    let mut of_package = |package: Package, name: &str| {
        for (path, _) in package.modules(db) {
            let Some(module) = hir::find_module(db, package, path) else {
                continue;
            };
            let joined = match (name.is_empty(), path.is_empty()) {
                (true, true) => continue,
                (true, false) => path.to_string(),
                (false, true) => name.to_string(),
                (false, false) => format!("{name}.{path}"),
            };
            if module != from && !is_internal(db, package, path) {
                modules.push((module, joined));
            }
        }
    };
    of_package(own, "");
    for (name, package) in own.dependencies(db) {
        of_package(*package, name);
    }
    let has_standard = own.dependencies(db).iter().any(|(name, _)| &**name == "std");
    if let Some(standard) = source::Program::try_get(db).and_then(|program| program.standard(db))
        && standard != own
        && !has_standard
    {
        of_package(standard, "std");
    }
    modules
}

/// No more names than this are proposed for import; more letters find the others.
const MOST: usize = 100;

/// The names of other modules that fit what is typed.
pub(super) fn names(collector: &mut Collector<'_, '_>, fits: Fits, as_call: bool) {
    if !collector.settings.auto_import {
        return;
    }
    collector.is_incomplete = true;
    let cursor = collector.cursor;
    let db = cursor.db;
    if cursor.prefix.is_empty() {
        return;
    }
    let Some(file) = hir::module_file(db, cursor.module) else {
        return;
    };
    // Names that begin with what is typed come first, the shorter ones before. Only of the best is more asked.
    let importable = importable(db, cursor.module);
    let mut found: Vec<(Rank<'_>, Found)> = Vec::new();
    for (module, path) in &importable {
        let mut add = |name: SmolStr, what: Found| {
            if collector.fits(&name) {
                let rank = (!name.starts_with(cursor.prefix), name.len(), name, &**path);
                found.push((rank, what));
            }
        };
        let last = path.rsplit('.').next().unwrap_or(path);
        add(last.into(), Found::Module(*module));
        for export in exports(db, *module) {
            add(export.name.text(), Found::Name(export.resolution, *module));
        }
    }
    found.sort_unstable_by(|(left, _), (right, _)| left.cmp(right));
    let is_free = |name: &str| {
        let is_local = cursor.locals.iter().any(|local| local.name == name);
        !is_local && hir::resolve(db, cursor.module, Name::new(name)).is_none()
    };
    let own = cursor.module.package(db);
    let wanted = found.into_iter().filter(|(_, what)| fits(db, what.resolution()) && !what.is_offered_above(db, own));
    let free = wanted.filter(|((_, _, name, _), _)| is_free(name.as_str()));
    for ((_, _, name, path), what) in free.take(MOST) {
        let mut candidate = collector.candidate(&name, what.resolution(), Class::AutoImport, as_call);
        candidate.description = Some(path.to_string());
        candidate.additional_edits = vec![match what {
            Found::Name(..) => import_edit(db, file, path, &name),
            Found::Module(_) => new_import(db, file, path, None),
        }];
        collector.add(candidate);
    }
}

/// Whether it begins otherwise than what is typed, its length, the name, the module's path.
type Rank<'a> = (bool, usize, SmolStr, &'a str);

/// Something that could be imported.
#[derive(Clone, Copy)]
enum Found {
    /// A name of a module.
    Name(Resolution, Module),
    Module(Module),
}

impl Found {
    fn resolution(self) -> Resolution {
        match self {
            Found::Name(resolution, _) => resolution,
            Found::Module(module) => Resolution::Module(module),
        }
    }

    /// Whether it is an item that a module above its own offers too.
    fn is_offered_above(self, db: &dyn Db, from: Package) -> bool {
        match self {
            Found::Name(Resolution::Item(item), module) => {
                item.module(db) == module && hir::import_module(db, item, from) != module
            }
            Found::Name(..) | Found::Module(_) => false,
        }
    }
}

/// The change that imports a name of a module: one more name in an import of that module, else an import in its place
/// among the others.
pub fn import_edit(db: &dyn Db, file: SourceFile, path: &str, name: &str) -> TextEdit {
    new_import(db, file, path, Some(name))
}

/// The changes that import several names of a module, which come in the order of the alphabet.
pub(crate) fn import_edits(db: &dyn Db, file: SourceFile, path: &str, names: &[&str]) -> Vec<TextEdit> {
    let each: Vec<TextEdit> = names.iter().map(|name| import_edit(db, file, path, name)).collect();
    // Without an import of the module each would be one of its own.
    let is_new = each.iter().any(|edit| edit.text.trim_start().starts_with("import "));
    if is_new { vec![import_edit(db, file, path, &names.join(", "))] } else { each }
}

/// The change that imports a name of a module, or the module itself.
fn new_import(db: &dyn Db, file: SourceFile, path: &str, name: Option<&str>) -> TextEdit {
    let line = match name {
        Some(name) => format!("import {path} ({name})"),
        None => format!("import {path}"),
    };
    let starts = chunk_starts(db, file);
    let mut place = None;
    for &chunk in chunks(db, file) {
        let tree = hir::item_tree(db, chunk);
        if tree.imports.is_empty() && tree.libraries.is_empty() {
            continue;
        }
        let Some(start) = starts.start(chunk.id(db)) else {
            continue;
        };
        for item in parse(db, chunk).file().items() {
            if let Item::ImportExtern(library) = item {
                place.get_or_insert(TextEdit::insert(start + library.range().start, format!("{line}\n")));
            }
            let Item::Import(import) = item else { continue };
            let written: Vec<&str> = import.path().map(|token| token.text()).collect();
            let written = written.join(".");
            let is_plain = import.attributes().next().is_none() && !import.is_public();
            if let Some(name) = name
                && written == path
                && is_plain
                && import.alias().is_none()
                && import.has_names()
            {
                return extended(import, start, name);
            }
            let begin = start + import.range().start;
            if *written > *path {
                return place
                    .filter(|edit: &TextEdit| edit.text.starts_with('\n'))
                    .unwrap_or_else(|| TextEdit::insert(begin, format!("{line}\n")));
            }
            let end = start + import.range().end;
            place = Some(TextEdit::insert(end, format!("\n{line}")));
        }
    }
    place.unwrap_or_else(|| {
        let text = file.text(db);
        let at = behind_header(text);
        let rest = &text[at..];
        let gap = if rest.is_empty() || rest.starts_with(['\n', '\r']) { "\n" } else { "\n\n" };
        TextEdit::insert(at as u32, format!("{line}{gap}"))
    })
}

/// An import with one name more, where it comes in the order of the alphabet.
fn extended(import: view::Import<'_>, start: u32, name: &str) -> TextEdit {
    let mut last = None;
    for each in import.names() {
        let Some(token) = each.name() else { continue };
        if token.text() > name {
            return TextEdit::insert(start + each.range().start, format!("{name}, "));
        }
        last = Some(each);
    }
    match last {
        Some(last) => TextEdit::insert(start + last.range().end, format!(", {name}")),
        None => {
            let path = import.path_range().map_or(import.range().end, |range| range.end);
            let opener = import.tree().text()[path as usize..].find('(').map_or(0, |at| at as u32 + 1);
            TextEdit::insert(start + path + opener, name)
        }
    }
}

/// Where the first import goes: behind the comment that begins the file, if an empty line ends it.
fn behind_header(text: &str) -> usize {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let shown = line.trim();
        if shown.is_empty() {
            return if at == 0 { 0 } else { at + line.len() };
        }
        if !shown.starts_with('#') {
            return 0;
        }
        at += line.len();
    }
    0
}
