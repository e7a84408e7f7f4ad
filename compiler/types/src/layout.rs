//! Sizes, alignments and offsets, and the C form of each type, by the layout rules of `abi` for the selected target.
//! Owns the translation of types and signatures into `abi`'s terms; must not know any rule of layout itself.
//! A heap type, `String` or borrow is a pointer; a tuple is an anonymous structure; `()` as a part is an empty one.

#[cfg(test)]
mod tests;

use abi::{FieldSpec, RecordKind, TyId, TypeArena};
use hir::ItemId;
use source::Db;

use crate::classify::has_finite_size;
use crate::definition::{DefinitionKind, type_definition};
use crate::scalar::FloatKind;
use crate::signatures::signature;
use crate::ty::{Ty, TypeKind};

/// No value may be larger: sums and products of sizes cannot overflow below it.
pub const LARGEST_SIZE: u64 = 1 << 40;

/// A structure, union or tuple laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordLayout {
    /// Bytes, tail padding included.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// The offset of each field in bytes.
    pub offsets: Vec<u64>,
}

/// The selected target. `project` refuses unknown triples before they get here.
pub fn target(db: &dyn Db) -> abi::Target {
    source::Program::try_get(db)
        .and_then(|program| abi::Target::parse(program.target(db).triple(db)).ok())
        .unwrap_or(abi::Target::X86_64_LINUX)
}

/// Size and alignment of a value of a type on the selected target; of a heap type those of the pointer.
pub fn layout(db: &dyn Db, ty: Ty) -> abi::Layout {
    match ty.kind() {
        TypeKind::Named(item) if type_definition(db, item).kind != DefinitionKind::Heap => {
            let record = object_layout(db, item);
            abi::Layout {
                size: record.size,
                align: record.align,
            }
        }
        TypeKind::Array(element, length) => {
            let element = layout(db, element);
            abi::Layout {
                size: clipped_length(element.size, length) * element.size,
                align: element.align,
            }
        }
        TypeKind::Tuple(_) => {
            let record = tuple_layout(db, ty);
            abi::Layout {
                size: record.size,
                align: record.align,
            }
        }
        TypeKind::Error
        | TypeKind::Never
        | TypeKind::Unit
        | TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::String
        | TypeKind::Named(_)
        | TypeKind::Instance(..)
        | TypeKind::Parameter(..)
        | TypeKind::Pointer(_)
        | TypeKind::Ref(_)
        | TypeKind::Mut(_)
        | TypeKind::ExternFunction(..) => {
            let mut arena = TypeArena::new();
            let id = abi_type(db, ty, &mut arena);
            arena.layout(&target(db), id)
        }
    }
}

/// The layout of what a `type` item defines: of a heap type that of the object behind the pointer.
#[salsa::tracked(cycle_result = layout_in_a_cycle)]
pub fn object_layout(db: &dyn Db, item: ItemId) -> RecordLayout {
    let mut arena = TypeArena::new();
    let id = object_type(db, item, &mut arena);
    record_layout(db, &arena, id)
}

/// A type whose layout needs itself, through an array's length; reported where the length is written.
fn layout_in_a_cycle(_db: &dyn Db, _id: salsa::Id, _item: ItemId) -> RecordLayout {
    RecordLayout {
        size: 0,
        align: 1,
        offsets: Vec::new(),
    }
}

/// The layout of a tuple.
pub fn tuple_layout(db: &dyn Db, ty: Ty) -> RecordLayout {
    let mut arena = TypeArena::new();
    let id = abi_type(db, ty, &mut arena);
    record_layout(db, &arena, id)
}

/// The offset in bytes of a field of a structure, union or tuple; of a heap type within the object.
pub fn field_offset(db: &dyn Db, ty: Ty, field: u32) -> u64 {
    let offset = |layout: &RecordLayout| layout.offsets.get(field as usize).copied().unwrap_or(0);
    match ty.kind() {
        TypeKind::Named(item) => offset(object_layout(db, item)),
        TypeKind::Tuple(_) => offset(&tuple_layout(db, ty)),
        TypeKind::Error
        | TypeKind::Never
        | TypeKind::Unit
        | TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::String
        | TypeKind::Instance(..)
        | TypeKind::Parameter(..)
        | TypeKind::Pointer(_)
        | TypeKind::Ref(_)
        | TypeKind::Mut(_)
        | TypeKind::Array(..)
        | TypeKind::ExternFunction(..) => 0,
    }
}

