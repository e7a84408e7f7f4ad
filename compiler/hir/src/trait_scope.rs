//! The traits whose methods a module may use without their names: declared there, imported, or in the prelude. Must not know
//! which types have them.

use rustc_hash::{FxHashMap, FxHashSet};
use source::Db;

use crate::follow::{End, follow};
use crate::scope::{Entry, prelude_module};
use crate::{ItemId, ItemKind, Module, Name, Resolution, members, module_scope};

/// The traits that a module declares or imports, each once, by the names of their methods; those of the prelude last.
#[salsa::tracked]
pub fn visible_traits(db: &dyn Db, module: Module) -> FxHashMap<Name, Vec<ItemId>> {
    let of_prelude = prelude_module(db).filter(|prelude| *prelude != module);
    let of_prelude = of_prelude.map_or(&[][..], |prelude| traits_of_scope(db, prelude));
    let mut seen = FxHashSet::default();
    let mut by_method: FxHashMap<Name, Vec<ItemId>> = FxHashMap::default();
    for &item in traits_of_scope(db, module).iter().chain(of_prelude) {
        if !seen.insert(item) {
            continue;
        }
        for method in members(db, item) {
            let list = by_method.entry(method.name(db)).or_default();
            if list.last() != Some(&item) {
                list.push(item);
            }
        }
    }
    by_method
}

/// The traits that a module declares, then those that it imports; one under several names comes several times.
#[salsa::tracked(returns(deref))]
fn traits_of_scope(db: &dyn Db, module: Module) -> Vec<ItemId> {
    let scope = module_scope(db, module);
    let declared = crate::module_items(db, module).ids().filter(|item| item.kind(db) == ItemKind::Trait);
    let mut traits: Vec<ItemId> = declared.collect();
    for (number, import) in (0..).zip(&scope.imports) {
        if import.name.is_none() || scope.entry(import.bound) != Some(Entry::Import(number)) {
            continue;
        }
        if let End::Found(Resolution::Item(item)) = follow(db, module, import.bound)
            && item.kind(db) == ItemKind::Trait
        {
            traits.push(item);
        }
    }
    traits
}
