//! AAPCS64, as on Linux. Owns which value travels where; must not know how any code generator is told.
//! Unlike System V, a value that does not fit closes its register file: no later value gets what it left.
//! Variadic arguments travel as named ones.

#[cfg(test)]
mod tests;

use smallvec::{SmallVec, smallvec};

use crate::arena::{Layout, Signature, Ty, TyId, TypeArena};
use crate::classify::{Homogeneous, homogeneous, is_empty_record, unsupported_format};
use crate::convention::Convention;
use crate::copies;
use crate::cursor::Cursor;
use crate::description::{
    Call, Carrier, Extend, FnAbi, Location, Memory, Part, Parts, Placement, Unsupported, ValueAbi, VariadicLayout,
};
use crate::registers::Register;
use crate::rules::rule;
use crate::target::{Compatibility, Target};
use crate::why::Why;

pub(crate) fn lower(target: &Target, arena: &TypeArena, signature: &Signature) -> Result<FnAbi, Unsupported> {
    let mut cursor = Cursor::arguments(Convention::Aapcs64);
    let result = lower_result(target, arena, signature.result)?;
    let mut params: SmallVec<[ValueAbi; 4]> = SmallVec::with_capacity(signature.params.len());
    let mut copies: SmallVec<[_; 2]> = SmallVec::new();
    let mut variadic = None;
    for (index, ty) in signature.params.iter().enumerate() {
        if signature.variadic && index == usize::from(signature.fixed) {
            variadic = Some(VariadicLayout::after(signature, &cursor));
        }
        let param = lower_param(target, arena, *ty, &mut cursor)?;
        copies.extend(copies::of_param(&param, index as u16));
        params.push(param);
    }
    if signature.variadic && variadic.is_none() {
        variadic = Some(VariadicLayout::after(signature, &cursor));
    }
    copies.extend(copies::of_result(&result));
    let call = Call {
        stack_bytes: cursor.stack_bytes(),
        stack_align: cursor.stack_align,
        shadow_bytes: 0,
        vector_registers: None,
        variadic,
    };
    Ok(FnAbi {
        convention: Convention::Aapcs64,
        result,
        params,
        call,
        copies,
    })
}

fn lower_param(target: &Target, arena: &TypeArena, ty: TyId, cursor: &mut Cursor) -> Result<ValueAbi, Unsupported> {
    let layout = arena.layout(target, ty);
    let aggregate = arena.is_aggregate(ty);
    let mut why = SmallVec::new();
    let placement = place(target, arena, ty, layout, cursor, &mut why)?;
    Ok(ValueAbi {
        size: layout.size,
        align: layout.align,
        aggregate,
        placement,
        why,
    })
}

fn place(
    target: &Target,
    arena: &TypeArena,
    ty: TyId,
    layout: Layout,
    cursor: &mut Cursor,
    why: &mut SmallVec<[Why; 4]>,
) -> Result<Placement, Unsupported> {
    match arena.get(ty) {
        Ty::Void => return Ok(ignore(why)),
        format @ (Ty::X87 | Ty::DoubleDouble) => return Err(unsupported_format(target, format)),
        Ty::Bool | Ty::Int { bits: 8..=64, .. } | Ty::BitInt { bits: 1..=64, .. } | Ty::Pointer => {
            let carrier = Carrier::integer(layout.size as u32);
            return Ok(one_part(carrier, layout.size as u32, cursor, why));
        }
        Ty::Int { .. } | Ty::BitInt { bits: 65..=128, .. } => return Ok(wide_integer(layout, cursor, why)),
        Ty::F16 => return Ok(one_part(Carrier::F16, 2, cursor, why)),
        Ty::BF16 => return Ok(one_part(Carrier::BF16, 2, cursor, why)),
        Ty::F32 => return Ok(one_part(Carrier::F32, 4, cursor, why)),
        Ty::F64 => return Ok(one_part(Carrier::F64, 8, cursor, why)),
        Ty::F128 => return Ok(one_part(Carrier::F128, 16, cursor, why)),
        // Vectors below 8 bytes are no short vectors of AAPCS64; clang and gcc pass them as integers.
        Ty::Vector(_) if layout.size <= 4 => {
            return Ok(one_part(
                Carrier::integer(layout.size as u32),
                layout.size as u32,
                cursor,
                why,
            ));
        }
        Ty::Vector(_) if layout.size == 8 => return Ok(one_part(Carrier::F64, 8, cursor, why)),
        Ty::Vector(_) if layout.size == 16 => return Ok(one_part(Carrier::V128, 16, cursor, why)),
        Ty::Vector(_) | Ty::BitInt { .. } => return Ok(by_pointer(layout, layout.align, cursor, why)),
        Ty::Complex(_) | Ty::Array(_) | Ty::Record(_) => {}
    }
    if layout.size == 0 || is_empty_record(arena, ty) {
        return Ok(ignore(why));
    }
    let natural = arena.unadjusted_align(target, ty);
    match homogeneous(target, arena, ty) {
        Some(found) => homogeneous_param(arena, layout, &found, natural, cursor, why),
        None if rule(Why::LargeComposite, layout.size > 16) => Ok(by_pointer(layout, natural, cursor, why)),
        None => composite(layout, natural, cursor, why),
    }
}

