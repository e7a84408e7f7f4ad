//! Where what stands at a position is declared, typed and implemented. It owns what editors mean by these four words;
//! it must not know how they jump there.

mod implementation;
#[cfg(test)]
mod tests;
mod type_definition;

use std::ops::Range;

use hir::{ItemId, ItemKind, Module};
use source::{Db, SourceFile};
use syntax::{NodeKind, view};

use crate::definition::Definition;
use crate::jumps;
use crate::name_use::{NameUse, paths};
use crate::navigation_target::NavigationTarget;
use crate::position::{FilePosition, FileRange};
use crate::token::TokenPlace;

pub use implementation::implementation;
pub(crate) use implementation::{called_method, methods_of_impls};
pub use type_definition::type_definition;

/// Where a question leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Targets {
    /// What was asked about, in the file of the question.
    pub origin: Range<u32>,
    /// Where it leads; never empty.
    pub targets: Vec<NavigationTarget>,
}

impl Targets {
    fn new(origin: Range<u32>, targets: Vec<NavigationTarget>) -> Option<Targets> {
        (!targets.is_empty()).then_some(Targets { origin, targets })
    }

    fn of_definitions(
        db: &dyn Db,
        origin: Range<u32>,
        definitions: impl IntoIterator<Item = Definition>,
    ) -> Option<Targets> {
        let targets = definitions.into_iter().filter_map(|each| NavigationTarget::of(db, each));
        Targets::new(origin, targets.collect())
    }
}

/// The declaration of the name at a position, on a declaration that itself; of `break` and `continue` the loop, of
/// `return` the function.
pub fn definition(db: &dyn Db, position: FilePosition) -> Option<Targets> {
    match NameUse::at(db, position) {
        Some(found) => Targets::of_definitions(db, found.range.range, [found.definition]),
        None => jumps::target(db, &TokenPlace::at(db, position)?),
    }
}

/// As [`definition`], one step less far: of an imported name the import that binds it here, of a method in an impl the
/// trait's, of an `extern fn` the declarations by which other modules call it.
pub fn declaration(db: &dyn Db, position: FilePosition) -> Option<Targets> {
    let Some(found) = NameUse::at(db, position) else {
        return definition(db, position);
    };
    let origin = found.range.range.clone();
    if let Some(import) = import_of(db, position.file, &found) {
        return Targets::new(origin, vec![import]);
    }
    if let Definition::Item(item) = found.definition {
        let declarations = c_declarations(db, item);
        if !declarations.is_empty() {
            return Targets::of_definitions(db, origin, declarations.into_iter().map(Definition::Item));
        }
        if let Some(method) = method_of_trait(db, item) {
            return Targets::of_definitions(db, origin, [Definition::Item(method)]);
        }
    }
    Targets::of_definitions(db, origin, [found.definition])
}

/// The name in an import of the file that binds a name which is used by itself.
fn import_of(db: &dyn Db, file: SourceFile, found: &NameUse) -> Option<NavigationTarget> {
    found.item?;
    let is_elsewhere = match found.definition.as_item() {
        Some(item) => hir::item_file(db, item)? != file,
        None => matches!(found.definition, Definition::Module(_)),
    };
    let text = file.text(db);
    let written = text.get(found.range.range.start as usize..found.range.range.end as usize)?;
    if !is_elsewhere || is_behind_point(text, found.range.range.start) {
        return None;
    }
    let places = crate::search::occurrences(db, file, written, None);
    let bound = places.iter().find(|place| binds(place))?;
    let range = bound.file_range(db);
    let target = NavigationTarget::of(db, found.definition)?;
    Some(NavigationTarget {
        file,
        full_range: range.range.clone(),
        focus_range: range.range,
        name: written.to_string(),
        container: hir::module_of_file(db, file).map(|module: Module| module.full_path(db)),
        ..target
    })
}

fn is_behind_point(text: &str, offset: u32) -> bool {
    text[..offset as usize].trim_end().ends_with('.')
}

/// Whether a token is the name that an import binds.
fn binds(place: &TokenPlace<'_>) -> bool {
    let bound = match place.node_kind() {
        NodeKind::ImportName => {
            view::ImportName::cast(place.parse, place.node).and_then(|name| name.alias().or_else(|| name.name()))
        }
        NodeKind::Import => view::Import::cast(place.parse, place.node)
            .filter(|import| !import.has_names())
            .and_then(|import| import.alias().or_else(|| import.path().last())),
        _ => None,
    };
    bound.is_some_and(|bound| bound.id() == place.token)
}

/// The declarations in `extern { … }` of the C function that an `extern fn` defines.
fn c_declarations(db: &dyn Db, item: ItemId) -> Vec<ItemId> {
    if !is_c_definition(db, item) {
        return Vec::new();
    }
    let name = types::c_name(db, item);
    let declared = hir::all_items(db).filter(|each| each.kind(db) == ItemKind::ExternFunction);
    declared.filter(|each| types::c_name(db, *each) == name).collect()
}

/// Whether an item is an `extern fn` with a body.
fn is_c_definition(db: &dyn Db, item: ItemId) -> bool {
    item.kind(db) == ItemKind::Function && hir::c_symbol(db, item).is_some()
}

/// The method of a trait that a method of an impl is.
pub(crate) fn method_of_trait(db: &dyn Db, item: ItemId) -> Option<ItemId> {
    let owner = item.parent_item(db).filter(|owner| owner.kind(db) == ItemKind::Impl)?;
    hir::member(db, paths::trait_of_impl(db, owner)?.as_item()?, item.name(db))
}

/// A range of one of a file's nodes as a target.
pub(crate) fn target_of_range(range: FileRange, name: String, kind: crate::SymbolKind) -> NavigationTarget {
    NavigationTarget {
        file: range.file,
        full_range: range.range.clone(),
        focus_range: range.range,
        name,
        kind,
        container: None,
    }
}
