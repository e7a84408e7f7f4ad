//! System V x86-64 psABI, as on Linux. Owns which value travels where; must not know how any code generator
//! is told. A value whose eightbytes do not all find a free register goes to the stack as a whole and takes
//! none, so that a later scalar still gets the register it left.

#[cfg(test)]
mod tests;

use smallvec::{SmallVec, smallvec};

use crate::arena::{Signature, Ty, TyId, TypeArena, Vector};
use crate::clang::eightbytes::first_half_becomes_integer;
use crate::clang::ir::LlvmType;
use crate::clang::storage::storage;
use crate::classify::eightbyte::{Class, Classes, classify};
use crate::convention::Convention;
use crate::cursor::Cursor;
use crate::description::{
    Call, Carrier, Extend, FnAbi, Location, Memory, Part, Parts, Placement, Unsupported, ValueAbi, VariadicLayout,
};
use crate::lowering::walk::{SignatureWalk, walk_signature};
use crate::registers::Register;
use crate::rules::rule;
use crate::scalars::Layout;
use crate::target::{Compatibility, Target};
use crate::why::{SystemV, Why};

pub(crate) fn lower(target: &Target, arena: &TypeArena, signature: &Signature) -> Result<FnAbi, Unsupported> {
    let cursor = Cursor::arguments(Convention::SystemV64);
    let mut walk = Walk { target, arena, cursor };
    walk_signature(Convention::SystemV64, signature, &mut walk)
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

    fn param(&mut self, ty: TyId, _named: bool) -> Result<ValueAbi, Unsupported> {
        lower_param(self.target, self.arena, ty, &mut self.cursor)
    }

    fn behind_named(&mut self, signature: &Signature) -> Result<VariadicLayout, Unsupported> {
        Ok(VariadicLayout::after(signature, &self.cursor))
    }

    fn call(&self, variadic: Option<VariadicLayout>) -> Call {
        Call {
            vector_registers: variadic.map(|_| self.cursor.vector_used),
            ..self.cursor.call(Convention::SystemV64, variadic)
        }
    }
}

fn lower_param(target: &Target, arena: &TypeArena, ty: TyId, cursor: &mut Cursor) -> Result<ValueAbi, Unsupported> {
    if let Some((carrier, extend)) = simple_scalar(target, arena, ty) {
        return Ok(scalar_param(arena.layout(target, ty), carrier, extend, cursor));
    }
    let layout = arena.layout(target, ty);
    let classes = classes(target, arena, ty)?;
    let (placement, why) = match classes.low {
        Class::None if classes.high == Class::None => (Placement::Ignore, smallvec![no_class(layout)]),
        Class::Memory => (on_stack(layout, cursor)?, smallvec![classes.why_memory]),
        Class::X87 | Class::ComplexX87 if rule(Why::SystemV(SystemV::X87Memory), true) => {
            (on_stack(layout, cursor)?, smallvec![Why::SystemV(SystemV::X87Memory)])
        }
        Class::None | Class::Integer | Class::Sse | Class::SseUp | Class::X87 | Class::X87Up | Class::ComplexX87 => {
            let mut why = why_classes(arena, ty, &classes);
            let (general, vector) = needed(&classes);
            if general <= cursor.general_free() && vector <= cursor.vector_free() {
                (Placement::Parts(parts(layout, &classes, cursor)), why)
            } else {
                why.push(if why.contains(&Why::SystemV(SystemV::Int128Pair)) {
                    Why::SystemV(SystemV::Int128Memory)
                } else {
                    Why::SystemV(SystemV::NoRegistersLeft)
                });
                if !rule(Why::SystemV(SystemV::NoRegistersLeft), true) {
                    cursor.close_general();
                    cursor.close_vector();
                }
                (exhausted(arena, ty, layout, cursor)?, why)
            }
        }
    };
    Ok(ValueAbi { size: layout.size, align: layout.align, aggregate: arena.is_aggregate(ty), placement, why })
}

