//! `Drop`: which types have something done before their fields end, and who may give it to them. Must not know when a value
//! ends.

use hir::{ItemId, ItemKind, Name};
use rustc_hash::FxHashSet;
use source::Db;

use crate::bounds::bounds;
use crate::classify::{holds_borrow, needs_drop};
use crate::definition::{DefinitionKind, form_of, type_definition};
use crate::generics::{allows_borrows, own_count};
use crate::implementations::{Implementation, candidates, implementation, resolve_instance};
use crate::problem::{Anchor, Problem};
use crate::problems;
use crate::storage::ends_elements_only;
use crate::substitute::Substitution;
use crate::traits::traits_of_parameter;
use crate::ty::{Arguments, Structure, Ty, TypeKind};

/// The trait, if the program has a standard library.
fn drop_trait(db: &dyn Db) -> Option<ItemId> {
    hir::prelude_item(db, Name::new("Drop")).filter(|item| item.kind(db) == ItemKind::Trait)
}

pub(crate) fn is_drop_trait(db: &dyn Db, item: ItemId) -> bool {
    drop_trait(db) == Some(item)
}

/// Whether something is done before the fields of values of a type end. Never asked while heads are read.
#[salsa::tracked(returns(copy))]
pub fn has_destructor(db: &dyn Db, item: ItemId) -> bool {
    drop_trait(db).is_some_and(|of| candidates(db, of, Ty::named(item)).next().is_some())
}

/// The method that is called before the fields of a value of a type end, of a heap type those of the object; the type has no
/// parameters in it.
pub fn destructor(db: &dyn Db, ty: Ty) -> Option<(ItemId, Arguments)> {
    let (TypeKind::Named(named) | TypeKind::Object(named)) = ty.kind() else { return None };
    if !has_destructor(db, named.item) {
        return None;
    }
    let method = hir::member(db, drop_trait(db)?, Name::new("drop"))?;
    let ty = Ty::instance(named.item, &named.arguments.types());
    resolve_instance(db, method, Arguments::new(&[ty]))
}

/// Whether the end of a value does something that the program says: something in it has `Drop`.
pub fn end_runs_code(db: &dyn Db, ty: Ty) -> bool {
    runs_code(db, ty, &mut FxHashSet::default())
}

fn runs_code(db: &dyn Db, ty: Ty, visited: &mut FxHashSet<Ty>) -> bool {
    if ty.is_fixed() || !needs_drop(db, ty) || !visited.insert(ty) {
        return false;
    }
    match ty.structure() {
        Structure::Whole | Structure::Object(_) => false,
        Structure::Tuple(elements) => elements.iter().any(|element| runs_code(db, *element, visited)),
        Structure::Array(element, _) => runs_code(db, element, visited),
        Structure::Named(named) if ends_elements_only(db, named.item) => {
            named.arguments.types().iter().any(|element| runs_code(db, *element, visited))
        }
        Structure::Named(named) => {
            has_destructor(db, named.item)
                || type_definition(db, named).parts().iter().any(|part| runs_code(db, part.ty, visited))
        }
    }
}

/// Whether the end of a value may use the borrows that it holds: something in it has `Drop`, or may have.
pub fn end_uses_borrows(db: &dyn Db, ty: Ty) -> bool {
    uses_borrows(db, ty, &mut FxHashSet::default())
}

fn uses_borrows(db: &dyn Db, ty: Ty, visited: &mut FxHashSet<Ty>) -> bool {
    if ty.is_fixed() || !holds_borrow(db, ty) || !needs_drop(db, ty) || !visited.insert(ty) {
        return false;
    }
    match ty.structure() {
        Structure::Whole => ty.is_parameter(),
        Structure::Object(_) => false,
        Structure::Tuple(elements) => elements.iter().any(|element| uses_borrows(db, *element, visited)),
        Structure::Array(element, _) => uses_borrows(db, element, visited),
        // What these do at their end is known: they end their elements, and look at nothing else.
        Structure::Named(named) if ends_elements_only(db, named.item) => {
            named.arguments.types().iter().any(|element| uses_borrows(db, *element, visited))
        }
        Structure::Named(named) => {
            has_destructor(db, named.item)
                || type_definition(db, named).parts().iter().any(|part| uses_borrows(db, part.ty, visited))
        }
    }
}

/// Whether a method is that of `Drop`, which nobody calls.
pub(crate) fn is_drop_method(db: &dyn Db, method: ItemId) -> bool {
    let Some(holder) = method.parent_item(db) else { return false };
    match holder.kind(db) {
        ItemKind::Trait => is_drop_trait(db, holder),
        ItemKind::Impl => implementation(db, holder).is_some_and(|found| is_drop_trait(db, found.of.item)),
        _ => false,
    }
}

/// Why an `impl` cannot give its type `Drop`.
pub(crate) fn impossible_drop(db: &dyn Db, at: Anchor, found: Implementation) -> Option<Problem> {
    let Some(named) = found.target.as_named() else {
        return Some(problems::drop_of_foreign(at, &crate::display::display(db, found.target)));
    };
    let name = named.item.name(db).text();
    match form_of(db, named.item) {
        Some(DefinitionKind::Heap | DefinitionKind::Inline | DefinitionKind::View) => {}
        Some(DefinitionKind::Copy) => return Some(problems::drop_of_copy(at, &name)),
        Some(DefinitionKind::Union) => return Some(problems::drop_of_union(at, &name)),
        Some(DefinitionKind::Opaque | DefinitionKind::Counted) | None => {
            return Some(problems::drop_of_foreign(at, &name));
        }
    }
    let is_whole = is_for_all_instances(db, found, named.item, &named.arguments.types());
    (!is_whole).then(|| problems::drop_of_some(at, &name))
}

/// Whether an `impl` is for a type whatever its arguments are, since a value must not end otherwise than others of its type.
fn is_for_all_instances(db: &dyn Db, found: Implementation, of: ItemId, arguments: &[Ty]) -> bool {
    let mut with = Substitution::default();
    let mut standing: Vec<Option<u32>> = vec![None; own_count(db, found.item)];
    for (place, argument) in (0..).zip(arguments) {
        match argument.kind() {
            TypeKind::Parameter(item, index) if item == found.item && standing[index as usize].is_none() => {
                standing[index as usize] = Some(place);
            }
            _ => return false,
        }
    }
    let own: Option<Vec<Ty>> = standing.iter().map(|place| place.map(|place| Ty::parameter(of, place))).collect();
    // A parameter that stands nowhere is reported for that.
    let Some(own) = own else { return true };
    with.add(found.item, own.as_slice().into());
    let bounds = bounds(db, found.item);
    own.iter().enumerate().all(|(index, parameter)| {
        let TypeKind::Parameter(_, place) = parameter.kind() else { return false };
        let has = traits_of_parameter(db, *parameter);
        bounds.of_parameters[index].iter().all(|wanted| has.contains(&wanted.with(&with)))
            && (allows_borrows(db, found.item, index as u32) || !allows_borrows(db, of, place))
    })
}
