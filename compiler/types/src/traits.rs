//! What traits require, and so what type parameters have: the traits that are written and all that these require. Must not
//! know which types have a trait, which is `implementations`'.

use std::borrow::Cow;

use hir::{ItemId, ItemKind};
use rustc_hash::FxHashSet;
use source::Db;

use crate::bounds::{TraitReference, bounds, resolve_trait};
use crate::generics::{identity, trait_self};
use crate::head::Head;
use crate::problem::{Anchor, Problem};
use crate::problems;
use crate::substitute::Substitution;
use crate::ty::{Arguments, DynKind, Ty, TypeKind};

/// So many traits a type parameter has at most, those that others require included: each may require several, and one with
/// ever other arguments.
const MOST_TRAITS: usize = 1_000;

/// What a trait requires of the types that have it, and what is wrong with that.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Requirements {
    /// The traits, in terms of the trait's own parameters and its `Self`.
    pub(crate) traits: Vec<TraitReference>,
    pub(crate) problems: Vec<Problem>,
}

/// What a trait requires of the types that have it: nothing if it requires itself.
#[salsa::tracked(cycle_result = no_requirements)]
pub(crate) fn requirements(db: &dyn Db, item: ItemId) -> Requirements {
    let mut requirements = written_requirements(db, item).clone();
    if requires_itself(db, item) {
        requirements.problems.push(problems::recursive_trait(Anchor::Item, &item.name(db).text()));
        requirements.traits.clear();
    }
    requirements
}

/// What is written behind the `:` of a trait.
#[salsa::tracked(cycle_result = no_requirements)]
fn written_requirements(db: &dyn Db, item: ItemId) -> Requirements {
    let Some(data) = hir::item_data(db, item) else { return Requirements::default() };
    let hir::ItemData::Trait(written) = &data.item().data else { return Requirements::default() };
    let mut head = Head::new(db, item, &data.tree.types);
    let traits = written.requires.iter().filter_map(|required| resolve_trait(&mut head, *required)).collect();
    Requirements { traits, problems: head.problems }
}

fn no_requirements(_db: &dyn Db, _id: salsa::Id, _item: ItemId) -> Requirements {
    Requirements::default()
}

fn requires_itself(db: &dyn Db, item: ItemId) -> bool {
    let mut seen = FxHashSet::default();
    let mut open = vec![item];
    while let Some(next) = open.pop() {
        for required in &written_requirements(db, next).traits {
            if required.item == item {
                return true;
            }
            if seen.insert(required.item) {
                open.push(required.item);
            }
        }
    }
    false
}

/// What a type that has a trait has therefore too.
pub(crate) fn required_by(db: &dyn Db, of: TraitReference, ty: Ty) -> Vec<TraitReference> {
    let with = of.substitution(db, ty);
    requirements(db, of.item).traits.iter().map(|required| required.with(&with)).collect()
}

/// The traits that a type parameter has: those it is declared with, and all that these require; each once. Of other types
/// none.
pub fn traits_of_parameter(db: &dyn Db, ty: Ty) -> &[TraitReference] {
    match ty.kind() {
        TypeKind::Parameter(item, index) => parameter_traits(db, item, index),
        _ => &[],
    }
}

/// The traits that a type has by what it is and nothing else: those that a type parameter is declared with, and that of a
/// `dyn`, with all that these require. Nothing of types that have theirs otherwise.
pub(crate) fn traits_of_its_own(db: &dyn Db, ty: Ty) -> Option<Cow<'_, [TraitReference]>> {
    match ty.kind() {
        TypeKind::Parameter(..) => Some(Cow::Borrowed(traits_of_parameter(db, ty))),
        TypeKind::Dyn(DynKind::Owned, of) => Some(traits_of_object(db, of)),
        _ => None,
    }
}

/// The traits that a `dyn` of a trait has: that and all that it requires; each once.
fn traits_of_object(db: &dyn Db, of: TraitReference) -> Cow<'_, [TraitReference]> {
    let traits = traits_of_parameter(db, trait_self(db, of.item));
    if of.arguments == Arguments::NONE {
        return Cow::Borrowed(traits);
    }
    let with = of.substitution(db, Ty::object_of_trait(DynKind::Owned, of));
    traits.iter().map(|known| known.with(&with)).collect()
}

#[salsa::tracked(returns(deref))]
fn parameter_traits(db: &dyn Db, item: ItemId, index: u32) -> Vec<TraitReference> {
    let ty = Ty::parameter(item, index);
    let mut traits = match bounds(db, item).of_parameters.get(index as usize) {
        Some(declared) => declared.clone(),
        None if ty == trait_self(db, item) && item.kind(db) == ItemKind::Trait => {
            vec![TraitReference { item, arguments: identity(db, item) }]
        }
        None => return Vec::new(),
    };
    let mut seen: FxHashSet<TraitReference> = traits.iter().copied().collect();
    let mut next = 0;
    while next < traits.len() && traits.len() < MOST_TRAITS {
        let new = required_by(db, traits[next], ty).into_iter().filter(|required| seen.insert(*required));
        traits.extend(new);
        next += 1;
    }
    traits
}

impl TraitReference {
    /// What the trait's parameters stand for, `Self` among them.
    pub(crate) fn substitution(self, db: &dyn Db, own: Ty) -> Substitution {
        let mut with = Substitution::default();
        let mut types = self.arguments.types().to_vec();
        types.push(own);
        with.add(self.item, types.as_slice().into());
        debug_assert_eq!(types.len(), crate::generics::parameter_count(db, self.item));
        with
    }

    /// The same trait with type parameters in its arguments replaced.
    pub fn with(self, with: &Substitution) -> TraitReference {
        TraitReference { item: self.item, arguments: with.arguments(self.arguments) }
    }
}