fn lower_result(target: &Target, arena: &TypeArena, ty: TyId, cursor: &mut Cursor) -> Result<ValueAbi, Unsupported> {
    let mut results = Cursor::results(Convention::SystemV64);
    let layout = arena.layout(target, ty);
    if let Some((carrier, extend)) = simple_scalar(target, arena, ty) {
        return Ok(scalar_param(layout, carrier, extend, &mut results));
    }
    let classes = classes(target, arena, ty)?;
    let x87 = |offset, register| Part {
        offset,
        len: Carrier::X87.bytes(),
        carrier: Carrier::X87,
        extend: Extend::None,
        location: Location::Register(register),
    };
    let (placement, why) = match classes.low {
        Class::None if classes.high == Class::None => (Placement::Ignore, smallvec![no_class(layout)]),
        Class::X87 if rule(Why::SystemV(SystemV::X87Result), true) => {
            (Placement::Parts(smallvec![x87(0, Register::ST0)]), smallvec![Why::SystemV(SystemV::X87Result)])
        }
        Class::ComplexX87 if rule(Why::SystemV(SystemV::ComplexX87Result), true) => {
            let both = smallvec![x87(0, Register::ST0), x87(16, Register::ST1)];
            (Placement::Parts(both), smallvec![Why::SystemV(SystemV::ComplexX87Result)])
        }
        Class::Memory | Class::X87 | Class::ComplexX87 => {
            if let Ty::Vector(vector) = arena.get(ty)
                && target.features.compatibility == Compatibility::Clang
            {
                let placement = wide_vector_result(target, arena, vector, layout, &mut results)?;
                (placement, smallvec![Why::SystemV(SystemV::WideVector)])
            } else {
                let placement = Placement::Sret {
                    pointer: cursor.take_general(),
                    returned_in: rule(Why::SystemV(SystemV::Sret), true).then_some(Register::RAX),
                };
                (placement, smallvec![classes.why_memory, Why::SystemV(SystemV::Sret)])
            }
        }
        Class::None | Class::Integer | Class::Sse | Class::SseUp | Class::X87Up => {
            (Placement::Parts(parts(layout, &classes, &mut results)), why_classes(arena, ty, &classes))
        }
    };
    Ok(ValueAbi { size: layout.size, align: layout.align, aggregate: arena.is_aggregate(ty), placement, why })
}

/// The classes of a value, where clang is followed with its two departures from the document.
fn classes(target: &Target, arena: &TypeArena, ty: TyId) -> Result<Classes, Unsupported> {
    let mut classes = classify(target, arena, ty);
    match target.features.compatibility {
        Compatibility::Gcc => return Ok(classes),
        Compatibility::Clang => {}
    }
    let first_is = |wanted| *storage(target, arena, ty).first_scalar(target) == wanted;
    // The padding of an unnamed bit-field takes a register if it shares an access unit of 16 bytes with data.
    let alone = matches!((classes.low, classes.high), (Class::Integer, Class::None) | (Class::None, Class::Integer));
    if alone && arena.layout(target, ty).size == 16 && first_is(LlvmType::Int(128)) {
        if classes.low == Class::None {
            return Err(Unsupported::new(
                "a record whose data lies behind 8 bytes of an unnamed bit-field, in one unit of 16",
                "clang passes 16 bytes from its middle on, and so reads past its end",
            ));
        }
        classes.high = Class::Integer;
        classes.ends[1] = 8;
    }
    let wide = || LlvmType::Vector(1, Box::new(LlvmType::Int(128)));
    if classes.high == Class::SseUp && !target.follows_revised_system_v() && first_is(wide()) {
        return Err(Unsupported::new(
            "a vector of one 128-bit integer",
            "clang counts a vector register for it, and LLVM passes it in two general ones",
        ));
    }
    let short = classes.low == Class::Sse && classes.high != Class::None && classes.short_float_first;
    if short && first_half_becomes_integer(target, arena, ty) {
        return Err(Unsupported::new(
            "a record of 9 to 16 bytes whose first half begins with a _Float16 or __bf16",
            "clang passes that half in a general register, against the document",
        ));
    }
    Ok(classes)
}

