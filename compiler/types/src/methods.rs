//! Which methods a type has: those in its body, and those of `impl Type { … }` in the type's own package. Must not know
//! traits' methods, which come with traits.

use hir::{ItemId, ItemKind, Module, Name, Parent};
use rustc_hash::FxHashMap;
use source::{Db, Package};

use crate::resolve::impl_target;
use crate::ty::Ty;

/// The `impl`s without a trait of a package, by the types they are for.
#[salsa::tracked(cycle_result = no_impls)]
fn inherent_impls(db: &dyn Db, package: Package) -> FxHashMap<Ty, Vec<ItemId>> {
    let mut impls: FxHashMap<Ty, Vec<ItemId>> = FxHashMap::default();
    for (path, _) in package.modules(db) {
        if let Some(module) = hir::find_module(db, package, path) {
            for &item in hir::module_impls(db, module) {
                if let Some(ty) = impl_target(db, item) {
                    impls.entry(ty).or_default().push(item);
                }
            }
        }
    }
    impls
}

/// An `impl` whose type's array length calls a method; reported where the length is written.
fn no_impls(_db: &dyn Db, _id: salsa::Id, _package: Package) -> FxHashMap<Ty, Vec<ItemId>> {
    FxHashMap::default()
}

/// The items that hold methods of a type: its own, then its `impl`s.
fn holders(db: &dyn Db, from: Module, ty: Ty) -> impl Iterator<Item = ItemId> {
    let own = ty.as_named();
    let package = match own {
        Some(item) => Some(item.module(db).package(db)),
        None if ty == Ty::STRING => source::Program::try_get(db).and_then(|program| program.standard(db)),
        None => Some(from.package(db)),
    };
    let impls = package.and_then(|package| inherent_impls(db, package).get(&ty));
    own.into_iter().chain(impls.into_iter().flatten().copied())
}

/// The method of a type with a name.
pub fn find_method(db: &dyn Db, from: Module, ty: Ty, name: Name) -> Option<ItemId> {
    holders(db, from, ty)
        .find_map(|holder| hir::member(db, holder, name).filter(|member| member.kind(db) == ItemKind::Function))
}

/// The targets that a type has a method with a name for, if it has none for the selected one.
pub(crate) fn method_elsewhere(db: &dyn Db, from: Module, ty: Ty, name: Name) -> Option<hir::Targets> {
    let mut found = holders(db, from, ty).filter_map(|holder| hir::declared_elsewhere(db, Parent::Item(holder), name));
    found.next().map(|method| hir::item_targets(db, method))
}

/// The names of a type's methods, as written; for suggestions and completion.
pub fn method_names(db: &dyn Db, from: Module, ty: Ty) -> impl Iterator<Item = Name> {
    holders(db, from, ty)
        .flat_map(|holder| hir::members(db, holder).iter().copied())
        .filter(|member| member.kind(db) == ItemKind::Function)
        .map(|member| member.name(db))
}
