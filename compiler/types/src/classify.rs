//! What kind of care a type's values need: copied or moved, dropped or not, borrow or owner. Owns the queries that
//! follow types through their fields; must not know flow or places, which are `lower`'s.

use hir::ItemId;
use source::Db;

use crate::definition::{DefinitionKind, type_definition};
use crate::enumeration::{EnumForm, Enumeration};
use crate::extent::has_finite_size;
use crate::ty::{Structure, Ty, TypeKind};

/// Whether a use of a value copies it rather than moves it: scalars, pointers, `ref`, `String` (counted), `copy` types,
/// and tuples and arrays of only these.
pub fn is_copy(db: &dyn Db, ty: Ty) -> bool {
    match ty.kind() {
        TypeKind::Error
        | TypeKind::Never
        | TypeKind::Unit
        | TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::String
        | TypeKind::Pointer(_)
        | TypeKind::Ref(_)
        | TypeKind::ExternFunction(..) => true,
        TypeKind::Mut(_) | TypeKind::Object(_) | TypeKind::Instance(..) | TypeKind::Parameter(..) => false,
        TypeKind::Named(item) => match type_definition(db, item).kind {
            DefinitionKind::Copy | DefinitionKind::Union => true,
            DefinitionKind::Heap | DefinitionKind::Inline | DefinitionKind::Opaque => false,
        },
        TypeKind::Tuple(elements) => elements.types().iter().all(|&element| is_copy(db, element)),
        TypeKind::Array(element, _) => is_copy(db, element),
    }
}

/// Whether a value is plain bits: no owner, count or borrow in it. Fields of `copy` and `union` types must be.
pub fn is_plain(db: &dyn Db, ty: Ty) -> bool {
    match ty.kind() {
        TypeKind::Error
        | TypeKind::Never
        | TypeKind::Unit
        | TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::Pointer(_)
        | TypeKind::ExternFunction(..) => true,
        TypeKind::String
        | TypeKind::Object(_)
        | TypeKind::Ref(_)
        | TypeKind::Mut(_)
        | TypeKind::Instance(..)
        | TypeKind::Parameter(..) => false,
        TypeKind::Named(item) => match type_definition(db, item).kind {
            DefinitionKind::Copy | DefinitionKind::Union => true,
            DefinitionKind::Heap | DefinitionKind::Inline | DefinitionKind::Opaque => false,
        },
        TypeKind::Tuple(elements) => elements.types().iter().all(|&element| is_plain(db, element)),
        TypeKind::Array(element, _) => is_plain(db, element),
    }
}

/// Whether something must be done when a value ends: heap types, `String`, and what contains them.
pub fn needs_drop(db: &dyn Db, ty: Ty) -> bool {
    match ty.kind() {
        TypeKind::Error
        | TypeKind::Never
        | TypeKind::Unit
        | TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::Pointer(_)
        | TypeKind::Ref(_)
        | TypeKind::Mut(_)
        | TypeKind::ExternFunction(..) => false,
        TypeKind::String | TypeKind::Instance(..) | TypeKind::Parameter(..) => true,
        TypeKind::Named(item) => match type_definition(db, item).kind {
            DefinitionKind::Heap => true,
            DefinitionKind::Inline => fields_need_drop(db, item),
            DefinitionKind::Copy | DefinitionKind::Union | DefinitionKind::Opaque => false,
        },
        TypeKind::Object(item) => fields_need_drop(db, item),
        TypeKind::Tuple(elements) => elements.types().iter().any(|&element| needs_drop(db, element)),
        TypeKind::Array(element, length) => length > 0 && needs_drop(db, element),
    }
}

/// Whether some field of a `type` item, or something that a case carries, needs dropping.
#[salsa::tracked(returns(copy), cycle_result = no_drop_in_a_cycle)]
pub fn fields_need_drop(db: &dyn Db, item: ItemId) -> bool {
    // A type that contains itself is an error; nothing is dropped in it.
    has_finite_size(db, item) && type_definition(db, item).parts().iter().any(|part| needs_drop(db, part.ty))
}

/// A type whose definition needs itself, through an array's length.
fn no_drop_in_a_cycle(_db: &dyn Db, _id: salsa::Id, _item: ItemId) -> bool {
    false
}

/// Whether values are or hold borrows: `ref T`, `mut T`, and tuples and arrays of these.
pub fn holds_borrow(ty: Ty) -> bool {
    match ty.structure() {
        Structure::Whole => ty.as_borrow().is_some(),
        Structure::Named(_) | Structure::Object(_) => false,
        Structure::Tuple(elements) => elements.iter().any(|&element| holds_borrow(element)),
        Structure::Array(element, _) => holds_borrow(element),
    }
}

/// Whether what the borrows in values of a type lead to holds borrows itself, so that some may be stored there.
pub fn leads_to_borrow(ty: Ty) -> bool {
    match ty.structure() {
        Structure::Whole => ty.as_borrow().is_some_and(|(target, _)| holds_borrow(target)),
        Structure::Named(_) | Structure::Object(_) => false,
        Structure::Tuple(elements) => elements.iter().any(|&element| leads_to_borrow(element)),
        Structure::Array(element, _) => leads_to_borrow(element),
    }
}

/// Whether a value is a pointer to an object of its own: a `type` without `inline` or `copy`.
pub fn is_heap(db: &dyn Db, ty: Ty) -> bool {
    ty.as_named().is_some_and(|item| type_definition(db, item).kind == DefinitionKind::Heap)
}

/// Whether values have parts that lie in memory, rather than being one scalar or nothing: a heap type is a pointer.
pub fn is_aggregate(db: &dyn Db, ty: Ty) -> bool {
    match ty.structure() {
        Structure::Whole => false,
        Structure::Named(_) => !is_heap(db, ty) && scalar_enum(db, ty).is_none(),
        Structure::Tuple(_) | Structure::Array(..) | Structure::Object(_) => true,
    }
}

/// The enum that a type is, on the stack or heap.
pub fn enumeration(db: &dyn Db, ty: Ty) -> Option<&Enumeration> {
    match ty.structure() {
        Structure::Named(item) | Structure::Object(item) => type_definition(db, item).enumeration.as_deref(),
        Structure::Whole | Structure::Tuple(_) | Structure::Array(..) => None,
    }
}

/// The enum that a type is, if its values are integers or pointers: no case carries anything, or a null pointer is the
/// empty case.
pub fn scalar_enum(db: &dyn Db, ty: Ty) -> Option<&Enumeration> {
    let definition = type_definition(db, ty.as_named()?);
    let enumeration = definition.enumeration.as_deref()?;
    let is_scalar = match (definition.kind, enumeration.form) {
        (DefinitionKind::Heap, _) | (_, EnumForm::Tagged(_)) => false,
        (
            DefinitionKind::Inline | DefinitionKind::Copy | DefinitionKind::Union | DefinitionKind::Opaque,
            EnumForm::Integer(_) | EnumForm::Nullable { .. },
        ) => true,
    };
    is_scalar.then_some(enumeration)
}