/// The carrier of a scalar that takes at most one register.
fn simple_scalar(target: &Target, arena: &TypeArena, ty: TyId) -> Option<(Carrier, Extend)> {
    let widened = |signed| if signed { Extend::Sign } else { Extend::Zero };
    match arena.get(ty) {
        Ty::Bool => Some((Carrier::I8, Extend::Zero)),
        Ty::Int { bits: 8, signed } => Some((Carrier::I8, widened(signed))),
        Ty::Int { bits: 16, signed } => Some((Carrier::I16, widened(signed))),
        Ty::Int { bits: 32, signed: _ } => Some((Carrier::I32, Extend::None)),
        Ty::Int { bits: 64, signed: _ } | Ty::Pointer => Some((Carrier::I64, Extend::None)),
        Ty::BitInt { bits, signed } if bits <= 64 => {
            let carrier = Carrier::integer(target.bit_int_layout(bits).size as u32);
            Some((carrier, if bits < 32 { widened(signed) } else { Extend::None }))
        }
        Ty::F16 => Some((Carrier::F16, Extend::None)),
        Ty::BF16 => Some((Carrier::BF16, Extend::None)),
        Ty::F32 => Some((Carrier::F32, Extend::None)),
        Ty::F64 => Some((Carrier::F64, Extend::None)),
        Ty::Void
        | Ty::Int { .. }
        | Ty::BitInt { .. }
        | Ty::X87
        | Ty::F128
        | Ty::DoubleDouble
        | Ty::Complex(_)
        | Ty::Vector(_)
        | Ty::Array(_)
        | Ty::Record(_) => None,
    }
}

fn scalar_param(layout: Layout, carrier: Carrier, extend: Extend, cursor: &mut Cursor) -> ValueAbi {
    let len = carrier.bytes();
    let general = if carrier.is_integer() {
        rule(Why::SystemV(SystemV::IntegerClass), true)
    } else {
        !rule(Why::SystemV(SystemV::SseClass), true)
    };
    let (mut why, free): (SmallVec<[Why; 4]>, u32) = if general {
        (smallvec![Why::SystemV(SystemV::IntegerClass)], cursor.general_free())
    } else {
        (smallvec![Why::SystemV(SystemV::SseClass)], cursor.vector_free())
    };
    let widened = rule(Why::SystemV(SystemV::Widened), extend != Extend::None);
    let extend = if widened { extend } else { Extend::None };
    let location = if free == 0 {
        why.push(Why::SystemV(SystemV::ScalarOnStack));
        Location::Stack { offset: cursor.take_stack(8, 8), size: len, slot: 8 }
    } else if general {
        cursor.take_general()
    } else {
        cursor.take_vector()
    };
    if widened {
        why.push(Why::SystemV(SystemV::Widened));
    }
    let placement = Placement::Parts(smallvec![Part { offset: 0, len, carrier, extend, location }]);
    ValueAbi { size: layout.size, align: layout.align, aggregate: false, placement, why }
}

/// General and vector registers that the eightbytes need.
fn needed(classes: &Classes) -> (u32, u32) {
    let count = |wanted: fn(Class) -> bool| u32::from(wanted(classes.low)) + u32::from(wanted(classes.high));
    (count(|class| class == Class::Integer), count(|class| class == Class::Sse))
}

/// One part per eightbyte that is not padding; the caller has looked that enough registers are free.
fn parts(layout: Layout, classes: &Classes, cursor: &mut Cursor) -> Parts {
    let mut parts = Parts::new();
    if classes.high == Class::SseUp {
        let location = cursor.take_vector();
        parts.push(Part { offset: 0, len: 16, carrier: Carrier::V128, extend: Extend::None, location });
        return parts;
    }
    for (index, class) in [classes.low, classes.high].into_iter().enumerate() {
        if class == Class::None {
            continue;
        }
        let offset = 8 * index as u32;
        // Members end at `used`; rounding up to a power of two saves instructions, but only inside the value.
        let used = u32::from(classes.ends[index]);
        let len = used.next_power_of_two().min(layout.size as u32 - offset);
        let part = |carrier, location| Part { offset, len, carrier, extend: Extend::None, location };
        match class {
            Class::Integer => parts.push(part(Carrier::integer(len), cursor.take_general())),
            Class::Sse => {
                let carrier = match len {
                    0..=2 => Carrier::F16,
                    3 | 4 => Carrier::F32,
                    5.. => Carrier::F64,
                };
                parts.push(part(carrier, cursor.take_vector()));
            }
            Class::None | Class::SseUp | Class::X87 | Class::X87Up | Class::ComplexX87 | Class::Memory => {}
        }
    }
    parts
}

