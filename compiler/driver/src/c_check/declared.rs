//! What the program says of a C function or variable, in the terms in which C's declarations are read. It owns the way from the
//! language's types to what stands behind pointers; layouts are `types`'. It must not know C's side.

use abi::report::Label;
use abi::{Signature, TyId, TypeArena};
use hir::{ItemId, ItemKind, TypeReferenceId};
use source::Database;
use types::{Linkage, Substitution, Ty, TypeKind};

use crate::abi_report::label;

/// A declaration of the program.
pub(super) struct Declared {
    pub(super) arena: TypeArena,
    /// Of a variable a function without parameters that gives it.
    pub(super) signature: Signature,
    pub(super) parameters: Vec<Label>,
    pub(super) result: Label,
    /// What the result leads to, then each parameter.
    pub(super) leads_to: Vec<Option<Target>>,
    /// The types of the parameters.
    pub(super) types: Vec<Ty>,
    /// The type of the result.
    pub(super) result_type: Ty,
    /// Where the parameters' types are written.
    pub(super) written: Vec<TypeReferenceId>,
    /// Where the result's type is written.
    pub(super) written_result: Option<TypeReferenceId>,
}

/// What stands behind a pointer.
pub(super) enum Target {
    Function {
        arena: TypeArena,
        signature: Signature,
        /// As the programmer writes it.
        ty: String,
    },
    Value {
        arena: TypeArena,
        ty: TyId,
        label: Label,
        /// Whether it is lent, so that there is one of it; else there may be many.
        is_borrow: bool,
    },
}

/// Whether C is asked for what an item declares: not what the compiler itself provides, nor what is wrong anyway.
pub(super) fn is_of_c(db: &Database, item: ItemId) -> bool {
    match item.kind(db) {
        ItemKind::ExternFunction => {
            let signature = types::signature(db, item);
            !signature.poisoned && !signature.incomplete && matches!(signature.linkage, Linkage::Imported(_))
        }
        ItemKind::ExternGlobal => !types::global_type(db, item).is_error(),
        ItemKind::Function
        | ItemKind::Type
        | ItemKind::OpaqueType
        | ItemKind::Alias
        | ItemKind::Constant
        | ItemKind::Global
        | ItemKind::Trait
        | ItemKind::Impl
        | ItemKind::Test => false,
    }
}

/// A C function as it is declared.
pub(super) fn function(db: &Database, item: ItemId) -> Option<Declared> {
    let signature = types::signature(db, item);
    let data = hir::item_data(db, item)?;
    let written = data.item().function()?;
    let mut arena = TypeArena::new();
    let lowered = types::abi_signature_of(db, item, &Substitution::default(), &mut arena);
    let types: Vec<Ty> = signature.parameters.iter().map(|parameter| parameter.ty).collect();
    let parameters = signature.parameters.iter().map(|parameter| label(db, &parameter.name.text(), parameter.ty));
    Some(Declared {
        arena,
        signature: lowered,
        parameters: parameters.collect(),
        result: label(db, "result", signature.result),
        leads_to: [signature.result].iter().chain(&types).map(|ty| leads_to(db, *ty)).collect(),
        types,
        result_type: signature.result,
        written: written.parameters.iter().map(|parameter| parameter.type_reference).collect(),
        written_result: written.result,
    })
}

/// A C variable as it is declared.
pub(super) fn variable(db: &Database, item: ItemId) -> (TypeArena, TyId, Label) {
    let ty = types::global_type(db, item);
    let mut arena = TypeArena::new();
    let id = types::part_type(db, ty, &mut arena);
    (arena, id, label(db, "it", ty))
}

fn leads_to(db: &Database, ty: Ty) -> Option<Target> {
    match ty.kind() {
        TypeKind::Ref(to) | TypeKind::Mut(to) if !ty.is_wide() => match to.as_named() {
            // It is the object's own pointer.
            Some(named) if types::is_heap(db, to) => value(db, Ty::object(named), true),
            Some(_) | None => value(db, to, true),
        },
        TypeKind::Pointer(to) => value(db, to, false),
        TypeKind::ExternFunction(parameters, result) => {
            let mut arena = TypeArena::new();
            let parameters: Vec<TyId> =
                parameters.types().iter().map(|ty| types::part_type(db, *ty, &mut arena)).collect();
            let result = types::abi_type(db, result, &mut arena);
            Some(Target::Function { signature: Signature::new(result, parameters), arena, ty: types::display(db, ty) })
        }
        TypeKind::Named(named) if types::is_object_pointer(db, ty) => value(db, Ty::object(named), true),
        // An `Option` of one of these is null or leads there.
        TypeKind::Named(_) => {
            let enumeration = types::scalar_enum(db, ty)?;
            enumeration.payloads.iter().find_map(|part| leads_to(db, part.ty))
        }
        TypeKind::Ref(_)
        | TypeKind::Mut(_)
        | TypeKind::Error
        | TypeKind::Never
        | TypeKind::Unit
        | TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::String
        | TypeKind::Parameter(..)
        | TypeKind::Variable(_)
        | TypeKind::Object(_)
        | TypeKind::Tuple(_)
        | TypeKind::Array(..)
        | TypeKind::Slice(_)
        | TypeKind::Closure(..)
        | TypeKind::Dyn(..) => None,
    }
}

/// Nothing of a type that only C knows.
fn value(db: &Database, ty: Ty, is_borrow: bool) -> Option<Target> {
    let mut arena = TypeArena::new();
    let id = match ty.kind() {
        TypeKind::Object(named) => types::object_type(db, named, &mut arena),
        TypeKind::Error
        | TypeKind::Never
        | TypeKind::Unit
        | TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::String
        | TypeKind::Named(_)
        | TypeKind::Parameter(..)
        | TypeKind::Variable(_)
        | TypeKind::Pointer(_)
        | TypeKind::Ref(_)
        | TypeKind::Mut(_)
        | TypeKind::Tuple(_)
        | TypeKind::Array(..)
        | TypeKind::Slice(_)
        | TypeKind::ExternFunction(..)
        | TypeKind::Closure(..)
        | TypeKind::Dyn(..) => types::abi_type(db, ty, &mut arena),
    };
    let is_opaque = ty.as_item().is_some_and(|item| item.kind(db) == ItemKind::OpaqueType);
    (!is_opaque).then(|| Target::Value { ty: id, arena, label: label(db, "it", ty), is_borrow })
}
