//! What can be done through `dyn`: which traits may stand behind it, and the order of the methods in the table that every such
//! value leads to. Must not know which types have the traits.

use hir::{ItemId, ItemKind, TypeReference, TypeReferenceId, TypeReferences, TypeResolution};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use source::Db;

use crate::bounds::TraitReference;
use crate::generics::{identity, parameter_count, trait_self};
use crate::traits::required_by;
use crate::ty::{Arguments, DynKind, Ty};

/// What hinders a trait from standing behind `dyn`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Obstacle {
    /// The method, or the trait that requires another for its `Self`.
    pub(crate) item: ItemId,
    pub(crate) reason: Reason,
}

/// Why a method cannot be called through `dyn`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// It has no `self`.
    Static,
    /// It has type parameters of its own.
    TypeParameters,
    /// `Self` stands in its parameters or its result.
    NamesSelf,
    /// The trait requires another with `Self` among its arguments.
    RequiresSelf,
}

/// What hinders a trait from standing behind `dyn`. It reads what is written and resolves no types, so that signatures may ask
/// for it which stand in the trait themselves.
#[salsa::tracked(returns(copy))]
pub(crate) fn obstacle(db: &dyn Db, item: ItemId) -> Option<Obstacle> {
    let mut seen: FxHashSet<ItemId> = FxHashSet::default();
    let mut open = vec![item];
    while let Some(item) = open.pop() {
        if !seen.insert(item) {
            continue;
        }
        let Some(data) = hir::item_data(db, item) else { continue };
        let hir::ItemData::Trait(written) = &data.item().data else { continue };
        for required in &written.requires {
            if names_self(&data.tree.types, *required) {
                return Some(Obstacle { item, reason: Reason::RequiresSelf });
            }
            if let TypeReference::Path { names, .. } = data.tree.types[*required]
                && let TypeResolution::Item(required) = hir::resolve_type_path(db, item, data.tree.types.names(names))
            {
                open.push(required);
            }
        }
        let methods = hir::members(db, item).iter().copied();
        if let Some(found) =
            methods.filter(|method| !stays_outside(db, *method)).find_map(|method| obstacle_of_method(db, method))
        {
            return Some(found);
        }
    }
    None
}

/// Whether a method cannot be called through a table, and need not be: it takes the value itself, and its body in the trait does
/// for a `dyn` what it does for any value that has the trait.
fn stays_outside(db: &dyn Db, method: ItemId) -> bool {
    let Some(data) = hir::item_data(db, method) else { return false };
    let head = data.item().function();
    head.is_some_and(|head| head.has_body && head.receiver == Some(hir::Receiver::Move))
        && obstacle_of_method(db, method).is_some()
}

fn obstacle_of_method(db: &dyn Db, method: ItemId) -> Option<Obstacle> {
    let data = hir::item_data(db, method)?;
    let head = data.item().function()?;
    let types = &data.tree.types;
    let reason = if head.receiver.is_none() {
        Reason::Static
    } else if !data.generics.is_empty() {
        Reason::TypeParameters
    } else {
        let written = head.parameters.iter().map(|parameter| parameter.type_reference).chain(head.result);
        written.into_iter().any(|ty| names_self(types, ty)).then_some(Reason::NamesSelf)?
    };
    Some(Obstacle { item: method, reason })
}

fn names_self(types: &TypeReferences, id: TypeReferenceId) -> bool {
    let mut open = vec![id];
    while let Some(next) = open.pop() {
        if types[next] == TypeReference::SelfType {
            return true;
        }
        types.each_part(next, |part| open.push(part));
    }
    false
}

/// A method in the table of a `dyn`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The method, of this trait or one that it requires.
    pub method: ItemId,
    /// That trait.
    pub of: TraitReference,
}

/// The table of a `dyn` of a trait, in terms of the trait's own parameters.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
struct Table {
    slots: Vec<Slot>,
    /// Where a method stands: of a trait that is required with several arguments at several places.
    places: FxHashMap<ItemId, SmallVec<[u32; 1]>>,
}

#[salsa::tracked]
fn table(db: &dyn Db, item: ItemId) -> Table {
    let mut table = Table::default();
    let of = TraitReference { item, arguments: identity(db, item) };
    add_slots(db, of, trait_self(db, item), &mut FxHashSet::default(), &mut table.slots);
    for (place, slot) in (0..).zip(&table.slots) {
        table.places.entry(slot.method).or_default().push(place);
    }
    table
}

fn add_slots(db: &dyn Db, of: TraitReference, own: Ty, seen: &mut FxHashSet<TraitReference>, slots: &mut Vec<Slot>) {
    if !seen.insert(of) {
        return;
    }
    for required in required_by(db, of, own) {
        add_slots(db, required, own, seen, slots);
    }
    let methods = hir::members(db, of.item).iter();
    let methods = methods.filter(|member| member.kind(db) == ItemKind::Function && !stays_outside(db, **member));
    slots.extend(methods.map(|method| Slot { method: *method, of }));
}

/// The methods in the table of a `dyn` of a trait, in order: those of each required trait as they stand in its own table, then
/// those of the trait itself; of a trait that is required twice only the first time.
pub fn slots(db: &dyn Db, of: TraitReference) -> Vec<Slot> {
    let with = of.substitution(db, Ty::object_of_trait(DynKind::Owned, of));
    let slots = table(db, of.item).slots.iter();
    slots.map(|slot| Slot { method: slot.method, of: slot.of.with(&with) }).collect()
}

/// A method that is called through `dyn`: the trait behind the `dyn`, and the place of the method in the table.
pub fn called_through_object(db: &dyn Db, function: ItemId, arguments: Arguments) -> Option<(TraitReference, usize)> {
    let item = function.parent_item(db).filter(|parent| parent.kind(db) == ItemKind::Trait)?;
    let all = arguments.types();
    let (of_trait, _own) = all.split_at_checked(parameter_count(db, item))?;
    let (own, of_trait) = of_trait.split_last()?;
    let (DynKind::Owned, object) = own.as_dyn()? else { return None };
    let wanted = TraitReference { item, arguments: Arguments::new(of_trait) };
    let with = object.substitution(db, *own);
    let table = table(db, object.item);
    let mut places = table.places.get(&function)?.iter().map(|place| *place as usize);
    let place = places.find(|place| table.slots[*place].of.with(&with) == wanted)?;
    Some((object, place))
}
