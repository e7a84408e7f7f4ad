//! Whether a body without errors of its own can be lowered at all: the types and constants that it names may have
//! errors elsewhere. Must not know what the errors are.

use hir::{ItemId, ItemKind};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Db, Package};
use types::{Arguments, NamedType, Substitution, Ty, TypeKind};

use super::closure::closures_can_be_built;
use super::substituted::substituted;
use crate::queries::derived_form;
use crate::source_form::{Callee, PlaceBase, SourceForm};

/// Whether a function or test can be built for these type arguments while other items have errors: it has a body without
/// errors, an argument for each type parameter, and everything that its code is made of has a layout and a value. In a
/// program without errors that is every function with code.
pub fn can_be_built(db: &dyn Db, item: ItemId, arguments: Arguments) -> bool {
    match item.kind(db) {
        ItemKind::Function | ItemKind::Test => {}
        ItemKind::ExternFunction
        | ItemKind::Constant
        | ItemKind::Type
        | ItemKind::Alias
        | ItemKind::Global
        | ItemKind::ExternGlobal
        | ItemKind::OpaqueType
        | ItemKind::Trait
        | ItemKind::Impl => return false,
    }
    if types::argument_count(db, item) != arguments.types().len() {
        return false;
    }
    if let Some(form) = derived_form(db, item, arguments) {
        return form.poison.is_none() && has_layouts(db, &form);
    }
    let lacks_body = |data: hir::ItemRef<'_>| data.item().function().is_some_and(|function| !function.has_body);
    if hir::item_data(db, item).is_none_or(lacks_body) {
        return false;
    }
    if !arguments.is_empty() && types::has_endless_instances(db, item) {
        return false;
    }
    let form = crate::source_form(db, item);
    if form.poison.is_some() || types::signature(db, item).poisoned {
        return false;
    }
    let with = Substitution::of_function(db, item, arguments);
    let is_sound = |form: &SourceForm| match arguments.is_empty() {
        true => has_layouts(db, form),
        false => has_layouts(db, &substituted(db, form, &with)),
    };
    is_sound(form) && closures_can_be_built(db, item, is_sound)
}

fn has_layouts(db: &dyn Db, form: &SourceForm) -> bool {
    let mut sound = Sound { db, visited: FxHashSet::default() };
    let constants_are_known = form.table_places().all(|place| match form.base(place) {
        PlaceBase::Local(_) => true,
        PlaceBase::Item(item) => sound.is_value(item),
    });
    constants_are_known
        && form.locals.iter().all(|local| sound.is_type(local.ty))
        && form.callees.iter().all(|callee| match callee {
            Callee::Function { item, type_arguments } => sound.is_callable(*item, form.type_arguments(*type_arguments)),
            Callee::Pointer { ty, .. } | Callee::Closure { ty } => sound.is_type(*ty),
            Callee::Literal(_) | Callee::Runtime(_) => true,
        })
}

/// What the types of one body lead to.
struct Sound<'db> {
    db: &'db dyn Db,
    /// Instances of generic types that have been looked at.
    visited: FxHashSet<NamedType>,
}

impl Sound<'_> {
    fn is_callable(&mut self, item: ItemId, arguments: Arguments) -> bool {
        let Some((item, arguments)) = types::resolve_instance(self.db, item, arguments) else { return false };
        let signature = types::signature(self.db, item);
        let with = Substitution::of_function(self.db, item, arguments);
        !signature.poisoned
            && self.is_type(with.apply(signature.result))
            && signature.parameters.iter().all(|parameter| self.is_type(with.apply(parameter.ty)))
    }

    fn is_value(&mut self, item: ItemId) -> bool {
        let (ty, is_evaluated) = match item.kind(self.db) {
            ItemKind::Constant => (types::constant_type(self.db, item), true),
            ItemKind::Global => (types::global_type(self.db, item), true),
            ItemKind::ExternGlobal
            | ItemKind::Function
            | ItemKind::ExternFunction
            | ItemKind::Type
            | ItemKind::Alias
            | ItemKind::OpaqueType
            | ItemKind::Trait
            | ItemKind::Impl
            | ItemKind::Test => (types::global_type(self.db, item), false),
        };
        let has_value = !is_evaluated || *types::constant_value(self.db, item) != types::ConstantValue::Error;
        has_value && self.is_type(ty)
    }

    fn is_type(&mut self, ty: Ty) -> bool {
        let mut waiting = Vec::new();
        let mut is_sound = is_sound_but_for(self.db, ty, &mut waiting);
        while is_sound && let Some(named) = waiting.pop() {
            is_sound = match named.is_generic() {
                true => !self.visited.insert(named) || is_sound_by_itself(self.db, named, &mut waiting),
                false => is_sound_type(self.db, named.item),
            };
        }
        is_sound
    }
}

