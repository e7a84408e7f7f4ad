//! Which types have which traits: the `impl`s of the program, and what they need of their type parameters. Owns finding the
//! one that fits; what is wrong with them is `trait_checks`'. Must not know bodies.

use hir::{ItemData, ItemId, ItemKind, Name};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use source::{Db, Package};

use crate::bounds::{TraitReference, bounds, resolve_trait};
use crate::classify::{holds_borrow, is_copy};
use crate::derivation::{Derivable, derivable};
use crate::display::display;
use crate::generics::{identity, own_count, own_parameters, parameter_count, trait_self};
use crate::head::Head;
use crate::resolve::{Position, resolve};
use crate::substitute::{Substitution, bind_into};
use crate::trait_checks::is_as_declared;
use crate::traits::traits_of_its_own;
use crate::ty::{Arguments, Elements, NamedType, Ty, TypeKind};

/// What an `impl` of a trait says in its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Implementation {
    /// The `impl`.
    pub item: ItemId,
    /// The trait, with type arguments in terms of the type parameters of the `impl`.
    pub of: TraitReference,
    /// The type that has it.
    pub target: Ty,
}

impl Implementation {
    /// What the type parameters of the trait stand for in the `impl`; `Self` stays as it may be written in both.
    pub fn in_terms_of_self(self, db: &dyn Db) -> Substitution {
        self.of.substitution(db, trait_self(db, self.of.item))
    }
}

/// What makes a type: of one trait with the same arguments there is one `impl` for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Constructor {
    /// A type of the compiler without parts.
    Fixed(Ty),
    Named(ItemId),
    Object(ItemId),
    Pointer,
    /// Of so many elements.
    Tuple(usize),
    /// Of this length.
    Array(u64),
    Slice,
    /// With so many parameters.
    ExternFunction(usize),
}

impl Constructor {
    /// What makes a type; nothing of those that have no traits by an `impl`: borrows, closures, `dyn`, type
    /// parameters, poison.
    pub(crate) fn of(ty: Ty) -> Option<Constructor> {
        match ty.kind() {
            TypeKind::Error
            | TypeKind::Ref(_)
            | TypeKind::Mut(_)
            | TypeKind::Closure(..)
            | TypeKind::Dyn(..)
            | TypeKind::Parameter(..)
            | TypeKind::Variable(_) => None,
            TypeKind::Never
            | TypeKind::Unit
            | TypeKind::Bool
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::String => Some(Constructor::Fixed(ty)),
            TypeKind::Named(named) => Some(Constructor::Named(named.item)),
            TypeKind::Object(heap) => Some(Constructor::Object(heap.item)),
            TypeKind::Pointer(_) => Some(Constructor::Pointer),
            TypeKind::Tuple(elements) => Some(Constructor::Tuple(elements.types().len())),
            TypeKind::Array(_, length) => Some(Constructor::Array(length)),
            TypeKind::Slice(_) => Some(Constructor::Slice),
            TypeKind::ExternFunction(parameters, _) => Some(Constructor::ExternFunction(parameters.types().len())),
        }
    }

    /// How such a type begins where it is written under its own name; see [`hir::type_word`].
    pub(crate) fn word(self, db: &dyn Db) -> Name {
        match self {
            Constructor::Fixed(ty) => Name::new(hir::type_word(&display(db, ty))),
            Constructor::Named(item) | Constructor::Object(item) => item.name(db),
            Constructor::Pointer => Name::new("Pointer"),
            Constructor::Tuple(_) => Name::new("("),
            Constructor::Array(_) | Constructor::Slice => Name::new("["),
            Constructor::ExternFunction(_) => Name::new("extern"),
        }
    }
}

/// What the head of an `impl` of a trait says; nothing if something is wrong with it, or if it is of no trait.
#[salsa::tracked(returns(copy), cycle_result = no_implementation)]
pub fn implementation(db: &dyn Db, item: ItemId) -> Option<Implementation> {
    let data = hir::item_data(db, item)?;
    let ItemData::Impl(head) = &data.item().data else { return None };
    let mut written = Head::new(db, item, &data.tree.types);
    let of = resolve_trait(&mut written, head.trait_reference?)?;
    let target = resolve(&mut written, head.target, Position::Target);
    Constructor::of(target)?;
    Some(Implementation { item, of, target })
}

/// An `impl` for an array whose length is computed by means of it; reported where the length is written.
fn no_implementation(_db: &dyn Db, _id: salsa::Id, _item: ItemId) -> Option<Implementation> {
    None
}

/// The trait that the methods in an item are of: that of an `impl`, or the item itself.
pub fn trait_of(db: &dyn Db, item: ItemId) -> Option<TraitReference> {
    match item.kind(db) {
        ItemKind::Trait => Some(TraitReference { item, arguments: identity(db, item) }),
        ItemKind::Impl => implementation(db, item).map(|found| found.of),
        _ => None,
    }
}

