//! Shape questions that several conventions ask of a type: is it empty, is it homogeneous, does it wrap one
//! thing. Owns the walks over members; must not know registers.

use crate::arena::{Field, RecordKind, Ty, TyId, TypeArena};
use crate::description::Unsupported;
use crate::target::{Compatibility, Target};

/// A homogeneous aggregate: up to four values of one floating-point or short vector type, without padding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Homogeneous {
    /// The type of the first member found.
    pub base: TyId,
    /// Bytes of one member.
    pub bytes: u64,
    /// Number of members.
    pub count: u64,
}

/// Refuses types with a floating-point format, at any depth, that C does not have on the target.
pub(crate) fn refuse_missing_formats(target: &Target, arena: &TypeArena, ty: TyId) -> Result<(), Unsupported> {
    missing_format(target, arena, ty).map_or(Ok(()), |format| Err(unsupported_format(target, format)))
}

pub(crate) fn unsupported_format(target: &Target, format: Ty) -> Unsupported {
    Unsupported::new(
        format!("{format:?} on {target}"),
        "no C compiler for the target has this floating-point format",
    )
}

fn missing_format(target: &Target, arena: &TypeArena, ty: TyId) -> Option<Ty> {
    match arena.get(ty) {
        Ty::Complex(element) => missing_format(target, arena, element),
        Ty::Vector(vector) => missing_format(target, arena, vector.element),
        Ty::Array(array) => missing_format(target, arena, array.element),
        Ty::Record(record) => {
            let fields = &arena.record(record).fields;
            fields.iter().find_map(|field| missing_format(target, arena, field.ty))
        }
        scalar @ (Ty::Void
        | Ty::Bool
        | Ty::Int { .. }
        | Ty::BitInt { .. }
        | Ty::F16
        | Ty::F32
        | Ty::F64
        | Ty::X87
        | Ty::F128
        | Ty::BF16
        | Ty::DoubleDouble
        | Ty::Pointer) => (!target.has_scalar(scalar)).then_some(scalar),
    }
}

/// Whether no member of the record carries data: unnamed bit-fields and empty records only.
pub(crate) fn is_empty_record(arena: &TypeArena, ty: TyId) -> bool {
    match arena.get(ty) {
        Ty::Record(record) => arena
            .record(record)
            .fields
            .iter()
            .all(|field| is_empty_field(arena, field)),
        Ty::Void
        | Ty::Bool
        | Ty::Int { .. }
        | Ty::BitInt { .. }
        | Ty::F16
        | Ty::F32
        | Ty::F64
        | Ty::X87
        | Ty::F128
        | Ty::BF16
        | Ty::DoubleDouble
        | Ty::Pointer
        | Ty::Complex(_)
        | Ty::Vector(_)
        | Ty::Array(_) => false,
    }
}

/// Whether a member carries no data; an array of empty records, or of nothing, carries none. What a flexible array
/// holds is not known.
pub(crate) fn is_empty_field(arena: &TypeArena, field: &Field) -> bool {
    if field.bit_width.is_some() && !field.named {
        return true;
    }
    let mut ty = field.ty;
    while let Ty::Array(array) = arena.get(ty) {
        if array.count == 0 {
            return !array.flexible;
        }
        ty = array.element;
    }
    is_empty_record(arena, ty)
}

/// AAPCS64 §5.9.5: whether the aggregate is homogeneous, with one to four members.
pub(crate) fn homogeneous(target: &Target, arena: &TypeArena, ty: TyId) -> Option<Homogeneous> {
    let mut base = None;
    let count = count_members(target, arena, ty, &mut base)?;
    let (base, bytes, _) = base?;
    Some(Homogeneous { base, bytes, count })
}

/// The first base type met: its id, its bytes, whether it is a vector.
type Base = Option<(TyId, u64, bool)>;

fn count_members(target: &Target, arena: &TypeArena, ty: TyId, base: &mut Base) -> Option<u64> {
    let count = match arena.get(ty) {
        Ty::Array(array) if array.count == 0 => return None,
        Ty::Array(array) => count_members(target, arena, array.element, base)?.checked_mul(array.count)?,
        Ty::Record(record) => {
            let record = arena.record(record);
            let mut count = 0u64;
            for field in &record.fields {
                if has_empty_array(arena, field.ty) {
                    return None;
                }
                if field.bit_width == Some(0) || is_empty_member(arena, field) {
                    continue;
                }
                let members = count_members(target, arena, field.ty, base)?;
                count = match record.kind {
                    RecordKind::Struct => count + members,
                    RecordKind::Union => count.max(members),
                };
            }
            let (_, bytes, _) = (*base)?;
            if bytes * count != record.size {
                return None;
            }
            count
        }
        Ty::Complex(element) => 2 * one_member(target, arena, element, base)?,
        Ty::F16 | Ty::BF16 | Ty::F32 | Ty::F64 | Ty::F128 | Ty::X87 | Ty::DoubleDouble | Ty::Vector(_) => {
            one_member(target, arena, ty, base)?
        }
        Ty::Void | Ty::Bool | Ty::Int { .. } | Ty::BitInt { .. } | Ty::Pointer => return None,
    };
    (1..=4).contains(&count).then_some(count)
}

