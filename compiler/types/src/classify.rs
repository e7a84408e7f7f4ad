//! What kind of care a type's values need: copied or moved, dropped or not, borrow or owner. Owns the queries that
//! follow types through their fields; must not know flow or places, which are `lower`'s.

use hir::ItemId;
use source::Db;

use crate::bounds::is_bounded_by_copy;
use crate::definition::{DefinitionKind, InstanceType, field_type, form_of, type_definition};
use crate::destruction::has_destructor;
use crate::enumeration::{EnumForm, Enumeration};
use crate::extent::has_finite_size;
use crate::generics;
use crate::ty::{ClosureKind, DynKind, NamedType, Structure, Ty, TypeKind};

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
        | TypeKind::ExternFunction(..)
        | TypeKind::Closure(ClosureKind::Ref, ..)
        | TypeKind::Dyn(DynKind::Ref, _) => true,
        TypeKind::Closure(ClosureKind::Owned | ClosureKind::Once | ClosureKind::Mut, ..)
        | TypeKind::Dyn(DynKind::Owned | DynKind::Mut, _) => false,
        TypeKind::Mut(_) | TypeKind::Object(_) | TypeKind::Slice(_) | TypeKind::Variable(_) => false,
        TypeKind::Parameter(..) => is_bounded_by_copy(db, ty),
        TypeKind::Named(named) => match form_of(db, named.item) {
            Some(DefinitionKind::Copy) if named.is_generic() => instance_care(db, named).is_copy,
            Some(DefinitionKind::Copy | DefinitionKind::Union | DefinitionKind::Counted) => true,
            Some(DefinitionKind::Heap | DefinitionKind::Inline | DefinitionKind::View | DefinitionKind::Opaque)
            | None => false,
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
        | TypeKind::Closure(..)
        | TypeKind::Dyn(..)
        | TypeKind::Object(_)
        | TypeKind::Slice(_)
        | TypeKind::Ref(_)
        | TypeKind::Mut(_)
        | TypeKind::Variable(_)
        | TypeKind::Parameter(..) => false,
        TypeKind::Named(named) => match form_of(db, named.item) {
            Some(DefinitionKind::Copy) if named.is_generic() => instance_care(db, named).is_plain,
            Some(DefinitionKind::Copy | DefinitionKind::Union) => true,
            Some(
                DefinitionKind::Heap
                | DefinitionKind::Counted
                | DefinitionKind::Inline
                | DefinitionKind::View
                | DefinitionKind::Opaque,
            )
            | None => false,
        },
        TypeKind::Tuple(elements) => elements.types().iter().all(|&element| is_plain(db, element)),
        TypeKind::Array(element, _) => is_plain(db, element),
    }
}

/// Whether a field of a `copy` type may have a type: it is plain, or is for some type arguments.
pub(crate) fn may_be_plain(db: &dyn Db, ty: Ty) -> bool {
    match ty.kind() {
        TypeKind::Parameter(..) => true,
        TypeKind::Named(named) if named.is_generic() => {
            let arguments = named.arguments.types();
            form_of(db, named.item) == Some(DefinitionKind::Copy) && arguments.iter().all(|ty| may_be_plain(db, *ty))
        }
        TypeKind::Tuple(elements) => elements.types().iter().all(|&element| may_be_plain(db, element)),
        TypeKind::Array(element, _) => may_be_plain(db, element),
        _ => is_plain(db, ty),
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
        // Elements are dropped by who owns them.
        | TypeKind::Slice(_)
        | TypeKind::ExternFunction(..) => false,
        TypeKind::Closure(kind, ..) => kind.is_owned(),
        TypeKind::Dyn(kind, _) => kind == DynKind::Owned,
        TypeKind::String | TypeKind::Variable(_) | TypeKind::Parameter(..) => true,
        TypeKind::Named(named) => match form_of(db, named.item) {
            Some(DefinitionKind::Heap | DefinitionKind::Counted) => true,
            Some(DefinitionKind::Inline | DefinitionKind::View) => has_destructor(db, named.item) || fields_need_drop(db, named),
            Some(DefinitionKind::Copy) => named.is_generic() && fields_need_drop(db, named),
            Some(DefinitionKind::Union | DefinitionKind::Opaque) | None => false,
        },
        TypeKind::Object(heap) => has_destructor(db, heap.item) || fields_need_drop(db, heap),
        TypeKind::Tuple(elements) => elements.types().iter().any(|&element| needs_drop(db, element)),
        TypeKind::Array(element, length) => length > 0 && needs_drop(db, element),
    }
}