type Implementations = FxHashMap<Constructor, OfConstructor>;

/// The `impl`s of a trait for what is made alike.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
struct OfConstructor {
    /// All, as written.
    all: Vec<Implementation>,
    /// The places of those whose first type argument for the trait is made so, and last the places of those where it may be
    /// made by anything: a type may be converted from thousands.
    by_argument: FxHashMap<Option<Constructor>, Vec<u32>>,
}

impl OfConstructor {
    fn add(&mut self, found: Implementation) {
        let place = self.all.len() as u32;
        self.all.push(found);
        self.by_argument.entry(first_argument(found.of)).or_default().push(place);
    }

    /// Those that may be meant with these arguments for the trait, as written.
    fn fitting(&self, of: TraitReference) -> impl Iterator<Item = &Implementation> {
        let first = first_argument(of);
        let places = |first: Option<Constructor>| self.by_argument.get(&first).map_or(&[][..], Vec::as_slice);
        let whole = if first.is_none() { &self.all[..] } else { &[] };
        let mut chosen: SmallVec<[u32; 8]> = SmallVec::new();
        if first.is_some() {
            chosen.extend(places(first).iter().chain(places(None)).copied());
            chosen.sort_unstable();
        }
        whole.iter().chain(chosen.into_iter().map(|place| &self.all[place as usize]))
    }
}

/// What makes the first type argument for a trait; nothing if that is open, or there is none.
fn first_argument(of: TraitReference) -> Option<Constructor> {
    of.arguments.types().first().and_then(|first| Constructor::of(*first))
}

/// The `impl`s of traits in a package, by trait and by what makes the types.
#[salsa::tracked]
fn implementations_in(db: &dyn Db, package: Package) -> FxHashMap<ItemId, Implementations> {
    let mut all: FxHashMap<ItemId, Implementations> = FxHashMap::default();
    for &item in hir::package_modules(db, package).flat_map(|module| hir::module_impls(db, module)) {
        if let Some(found) = implementation(db, item)
            && let Some(constructor) = Constructor::of(found.target)
        {
            all.entry(found.of.item).or_default().entry(constructor).or_default().add(found);
        }
    }
    all
}

/// The `impl`s of one trait in a package. A query of its own, so that a new `impl` concerns only who asks for its trait. Of
/// the standard library those for one type only, or for all if none is named, so that no other module is read.
#[salsa::tracked]
fn implementations_of(db: &dyn Db, package: Package, of: ItemId, target: Option<Name>) -> Implementations {
    if !package.is_standard(db) {
        return implementations_in(db, package).get(&of).cloned().unwrap_or_default();
    }
    let mut all = Implementations::default();
    for module in hir::modules_with_impls(db, package, Some(of.name(db)), target) {
        let found = hir::module_impls(db, module).iter().filter_map(|item| implementation(db, *item));
        for found in found.filter(|found| found.of.item == of) {
            if let Some(constructor) = Constructor::of(found.target) {
                all.entry(constructor).or_default().add(found);
            }
        }
    }
    all
}

/// All `impl`s of a trait in a package.
pub(crate) fn implementations_of_trait(
    db: &dyn Db,
    package: Package,
    of: ItemId,
) -> impl Iterator<Item = &Implementation> {
    implementations_of(db, package, of, None).values().flat_map(|found| &found.all)
}

/// The `impl`s of a trait for what is made as a type is, whatever the arguments. They stand in the package of the trait or in
/// that of the type.
pub(crate) fn candidates(db: &dyn Db, of: ItemId, ty: Ty) -> impl Iterator<Item = &Implementation> {
    lists(db, of, ty).flat_map(|found| &found.all)
}

/// Of the candidates those that may be meant with these arguments for the trait.
pub(crate) fn fitting_candidates(db: &dyn Db, of: TraitReference, ty: Ty) -> impl Iterator<Item = &Implementation> {
    lists(db, of.item, ty).flat_map(move |found| found.fitting(of))
}

fn lists(db: &dyn Db, of: ItemId, ty: Ty) -> impl Iterator<Item = &OfConstructor> {
    let of_trait = of.module(db).package(db);
    let of_type = ty.as_item().map(|item| item.module(db).package(db)).filter(|package| *package != of_trait);
    let constructor = Constructor::of(ty);
    [Some(of_trait), of_type].into_iter().flatten().filter_map(move |package| {
        let constructor = constructor?;
        let target = package.is_standard(db).then(|| constructor.word(db));
        implementations_of(db, package, of, target).get(&constructor)
    })
}