fn ignore(why: &mut SmallVec<[Why; 4]>) -> Placement {
    why.push(Why::Empty);
    Placement::Ignore
}

/// A scalar or short vector: one register, or one slot of the argument area.
fn one_part(carrier: Carrier, len: u32, cursor: &mut Cursor, why: &mut SmallVec<[Why; 4]>) -> Placement {
    let general = carrier.is_integer();
    let location = if general && cursor.general_free() > 0 {
        why.push(Why::GeneralRegister);
        cursor.take_general()
    } else if !general && cursor.vector_free() > 0 {
        why.push(Why::VectorRegister);
        cursor.take_vector()
    } else {
        why.push(if general {
            Why::GeneralExhausted
        } else {
            Why::VectorExhausted
        });
        let slot = len.max(8);
        Location::Stack {
            offset: cursor.take_stack(slot, slot),
            size: len,
            slot,
        }
    };
    Placement::Parts(smallvec![Part {
        offset: 0,
        len,
        carrier,
        extend: Extend::None,
        location
    }])
}

/// C.2 to C.4: one vector register per member, or the stack as a whole, which closes the vector registers.
fn homogeneous_param(
    arena: &TypeArena,
    layout: Layout,
    found: &Homogeneous,
    natural: u32,
    cursor: &mut Cursor,
    why: &mut SmallVec<[Why; 4]>,
) -> Result<Placement, Unsupported> {
    why.push(Why::HomogeneousAggregate);
    if found.count <= u64::from(cursor.vector_free()) {
        return Ok(Placement::Parts(homogeneous_parts(arena, found, cursor)));
    }
    cursor.close_vector();
    why.push(Why::HomogeneousOnStack);
    Ok(on_stack(layout, natural, cursor, why))
}

fn homogeneous_parts(arena: &TypeArena, found: &Homogeneous, cursor: &mut Cursor) -> Parts {
    let carrier = match found.bytes {
        2 if arena.get(found.base) == Ty::BF16 => Carrier::BF16,
        2 => Carrier::F16,
        4 => Carrier::F32,
        8 => Carrier::F64,
        _ if arena.get(found.base) == Ty::F128 => Carrier::F128,
        _ => Carrier::V128,
    };
    let len = found.bytes as u32;
    let part = |index: u32| Part {
        offset: index * len,
        len,
        carrier,
        extend: Extend::None,
        location: cursor.take_vector(),
    };
    (0..found.count as u32).map(part).collect()
}

/// C.10 to C.14: up to 16 bytes in one or two general registers, or the stack as a whole, which closes them.
fn composite(
    layout: Layout,
    natural: u32,
    cursor: &mut Cursor,
    why: &mut SmallVec<[Why; 4]>,
) -> Result<Placement, Unsupported> {
    let registers = layout.size.div_ceil(8) as u32;
    // The rounding up happens whether or not the value then fits.
    if rule(Why::EvenRegister, natural >= 16) && cursor.general_free() > 0 && cursor.round_general_to_even() {
        why.push(Why::EvenRegister);
    }
    if registers <= cursor.general_free() {
        why.push(Why::CompositeInRegisters);
        return Ok(Placement::Parts(words(layout, |_| cursor.take_general())));
    }
    cursor.close_general();
    why.push(Why::GeneralExhausted);
    Ok(on_stack(layout, natural, cursor, why))
}

/// C.9 and C.11: an even pair of general registers, or two words of the stack; both close what they skip.
fn wide_integer(layout: Layout, cursor: &mut Cursor, why: &mut SmallVec<[Why; 4]>) -> Placement {
    if cursor.general_free() > 0 && cursor.round_general_to_even() {
        why.push(Why::EvenRegister);
    }
    if cursor.general_free() >= 2 {
        why.push(Why::PairOfRegisters);
        return Placement::Parts(words(layout, |_| cursor.take_general()));
    }
    cursor.close_general();
    why.extend([Why::GeneralExhausted, Why::StackSlot]);
    let start = cursor.take_stack(16, 16);
    Placement::Parts(words(layout, |offset| Location::Stack {
        offset: start + offset,
        size: 8,
        slot: 8,
    }))
}

