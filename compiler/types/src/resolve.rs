//! Written types become types. Owns what a path, an alias, `Self` and a borrow mean as types and where they may stand;
//! names are resolved, and unknown ones reported, by `hir`. Must not read bodies except for the lengths of arrays.

use hir::{
    BuiltinType, ConstantExpression, FunctionTypeKind, ItemClass, ItemData, ItemId, ItemKind, Name, TypeReference,
    TypeReferenceId, TypeReferences, TypeResolution,
};
use source::Db;

use crate::bounds::resolve_trait;
use crate::classify::holds_borrow;
use crate::definition::{DefinitionKind, form_of};
use crate::generics::{declared, own_count, own_parameters, trait_self};
use crate::head::Head;
use crate::implementations::implementation;
use crate::objects::obstacle;
use crate::problem::{Anchor, Problem};
use crate::problems;
use crate::substitute::Substitution;
use crate::ty::{ClosureKind, DynKind, Ty, TypeKind};

/// Where types are written: in an item's head or in its body.
pub(crate) trait Written {
    /// The database.
    fn db(&self) -> &dyn Db;
    /// The item.
    fn item(&self) -> ItemId;
    /// The types written there.
    fn types(&self) -> &TypeReferences;
    /// The place of one of them.
    fn anchor(&self, id: TypeReferenceId) -> Anchor;
    /// Takes a problem.
    fn report(&mut self, problem: Problem);
    /// The type that a single name without type arguments was found to mean before.
    fn known(&self, name: Name) -> Option<Ty>;
    /// Remembers the type that a single name means.
    fn remember(&mut self, name: Name, ty: Ty);
    /// Takes note of what type arguments for the parameters of an item need to have.
    fn need(&mut self, id: TypeReferenceId, item: ItemId, arguments: &[Ty]);
    /// The length of an array.
    fn length(&mut self, length: ConstantExpression, at: TypeReferenceId) -> Option<u64>;
}

/// Where a type stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Position {
    /// Where a value of it lives: opaque C types have no place here.
    Value,
    /// Behind a borrow: slices are welcome.
    Borrowed,
    /// What an `impl` is for: slices are welcome.
    Target,
    /// Behind a raw pointer: opaque C types, `()` and `T.Object` are welcome, borrows are not.
    Pointee,
    /// Where only the layout is asked for: `T.Object` is welcome.
    Measured,
}

/// The type that a written type means; poison after a problem.
pub(crate) fn resolve<W: Written>(written: &mut W, id: TypeReferenceId, position: Position) -> Ty {
    let ty = resolve_any(written, id, position);
    if position == Position::Pointee && holds_borrow(written.db(), ty) && !may_keep_borrows(written, ty) {
        let problem = problems::misplaced_borrow(written.anchor(id), &crate::display::display(written.db(), ty));
        written.report(problem);
        return Ty::ERROR;
    }
    let may_be_slice = matches!(position, Position::Borrowed | Position::Target);
    if ty.as_slice().is_some() && !may_be_slice {
        let problem = problems::bare_slice(written.anchor(id), &crate::display::display(written.db(), ty));
        written.report(problem);
        return Ty::ERROR;
    }
    if !ty.fits() {
        let problem = problems::type_too_complex(written.anchor(id), "this type");
        written.report(problem);
        return Ty::ERROR;
    }
    ty
}

/// Whether a raw pointer may lead to a type parameter that allows borrows: in the standard library, whose collections say in
/// their signatures what they hold.
fn may_keep_borrows<W: Written>(written: &W, ty: Ty) -> bool {
    ty.is_parameter() && written.item().module(written.db()).is_standard(written.db())
}

