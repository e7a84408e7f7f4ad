//! Which methods a type has itself: those in its body, and those of `impl Type { … }` in the type's own package. Must not
//! know the methods of traits, which are found by `implementations`.

use hir::{ItemId, ItemKind, Module, Name, Parent};
use rustc_hash::FxHashMap;
use source::{Db, Package};

use crate::generics::own_count;
use crate::implementations::Constructor;
use crate::problem::{Anchor, Problem};
use crate::problems;
use crate::resolve::impl_target;
use crate::substitute::{bind, overlap};
use crate::ty::{Elements, Ty};

/// The `impl`s without a trait of a package for types of one constructor, and the types they are for.
fn impls_for(db: &dyn Db, package: Package, ty: Ty) -> &[(ItemId, Ty)] {
    let target = match package.is_standard(db) {
        true => match Constructor::of(ty) {
            Some(constructor) => Some(constructor.word(db)),
            None => return &[],
        },
        false => None,
    };
    inherent_impls(db, package, target).get(&head(ty)).map_or(&[], Vec::as_slice)
}

/// The `impl`s without a trait of a package, and the types they are for, by what [`head`] says of these. Of the standard
/// library those for one type only, so that no other module is read.
#[salsa::tracked(cycle_result = no_impls)]
fn inherent_impls(db: &dyn Db, package: Package, target: Option<Name>) -> FxHashMap<Ty, Vec<(ItemId, Ty)>> {
    let mut impls: FxHashMap<Ty, Vec<(ItemId, Ty)>> = FxHashMap::default();
    let modules = hir::modules_with_impls(db, package, None, target);
    for &item in modules.into_iter().flat_map(|module| hir::module_impls(db, module)) {
        if !is_of_trait(db, item)
            && let Some(ty) = impl_target(db, item)
        {
            impls.entry(head(ty)).or_default().push((item, ty));
        }
    }
    impls
}

fn is_of_trait(db: &dyn Db, item: ItemId) -> bool {
    let data = hir::item_data(db, item);
    data.is_some_and(|data| data.item().impl_data().is_some_and(|head| head.trait_reference.is_some()))
}

/// An `impl` whose type's array length calls a method; reported where the length is written.
fn no_impls(
    _db: &dyn Db,
    _id: salsa::Id,
    _package: Package,
    _target: Option<Name>,
) -> FxHashMap<Ty, Vec<(ItemId, Ty)>> {
    FxHashMap::default()
}

/// The type that all types of one constructor share: of a generic type the one without arguments.
fn head(ty: Ty) -> Ty {
    if ty.as_slice().is_some() {
        return Ty::slice(Ty::UNIT);
    }
    ty.as_named().map_or(ty, |named| Ty::named(named.item))
}

/// The items that hold methods of a type: its own, then its `impl`s; with what their type parameters are there.
fn holders(db: &dyn Db, from: Module, ty: Ty) -> impl Iterator<Item = (ItemId, Elements)> {
    let own = ty.as_named();
    let package = match own {
        Some(named) => Some(named.item.module(db).package(db)),
        // These have their methods in the standard library.
        None if ty == Ty::STRING || ty.as_slice().is_some() => {
            source::Program::try_get(db).and_then(|program| program.standard(db))
        }
        None => Some(from.package(db)),
    };
    let impls = package.map_or(&[][..], |package| impls_for(db, package, ty));
    let fitting = impls.iter().filter_map(move |&(item, target)| {
        if target == ty && !ty.is_open() {
            return Some((item, Elements::default()));
        }
        Some((item, bind(item, own_count(db, item), target, ty)?))
    });
    own.into_iter().map(|named| (named.item, named.arguments.types())).chain(fitting)
}

/// What stands before a method of an `impl` with its name for some type that both fit: in the type itself, or in an `impl`
/// further ahead.
pub(crate) fn repeated_method(db: &dyn Db, method: ItemId) -> Option<Problem> {
    let holder =
        method.parent_item(db).filter(|holder| holder.kind(db) == ItemKind::Impl && !is_of_trait(db, *holder))?;
    let target = impl_target(db, holder)?;
    let name = method.name(db);
    let named = |holder: ItemId| hir::member(db, holder, name).filter(|other| other.kind(db) == ItemKind::Function);
    let impls = impls_for(db, holder.module(db).package(db), target);
    let before = impls.iter().take_while(|(other, _)| *other != holder);
    let mut fitting = before.filter(|(_, other)| overlap(target, *other)).filter_map(|(other, _)| named(*other));
    let own = target.as_named().and_then(|own| named(own.item));
    let first = own.or_else(|| fitting.next())?;
    Some(problems::repeated_method(Anchor::Item, &name.text(), first))
}

/// The method of a type with a name.
pub fn find_method(db: &dyn Db, from: Module, ty: Ty, name: Name) -> Option<ItemId> {
    find_method_of(db, from, ty, name).map(|(method, _)| method)
}

/// The method of a type with a name, and what the parameters of the type or `impl` that it stands in are.
pub(crate) fn find_method_of(db: &dyn Db, from: Module, ty: Ty, name: Name) -> Option<(ItemId, Elements)> {
    holders(db, from, ty).find_map(|(holder, arguments)| {
        let member = hir::member(db, holder, name).filter(|member| member.kind(db) == ItemKind::Function)?;
        Some((member, arguments))
    })
}

/// The targets that a type has a method with a name for, if it has none for the selected one.
pub(crate) fn method_elsewhere(db: &dyn Db, from: Module, ty: Ty, name: Name) -> Option<hir::Targets> {
    let mut found =
        holders(db, from, ty).filter_map(|(holder, _)| hir::declared_elsewhere(db, Parent::Item(holder), name));
    found.next().map(|method| hir::item_targets(db, method))
}

/// The names of a type's methods, as written; for suggestions and completion.
pub fn method_names(db: &dyn Db, from: Module, ty: Ty) -> impl Iterator<Item = Name> {
    holders(db, from, ty)
        .flat_map(|(holder, _)| hir::members(db, holder).iter().copied())
        .filter(|member| member.kind(db) == ItemKind::Function)
        .map(|member| member.name(db))
}