/// Why a type has a trait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Solution {
    /// By an `impl`, whose type parameters are these.
    Implementation(ItemId, Elements),
    /// By what it is, or by what its parts have: the compiler makes the methods.
    Parts,
    /// A type parameter is declared so, the type is of that kind, or it is a `dyn` of such a trait.
    Known,
}

/// So deep may the needs of `impl`s be nested, each for a type argument of the one before: types may hardly be nested as deep.
const DEEPEST: usize = 1_000;

/// Why a type has a trait; nothing if it has not. No inference variable stands in them.
pub(crate) fn solve(db: &dyn Db, of: TraitReference, ty: Ty) -> Option<Solution> {
    solve_within(db, of, ty, None, &mut Vec::new())
}

/// Whether a type would have a trait if another had it, and whatever stands for the parameters of that.
pub(crate) fn would_have(db: &dyn Db, of: TraitReference, ty: Ty, assumed: NamedType) -> bool {
    ty.is_error() || solve_within(db, of, ty, Some(assumed), &mut Vec::new()).is_some()
}

/// Whether a type has a trait. Poison has all.
pub fn has_trait(db: &dyn Db, of: TraitReference, ty: Ty) -> bool {
    ty.is_error() || of.arguments.types().contains(&Ty::ERROR) || solve(db, of, ty).is_some()
}

fn solve_within(
    db: &dyn Db,
    of: TraitReference,
    ty: Ty,
    assumed: Option<NamedType>,
    open: &mut Vec<(TraitReference, Ty)>,
) -> Option<Solution> {
    let is_parameter = |named: NamedType| matches!(ty.kind(), TypeKind::Parameter(item, _) if item == named.item);
    if assumed.is_some_and(|named| named.ty() == ty || is_parameter(named)) {
        return Some(Solution::Known);
    }
    if is_copy_trait(db, of.item) {
        return is_copy(db, ty).then_some(Solution::Known);
    }
    let derivable = derivable(db, of.item);
    // A copy is a clone.
    if derivable == Some(Derivable::Clone) && is_copy(db, ty) {
        return Some(Solution::Parts);
    }
    if let Some(own) = traits_of_its_own(db, ty) {
        return own.contains(&of).then_some(Solution::Known);
    }
    if let Some(parts) = derivable.and_then(|derivable| derivable.parts(db, ty)) {
        let mut parts = parts.iter();
        return parts.all(|part| solve_within(db, of, *part, assumed, open).is_some()).then_some(Solution::Parts);
    }
    // What needs itself is not there: some `impl` must begin.
    if open.len() >= DEEPEST || open.contains(&(of, ty)) {
        return None;
    }
    open.push((of, ty));
    let found = fitting_candidates(db, of, ty).find_map(|candidate| {
        let arguments = fit(db, candidate, of, ty).filter(|types| allows_arguments(db, candidate.item, types))?;
        let mut needs = needs(db, candidate.item, &arguments).into_iter();
        needs
            .all(|(need, ty)| solve_within(db, need, ty, assumed, open).is_some())
            .then_some((candidate.item, arguments))
    });
    open.pop();
    found.map(|(item, arguments)| Solution::Implementation(item, arguments))
}

/// What the type parameters of an `impl` must be so that it gives a type a trait.
fn fit(db: &dyn Db, candidate: &Implementation, of: TraitReference, ty: Ty) -> Option<Elements> {
    let item = candidate.item;
    let mut bound: SmallVec<[Option<Ty>; 8]> = smallvec::smallvec![None; own_count(db, item)];
    let (declared, wanted) = (candidate.of.arguments.types(), of.arguments.types());
    let fits = bind_into(item, &mut bound, candidate.target, ty)
        && declared.iter().zip(&*wanted).all(|(declared, wanted)| bind_into(item, &mut bound, *declared, *wanted));
    fits.then_some(())?;
    let bound: Option<SmallVec<[Ty; 8]>> = bound.into_iter().collect();
    bound.map(|bound| Elements::from(bound.as_slice()))
}

/// What the type arguments of an item need to have, in the order of its parameters. A borrow for a parameter that allows none
/// needs what nothing has, which is refused where it is written.
pub(crate) fn needs(db: &dyn Db, item: ItemId, arguments: &[Ty]) -> Vec<(TraitReference, Ty)> {
    let mut with = Substitution::default();
    with.add(item, arguments.into());
    needs_with(db, item, &with)
}

/// What the type arguments for the own parameters of an item need to have, where its bounds may name those of what it stands
/// in.
pub(crate) fn needs_with(db: &dyn Db, item: ItemId, with: &Substitution) -> Vec<(TraitReference, Ty)> {
    if own_parameters(db, item).iter().all(|parameter| parameter.bounds.is_empty()) {
        return Vec::new();
    }
    let mut needs = Vec::new();
    for (index, traits) in (0..).zip(&bounds(db, item).of_parameters) {
        let ty = with.apply(Ty::parameter(item, index));
        needs.extend(traits.iter().map(|of| (of.with(with), ty)));
    }
    needs
}