fn resolve_any<W: Written>(written: &mut W, id: TypeReferenceId, position: Position) -> Ty {
    match written.types()[id] {
        TypeReference::Missing => Ty::ERROR,
        TypeReference::Path { names, arguments } => {
            let single = match written.types().names(names) {
                &[name] if arguments.is_empty() => Some(name),
                _ => None,
            };
            let builtin = single.and_then(BuiltinType::from_name).and_then(builtin_type);
            if let Some(ty) = builtin.or_else(|| single.and_then(|name| written.known(name))) {
                return ty;
            }
            let arguments: Vec<TypeReferenceId> = written.types().list(arguments).to_vec();
            let resolution = hir::resolve_type_path(written.db(), written.item(), written.types().names(names));
            let ty = resolve_path(written, id, resolution, &arguments, position);
            if let Some(name) = single
                && position == Position::Value
                && !ty.is_error()
            {
                written.remember(name, ty);
            }
            ty
        }
        TypeReference::SelfType => {
            // An `impl` says itself what it is for.
            if position == Position::Target || !has_self(written.db(), written.item()) {
                let problem = problems::self_without_type(written.anchor(id));
                written.report(problem);
                return Ty::ERROR;
            }
            self_type(written.db(), written.item()).unwrap_or(Ty::ERROR)
        }
        TypeReference::Borrow { mutable, target } => {
            let target_type = resolve(written, target, Position::Borrowed);
            if target_type.is_error() {
                return Ty::ERROR;
            }
            if let TypeReference::Function { kind: FunctionTypeKind::Closure, .. } | TypeReference::Dyn(_) =
                written.types()[target]
            {
                return Ty::lent(target_type, mutable);
            }
            if target_type.as_borrow().is_some() {
                let problem = problems::borrow_of_borrow(written.anchor(id));
                written.report(problem);
                return Ty::ERROR;
            }
            Ty::borrow(target_type, mutable)
        }
        TypeReference::Dyn(bound) => object_type(written, id, bound),
        TypeReference::Tuple(elements) => {
            let elements: Vec<TypeReferenceId> = written.types().list(elements).to_vec();
            let types: Vec<Ty> = elements.iter().map(|&element| resolve(written, element, Position::Value)).collect();
            if types.contains(&Ty::ERROR) { Ty::ERROR } else { Ty::tuple(&types) }
        }
        TypeReference::Array { element, length } => {
            let element = resolve(written, element, Position::Value);
            match written.length(length, id) {
                Some(length) if !element.is_error() => Ty::array(element, length),
                Some(_) | None => Ty::ERROR,
            }
        }
        TypeReference::Slice(element) => {
            let element = resolve(written, element, Position::Value);
            if element.is_error() { Ty::ERROR } else { Ty::slice(element) }
        }
        TypeReference::Function { kind, parameters, result } => {
            let parameters: Vec<TypeReferenceId> = written.types().list(parameters).to_vec();
            let types: Vec<Ty> =
                parameters.iter().map(|&parameter| resolve(written, parameter, Position::Value)).collect();
            let result = result.map_or(Ty::UNIT, |result| resolve(written, result, Position::Value));
            if types.contains(&Ty::ERROR) || result.is_error() {
                return Ty::ERROR;
            }
            match kind {
                FunctionTypeKind::Extern => Ty::extern_function(&types, result),
                FunctionTypeKind::Closure => Ty::closure(ClosureKind::Owned, &types, result),
                FunctionTypeKind::MoveClosure => Ty::closure(ClosureKind::Once, &types, result),
            }
        }
    }
}

fn resolve_path<W: Written>(
    written: &mut W,
    id: TypeReferenceId,
    resolution: TypeResolution,
    arguments: &[TypeReferenceId],
    position: Position,
) -> Ty {
    match resolution {
        TypeResolution::Builtin(BuiltinType::Pointer) => match arguments {
            &[target] => {
                let target = resolve(written, target, Position::Pointee);
                if target.is_error() { Ty::ERROR } else { Ty::pointer(target) }
            }
            several => argument_count(written, id, "Pointer", 1, several.len()),
        },
        TypeResolution::Builtin(builtin) => argument_count(written, id, builtin.text(), 0, arguments.len()),
        TypeResolution::Item(item) => match item_type(written.db(), item) {
            Ok(ty) if ty.is_error() => Ty::ERROR,
            Ok(ty) => {
                let ty = with_arguments(written, id, item, ty, arguments);
                if matches!(position, Position::Value | Position::Measured | Position::Target)
                    && is_opaque(written.db(), ty)
                {
                    let name = item.name(written.db()).text();
                    let problem = problems::opaque_value(written.anchor(id), &name);
                    written.report(problem);
                    return Ty::ERROR;
                }
                ty
            }
            Err(trait_name) => no_type(written, id, trait_name),
        },
        TypeResolution::ObjectOfBuiltin(builtin) => {
            written.report(problems::no_object(written.anchor(id), builtin.text()));
            Ty::ERROR
        }
        TypeResolution::Object(item) => object_of(written, id, item, arguments, position),
        TypeResolution::GenericParameter { item, index } if arguments.is_empty() => Ty::parameter(item, index),
        TypeResolution::GenericParameter { item, index } => {
            let name = crate::display::display(written.db(), Ty::parameter(item, index));
            argument_count(written, id, &name, 0, arguments.len())
        }
        TypeResolution::NotAType(_) | TypeResolution::Unknown => Ty::ERROR,
    }
}

/// What an item is with these type arguments.
fn with_arguments<W: Written>(
    written: &mut W,
    id: TypeReferenceId,
    item: ItemId,
    ty: Ty,
    arguments: &[TypeReferenceId],
) -> Ty {
    let wanted = own_count(written.db(), item);
    if arguments.len() != wanted {
        let name = item.name(written.db()).text();
        return argument_count(written, id, &name, wanted, arguments.len());
    }
    if wanted == 0 {
        return ty;
    }
    let types = resolve_arguments(written, item, arguments);
    if types.contains(&Ty::ERROR) {
        return Ty::ERROR;
    }
    written.need(id, item, &types);
    let mut substitution = Substitution::default();
    substitution.add(item, types.as_slice().into());
    substitution.apply(ty)
}

