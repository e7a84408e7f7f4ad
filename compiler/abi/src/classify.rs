//! Shape questions that several conventions ask of a type: is it empty, is it homogeneous, does it wrap one
//! thing. Owns the walks over members; must not know registers.

pub(crate) mod eightbyte;

use crate::arena::{Field, Form, Record, RecordKind, Ty, TyId, TypeArena};
use crate::description::Unsupported;
use crate::target::{Compatibility, Target};

/// A homogeneous aggregate: a few values of one floating-point or short vector type, without padding.
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
    Unsupported::new(format!("{format:?} on {target}"), "no C compiler for the target has this floating-point format")
}

fn missing_format(target: &Target, arena: &TypeArena, ty: TyId) -> Option<Ty> {
    match arena.get(ty).form() {
        Form::Void => None,
        Form::Scalar(scalar) => (!target.has_scalar(scalar)).then_some(scalar),
        Form::Complex(element) => missing_format(target, arena, element),
        Form::Vector(vector) => missing_format(target, arena, vector.element),
        Form::Array(array) => missing_format(target, arena, array.element),
        Form::Record(record) => {
            let fields = &arena.record(record).fields;
            fields.iter().find_map(|field| missing_format(target, arena, field.ty))
        }
    }
}

/// Whether no member of the record carries data: unnamed bit-fields and empty records only.
pub(crate) fn is_empty_record(arena: &TypeArena, ty: TyId) -> bool {
    let record = arena.get(ty).as_record();
    record.is_some_and(|record| arena.record(record).fields.iter().all(|field| is_empty_field(arena, field)))
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

/// What a convention takes for a homogeneous aggregate.
pub(crate) struct HomogeneousRules {
    /// Registers that one member of a floating-point or vector type of so many bytes takes; none if it is no base type.
    pub registers: fn(Ty, u64) -> Option<u64>,
    /// Most registers of the whole.
    pub most_registers: u64,
    /// Whether a bit-field of width 0 between the members does no harm.
    pub zero_width_allowed: bool,
}

/// AAPCS64 §5.9.5: one to four members; short vectors have 8 or 16 bytes.
const OF_AAPCS64: HomogeneousRules = HomogeneousRules {
    registers: |ty, bytes| (!matches!(ty, Ty::Vector(_)) || bytes == 8 || bytes == 16).then_some(1),
    most_registers: 4,
    zero_width_allowed: true,
};

/// AAPCS64 §5.9.5: whether the aggregate is homogeneous, with one to four members.
pub(crate) fn homogeneous(target: &Target, arena: &TypeArena, ty: TyId) -> Option<Homogeneous> {
    homogeneous_by(&OF_AAPCS64, target, arena, ty)
}

/// Whether the aggregate is homogeneous to a convention.
pub(crate) fn homogeneous_by(
    rules: &HomogeneousRules,
    target: &Target,
    arena: &TypeArena,
    ty: TyId,
) -> Option<Homogeneous> {
    let mut walk = Walk { rules, target, arena, base: None };
    let count = walk.members(ty)?;
    let base = walk.base?;
    Some(Homogeneous { base: base.ty, bytes: base.bytes, count })
}

/// The walk over the members of an aggregate.
struct Walk<'a> {
    rules: &'a HomogeneousRules,
    target: &'a Target,
    arena: &'a TypeArena,
    /// The first base type met.
    base: Option<Base>,
}

#[derive(Clone, Copy)]
struct Base {
    ty: TyId,
    bytes: u64,
    is_vector: bool,
    registers: u64,
}

impl Walk<'_> {
    fn members(&mut self, ty: TyId) -> Option<u64> {
        let count = match self.arena.get(ty).form() {
            Form::Void => return None,
            Form::Array(array) if array.count == 0 => return None,
            Form::Array(array) => self.members(array.element)?.checked_mul(array.count)?,
            Form::Record(record) => self.members_of_record(self.arena.record(record))?,
            Form::Complex(element) => 2 * self.one_member(element)?,
            Form::Scalar(_) | Form::Vector(_) => self.one_member(ty)?,
        };
        let registers = count.checked_mul(self.base?.registers)?;
        (1..=self.rules.most_registers).contains(&registers).then_some(count)
    }

    fn members_of_record(&mut self, record: &Record) -> Option<u64> {
        let mut count = 0u64;
        for field in &record.fields {
            if has_empty_array(self.arena, field.ty) {
                return None;
            }
            let zero_width = field.bit_width == Some(0);
            if zero_width && !self.rules.zero_width_allowed {
                return None;
            }
            if zero_width || is_empty_member(self.arena, field) {
                continue;
            }
            let members = self.members(field.ty)?;
            count = match record.kind {
                RecordKind::Struct => count + members,
                RecordKind::Union => count.max(members),
            };
        }
        (self.base?.bytes * count == record.size).then_some(count)
    }

    fn one_member(&mut self, ty: TyId) -> Option<u64> {
        let member = self.arena.get(ty);
        // gcc 12 has no homogeneous aggregates of it.
        let refused = member == Ty::BF16 && self.target.features.compatibility == Compatibility::Gcc;
        let is_vector = member.is_vector();
        if refused || !(is_vector || member.is_float()) {
            return None;
        }
        let bytes = self.arena.layout(self.target, ty).size;
        let registers = (self.rules.registers)(member, bytes)?;
        let first = *self.base.get_or_insert(Base { ty, bytes, is_vector, registers });
        (first.bytes == bytes && first.is_vector == is_vector).then_some(1)
    }
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
        found = match arena.get(member).form() {
            Form::Record(_) => Some(single_element(target, arena, member)?),
            Form::Array(_) => return None,
            Form::Void | Form::Scalar(_) | Form::Complex(_) | Form::Vector(_) => Some(member),
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
    match arena.get(ty).form() {
        Form::Array(array) => array.flexible,
        Form::Record(record) => {
            let mut fields = arena.record(record).fields.iter();
            fields.any(|field| has_flexible_array(arena, field.ty))
        }
        Form::Void | Form::Scalar(_) | Form::Complex(_) | Form::Vector(_) => false,
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
