//! The type parameters that an item has, its own and those of what it stands in. Must not know what stands for them.

use hir::{GenericParameter, ItemId, ItemKind};
use source::Db;

use crate::ty::{Arguments, NamedType, Ty, TypeKind};

/// The type parameters of an item itself, as they are written. A query of its own: who names a type must not depend on its
/// fields.
#[salsa::tracked(returns(deref))]
pub fn own_parameters(db: &dyn Db, item: ItemId) -> Box<[GenericParameter]> {
    hir::item_data(db, item).map_or_else(Box::default, |data| data.item().generics.as_slice().into())
}

/// How many type parameters an item has itself.
pub(crate) fn own_count(db: &dyn Db, item: ItemId) -> usize {
    own_parameters(db, item).len()
}

/// How many type parameters an item has for what is declared in it: its own, and in a trait behind them `Self`.
pub(crate) fn parameter_count(db: &dyn Db, item: ItemId) -> usize {
    own_count(db, item) + usize::from(item.kind(db) == ItemKind::Trait)
}

/// `Self` of a trait: the type parameter behind its own.
pub fn trait_self(db: &dyn Db, item: ItemId) -> Ty {
    Ty::parameter(item, own_count(db, item) as u32)
}

/// How many type arguments an instance of an item has: for the parameters of what it stands in, then for its own.
pub fn argument_count(db: &dyn Db, item: ItemId) -> usize {
    item.parent_item(db).map_or(0, |parent| parameter_count(db, parent)) + own_count(db, item)
}

/// Whether an item has type parameters, its own or those of what it stands in: code is made for its instances only.
pub fn is_generic(db: &dyn Db, item: ItemId) -> bool {
    argument_count(db, item) > 0
}

/// Whether an item is a function with a body and without type parameters: it has code whoever calls it.
pub fn has_code(db: &dyn Db, item: ItemId) -> bool {
    item.kind(db) == ItemKind::Function && hir::has_body(db, item) && !is_generic(db, item)
}

/// The parameters of an item itself as arguments: what stands for them in its own head and body.
pub(crate) fn identity(db: &dyn Db, item: ItemId) -> Arguments {
    let types: Vec<Ty> = (0..own_count(db, item) as u32).map(|index| Ty::parameter(item, index)).collect();
    Arguments::new(&types)
}

/// The type that a `type` item declares, with its own parameters as arguments.
pub fn declared(db: &dyn Db, item: ItemId) -> NamedType {
    NamedType { item, arguments: identity(db, item) }
}

/// The parameter that a type is, as it is written.
pub fn parameter(db: &dyn Db, ty: Ty) -> Option<&GenericParameter> {
    let TypeKind::Parameter(item, index) = ty.kind() else { return None };
    own_parameters(db, item).get(index as usize)
}

/// Whether borrows may stand for a type parameter: it is declared `[T: ref]`, or is `Self` of a `trait A: ref`.
pub(crate) fn allows_borrows(db: &dyn Db, item: ItemId, index: u32) -> bool {
    match own_parameters(db, item).get(index as usize) {
        Some(parameter) => parameter.allows_borrows,
        None => is_trait_of_borrows(db, item),
    }
}

/// Whether types that hold borrows may have a trait.
#[salsa::tracked(returns(copy))]
pub(crate) fn is_trait_of_borrows(db: &dyn Db, item: ItemId) -> bool {
    let data = hir::item_data(db, item);
    data.is_some_and(|data| matches!(&data.item().data, hir::ItemData::Trait(data) if data.allows_borrows))
}