/// Whether some field of a named type, or something that a case carries, needs dropping.
pub fn fields_need_drop(db: &dyn Db, named: NamedType) -> bool {
    if named.is_generic() {
        instance_fields_need_drop(db, InstanceType::new(db, named))
    } else {
        item_fields_need_drop(db, named.item)
    }
}

/// Apart from [`Care`], which inference asks for: this depends on `impl`s.
#[salsa::tracked(returns(copy))]
fn instance_fields_need_drop<'db>(db: &'db dyn Db, instance: InstanceType<'db>) -> bool {
    parts_need_drop(db, instance.named(db))
}

#[salsa::tracked(returns(copy), cycle_result = no_drop_in_a_cycle)]
fn item_fields_need_drop(db: &dyn Db, item: ItemId) -> bool {
    parts_need_drop(db, NamedType::plain(item))
}

/// A type whose definition needs itself, through an array's length.
fn no_drop_in_a_cycle(_db: &dyn Db, _id: salsa::Id, _item: ItemId) -> bool {
    false
}

fn parts_need_drop(db: &dyn Db, named: NamedType) -> bool {
    // A type that contains itself is an error; nothing is dropped in it.
    has_finite_size(db, named) && type_definition(db, named).parts().iter().any(|part| needs_drop(db, part.ty))
}

/// What the parts of a type are together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Care {
    is_copy: bool,
    is_plain: bool,
}

fn instance_care(db: &dyn Db, named: NamedType) -> Care {
    known_care(db, InstanceType::new(db, named))
}

#[salsa::tracked(returns(copy))]
fn known_care<'db>(db: &'db dyn Db, instance: InstanceType<'db>) -> Care {
    let named = instance.named(db);
    // A type that contains itself is an error; nothing is copied in it.
    if !has_finite_size(db, named) {
        return Care { is_copy: false, is_plain: false };
    }
    let parts = type_definition(db, named).parts();
    Care {
        is_copy: parts.iter().all(|part| is_copy(db, part.ty)),
        is_plain: parts.iter().all(|part| is_plain(db, part.ty)),
    }
}

/// Whether values are or hold borrows: `ref T`, `mut T`, views, a type parameter that allows borrows, and tuples, arrays,
/// slices and generic types of these.
pub fn holds_borrow(db: &dyn Db, ty: Ty) -> bool {
    holds(db, ty, &|ty| match ty.kind() {
        TypeKind::Ref(_) | TypeKind::Mut(_) | TypeKind::Named(_) => true,
        TypeKind::Closure(kind, ..) => !kind.is_owned(),
        TypeKind::Dyn(kind, _) => kind != DynKind::Owned,
        TypeKind::Parameter(item, index) => generics::allows_borrows(db, item, index),
        _ => false,
    })
}

/// Whether values are or hold borrows whatever stands for type parameters: a field may be of the type `T`, not `ref T`, nor
/// of that of a view.
pub fn holds_written_borrow(db: &dyn Db, ty: Ty) -> bool {
    holds(db, ty, &|ty| ty.as_borrow().is_some() || ty.as_named().is_some())
}

/// Whether a function may keep what the values of an argument hold where other arguments lead: they hold borrows, of which
/// none is written in the declared type. What a view holds may be kept, whatever it is.
pub fn may_be_kept(db: &dyn Db, declared: Ty) -> bool {
    holds_borrow(db, declared) && !holds(db, declared, &|ty| ty.as_borrow().is_some())
}

/// Asks about all that values consist of; a view is asked about as a whole.
fn holds(db: &dyn Db, ty: Ty, is_borrow: &impl Fn(Ty) -> bool) -> bool {
    if ty.is_fixed() {
        return false;
    }
    match ty.structure() {
        Structure::Whole => match ty.as_slice() {
            Some(element) => holds(db, element, is_borrow),
            None => is_borrow(ty),
        },
        Structure::Named(named) if is_view(db, named.item) => is_borrow(ty),
        Structure::Named(named) => {
            named.is_generic() && named.arguments.types().iter().any(|argument| holds(db, *argument, is_borrow))
        }
        Structure::Object(_) => false,
        Structure::Tuple(elements) => elements.iter().any(|element| holds(db, *element, is_borrow)),
        Structure::Array(element, _) => holds(db, element, is_borrow),
    }
}

