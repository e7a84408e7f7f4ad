//! What is wrong with traits and `impl`s: who may give what to whom, that it is given once and in full, and that methods are
//! what the trait declares. Must not read bodies.

use hir::{ImplData, ItemData, ItemId, ItemKind, TypeReference, TypeReferenceId, TypeResolution};
use rustc_hash::FxHashSet;
use source::Db;

use crate::bounds::{TraitReference, bounds, resolve_trait};
use crate::classify::{holds_borrow, is_copy};
use crate::definition::{DefinitionKind, type_definition};
use crate::derivation::{Derivable, derivable};
use crate::destruction::{impossible_drop, is_drop_trait};
use crate::display::display;
use crate::generics::{is_trait_of_borrows, own_count, own_parameters};
use crate::head::Head;
use crate::implementations::{
    Constructor, Implementation, allows_arguments, fitting_candidates, has_trait, implementation, is_copy_trait,
    is_derived, needs,
};
use crate::inferrer::trait_text;
use crate::problem::{Anchor, Problem};
use crate::problems;
use crate::resolve::{Position, resolve};
use crate::signatures::{Signature, signature};
use crate::substitute::{Substitution, overlap, stands_in};
use crate::traits::{required_by, requirements};
use crate::ty::{Ty, TypeKind};

/// What is wrong with the head of a trait.
pub(crate) fn trait_problems(db: &dyn Db, item: ItemId) -> Vec<Problem> {
    requirements(db, item).problems.clone()
}

/// What is wrong with an `impl`, its methods left out.
pub(crate) fn impl_problems(db: &dyn Db, item: ItemId) -> Vec<Problem> {
    let Some(data) = hir::item_data(db, item) else { return Vec::new() };
    let ItemData::Impl(head) = &data.item().data else { return Vec::new() };
    let mut written = Head::new(db, item, &data.tree.types);
    let of = head.trait_reference.map(|of| resolve_trait(&mut written, of));
    let target = resolve(&mut written, head.target, Position::Target);
    let mut problems = std::mem::take(&mut written.problems);
    if target.is_error() || of == Some(None) {
        return problems;
    }
    match of.flatten() {
        Some(of) => {
            problems.extend(of_trait(db, item, head, Implementation { item, of, target }));
        }
        None => problems.extend(foreign_methods(db, item, head.target, target)),
    }
    let told = |parameter: Ty| {
        let by_trait = of.flatten().is_some_and(|of| of.arguments.types().iter().any(|ty| stands_in(parameter, *ty)));
        by_trait || stands_in(parameter, target)
    };
    for index in 0..own_count(db, item) as u32 {
        let parameter = Ty::parameter(item, index);
        if !told(parameter) {
            let at = Anchor::HeadType(head.target);
            problems.push(problems::untold_parameter(at, &display(db, parameter), &display(db, target)));
        }
    }
    problems
}

/// More methods for a type that is of another package.
fn foreign_methods(db: &dyn Db, item: ItemId, written: TypeReferenceId, target: Ty) -> Option<Problem> {
    let package = match target.kind() {
        TypeKind::Named(named) => Some(named.item.module(db).package(db)),
        _ => source::Program::try_get(db).and_then(|program| program.standard(db)),
    };
    if let TypeKind::Dyn(..) = target.kind() {
        return Some(problems::methods_of_dyn(Anchor::HeadType(written), &display(db, target)));
    }
    let is_foreign = package != Some(item.module(db).package(db));
    is_foreign.then(|| problems::foreign_impl(Anchor::HeadType(written), &display(db, target)))
}