/// The types that are written as arguments for the own parameters of an item, of which there are as many. A borrow may
/// stand for a parameter only if that says so.
pub(crate) fn resolve_arguments<W: Written>(written: &mut W, item: ItemId, arguments: &[TypeReferenceId]) -> Vec<Ty> {
    let mut types = Vec::with_capacity(arguments.len());
    for (index, &argument) in arguments.iter().enumerate() {
        let mut ty = resolve(written, argument, Position::Value);
        let db = written.db();
        let allows_borrows = own_parameters(db, item).get(index).is_some_and(|parameter| parameter.allows_borrows);
        if !allows_borrows && holds_borrow(db, ty) {
            let problem = borrow_argument(db, written.anchor(argument), item, index, ty);
            written.report(problem);
            ty = Ty::ERROR;
        }
        types.push(ty);
    }
    types
}

/// A borrow for a parameter that allows none.
pub(crate) fn borrow_argument(db: &dyn Db, at: Anchor, item: ItemId, index: usize, ty: Ty) -> Problem {
    let parameter = own_parameters(db, item).get(index).map(|parameter| parameter.name.text()).unwrap_or_default();
    let shown = crate::display::display(db, ty);
    problems::borrow_for_parameter(at, &shown, &parameter, &item.name(db).text())
}

/// The same of a method's `impl`, which is called by what it is for.
pub(crate) fn borrow_of_impl(db: &dyn Db, at: Anchor, item: ItemId, index: usize, ty: Ty) -> Problem {
    let parameter = own_parameters(db, item).get(index).map(|parameter| parameter.name.text()).unwrap_or_default();
    let display = crate::display::display;
    let target = impl_target(db, item).map_or_else(|| item.name(db).text().to_string(), |target| display(db, target));
    let problem = problems::borrow_for_parameter(at, &display(db, ty), &parameter, &format!("impl {target}"));
    problem.also(Anchor::Other(item), "its parameter is declared here")
}

/// `T.Object`
fn object_of<W: Written>(
    written: &mut W,
    id: TypeReferenceId,
    item: ItemId,
    arguments: &[TypeReferenceId],
    position: Position,
) -> Ty {
    let ty = match item_type(written.db(), item) {
        Ok(ty) => ty,
        Err(trait_name) => return no_type(written, id, trait_name),
    };
    if ty.is_error() {
        return Ty::ERROR;
    }
    let shown = crate::display::display(written.db(), ty);
    let ty = with_arguments(written, id, item, ty, arguments);
    if ty.is_error() {
        return Ty::ERROR;
    }
    let TypeKind::Named(heap) = ty.kind() else {
        written.report(problems::no_object(written.anchor(id), &shown));
        return Ty::ERROR;
    };
    // Asked of the head alone: a type's fields may be pointers to its own objects.
    if !matches!(form_of(written.db(), heap.item), Some(DefinitionKind::Heap | DefinitionKind::Counted)) {
        written.report(problems::no_object(written.anchor(id), &shown));
        return Ty::ERROR;
    }
    match position {
        Position::Pointee | Position::Measured => Ty::object(heap),
        Position::Value | Position::Borrowed | Position::Target => {
            written.report(problems::bare_object(written.anchor(id), &shown));
            Ty::ERROR
        }
    }
}

fn argument_count<W: Written>(written: &mut W, id: TypeReferenceId, name: &str, wanted: usize, given: usize) -> Ty {
    let problem = problems::type_argument_count(written.anchor(id), name, wanted, given);
    written.report(problem);
    Ty::ERROR
}

/// `dyn Trait`
fn object_type<W: Written>(written: &mut W, id: TypeReferenceId, bound: TypeReferenceId) -> Ty {
    let Some(of) = resolve_trait(written, bound) else { return Ty::ERROR };
    let db = written.db();
    if let Some(obstacle) = obstacle(db, of.item) {
        let problem = problems::no_dyn_trait(db, written.anchor(id), &of.item.name(db).text(), obstacle);
        written.report(problem);
        return Ty::ERROR;
    }
    if let Some(borrow) = of.arguments.types().iter().find(|argument| holds_borrow(db, **argument)) {
        let problem = problems::borrow_in_dyn(written.anchor(id), &crate::display::display(db, *borrow));
        written.report(problem);
        return Ty::ERROR;
    }
    Ty::object_of_trait(DynKind::Owned, of)
}

/// A trait where a type is needed.
fn no_type<W: Written>(written: &mut W, id: TypeReferenceId, trait_name: Name) -> Ty {
    let problem = problems::trait_as_type(written.anchor(id), &trait_name.text());
    written.report(problem);
    Ty::ERROR
}