/// The C form of a type, added to `arena`. `()` and `Never` are void.
pub fn abi_type(db: &dyn Db, ty: Ty, arena: &mut TypeArena) -> TyId {
    match ty.kind() {
        TypeKind::Error | TypeKind::Never | TypeKind::Unit => TyId::VOID,
        TypeKind::Bool => TyId::BOOL,
        TypeKind::Int(kind) => int_type(kind.bits(), kind.is_signed()),
        TypeKind::Float(FloatKind::F32) => TyId::F32,
        TypeKind::Float(FloatKind::F64) => TyId::F64,
        TypeKind::String
        | TypeKind::Pointer(_)
        | TypeKind::Ref(_)
        | TypeKind::Mut(_)
        | TypeKind::ExternFunction(..)
        | TypeKind::Instance(..)
        | TypeKind::Parameter(..) => TyId::POINTER,
        TypeKind::Named(item) => match type_definition(db, item).kind {
            DefinitionKind::Heap => TyId::POINTER,
            DefinitionKind::Inline | DefinitionKind::Copy | DefinitionKind::Union | DefinitionKind::Opaque => {
                object_type(db, item, arena)
            }
        },
        TypeKind::Tuple(elements) => add_record(
            db,
            RecordKind::Struct,
            elements.types().iter().copied(),
            false,
            None,
            arena,
        ),
        TypeKind::Array(element, length) => {
            let size = layout(db, element).size;
            let element = part_type(db, element, arena);
            arena.array(element, clipped_length(size, length))
        }
    }
}

/// The C form of what a `type` item defines: of a heap type the structure behind the pointer.
pub fn object_type(db: &dyn Db, item: ItemId, arena: &mut TypeArena) -> TyId {
    let definition = type_definition(db, item);
    let kind = match definition.kind {
        DefinitionKind::Union => RecordKind::Union,
        DefinitionKind::Heap | DefinitionKind::Inline | DefinitionKind::Copy | DefinitionKind::Opaque => {
            RecordKind::Struct
        }
    };
    // A type that contains itself has been reported; it is laid out as if it were empty.
    let fields = if has_finite_size(db, item) {
        &definition.fields[..]
    } else {
        &[]
    };
    add_record(
        db,
        kind,
        fields.iter().map(|field| field.ty),
        definition.packed,
        definition.align,
        arena,
    )
}

/// The signature of a function in `abi`'s terms, its types added to `arena`.
pub fn abi_signature(db: &dyn Db, function: ItemId, arena: &mut TypeArena) -> abi::Signature {
    let signature = signature(db, function);
    let result = abi_type(db, signature.result, arena);
    let parameters: Vec<TyId> = signature
        .parameters
        .iter()
        .map(|parameter| part_type(db, parameter.ty, arena))
        .collect();
    if signature.variadic {
        let fixed = u16::try_from(parameters.len()).unwrap_or(u16::MAX);
        abi::Signature::variadic(result, parameters, fixed)
    } else {
        abi::Signature::new(result, parameters)
    }
}

/// The C form of a type as a field, element or parameter, where `()` is an empty structure.
pub fn part_type(db: &dyn Db, ty: Ty, arena: &mut TypeArena) -> TyId {
    match abi_type(db, ty, arena) {
        TyId::VOID => add_record(db, RecordKind::Struct, [].into_iter(), false, None, arena),
        id => id,
    }
}

fn add_record(
    db: &dyn Db,
    kind: RecordKind,
    fields: impl Iterator<Item = Ty>,
    packed: bool,
    align: Option<u32>,
    arena: &mut TypeArena,
) -> TyId {
    let fields: Vec<FieldSpec> = fields.map(|ty| FieldSpec::new(part_type(db, ty, arena))).collect();
    let record = abi::layout_record(&target(db), arena, kind, &fields, packed, align);
    arena.add_record(record)
}

fn record_layout(db: &dyn Db, arena: &TypeArena, id: TyId) -> RecordLayout {
    match arena.get(id) {
        abi::Ty::Record(record) => {
            let record = arena.record(record);
            RecordLayout {
                size: record.size,
                align: record.align,
                offsets: record.fields.iter().map(|field| field.offset_bits / 8).collect(),
            }
        }
        abi::Ty::Void
        | abi::Ty::Bool
        | abi::Ty::Int { .. }
        | abi::Ty::BitInt { .. }
        | abi::Ty::F16
        | abi::Ty::F32
        | abi::Ty::F64
        | abi::Ty::X87
        | abi::Ty::F128
        | abi::Ty::BF16
        | abi::Ty::DoubleDouble
        | abi::Ty::Pointer
        | abi::Ty::Complex(_)
        | abi::Ty::Vector(_)
        | abi::Ty::Array(_) => {
            let layout = arena.layout(&target(db), id);
            RecordLayout {
                size: layout.size,
                align: layout.align,
                offsets: Vec::new(),
            }
        }
    }
}

fn int_type(bits: u32, signed: bool) -> TyId {
    match (bits, signed) {
        (8, true) => TyId::I8,
        (8, false) => TyId::U8,
        (16, true) => TyId::I16,
        (16, false) => TyId::U16,
        (32, true) => TyId::I32,
        (32, false) => TyId::U32,
        (64, true) => TyId::I64,
        (64, false) => TyId::U64,
        (_, true) => TyId::I128,
        (_, false) => TyId::U128,
    }
}

/// `length`, or a smaller one that makes the array just too large: sizes stay small enough to be added up.
fn clipped_length(element: u64, length: u64) -> u64 {
    length.min(LARGEST_SIZE / element.max(1) + 1)
}
