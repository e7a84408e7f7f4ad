//! Which methods types have by traits, as far as a module sees: for bodies and for editors. Must not know what calls need beyond
//! that, which is `inferrer`'s.

use hir::{ItemId, ItemKind, Module, Name};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use source::Db;

use crate::classify::is_copy;
use crate::derivation::{Derivable, derivable};
use crate::destruction::is_drop_trait;
use crate::implementations::candidates;
use crate::substitute::agree;
use crate::traits::traits_of_its_own;
use crate::ty::{Ty, TypeKind};

/// The traits by which a type has a method with a name in a module: of a type parameter or `dyn` its own, of other types
/// those that the module sees.
pub(crate) fn traits_with(db: &dyn Db, from: Module, ty: Ty, name: Name) -> SmallVec<[ItemId; 2]> {
    if let Some(own) = traits_of_its_own(db, ty) {
        let mut traits: SmallVec<[ItemId; 2]> = SmallVec::new();
        for of in own.iter() {
            if hir::member(db, of.item, name).is_some() && !traits.contains(&of.item) {
                traits.push(of.item);
            }
        }
        return traits;
    }
    let visible = hir::visible_traits(db, from).get(&name);
    visible.into_iter().flatten().copied().filter(|of| may_have(db, *of, ty)).collect()
}

/// So many traits of its own are looked through for each call of a method.
const FEW_TRAITS: usize = 8;

/// The traits of a type that has many of its own, by the names of their methods; nothing of other types.
pub(crate) fn many_traits_by_method(db: &dyn Db, ty: Ty) -> Option<FxHashMap<Name, SmallVec<[ItemId; 2]>>> {
    let own = traits_of_its_own(db, ty).filter(|own| own.len() > FEW_TRAITS)?;
    let mut by_method: FxHashMap<Name, SmallVec<[ItemId; 2]>> = FxHashMap::default();
    for of in own.iter() {
        for member in hir::members(db, of.item) {
            let traits = by_method.entry(member.name(db)).or_default();
            if !traits.contains(&of.item) {
                traits.push(of.item);
            }
        }
    }
    Some(by_method)
}

/// Whether a type has a trait with some arguments, as far as its constructor says; what inference has not found out may be
/// anything.
pub(crate) fn may_have(db: &dyn Db, of: ItemId, ty: Ty) -> bool {
    let by_parts =
        derivable(db, of).is_some_and(|of| of.parts(db, ty).is_some() || of == Derivable::Clone && is_copy(db, ty));
    by_parts
        || candidates(db, of, ty).any(|candidate| {
            let is_anything = |part: Ty| {
                part.is_variable() || matches!(part.kind(), TypeKind::Parameter(item, _) if item == candidate.item)
            };
            agree(candidate.target, ty, &is_anything)
        })
}

/// The method with a name that a type has by a trait in a module; the first if several traits have one.
pub fn find_trait_method(db: &dyn Db, from: Module, ty: Ty, name: Name) -> Option<ItemId> {
    hir::member(db, *traits_with(db, from, ty, name).first()?, name)
}

/// The methods that a type has by traits in a module.
pub fn trait_methods(db: &dyn Db, from: Module, ty: Ty) -> Vec<ItemId> {
    let mut traits: Vec<ItemId> = Vec::new();
    let own = traits_of_its_own(db, ty);
    match &own {
        Some(own) => traits.extend(own.iter().map(|of| of.item)),
        None => traits.extend(hir::visible_traits(db, from).values().flatten().copied()),
    }
    let mut seen = FxHashSet::default();
    // Nobody calls `drop`.
    traits.retain(|of| seen.insert(*of) && !is_drop_trait(db, *of) && (own.is_some() || may_have(db, *of, ty)));
    traits.iter().flat_map(|of| hir::members(db, *of).iter().copied()).collect()
}

/// The traits that a type has and that a module may import, but does not see.
pub fn hidden_traits<'db>(db: &'db dyn Db, from: Module, ty: Ty) -> impl Iterator<Item = ItemId> + 'db {
    let seen: FxHashSet<ItemId> = hir::visible_traits(db, from).values().flatten().copied().collect();
    hir::all_items(db).filter(move |item| {
        let is_importable = item.kind(db) == ItemKind::Trait && !seen.contains(item) && item.module(db) != from;
        is_importable && hir::item_data(db, *item).is_some_and(|data| data.is_public) && may_have(db, *item, ty)
    })
}