fn is_opaque(db: &dyn Db, ty: Ty) -> bool {
    matches!(ty.kind(), TypeKind::Named(named) if named.item.kind(db) == ItemKind::OpaqueType)
}

/// A type of the compiler; `Pointer` is none without its argument.
pub fn builtin_type(builtin: BuiltinType) -> Option<Ty> {
    match builtin {
        BuiltinType::Bool => Some(Ty::BOOL),
        BuiltinType::I8 => Some(Ty::I8),
        BuiltinType::I16 => Some(Ty::I16),
        BuiltinType::I32 => Some(Ty::I32),
        BuiltinType::I64 => Some(Ty::I64),
        BuiltinType::I128 => Some(Ty::I128),
        BuiltinType::U8 => Some(Ty::U8),
        BuiltinType::U16 => Some(Ty::U16),
        BuiltinType::U32 => Some(Ty::U32),
        BuiltinType::U64 => Some(Ty::U64),
        BuiltinType::U128 => Some(Ty::U128),
        BuiltinType::F32 => Some(Ty::F32),
        BuiltinType::F64 => Some(Ty::F64),
        BuiltinType::String => Some(Ty::STRING),
        BuiltinType::Never => Some(Ty::NEVER),
        BuiltinType::Pointer => None,
    }
}

/// The type that an item declares, its own type parameters standing for themselves; of a trait, which is none, the name.
/// Poison is silent: the item itself reports why.
pub fn item_type(db: &dyn Db, item: ItemId) -> Result<Ty, Name> {
    match item.kind(db).class() {
        ItemClass::Type if item.kind(db) == ItemKind::Alias => Ok(alias(db, item).0),
        ItemClass::Type => Ok(form_of(db, item).map_or(Ty::ERROR, |_| declared(db, item).ty())),
        ItemClass::Trait => Err(item.name(db)),
        ItemClass::Function | ItemClass::Value | ItemClass::Impl | ItemClass::Test => Ok(Ty::ERROR),
    }
}

/// Whether an item stands in something that has a `Self`, whatever may be wrong with that.
pub(crate) fn has_self(db: &dyn Db, item: ItemId) -> bool {
    let holder = hir::self_item(db, item);
    holder.is_some_and(|holder| matches!(holder.kind(db), ItemKind::Type | ItemKind::Impl | ItemKind::Trait))
}

/// What `Self` is in an item: the type it stands in, the type its `impl` is for, or whatever has the trait.
pub fn self_type(db: &dyn Db, item: ItemId) -> Option<Ty> {
    let holder = hir::self_item(db, item)?;
    match holder.kind(db) {
        ItemKind::Type => item_type(db, holder).ok(),
        ItemKind::Impl => impl_target(db, holder),
        ItemKind::Trait => Some(trait_self(db, holder)),
        _ => None,
    }
}

/// Whether an item stands in something that is not supported yet or has no type, which has been reported: it is poison in
/// silence.
pub(crate) fn is_in_unsupported(db: &dyn Db, item: ItemId) -> bool {
    let Some(parent) = item.parent_item(db) else {
        return false;
    };
    match parent.kind(db) {
        ItemKind::Type => form_of(db, parent).is_none(),
        ItemKind::Impl => impl_target(db, parent).is_none(),
        ItemKind::Trait => false,
        _ => true,
    }
}

/// The type that an `impl` is for; nothing if something is wrong with its head.
pub(crate) fn impl_target(db: &dyn Db, item: ItemId) -> Option<Ty> {
    let data = hir::item_data(db, item)?;
    let ItemData::Impl(head) = &data.item().data else {
        return None;
    };
    if head.trait_reference.is_some() {
        return implementation(db, item).map(|found| found.target);
    }
    let mut written = Head::new(db, item, &data.tree.types);
    let ty = resolve(&mut written, head.target, Position::Target);
    (!ty.is_error()).then_some(ty)
}

/// What an alias stands for, and what is wrong with it.
#[salsa::tracked(cycle_result = recursive_alias)]
pub(crate) fn alias(db: &dyn Db, item: ItemId) -> (Ty, Vec<Problem>) {
    let Some(data) = hir::item_data(db, item) else {
        return (Ty::ERROR, Vec::new());
    };
    let ItemData::Alias(target) = data.item().data else {
        return (Ty::ERROR, Vec::new());
    };
    let mut written = Head::new(db, item, &data.tree.types);
    let ty = resolve(&mut written, target, Position::Borrowed);
    (ty, written.problems)
}

/// An alias that leads to itself; `diagnostics` reports it.
fn recursive_alias(_db: &dyn Db, _id: salsa::Id, _item: ItemId) -> (Ty, Vec<Problem>) {
    (Ty::ERROR, Vec::new())
}