/// Whether a `type` item without type parameters has a layout, and what it leads to.
fn is_sound_type(db: &dyn Db, item: ItemId) -> bool {
    let module = item.module(db);
    // Programs do not pay for looking at the standard library, of which its tests say that it has no errors.
    module.is_standard(db) || !unsound_types(db, module.package(db)).contains(&NamedType::plain(item))
}

/// The types without a layout among those that a package declares and the instances of generic ones that they lead to, and
/// the types that lead to one. Asked for together: what each function asked for its types alone would be asked for again and
/// again where types lead to each other.
#[salsa::tracked(returns(ref))]
fn unsound_types(db: &dyn Db, package: Package) -> FxHashSet<NamedType> {
    let is_type = |item: &ItemId| item.kind(db) == ItemKind::Type && types::argument_count(db, *item) == 0;
    let declared = hir::package_items(db, package).filter(is_type);
    let mut waiting: Vec<NamedType> = declared.map(NamedType::plain).collect();
    let mut seen: FxHashSet<NamedType> = waiting.iter().copied().collect();
    let mut led_from: FxHashMap<NamedType, Vec<NamedType>> = FxHashMap::default();
    let mut unsound = Vec::new();
    while let Some(named) = waiting.pop() {
        let mut found = Vec::new();
        if !is_sound_by_itself(db, named, &mut found) {
            unsound.push(named);
            continue;
        }
        for inner in found {
            let is_declared_here = inner.item.module(db).package(db) == package;
            if !is_declared_here && !inner.is_generic() {
                if !is_sound_type(db, inner.item) {
                    unsound.push(named);
                }
                continue;
            }
            led_from.entry(inner).or_default().push(named);
            if seen.insert(inner) {
                waiting.push(inner);
            }
        }
    }
    let mut all = FxHashSet::default();
    while let Some(named) = unsound.pop() {
        if all.insert(named) {
            unsound.extend(led_from.get(&named).into_iter().flatten());
        }
    }
    all
}

/// Whether a named type has a layout if the named types in its parts have, which are added to `found`.
fn is_sound_by_itself(db: &dyn Db, named: NamedType, found: &mut Vec<NamedType>) -> bool {
    let definition = types::type_definition(db, named);
    let is_endless = named.is_generic() && types::has_endless_instances(db, named.item);
    !is_endless
        && !definition.poisoned
        && types::has_finite_size(db, named)
        && types::object_layout(db, named).size < types::LARGEST_SIZE
        && definition.parts().iter().all(|part| is_sound_but_for(db, part.ty, found))
}

/// Whether a type has a layout if the named types in it have, which are added to `found`.
fn is_sound_but_for(db: &dyn Db, ty: Ty, found: &mut Vec<NamedType>) -> bool {
    let has_size = |ty: Ty| types::layout(db, ty).size < types::LARGEST_SIZE;
    let mut all = |types: &[Ty]| types.iter().all(|ty| is_sound_but_for(db, *ty, found));
    match ty.kind() {
        TypeKind::Never
        | TypeKind::Unit
        | TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::String
        | TypeKind::ExternFunction(..) => true,
        TypeKind::Closure(_, parameters, result) => all(&[result]) && all(&parameters.types()),
        TypeKind::Dyn(_, of) => all(&of.arguments.types()),
        TypeKind::Error | TypeKind::Variable(_) | TypeKind::Parameter(..) => false,
        TypeKind::Pointer(target) | TypeKind::Ref(target) | TypeKind::Mut(target) | TypeKind::Slice(target) => {
            all(&[target])
        }
        TypeKind::Array(element, _) => has_size(ty) && all(&[element]),
        TypeKind::Tuple(elements) => has_size(ty) && all(&elements.types()),
        TypeKind::Named(named) | TypeKind::Object(named) => {
            found.push(named);
            true
        }
    }
}
