//! Whether a body without errors of its own can be lowered at all: the types and constants that it names may have
//! errors elsewhere. Must not know what the errors are.

use hir::{ItemId, ItemKind};
use rustc_hash::FxHashSet;
use source::Db;
use types::{Arguments, Substitution, Ty, TypeKind};

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

struct Sound<'db> {
    db: &'db dyn Db,
    visited: FxHashSet<Ty>,
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

    fn has_size(&self, ty: Ty) -> bool {
        types::layout(self.db, ty).size < types::LARGEST_SIZE
    }

    fn is_type(&mut self, ty: Ty) -> bool {
        match ty.kind() {
            TypeKind::Never
            | TypeKind::Unit
            | TypeKind::Bool
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::String
            | TypeKind::ExternFunction(..) => true,
            TypeKind::Closure(_, parameters, result) => {
                self.is_type(result) && parameters.types().iter().all(|parameter| self.is_type(*parameter))
            }
            TypeKind::Dyn(_, of) => of.arguments.types().iter().all(|argument| self.is_type(*argument)),
            TypeKind::Error | TypeKind::Variable(_) | TypeKind::Parameter(..) => false,
            TypeKind::Pointer(target) | TypeKind::Ref(target) | TypeKind::Mut(target) | TypeKind::Slice(target) => {
                self.is_type(target)
            }
            TypeKind::Array(element, _) => self.has_size(ty) && self.is_type(element),
            TypeKind::Tuple(elements) => {
                self.has_size(ty) && elements.types().iter().all(|element| self.is_type(*element))
            }
            TypeKind::Named(item) | TypeKind::Object(item) => {
                if !self.visited.insert(ty) {
                    return true;
                }
                let definition = types::type_definition(self.db, item);
                let is_endless = item.is_generic() && types::has_endless_instances(self.db, item.item);
                !is_endless
                    && !definition.poisoned
                    && types::has_finite_size(self.db, item)
                    && types::object_layout(self.db, item).size < types::LARGEST_SIZE
                    && definition.parts().iter().all(|part| self.is_type(part.ty))
            }
        }
    }
}