/// Whether an `impl` can be for these type arguments at all: none is a borrow where none is allowed.
pub(crate) fn allows_arguments(db: &dyn Db, item: ItemId, arguments: &[Ty]) -> bool {
    let parameters = own_parameters(db, item).iter();
    parameters.zip(arguments).all(|(parameter, ty)| parameter.allows_borrows || !holds_borrow(db, *ty))
}

/// Whether the methods of an `impl` are made by the compiler: it has no body, and its trait is one of those.
pub fn is_derived(db: &dyn Db, item: ItemId) -> bool {
    let has_no_body = |data: hir::ItemRef<'_>| data.item().impl_data().is_some_and(|head| !head.has_body);
    hir::item_data(db, item).is_some_and(has_no_body)
        && implementation(db, item).is_some_and(|found| derivable(db, found.of.item).is_some())
}

/// Whether a trait is the one that types have which are copied on use: nobody gives it to them.
pub(crate) fn is_copy_trait(db: &dyn Db, item: ItemId) -> bool {
    item.name(db) == Name::new("Copy") && hir::prelude_item(db, Name::new("Copy")) == Some(item)
}

/// The function that a call of a function with these type arguments calls: of a method of a trait that of the type's `impl`,
/// with the arguments for it, or the trait's own if the `impl` has none. Nothing if the type has not the trait, or the method
/// is not what the trait declares; all arguments are types without parameters.
pub fn resolve_instance(db: &dyn Db, function: ItemId, arguments: Arguments) -> Option<(ItemId, Arguments)> {
    let Some(of) = function.parent_item(db).filter(|parent| parent.kind(db) == ItemKind::Trait) else {
        return Some((function, arguments));
    };
    let all = arguments.types();
    let (of_trait, own) = all.split_at_checked(parameter_count(db, of))?;
    let (ty, of_trait) = of_trait.split_last()?;
    let reference = TraitReference { item: of, arguments: Arguments::new(of_trait) };
    let (item, holder) = match solve(db, reference, *ty)? {
        Solution::Implementation(item, holder) => (item, holder),
        Solution::Parts => return Some((function, arguments)),
        // Whoever calls it finds the method in the object's table.
        Solution::Known if ty.as_dyn().is_some() => return Some((function, arguments)),
        Solution::Known => return None,
    };
    match hir::member(db, item, function.name(db)) {
        Some(method) if !is_as_declared(db, method) => None,
        Some(method) => Some((method, Arguments::new(&[&*holder, own].concat()))),
        None if hir::is_required_method(db, function) && !is_derived(db, item) => None,
        None => Some((function, arguments)),
    }
}

/// The `impl` that gives a type a trait, if one does.
pub fn implementation_for(db: &dyn Db, of: TraitReference, ty: Ty) -> Option<ItemId> {
    match solve(db, of, ty)? {
        Solution::Implementation(item, _) => Some(item),
        Solution::Parts | Solution::Known => None,
    }
}

#[cfg(test)]
mod tests {
    use source::Database;

    use super::{candidates, implementation};
    use crate::methods::find_method_of;
    use crate::resolve::impl_target;

    /// The standard library keeps what `hir::modules_with_impls` asks of it: whoever looks for one of its `impl`s by trait
    /// and type, or for a method by type, finds it, although the heads of most modules were never parsed.
    #[test]
    fn each_impl_of_the_standard_library_is_found_by_its_head() {
        let db = Database::new();
        let standard = fixtures::package(&db, "std", fixtures::STANDARD, &[]);
        fixtures::program(&db, vec![standard]);
        let (mut of_traits, mut methods) = (0, 0);
        for item in hir::package_items(&db, standard).filter(|item| item.kind(&db) == hir::ItemKind::Impl) {
            let shown = hir::item_file(&db, item).map(|file| file.path(&db).to_string());
            if let Some(found) = implementation(&db, item) {
                let mut candidates = candidates(&db, found.of.item, found.target);
                assert!(candidates.any(|candidate| candidate.item == item), "{found:?} of {shown:?} is not found");
                of_traits += 1;
            } else if let Some(target) = impl_target(&db, item) {
                for &method in hir::members(&db, item) {
                    let found = find_method_of(&db, item.module(&db), target, method.name(&db));
                    assert!(found.is_some(), "{:?} of {target:?} in {shown:?} is not found", method.name(&db).text());
                    methods += 1;
                }
            }
        }
        assert!(of_traits > 300 && methods > 200, "{of_traits} impls of traits, {methods} methods");
    }
}
