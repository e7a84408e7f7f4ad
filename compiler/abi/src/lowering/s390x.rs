//! The ELF ABI of IBM z, with and without the vector facility. Owns which value travels where; must not know how any
//! code generator is told. A value takes one register or one slot of the parameter area, or its address does: nothing is
//! ever split, and a value without a register leaves those of the other kinds alone.

#[cfg(test)]
mod tests;

use smallvec::{SmallVec, smallvec};

use crate::arena::{Signature, Ty, TyId, TypeArena};
use crate::classify::{has_flexible_array, only_member, unsupported_format};
use crate::convention::Convention;
use crate::cursor::Cursor;
use crate::description::{
    Call, Carrier, Extend, FnAbi, Location, Memory, Part, Placement, Unsupported, ValueAbi, VariadicLayout,
};
use crate::lowering::walk::{SignatureWalk, walk_signature};
use crate::rules::rule;
use crate::scalars::Layout;
use crate::target::{Compatibility, Target};
use crate::why::{S390x, Why};

pub(crate) fn lower(target: &Target, arena: &TypeArena, signature: &Signature) -> Result<FnAbi, Unsupported> {
    let mut cursor = Cursor::arguments(Convention::S390x);
    cursor.stack_align = 8;
    let mut walk = Walk { target, arena, cursor };
    walk_signature(Convention::S390x, signature, &mut walk)
}

/// The way along one signature.
struct Walk<'a> {
    target: &'a Target,
    arena: &'a TypeArena,
    cursor: Cursor,
}

impl SignatureWalk for Walk<'_> {
    fn result(&mut self, ty: TyId) -> Result<ValueAbi, Unsupported> {
        lower_result(self.target, self.arena, ty, &mut self.cursor)
    }

    fn param(&mut self, ty: TyId, named: bool) -> Result<ValueAbi, Unsupported> {
        lower_param(self.target, self.arena, ty, !named, &mut self.cursor)
    }

    fn behind_named(&mut self, signature: &Signature) -> Result<VariadicLayout, Unsupported> {
        Ok(VariadicLayout::after(signature, &self.cursor))
    }

    fn call(&self, variadic: Option<VariadicLayout>) -> Call {
        self.cursor.call(Convention::S390x, variadic)
    }
}

/// The form in which a value travels.
enum Form {
    /// In a general register.
    Integer(Carrier, Extend),
    /// In a floating-point register.
    Float(Carrier),
    /// In a vector register.
    Vector,
    /// The address of a copy.
    Reference,
}

fn form(
    target: &Target,
    arena: &TypeArena,
    ty: TyId,
    layout: Layout,
    why: &mut SmallVec<[Why; 4]>,
) -> Result<Form, Unsupported> {
    let carrier = Carrier::integer(layout.size as u32);
    let widened = |signed, bits| {
        let extend = if signed { Extend::Sign } else { Extend::Zero };
        Form::Integer(carrier, if rule(Why::S390x(S390x::Widened), bits < 64) { extend } else { Extend::None })
    };
    let form = match arena.get(ty) {
        Ty::Bool => widened(false, 1),
        Ty::Int { bits, signed } | Ty::BitInt { bits, signed } if bits <= 64 => widened(signed, bits),
        Ty::Pointer => Form::Integer(carrier, Extend::None),
        Ty::F16 => Form::Float(Carrier::F16),
        Ty::F32 => Form::Float(Carrier::F32),
        Ty::F64 => Form::Float(Carrier::F64),
        Ty::Vector(_) if is_short_vector(target, arena, ty) => Form::Vector,
        Ty::Record(_) => record_form(target, arena, ty, layout, why),
        Ty::Void | Ty::Int { .. } | Ty::BitInt { .. } | Ty::F128 | Ty::Complex(_) | Ty::Vector(_) | Ty::Array(_) => {
            Form::Reference
        }
        format @ (Ty::X87 | Ty::BF16 | Ty::DoubleDouble) => return Err(unsupported_format(target, format)),
    };
    if let Form::Integer(_, Extend::Zero | Extend::Sign) = form {
        why.push(Why::S390x(S390x::Widened));
    }
    Ok(form)
}

/// With the vector facility, vectors of up to 16 bytes travel in vector registers.
fn is_short_vector(target: &Target, arena: &TypeArena, ty: TyId) -> bool {
    let has_registers = rule(Why::S390x(S390x::VectorRegister), target.features.vector_facility);
    has_registers && matches!(arena.get(ty), Ty::Vector(_)) && arena.layout(target, ty).size <= 16
}

fn record_form(target: &Target, arena: &TypeArena, ty: TyId, layout: Layout, why: &mut SmallVec<[Why; 4]>) -> Form {
    let member = only_member(arena, ty);
    let vector = member.is_some_and(|member| {
        is_short_vector(target, arena, member) && arena.layout(target, member).size == layout.size
    });
    if rule(Why::S390x(S390x::VectorRecord), vector) {
        why.push(Why::S390x(S390x::VectorRecord));
        return Form::Vector;
    }
    if !rule(Why::S390x(S390x::SmallRecord), matches!(layout.size, 1 | 2 | 4 | 8)) {
        return Form::Reference;
    }
    let by_clang = target.features.compatibility == Compatibility::Clang;
    if rule(Why::S390x(S390x::FlexibleRecord), by_clang && has_flexible_array(arena, ty)) {
        why.push(Why::S390x(S390x::FlexibleRecord));
        return Form::Reference;
    }
    // The member may be narrower than its record: an alignment of 8 makes a `double` of `struct { float f; }`.
    let float = member.is_some_and(|member| matches!(arena.get(member), Ty::F16 | Ty::F32 | Ty::F64));
    if rule(Why::S390x(S390x::FloatRecord), float) {
        why.push(Why::S390x(S390x::FloatRecord));
        return Form::Float(match layout.size {
            0..=2 => Carrier::F16,
            3..=4 => Carrier::F32,
            5.. => Carrier::F64,
        });
    }
    why.push(Why::S390x(S390x::SmallRecord));
    Form::Integer(Carrier::integer(layout.size as u32), Extend::None)
}