/// What is wrong with an `impl` of a trait.
fn of_trait(db: &dyn Db, item: ItemId, head: &ImplData, found: Implementation) -> Vec<Problem> {
    let Implementation { of, target, .. } = found;
    let at = Anchor::HeadType(head.target);
    let (of_name, type_name) = (trait_text(db, of), display(db, target));
    if is_copy_trait(db, of.item) {
        return vec![problems::copy_by_hand(at, &type_name)];
    }
    if derivable(db, of.item) == Some(Derivable::Clone) && is_copy(db, target) {
        return vec![problems::clone_by_hand(at, &type_name)];
    }
    if Constructor::of(target).is_none() {
        return vec![problems::impl_for_everything(at, &of_name, &type_name)];
    }
    let package = item.module(db).package(db);
    let of_type = target.as_item().map(|item| item.module(db).package(db));
    if of.item.module(db).package(db) != package && of_type != Some(package) {
        return vec![problems::foreign_trait(at, &of_name, &type_name)];
    }
    if is_drop_trait(db, of.item)
        && let Some(problem) = impossible_drop(db, at, found)
    {
        return vec![problem];
    }
    let mut problems = Vec::new();
    if let Some(other) = conflicting(db, found) {
        problems.push(problems::conflicting_impls(at, &of_name, &type_name).also(Anchor::Other(other), "here"));
        return problems;
    }
    if holds_borrow(db, target) && !is_trait_of_borrows(db, of.item) {
        problems.push(problems::not_for_borrows(at, &of.item.name(db).text(), &type_name));
    }
    if target.as_slice().is_some()
        && let Some(method) = method_of_values(db, item, of)
    {
        problems.push(problems::slice_of_values(at, &type_name, &of_name, &method.name(db).text()));
    }
    for required in required_by(db, of, target) {
        if !has_trait(db, required, target) {
            let problem = problems::unmet_bound(db, at, target, required);
            problems.push(problem.also(Anchor::Other(of.item), "requires it"));
        }
    }
    if is_derived(db, item) {
        problems.extend(underivable(db, of, target).map(|why| problems::underivable(at, &of_name, &type_name, &why)));
        return problems;
    }
    let missing = missing_methods(db, found).map(|method| format!("`{}`", method.name(db).text()));
    let missing: Vec<String> = missing.collect();
    let is_incomplete = hir::item_data(db, item).is_none_or(|data| data.item().is_incomplete);
    if !missing.is_empty() && !is_incomplete {
        let problem = problems::missing_methods(at, &of_name, &type_name, &missing, head.has_body);
        problems.push(problem.also(Anchor::Other(of.item), "declared here"));
    }
    problems
}

/// The methods of its trait that an `impl` must have and has not.
pub fn missing_methods(db: &dyn Db, found: Implementation) -> impl Iterator<Item = ItemId> + '_ {
    let is_missing = move |method: &ItemId| {
        hir::is_required_method(db, *method) && hir::member(db, found.item, method.name(db)).is_none()
    };
    hir::members(db, found.of.item).iter().copied().filter(is_missing)
}

/// The first method of a trait that an `impl` does not write itself and that takes or gives a value of the type.
fn method_of_values(db: &dyn Db, item: ItemId, of: TraitReference) -> Option<ItemId> {
    let own = crate::generics::trait_self(db, of.item);
    let holds_value = |ty: Ty| holds_bare(ty, own);
    hir::members(db, of.item).iter().copied().find(|method| {
        let signature = signature(db, *method);
        let mut types = signature.parameters.iter().map(|parameter| parameter.ty).chain([signature.result]);
        hir::member(db, item, method.name(db)).is_none() && types.any(holds_value)
    })
}

/// Whether a type stands somewhere in another but behind a borrow.
fn holds_bare(ty: Ty, bare: Ty) -> bool {
    let mut holds = ty == bare;
    ty.each_child(|child| holds |= !(child == bare && ty.as_borrow().is_some()) && holds_bare(child, bare));
    holds
}

/// Why the methods of a trait cannot be made for a type part by part.
fn underivable(db: &dyn Db, of: TraitReference, target: Ty) -> Option<String> {
    let Some(named) = target.as_named() else { return Some("it is no type of this program".to_owned()) };
    let definition = type_definition(db, named);
    match definition.kind {
        DefinitionKind::Union => return Some("nobody knows which field of a union holds a value".to_owned()),
        DefinitionKind::Opaque => return Some("it is opaque".to_owned()),
        DefinitionKind::Counted => return Some("its owners are counted".to_owned()),
        DefinitionKind::Heap | DefinitionKind::Inline | DefinitionKind::Copy | DefinitionKind::View => {}
    }
    for (index, part) in (0..).zip(definition.parts()) {
        if part.ty.is_error() {
            continue;
        }
        let name = || {
            let name = definition.part_name(index);
            let what = if definition.enumeration.is_some() { "the case" } else { "the field" };
            format!("{what} `{name}` holds a `{}`", display(db, part.ty))
        };
        if !has_trait(db, of, part.ty) {
            return Some(format!("{}, which does not have it", name()));
        }
        if definition.packed && !is_copy(db, part.ty) {
            return Some(format!("{}, which cannot be lent from a packed structure", name()));
        }
    }
    None
}