/// Whether values of a type that an item declares are treated as borrows.
pub fn is_view(db: &dyn Db, item: ItemId) -> bool {
    form_of(db, item) == Some(DefinitionKind::View)
}

/// Whether what the borrows in values of a type lead to holds borrows itself, so that some may be stored there.
pub fn leads_to_borrow(db: &dyn Db, ty: Ty) -> bool {
    reach(db, ty).leads_to_borrow
}

/// Whether values hold a `mut`, or something that may be one.
pub fn holds_mut(db: &dyn Db, ty: Ty) -> bool {
    reach(db, ty).holds_mut
}

/// What can be done through the borrows that values hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Reach {
    leads_to_borrow: bool,
    holds_mut: bool,
}

impl Reach {
    const NONE: Reach = Reach { leads_to_borrow: false, holds_mut: false };
    const ALL: Reach = Reach { leads_to_borrow: true, holds_mut: true };

    fn of_all(db: &dyn Db, types: impl Iterator<Item = Ty>) -> Reach {
        types.fold(Reach::NONE, |all, ty| {
            let one = reach(db, ty);
            Reach {
                leads_to_borrow: all.leads_to_borrow || one.leads_to_borrow,
                holds_mut: all.holds_mut || one.holds_mut,
            }
        })
    }
}

fn reach(db: &dyn Db, ty: Ty) -> Reach {
    match ty.structure() {
        Structure::Whole => match (ty.as_borrow(), ty.as_slice()) {
            (Some((target, mutable)), _) => Reach { leads_to_borrow: holds_borrow(db, target), holds_mut: mutable },
            (None, Some(element)) => reach(db, element),
            (None, None) => Reach { leads_to_borrow: false, holds_mut: ty.is_parameter() && holds_borrow(db, ty) },
        },
        Structure::Named(named) if is_view(db, named.item) => reach_of_view(db, InstanceType::new(db, named)),
        Structure::Named(named) if named.is_generic() => Reach::of_all(db, named.arguments.types().iter().copied()),
        Structure::Named(_) | Structure::Object(_) => Reach::NONE,
        Structure::Tuple(elements) => Reach::of_all(db, elements.iter().copied()),
        Structure::Array(element, _) => reach(db, element),
    }
}

#[salsa::tracked(returns(copy))]
fn reach_of_view<'db>(db: &'db dyn Db, view: InstanceType<'db>) -> Reach {
    let named = view.named(db);
    // Of a type that contains itself, which is an error, nobody knows.
    if !has_finite_size(db, named) {
        return Reach::ALL;
    }
    Reach::of_all(db, type_definition(db, named).parts().iter().map(|part| part.ty))
}

/// Whether a value is a pointer to an object of its own: a `type` without `inline` or `copy`.
pub fn is_heap(db: &dyn Db, ty: Ty) -> bool {
    ty.as_named().is_some_and(|named| form_of(db, named.item) == Some(DefinitionKind::Heap))
}

/// Whether a value is a pointer to an object whose owners are counted in it, and is used as what the object holds: `Shared`.
pub fn is_counted(db: &dyn Db, ty: Ty) -> bool {
    ty.as_named().is_some_and(|named| form_of(db, named.item) == Some(DefinitionKind::Counted))
}

/// Whether a value is a pointer to an object of a type that is declared, whoever owns that.
pub fn is_object_pointer(db: &dyn Db, ty: Ty) -> bool {
    ty.as_named()
        .is_some_and(|named| matches!(form_of(db, named.item), Some(DefinitionKind::Heap | DefinitionKind::Counted)))
}

/// Whether the owners of a value are counted: a copy is one owner more.
pub fn has_count(db: &dyn Db, ty: Ty) -> bool {
    ty == Ty::STRING || is_counted(db, ty)
}

/// The field of a counted object that it is used as; before it stands the count.
pub const CONTENT: u32 = 1;

/// What a counted type is used as.
pub fn content(db: &dyn Db, ty: Ty) -> Option<Ty> {
    is_counted(db, ty).then(|| field_type(db, ty, CONTENT))
}