/// A value that would travel in registers but does not fit the free ones.
fn exhausted(arena: &TypeArena, ty: TyId, layout: Layout, cursor: &mut Cursor) -> Result<Placement, Unsupported> {
    let half = |offset, start| Part {
        offset,
        len: 8,
        carrier: Carrier::I64,
        extend: Extend::None,
        location: Location::Stack { offset: start + offset, size: 8, slot: 8 },
    };
    let ty = arena.get(ty);
    if matches!(ty, Ty::Int { .. }) && rule(Why::SystemV(SystemV::Int128Memory), true) {
        let start = cursor.take_stack(16, 16);
        return Ok(Placement::Parts(smallvec![half(0, start), half(8, start)]));
    }
    if (ty.is_vector() || ty == Ty::F128) && layout.size == 16 {
        let location = Location::Stack { offset: cursor.take_stack(16, 16), size: 16, slot: 16 };
        let carrier = Carrier::V128;
        return Ok(Placement::Parts(smallvec![Part { offset: 0, len: 16, carrier, extend: Extend::None, location }]));
    }
    on_stack(layout, cursor)
}

fn on_stack(layout: Layout, cursor: &mut Cursor) -> Result<Placement, Unsupported> {
    let align = layout.align.max(8);
    let slot = u32::try_from(layout.size.next_multiple_of(8))
        .ok()
        .filter(|slot| slot.checked_add(cursor.stack).is_some_and(|end| end < i32::MAX as u32 - align))
        .ok_or_else(|| Unsupported::new("an argument of this size", "the argument area is limited to 2 GiB"))?;
    Ok(Placement::Memory(Memory::OnStack { offset: cursor.take_stack(slot, align), slot, align }))
}

/// Without AVX, clang returns wide vectors in up to four vector registers; gcc in memory, as the document says.
fn wide_vector_result(
    target: &Target,
    arena: &TypeArena,
    vector: Vector,
    layout: Layout,
    results: &mut Cursor,
) -> Result<Placement, Unsupported> {
    let element = arena.layout(target, vector.element).size;
    if layout.size > 64 || element > 8 || !vector.count.is_power_of_two() {
        return Err(Unsupported::new(
            "a vector of more than 64 bytes, or of more than 16 and an odd form, as a result",
            "clang counts registers as if there were AVX, and LLVM then passes an address or single elements",
        ));
    }
    let (bytes, carrier) = if layout.size == 8 { (8, Carrier::F64) } else { (16, Carrier::V128) };
    let offsets = (0..layout.size as u32).step_by(bytes as usize);
    let part = |offset| Part { offset, len: bytes, carrier, extend: Extend::None, location: results.take_vector() };
    Ok(Placement::Parts(offsets.map(part).collect()))
}

fn no_class(layout: Layout) -> Why {
    if layout.size == 0 { Why::Empty } else { Why::SystemV(SystemV::NoClass) }
}

fn why_classes(arena: &TypeArena, ty: TyId, classes: &Classes) -> SmallVec<[Why; 4]> {
    if matches!(arena.get(ty), Ty::Int { .. } | Ty::BitInt { .. }) {
        return smallvec![Why::SystemV(SystemV::Int128Pair)];
    }
    let mut why = SmallVec::new();
    for class in [classes.low, classes.high] {
        let reason = match class {
            Class::Integer => Why::SystemV(SystemV::IntegerEightbyte),
            Class::Sse => Why::SystemV(SystemV::SseEightbyte),
            Class::SseUp => Why::SystemV(SystemV::SseUpEightbyte),
            Class::None | Class::X87 | Class::X87Up | Class::ComplexX87 | Class::Memory => continue,
        };
        if !why.contains(&reason) {
            why.push(reason);
        }
    }
    why
}
