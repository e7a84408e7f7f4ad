//! Names in imports and types: paths through modules. It must not know bodies.

use hir::{
    BuiltinType, ItemId, ItemKind, Module, ModuleMember, Name, Resolution, TypeReference, TypeReferenceId,
    TypeResolution,
};
use source::{Db, Span};
use syntax::NodeKind;
use syntax::view;

use super::Found;
use crate::definition::Definition;
use crate::token::TokenPlace;

/// A name of an import: a module on its path, or what is imported.
pub(super) fn import(db: &dyn Db, place: &TokenPlace<'_>) -> Option<Found> {
    let import = place.nodes().find_map(|node| view::Import::cast(place.parse, node))?;
    let module = hir::module_of_file(db, place.chunk.id(db).file(db))?;
    let package = module.package(db);
    let path: Vec<Name> = import.path().map(|token| Name::new(token.text())).collect();
    if place.node_kind() == NodeKind::ImportName {
        let imported = hir::imported_module(db, package, &path)?;
        let written = view::ImportName::cast(place.parse, place.node)?;
        let name = written.name()?;
        let is_name = |token: view::Token<'_>| token.id() == place.token;
        if !is_name(name) && !written.alias().is_some_and(is_name) {
            return None;
        }
        return member(db, imported, Name::new(name.text()), module).map(Found::reference);
    }
    let is_alias = import.alias().is_some_and(|alias| alias.id() == place.token);
    let length = import.path().position(|token| token.id() == place.token).map(|index| index + 1);
    let length = if is_alias { path.len() } else { length? };
    let found = hir::imported_module(db, package, &path[..length])?;
    Some(Found::reference(Definition::Module(found)))
}

/// The path of a folder that a name of an import means, which is no module itself: what is imported lies below.
pub(crate) fn folder_of_import(db: &dyn Db, place: &TokenPlace<'_>) -> Option<String> {
    let import = view::Import::cast(place.parse, place.node)?;
    let package = hir::module_of_file(db, place.chunk.id(db).file(db))?.package(db);
    let path: Vec<Name> = import.path().map(|token| Name::new(token.text())).collect();
    let length = import.path().position(|token| token.id() == place.token)? + 1;
    let is_module = |end: usize| hir::imported_module(db, package, &path[..end]).is_some();
    let names = || path[..length].iter().map(|name| name.text().to_string()).collect::<Vec<String>>().join(".");
    (length + 1..=path.len()).any(is_module).then(names)
}

/// The names of a type's path up to a token of it, which is the last.
fn names_up_to(place: &TokenPlace<'_>) -> Option<Vec<Name>> {
    let path = place.nodes().take(MOST_SEGMENTS).find_map(|node| {
        let path = view::PathType::cast(place.parse, node)?;
        path.segments().any(|token| token.id() == place.token).then_some(path)
    })?;
    let segments: Vec<view::Token<'_>> = path.segments().collect();
    let at = segments.iter().position(|token| token.id() == place.token)?;
    Some(segments[..=at].iter().map(|token| Name::new(token.text())).collect())
}

/// The type whose object a token names: `T` where it is the `Object` of `T.Object`.
pub(crate) fn object_of(db: &dyn Db, place: &TokenPlace<'_>) -> Option<ItemId> {
    let item = place.item(db).filter(|_| place.text() == hir::OBJECT)?;
    match hir::resolve_type_path(db, item, &names_up_to(place)?) {
        TypeResolution::Object(owner) => Some(owner),
        TypeResolution::Builtin(_)
        | TypeResolution::ObjectOfBuiltin(_)
        | TypeResolution::Item(_)
        | TypeResolution::GenericParameter { .. }
        | TypeResolution::NotAType(_)
        | TypeResolution::Unknown => None,
    }
}

/// A name of a type's path.
pub(super) fn type_path(db: &dyn Db, place: &TokenPlace<'_>, item: ItemId) -> Option<Found> {
    let names = names_up_to(place)?;
    if names.len() == 1 && names[0].text() == "Self" {
        return self_type(db, item).map(Found::reference);
    }
    path_of_names(db, item, &names).map(Found::reference)
}

/// What `Self` means in an item: in an impl the type that it is for.
pub(super) fn self_type(db: &dyn Db, item: ItemId) -> Option<Definition> {
    let owner = hir::self_item(db, item)?;
    if owner.kind(db) == ItemKind::Impl { type_of_impl(db, owner) } else { Some(Definition::Item(owner)) }
}

/// The type that an impl is for.
pub(crate) fn type_of_impl(db: &dyn Db, item: ItemId) -> Option<Definition> {
    let data = hir::item_data(db, item)?;
    named_type(db, item, data.item().impl_data()?.target)
}

/// The trait that an impl is of.
pub(crate) fn trait_of_impl(db: &dyn Db, item: ItemId) -> Option<Definition> {
    let data = hir::item_data(db, item)?;
    named_type(db, item, data.item().impl_data()?.trait_reference?)
}

/// Where the type that an impl is for is written.
pub(crate) fn type_span_of_impl(db: &dyn Db, item: ItemId) -> Option<Span> {
    let data = hir::item_data(db, item)?;
    hir::item_type_span(db, item, data.item().impl_data()?.target)
}

/// What a type written in the head of an item names, its arguments left aside.
fn named_type(db: &dyn Db, item: ItemId, written: TypeReferenceId) -> Option<Definition> {
    let data = hir::item_data(db, item)?;
    let TypeReference::Path { names, .. } = data.tree.types[written] else {
        return None;
    };
    path_of_names(db, item, data.tree.types.names(names))
}

/// Trees of member accesses as deep as this are no paths of types.
const MOST_SEGMENTS: usize = 16;

/// What a path of names means in an item: a type parameter, or what its module's scope says.
pub(crate) fn path_of_names(db: &dyn Db, item: ItemId, names: &[Name]) -> Option<Definition> {
    if let [name] = names {
        if let Some(builtin) = BuiltinType::from_name(*name) {
            return Some(Definition::BuiltinType(builtin));
        }
        if let TypeResolution::GenericParameter { item, index } = hir::resolve_type_path(db, item, names) {
            return Some(Definition::GenericParameter { item, index });
        }
    }
    let module = item.module(db);
    let (first, rest) = names.split_first()?;
    let mut found = Definition::of_resolution(hir::resolve(db, module, *first)?);
    for name in rest {
        let Definition::Module(inner) = found else {
            return None;
        };
        found = member(db, inner, *name, module)?;
    }
    Some(found)
}

/// What a name means behind the name of a module, whether it may be used or not.
fn member(db: &dyn Db, module: Module, name: Name, from: Module) -> Option<Definition> {
    let resolution: Resolution = match hir::resolve_in_module(db, module, name, from) {
        ModuleMember::Visible(resolution) | ModuleMember::Private(resolution) => resolution,
        ModuleMember::Unknown => return None,
    };
    Some(Definition::of_resolution(resolution))
}