fn lower_param(
    target: &Target,
    arena: &TypeArena,
    ty: TyId,
    unnamed: bool,
    cursor: &mut Cursor,
) -> Result<ValueAbi, Unsupported> {
    let layout = arena.layout(target, ty);
    let mut why = SmallVec::new();
    let placement = match form(target, arena, ty, layout, &mut why)? {
        Form::Integer(carrier, extend) => {
            one_part(carrier, carrier.bytes(), extend, general(carrier.bytes(), cursor, &mut why))
        }
        Form::Float(carrier) => {
            let location = float(carrier.bytes(), cursor, &mut why);
            one_part(carrier, carrier.bytes(), Extend::None, location)
        }
        Form::Vector => {
            let len = layout.size as u32;
            one_part(Carrier::V128, len, Extend::None, vector(len, unnamed, cursor, &mut why))
        }
        Form::Reference if rule(Why::S390x(S390x::ByReference), true) => {
            why.push(Why::S390x(S390x::ByReference));
            Placement::Memory(Memory::ByPointer { pointer: general(8, cursor, &mut why), align: layout.align })
        }
        Form::Reference => {
            let slot = layout.size.next_multiple_of(8) as u32;
            Placement::Memory(Memory::OnStack { offset: cursor.take_stack(slot, 8), slot, align: 8 })
        }
    };
    Ok(ValueAbi { size: layout.size, align: layout.align, aggregate: arena.is_aggregate(ty), placement, why })
}

fn one_part(carrier: Carrier, len: u32, extend: Extend, location: Location) -> Placement {
    Placement::Parts(smallvec![Part { offset: 0, len, carrier, extend, location }])
}

fn general(len: u32, cursor: &mut Cursor, why: &mut SmallVec<[Why; 4]>) -> Location {
    if rule(Why::S390x(S390x::GeneralRegister), cursor.general_free() > 0) {
        why.push(Why::S390x(S390x::GeneralRegister));
        return cursor.take_general();
    }
    slot(len, cursor, why)
}

fn float(len: u32, cursor: &mut Cursor, why: &mut SmallVec<[Why; 4]>) -> Location {
    if rule(Why::S390x(S390x::FloatRegister), cursor.vector_free() > 0) {
        why.push(Why::S390x(S390x::FloatRegister));
        return cursor.take_vector();
    }
    slot(len, cursor, why)
}

/// A value of up to 8 bytes at the right end of a slot.
fn slot(len: u32, cursor: &mut Cursor, why: &mut SmallVec<[Why; 4]>) -> Location {
    let start = cursor.take_stack(8, 8);
    let padding = if rule(Why::S390x(S390x::ParameterSlot), true) { 8 - len } else { 0 };
    why.push(Why::S390x(S390x::ParameterSlot));
    Location::Stack { offset: start + padding, size: len, slot: 8 }
}

fn vector(len: u32, unnamed: bool, cursor: &mut Cursor, why: &mut SmallVec<[Why; 4]>) -> Location {
    if rule(Why::S390x(S390x::UnnamedVector), unnamed) {
        why.push(Why::S390x(S390x::UnnamedVector));
    } else if let Some(register) = cursor.take_wide() {
        why.push(Why::S390x(S390x::VectorRegister));
        return register;
    }
    why.push(Why::S390x(S390x::VectorSlot));
    let slot = if rule(Why::S390x(S390x::VectorSlot), len <= 8) { 8 } else { 16 };
    Location::Stack { offset: cursor.take_stack(slot, 8), size: len, slot }
}

/// §1.2.5: scalars and short vectors in registers; all others, records of any size among them, through an address in r2,
/// which does not come back.
fn lower_result(target: &Target, arena: &TypeArena, ty: TyId, cursor: &mut Cursor) -> Result<ValueAbi, Unsupported> {
    let layout = arena.layout(target, ty);
    let mut results = Cursor::results(Convention::S390x);
    let mut value = if arena.get(ty) == Ty::Void {
        let (align, placement) = (layout.align, Placement::Ignore);
        ValueAbi { size: 0, align, aggregate: false, placement, why: SmallVec::new() }
    } else {
        lower_param(target, arena, ty, false, &mut results)?
    };
    let in_memory = matches!(value.placement, Placement::Memory(_));
    if rule(Why::S390x(S390x::Sret), in_memory || matches!(arena.get(ty), Ty::Record(_))) {
        value.placement = Placement::Sret { pointer: cursor.take_general(), returned_in: None };
        value.why = smallvec![Why::S390x(S390x::Sret)];
    } else if value.is_in_parts() {
        value.why.push(Why::S390x(S390x::ResultRegister));
    }
    Ok(value)
}
