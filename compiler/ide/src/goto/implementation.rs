//! What implements what: the impls of a type or trait, the methods that stand in for a trait's, the `extern fn` behind a
//! C declaration. It must not know which methods a call finds, which is inference's.

use hir::{ItemId, ItemKind};
use source::Db;

use super::{Targets, is_c_definition, method_of_trait};
use crate::definition::Definition;
use crate::name_use::{NameUse, paths};
use crate::position::FilePosition;

/// Of a type its impls and methods, of a trait its impls, of a method of a trait the methods of its impls, of a C
/// function the `extern fn` that defines it; of everything else its definition.
pub fn implementation(db: &dyn Db, position: FilePosition) -> Option<Targets> {
    let found = NameUse::at(db, position)?;
    let implementations = match found.definition.as_item() {
        // Where the type is known, one method can be meant alone.
        Some(item) => match called_method(db, &found) {
            Some(method) if method != item => vec![Definition::Item(method)],
            Some(_) | None => of_item(db, item),
        },
        None if matches!(found.definition, Definition::BuiltinType(_)) => {
            impls(db, found.definition).map(Definition::Item).collect()
        }
        None => Vec::new(),
    };
    let found_any = Targets::of_definitions(db, found.range.range.clone(), implementations);
    found_any.or_else(|| Targets::of_definitions(db, found.range.range, [found.definition]))
}

fn of_item(db: &dyn Db, item: ItemId) -> Vec<Definition> {
    let found: Vec<ItemId> = match item.kind(db) {
        ItemKind::Type | ItemKind::OpaqueType | ItemKind::Alias => {
            let own = hir::members(db, item).iter().copied();
            impls(db, Definition::Item(item)).chain(own).collect()
        }
        ItemKind::Trait => impls(db, Definition::Item(item)).collect(),
        ItemKind::ExternFunction => {
            let name = types::c_name(db, item);
            let defined = hir::all_items(db).filter(|each| is_c_definition(db, *each));
            defined.filter(|each| types::c_name(db, *each) == name).collect()
        }
        ItemKind::Function => methods_of_impls(db, item),
        ItemKind::Constant | ItemKind::Global | ItemKind::ExternGlobal | ItemKind::Impl | ItemKind::Test => Vec::new(),
    };
    found.into_iter().map(Definition::Item).collect()
}

/// The method that a call of a trait's method calls: that of the type's impl, or the trait's own; nothing where the type is
/// open or behind `dyn`.
pub(crate) fn called_method(db: &dyn Db, used: &NameUse) -> Option<ItemId> {
    let (function, item, id) = (used.definition.as_item()?, used.item?, used.expression?);
    function.parent_item(db).filter(|owner| owner.kind(db) == ItemKind::Trait)?;
    let inference = types::infer(db, item);
    let named = match inference.item_use(id) {
        Some(types::ItemUse::Function(named, arguments)) => Some((named, arguments)),
        Some(types::ItemUse::Constant(_) | types::ItemUse::Global(_)) | None => None,
    };
    let called = inference.callee_of(id).and_then(types::Callee::as_instance);
    let (called, arguments) = called.or(named).filter(|(called, _)| *called == function)?;
    let is_closed = arguments.types().iter().all(|ty| !ty.is_open() && !ty.is_error());
    if !is_closed || types::called_through_object(db, called, arguments).is_some() {
        return None;
    }
    Some(types::resolve_instance(db, called, arguments)?.0)
}

/// The methods by which impls of its trait stand in for a method.
pub(crate) fn methods_of_impls(db: &dyn Db, method: ItemId) -> Vec<ItemId> {
    let owner = method.parent_item(db).filter(|owner| owner.kind(db) == ItemKind::Trait);
    let Some(owner) = owner else {
        return Vec::new();
    };
    let name = method.name(db);
    let members = impls(db, Definition::Item(owner)).filter_map(|each| hir::member(db, each, name));
    members.filter(|each| method_of_trait(db, *each) == Some(method)).collect()
}

/// The impls for a type or of a trait.
fn impls(db: &dyn Db, definition: Definition) -> impl Iterator<Item = ItemId> + '_ {
    let modules = hir::all_modules(db).iter();
    let all = modules.flat_map(|module| hir::module_impls(db, *module)).copied();
    all.filter(move |each| {
        paths::type_of_impl(db, *each) == Some(definition) || paths::trait_of_impl(db, *each) == Some(definition)
    })
}