/// What a value that a borrow leads to is used as, if that is something else: what it leads to itself, or its content.
pub fn within(db: &dyn Db, ty: Ty) -> Option<Ty> {
    match ty.as_borrow() {
        Some((target, _)) => (!ty.is_pair() && !ty.is_pair_pointer()).then_some(target),
        None => content(db, ty),
    }
}

/// The type of the place that an expression or part of a type is used as: behind borrows, and within what is counted.
pub fn looked_through(db: &dyn Db, ty: Ty) -> Ty {
    let mut ty = ty.value_type();
    while let Some(inside) = within(db, ty) {
        ty = inside;
    }
    ty
}

/// Whether something that a value consists of changes while it is lent `ref`: `Atomic`, `Mutex`.
pub fn holds_changing(db: &dyn Db, ty: Ty) -> bool {
    match ty.structure() {
        Structure::Whole => ty.as_slice().is_some_and(|element| holds_changing(db, element)),
        Structure::Named(_) if is_object_pointer(db, ty) => false,
        Structure::Named(named) | Structure::Object(named) => parts_change(db, InstanceType::new(db, named)),
        Structure::Tuple(elements) => elements.iter().any(|element| holds_changing(db, *element)),
        Structure::Array(element, _) => holds_changing(db, element),
    }
}

/// Whether something in the memory that a borrow of a type leads to changes while that is lent: of a heap type the object's.
pub fn leads_to_changing(db: &dyn Db, target: Ty) -> bool {
    match target.as_named() {
        Some(named) if is_heap(db, target) => parts_change(db, InstanceType::new(db, named)),
        Some(_) | None => holds_changing(db, target),
    }
}

#[salsa::tracked(returns(copy))]
fn parts_change<'db>(db: &'db dyn Db, instance: InstanceType<'db>) -> bool {
    let named = instance.named(db);
    let is_changing =
        hir::item_data(db, named.item).is_some_and(|data| data.tree.attribute(data.attributes, "changing").is_some());
    let is_marked = is_changing && named.item.module(db).is_standard(db);
    is_marked
        || has_finite_size(db, named)
            && type_definition(db, named).parts().iter().any(|part| holds_changing(db, part.ty))
}

/// Whether values have parts that lie in memory, rather than being one scalar or nothing: a heap type is a pointer.
pub fn is_aggregate(db: &dyn Db, ty: Ty) -> bool {
    match ty.structure() {
        Structure::Whole => ty.is_pair() || ty.is_wide(),
        Structure::Named(_) => !is_object_pointer(db, ty) && scalar_enum(db, ty).is_none(),
        Structure::Tuple(_) | Structure::Array(..) | Structure::Object(_) => true,
    }
}

/// The enum that a type is, on the stack or heap.
pub fn enumeration(db: &dyn Db, ty: Ty) -> Option<&Enumeration> {
    match ty.structure() {
        Structure::Named(named) | Structure::Object(named) => type_definition(db, named).enumeration.as_deref(),
        Structure::Whole | Structure::Tuple(_) | Structure::Array(..) => None,
    }
}

/// The enum that a type is, if its values are integers or pointers: no case carries anything, or a null pointer is the
/// empty case.
pub fn scalar_enum(db: &dyn Db, ty: Ty) -> Option<&Enumeration> {
    let definition = type_definition(db, ty.as_named()?);
    let enumeration = definition.enumeration.as_deref()?;
    let is_wide = enumeration.payloads.iter().any(|part| part.ty.is_wide() || part.ty.is_pair());
    let is_scalar = match (definition.kind, enumeration.form) {
        (DefinitionKind::Heap | DefinitionKind::Counted, _) | (_, EnumForm::Tagged(_)) => false,
        (
            DefinitionKind::Inline
            | DefinitionKind::Copy
            | DefinitionKind::View
            | DefinitionKind::Union
            | DefinitionKind::Opaque,
            EnumForm::Integer(_),
        ) => true,
        // Of a closure, `dyn` or slice the first of two words tells the case.
        (
            DefinitionKind::Inline
            | DefinitionKind::Copy
            | DefinitionKind::View
            | DefinitionKind::Union
            | DefinitionKind::Opaque,
            EnumForm::Nullable { .. },
        ) => !is_wide,
    };
    is_scalar.then_some(enumeration)
}