/// An `impl` before this one that gives the same trait to what is made as its type is.
fn conflicting(db: &dyn Db, found: Implementation) -> Option<ItemId> {
    let arguments = found.of.arguments.types();
    let same = |other: &&Implementation| {
        let others = other.of.arguments.types();
        arguments.iter().zip(&*others).all(|(left, right)| overlap(*left, *right))
    };
    let before = fitting_candidates(db, found.of, found.target).take_while(|other| other.item != found.item);
    before.filter(same).map(|other| other.item).next()
}

/// Whether a method of an `impl` is what its trait declares, so that who knows the trait only can call it.
#[salsa::tracked(returns(copy))]
pub(crate) fn is_as_declared(db: &dyn Db, method: ItemId) -> bool {
    let found = method.parent_item(db).and_then(|holder| implementation(db, holder));
    let declared = found.and_then(|found| hir::member(db, found.of.item, method.name(db)));
    let is_known = |item: ItemId| !signature(db, item).poisoned;
    declared.is_some_and(is_known) && is_known(method) && method_problem(db, method).is_none()
}

/// What the trait of an `impl` declares of one of its methods, by which all callers judge that.
pub fn trait_method_of(db: &dyn Db, method: ItemId) -> Option<ItemId> {
    let holder = method.parent_item(db).filter(|holder| holder.kind(db) == ItemKind::Impl)?;
    let found = implementation(db, holder)?;
    hir::member(db, found.of.item, method.name(db))
}

/// What is wrong with a method of an `impl` of a trait: the trait has none of the name, or another.
pub(crate) fn method_problem(db: &dyn Db, method: ItemId) -> Option<Problem> {
    let holder = method.parent_item(db).filter(|holder| holder.kind(db) == ItemKind::Impl)?;
    let found = implementation(db, holder)?;
    let name = method.name(db).text();
    let of_name = found.of.item.name(db).text();
    let Some(declared) = hir::member(db, found.of.item, method.name(db)) else {
        let problem = problems::foreign_method(Anchor::Item, &name, &of_name);
        return Some(problem.also(Anchor::Other(found.of.item), "the trait"));
    };
    let difference = difference(db, found.of, found.target, declared, method)?;
    let problem = problems::method_differs(Anchor::Item, &name, &of_name, &difference);
    Some(problem.also(Anchor::Other(declared), "declared here"))
}

/// What is different in a method of an `impl` from what the trait declares, in words; nothing if something in them is poison.
fn difference(db: &dyn Db, of: TraitReference, target: Ty, declared: ItemId, method: ItemId) -> Option<String> {
    let (wanted, found) = (signature(db, declared), signature(db, method));
    if wanted.poisoned || found.poisoned {
        return None;
    }
    if wanted.receiver != found.receiver {
        return Some(format!("it is declared as `{}`", head(wanted)));
    }
    if wanted.is_unsafe != found.is_unsafe {
        return Some(format!("it is declared {}`unsafe`", if wanted.is_unsafe { "" } else { "without " }));
    }
    let mut with = of.substitution(db, target);
    let parameters = own_parameters(db, declared);
    if parameters.len() != own_count(db, method) {
        return Some(format!("it is declared with {}", counted(parameters.len(), "type parameter")));
    }
    let own: Vec<Ty> = (0..parameters.len() as u32).map(|index| Ty::parameter(method, index)).collect();
    with.add(declared, own.as_slice().into());
    if let Some(difference) = different_bounds(db, declared, method, &with) {
        return Some(difference);
    }
    let first = usize::from(wanted.receiver.is_some());
    if wanted.parameters.len() != found.parameters.len() {
        return Some(format!("it is declared with {}", counted(wanted.parameters.len() - first, "parameter")));
    }
    for (wanted, found) in wanted.parameters.iter().zip(&found.parameters).skip(first) {
        let ty = with.apply(wanted.ty);
        if ty != found.ty {
            let (name, shown, other) = (found.name.text(), display(db, ty), display(db, found.ty));
            return Some(format!("`{name}` is declared as `{shown}`, here it is `{other}`"));
        }
    }
    let result = with.apply(wanted.result);
    (result != found.result).then(|| {
        format!("the result is declared as `{}`, here it is `{}`", display(db, result), display(db, found.result))
    })
}