fn one_member(target: &Target, arena: &TypeArena, ty: TyId, base: &mut Base) -> Option<u64> {
    let size = arena.layout(target, ty).size;
    let is_vector = match arena.get(ty) {
        // gcc 12 has no homogeneous aggregates of it.
        Ty::BF16 if target.features.compatibility == Compatibility::Gcc => return None,
        Ty::F16 | Ty::BF16 | Ty::F32 | Ty::F64 | Ty::F128 | Ty::X87 | Ty::DoubleDouble => false,
        Ty::Vector(_) if size == 8 || size == 16 => true,
        Ty::Vector(_)
        | Ty::Void
        | Ty::Bool
        | Ty::Int { .. }
        | Ty::BitInt { .. }
        | Ty::Pointer
        | Ty::Complex(_)
        | Ty::Array(_)
        | Ty::Record(_) => return None,
    };
    let (_, bytes, vector) = *base.get_or_insert((ty, size, is_vector));
    (bytes == size && vector == is_vector).then_some(1)
}

fn has_empty_array(arena: &TypeArena, mut ty: TyId) -> bool {
    while let Ty::Array(array) = arena.get(ty) {
        if array.count == 0 {
            return true;
        }
        ty = array.element;
    }
    false
}

/// A member of a record type without data, or a (non-empty) array of such.
fn is_empty_member(arena: &TypeArena, field: &Field) -> bool {
    let mut ty = field.ty;
    while let Ty::Array(array) = arena.get(ty) {
        ty = array.element;
    }
    is_empty_record(arena, ty)
}

/// The one member with data that a record of the same size wraps, through all levels; the type itself if it is
/// no record.
pub(crate) fn single_element(target: &Target, arena: &TypeArena, ty: TyId) -> Option<TyId> {
    let Ty::Record(record) = arena.get(ty) else {
        return None;
    };
    let record = arena.record(record);
    let mut found = None;
    for field in record.fields.iter().filter(|field| !is_empty_field(arena, field)) {
        if found.is_some() {
            return None;
        }
        let mut member = field.ty;
        while let Ty::Array(array) = arena.get(member) {
            if array.count != 1 {
                break;
            }
            member = array.element;
        }
        found = match arena.get(member) {
            Ty::Record(_) => Some(single_element(target, arena, member)?),
            Ty::Array(_) => return None,
            Ty::Void
            | Ty::Bool
            | Ty::Int { .. }
            | Ty::BitInt { .. }
            | Ty::F16
            | Ty::F32
            | Ty::F64
            | Ty::X87
            | Ty::F128
            | Ty::BF16
            | Ty::DoubleDouble
            | Ty::Pointer
            | Ty::Complex(_)
            | Ty::Vector(_) => Some(member),
        };
    }
    found.filter(|found| arena.layout(target, *found).size == record.size)
}

/// Whether the aggregate holds pointers only, at any depth.
pub(crate) fn only_pointers(arena: &TypeArena, ty: TyId) -> bool {
    let Ty::Record(record) = arena.get(ty) else {
        return false;
    };
    let fields = &arena.record(record).fields;
    !is_empty_record(arena, ty)
        && fields.iter().all(|field| {
            let mut member = field.ty;
            while let Ty::Array(array) = arena.get(member) {
                member = array.element;
            }
            arena.get(member) == Ty::Pointer || only_pointers(arena, member)
        })
}

/// Whether the record, or a member of it that is a record, ends in C's `[]`; arrays of such records do not count.
pub(crate) fn has_flexible_array(arena: &TypeArena, ty: TyId) -> bool {
    match arena.get(ty) {
        Ty::Array(array) => array.flexible,
        Ty::Record(record) => {
            let mut fields = arena.record(record).fields.iter();
            fields.any(|field| has_flexible_array(arena, field.ty))
        }
        Ty::Void
        | Ty::Bool
        | Ty::Int { .. }
        | Ty::BitInt { .. }
        | Ty::F16
        | Ty::F32
        | Ty::F64
        | Ty::X87
        | Ty::F128
        | Ty::BF16
        | Ty::DoubleDouble
        | Ty::Pointer
        | Ty::Complex(_)
        | Ty::Vector(_) => false,
    }
}

/// The member behind structures that have exactly one: padding, unnamed bit-fields and members without data all count. An
/// array is such a member itself.
pub(crate) fn only_member(arena: &TypeArena, ty: TyId) -> Option<TyId> {
    let Ty::Record(record) = arena.get(ty) else {
        return Some(ty);
    };
    let record = arena.record(record);
    match (record.kind, record.fields.as_slice()) {
        (RecordKind::Struct, [field]) => only_member(arena, field.ty),
        (RecordKind::Struct | RecordKind::Union, _) => None,
    }
}