/// The value cut into 8-byte words, the last one as short as the value.
fn words(layout: Layout, mut location: impl FnMut(u32) -> Location) -> Parts {
    let size = layout.size as u32;
    let word = |offset: u32| {
        let len = (size - offset).min(8);
        Part {
            offset,
            len,
            carrier: Carrier::integer(len),
            extend: Extend::None,
            location: location(offset),
        }
    };
    (0..size).step_by(8).map(word).collect()
}

fn on_stack(layout: Layout, natural: u32, cursor: &mut Cursor, why: &mut SmallVec<[Why; 4]>) -> Placement {
    why.push(Why::StackSlot);
    let align = if natural >= 16 { 16 } else { 8 };
    let slot = layout.size.next_multiple_of(8) as u32;
    Placement::Memory(Memory::OnStack {
        offset: cursor.take_stack(slot, align),
        slot,
        align,
    })
}

/// B.4: the address of a copy, passed like any pointer. B.5: the copy of a record is aligned to 16 bytes if its members
/// ask for that, else to 8, whatever the type itself asks for; gcc does no more.
fn by_pointer(layout: Layout, natural: u32, cursor: &mut Cursor, why: &mut SmallVec<[Why; 4]>) -> Placement {
    why.push(Why::LargeComposite);
    let pointer = if cursor.general_free() > 0 {
        why.push(Why::GeneralRegister);
        cursor.take_general()
    } else {
        why.push(Why::GeneralExhausted);
        Location::Stack {
            offset: cursor.take_stack(8, 8),
            size: 8,
            slot: 8,
        }
    };
    Placement::Memory(Memory::ByPointer {
        pointer,
        align: layout.align.min(if natural >= 16 { 16 } else { 8 }),
    })
}

/// §6.9: as a first argument, or through the address in x8, which is not returned.
fn lower_result(target: &Target, arena: &TypeArena, ty: TyId) -> Result<ValueAbi, Unsupported> {
    let mut first = Cursor::arguments(Convention::Aapcs64);
    let mut value = lower_param(target, arena, ty, &mut first)?;
    if let Ty::Vector(vector) = arena.get(ty)
        && target.features.compatibility == Compatibility::Clang
        && let Some(parts) = odd_vector_result(arena.get(vector.element), vector.count, value.size)
    {
        value.placement = Placement::Parts(parts);
        value.why = smallvec![Why::OddVectorResult];
        return Ok(value);
    }
    match value.placement {
        Placement::Memory(_) => {
            value.placement = Placement::Sret {
                pointer: Location::Register(Register::X8),
                returned_in: None,
            };
            value.why = smallvec![Why::SretAapcs64];
        }
        Placement::Parts(_) => value.why.push(Why::ResultAsArgument),
        Placement::Ignore | Placement::Sret { .. } => {}
    }
    Ok(value)
}

/// What no clause of AAPCS64 knows: clang leaves results of vectors that are no short vectors to LLVM, which widens their
/// elements to fill 8 bytes or hands them out one by one. gcc returns them as integers.
fn odd_vector_result(element: Ty, count: u32, size: u64) -> Option<Parts> {
    let size = size as u32;
    let part = |offset, len, carrier, register| Part {
        offset,
        len,
        carrier,
        extend: Extend::None,
        location: Location::Register(register),
    };
    let in_v0 = |carrier| Some(smallvec![part(0, size, carrier, Register::v(0))]);
    let is_float = matches!(element, Ty::F16 | Ty::BF16);
    match (size, count) {
        (16, 1) => Some(
            (0..2)
                .map(|word| part(8 * word, 8, Carrier::I64, Register::x(word as u8)))
                .collect(),
        ),
        (5.., _) => None,
        (_, 1) if element == Ty::BF16 => in_v0(Carrier::BF16),
        (1 | 2, 1) => in_v0(Carrier::F16),
        (_, 1) => in_v0(Carrier::F32),
        (_, 2) if is_float => in_v0(Carrier::F32),
        (_, 2) => in_v0(Carrier::Lanes { bytes: 4 }),
        (_, 3) => Some(
            (0..3)
                .map(|byte| part(byte, 1, Carrier::I8, Register::x(byte as u8)))
                .collect(),
        ),
        (_, _) => in_v0(Carrier::Lanes { bytes: 2 }),
    }
}