fn different_bounds(db: &dyn Db, declared: ItemId, method: ItemId, with: &Substitution) -> Option<String> {
    let (wanted, found) = (bounds(db, declared), bounds(db, method));
    let parameters = own_parameters(db, declared).iter().zip(own_parameters(db, method));
    for (index, (parameter, other)) in parameters.enumerate() {
        let traits: Vec<TraitReference> = wanted.of_parameters[index].iter().map(|of| of.with(with)).collect();
        let others = &found.of_parameters[index];
        let agree = traits.len() == others.len() && traits.iter().all(|of| others.contains(of));
        if !agree || parameter.allows_borrows != other.allows_borrows {
            let mut texts: Vec<String> = traits.iter().map(|of| trait_text(db, *of)).collect();
            if parameter.allows_borrows {
                texts.push("ref".to_owned());
            }
            let list = if texts.is_empty() { String::new() } else { format!(": {}", texts.join(" + ")) };
            return Some(format!("its type parameter is declared as `{}{list}`", parameter.name.text()));
        }
    }
    None
}

fn head(signature: &Signature) -> &'static str {
    match signature.receiver {
        None => "fn static",
        Some(hir::Receiver::Ref) => "fn",
        Some(hir::Receiver::Mut) => "fn mut",
        Some(hir::Receiver::Move) => "fn move",
    }
}

fn counted(count: usize, what: &str) -> String {
    match count {
        0 => format!("no {what}s"),
        1 => format!("one {what}"),
        _ => format!("{count} {what}s"),
    }
}

/// Type arguments in an item's head that have not what their parameters are declared with. A query apart from those that read
/// the head: whether a type has a trait may be asked only when all heads are known.
#[salsa::tracked(returns(deref))]
pub(crate) fn unmet_bounds(db: &dyn Db, item: ItemId) -> Vec<Problem> {
    let Some(data) = hir::item_data(db, item) else { return Vec::new() };
    let mut head = Head::new(db, item, &data.tree.types);
    let types = &data.tree.types;
    let has_arguments = |id: TypeReferenceId| matches!(types[id], TypeReference::Path { arguments, .. } if !types.list(arguments).is_empty());
    if !types.run(data.types).any(has_arguments) {
        return Vec::new();
    }
    // What stands inside of another is met there.
    let mut inner = FxHashSet::default();
    for id in types.run(data.types) {
        types.each_part(id, |part| {
            inner.insert(part);
        });
    }
    for id in types.run(data.types).filter(|id| !inner.contains(id)) {
        let resolution = match types[id] {
            TypeReference::Path { names, .. } => hir::resolve_type_path(db, item, types.names(names)),
            _ => TypeResolution::Unknown,
        };
        match resolution {
            TypeResolution::Item(of) if of.kind(db) == ItemKind::Trait => {
                resolve_trait(&mut head, id);
            }
            _ => {
                resolve(&mut head, id, Position::Borrowed);
            }
        }
    }
    let mut seen = FxHashSet::default();
    let mut problems = Vec::new();
    for need in std::mem::take(&mut head.needs) {
        if !seen.insert(need) {
            continue;
        }
        let (at, item, arguments) = need;
        let arguments = arguments.types();
        if !allows_arguments(db, item, &arguments) {
            continue;
        }
        for (of, ty) in needs(db, item, &arguments) {
            if !has_trait(db, of, ty) {
                let problem = problems::unmet_bound(db, at, ty, of);
                problems.push(problem.also(Anchor::Other(item), "needs it"));
            }
        }
    }
    problems
}
