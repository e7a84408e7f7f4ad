//! What type parameters are declared to have: traits, with their arguments. Must not know which types have a trait, which
//! is `implementations`'.

use hir::{ItemId, ItemKind, Name, TypeReference, TypeReferenceId, TypeResolution};
use rustc_hash::FxHashSet;
use source::Db;

use crate::generics::{own_count, own_parameters};
use crate::head::Head;
use crate::implementations::is_copy_trait;
use crate::problem::{Anchor, Problem};
use crate::problems;
use crate::resolve::{Written, resolve_arguments};
use crate::traits::traits_of_parameter;
use crate::ty::{Arguments, Ty};

/// A trait with its type arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TraitReference {
    /// The trait.
    pub item: ItemId,
    /// Its type arguments, without `Self`.
    pub arguments: Arguments,
}

/// What the own type parameters of an item are declared to have.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Bounds {
    /// The traits of each parameter, in the order they are written.
    pub of_parameters: Vec<Vec<TraitReference>>,
    /// What is wrong with them.
    pub problems: Vec<Problem>,
}

/// What the own type parameters of an item are declared to have.
#[salsa::tracked(cycle_result = no_bounds)]
pub fn bounds(db: &dyn Db, item: ItemId) -> Bounds {
    let Some(data) = hir::item_data(db, item) else {
        return Bounds::default();
    };
    let mut head = Head::new(db, item, &data.tree.types);
    let mut of_parameters = Vec::with_capacity(data.generics.len());
    for parameter in &data.generics {
        let bounds = parameter.bounds.iter().filter_map(|bound| resolve_trait(&mut head, *bound));
        of_parameters.push(bounds.collect());
    }
    Bounds { of_parameters, problems: head.problems }
}

/// A bound with an array whose length is computed by the item itself; reported where the length is written.
fn no_bounds(_db: &dyn Db, _id: salsa::Id, _item: ItemId) -> Bounds {
    Bounds::default()
}

/// The trait that is written; nothing after a problem.
pub(crate) fn resolve_trait<W: Written>(written: &mut W, id: TypeReferenceId) -> Option<TraitReference> {
    let TypeReference::Path { names, arguments } = written.types()[id] else {
        if written.types()[id] != TypeReference::Missing {
            written.report(problems::not_a_trait(written.anchor(id), None));
        }
        return None;
    };
    let arguments: Vec<TypeReferenceId> = written.types().list(arguments).to_vec();
    let names = written.types().names(names);
    match hir::resolve_type_path(written.db(), written.item(), names) {
        TypeResolution::Item(item) if item.kind(written.db()) == ItemKind::Trait => {
            let wanted = own_count(written.db(), item);
            let name = item.name(written.db()).text();
            if arguments.len() != wanted {
                let at = written.anchor(id);
                written.report(problems::type_argument_count(at, &name, wanted, arguments.len()));
                return None;
            }
            let types = resolve_arguments(written, item, &arguments);
            (!types.contains(&Ty::ERROR)).then_some(())?;
            written.need(id, item, &types);
            Some(TraitReference { item, arguments: Arguments::new(&types) })
        }
        TypeResolution::Unknown | TypeResolution::NotAType(_) => None,
        TypeResolution::Item(_)
        | TypeResolution::Object(_)
        | TypeResolution::ObjectOfBuiltin(_)
        | TypeResolution::Builtin(_)
        | TypeResolution::GenericParameter { .. } => {
            let name = names.last().map(|name| name.text().to_string());
            written.report(problems::not_a_trait(written.anchor(id), name.as_deref()));
            None
        }
    }
}

/// Whether a type parameter is declared as `T: Copy`, or with a trait that requires it.
pub(crate) fn is_bounded_by_copy(db: &dyn Db, ty: Ty) -> bool {
    traits_of_parameter(db, ty).iter().any(|of| is_copy_trait(db, of.item))
}

/// What is wrong with the type parameters of an item.
pub(crate) fn parameter_problems(db: &dyn Db, item: ItemId) -> Vec<Problem> {
    let mut problems = bounds(db, item).problems.clone();
    let mut names: FxHashSet<Name> = FxHashSet::default();
    if let Some(parent) = item.parent_item(db) {
        names.extend(own_parameters(db, parent).iter().map(|parameter| parameter.name));
    }
    for parameter in own_parameters(db, item) {
        if !names.insert(parameter.name) {
            problems.push(problems::repeated_parameter(Anchor::Item, &parameter.name.text()));
        }
    }
    problems
}
