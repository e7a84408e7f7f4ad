//! IR types of System V x86-64 as clang chooses them. Owns the choice of the IR type of each eightbyte, which
//! clang derives from the memory form; must not decide where anything travels.

use smallvec::SmallVec;

use crate::arena::{Ty, TyId, TypeArena};
use crate::classify::single_element;
use crate::description::{Extend, Location, Memory, Placement, ValueAbi};
use crate::llvm::{LlvmAttributes, LlvmCarries, LlvmType, LlvmValue, Param, Writer, result_parts};
use crate::lowering::eightbyte::{Class, classify};
use crate::target::Target;

pub(super) fn param(writer: &Writer, param: &Param, general_used: u32, params: &mut SmallVec<[LlvmValue; 6]>) {
    match &param.value.placement {
        Placement::Ignore | Placement::Sret { .. } => {}
        Placement::Memory(Memory::ByPointer { .. }) => {
            params.push(LlvmValue::plain(LlvmType::Pointer, LlvmCarries::Pointer { param: param.index }));
        }
        Placement::Memory(Memory::OnStack { align, .. }) => {
            params.push(on_stack(writer, param, *align, general_used >= 6));
        }
        Placement::Parts(_) => match eightbytes(writer, param.ty, param.value) {
            Eightbytes::One(ty, extend) => params.push(LlvmValue::extended(ty, extend, param.parts())),
            Eightbytes::Two(low, high) => {
                params.push(LlvmValue::plain(low, param.part(0)));
                params.push(LlvmValue::plain(high, param.part(1)));
            }
        },
    }
}

pub(super) fn result(writer: &Writer, ty: TyId, value: &ValueAbi) -> LlvmValue {
    match eightbytes(writer, ty, value) {
        Eightbytes::One(ty, extend) => LlvmValue::extended(ty, extend, result_parts(value)),
        Eightbytes::Two(low, high) => LlvmValue::plain(LlvmType::Struct(vec![low, high]), result_parts(value)),
    }
}

/// A parameter in the argument area. Where no general register is left, clang passes small ones as an integer,
/// which lands on the same bytes of the stack.
fn on_stack(writer: &Writer, param: &Param, align: u32, no_general_left: bool) -> LlvmValue {
    let image = LlvmCarries::Image { param: param.index };
    if matches!(writer.arena.get(param.ty), Ty::X87) {
        return LlvmValue::plain(LlvmType::X86Fp80, image);
    }
    if no_general_left && align == 8 && param.value.size <= 8 {
        return LlvmValue::plain(LlvmType::Int(8 * param.value.size as u32), image);
    }
    let attributes =
        LlvmAttributes { by_value: Some(writer.storage(param.ty)), align: Some(align), ..LlvmAttributes::default() };
    LlvmValue { ty: LlvmType::Pointer, attributes, carries: LlvmCarries::Pointer { param: param.index } }
}

/// Whether clang widens an SSE half of two eightbytes to an integer, which LLVM puts into a general register: one of one
/// or two 16-bit floats that the other half does not follow at byte 8 by itself.
pub(crate) fn first_half_becomes_integer(target: &Target, arena: &TypeArena, ty: TyId) -> bool {
    let writer = Writer { target, arena };
    let memory = writer.storage(ty);
    let size = arena.layout(target, ty).size;
    let low = vector_type(&writer, &memory, size, 0);
    let high = match classify(target, arena, ty).high {
        Class::Integer => integer_type(&writer, &memory, 8, ty, 8),
        Class::None | Class::Sse | Class::SseUp | Class::X87 | Class::X87Up | Class::ComplexX87 | Class::Memory => {
            vector_type(&writer, &memory, size, 8)
        }
    };
    widened_low(&writer, low, &high) == LlvmType::Int(64)
}

enum Eightbytes {
    One(LlvmType, Extend),
    Two(LlvmType, LlvmType),
}

fn eightbytes(writer: &Writer, ty: TyId, value: &ValueAbi) -> Eightbytes {
    let one = |ty| Eightbytes::One(ty, Extend::None);
    match writer.arena.get(ty) {
        Ty::BitInt { bits, signed: _ } if bits <= 64 => {
            // Widened ones keep their width; on the stack clang treats them like small records.
            let widened = value
                .parts()
                .first()
                .filter(|part| part.extend != Extend::None && matches!(part.location, Location::Register(_)));
            return match widened {
                Some(part) => Eightbytes::One(LlvmType::Int(u32::from(bits)), part.extend),
                None => one(LlvmType::Int(8 * value.size as u32)),
            };
        }
        Ty::Bool
        | Ty::Int { .. }
        | Ty::F16
        | Ty::F32
        | Ty::F64
        | Ty::X87
        | Ty::F128
        | Ty::BF16
        | Ty::DoubleDouble
        | Ty::Pointer => {
            let extend = value.parts().first().map_or(Extend::None, |part| part.extend);
            return Eightbytes::One(writer.scalar(ty), extend);
        }
        Ty::Void | Ty::BitInt { .. } | Ty::Complex(_) | Ty::Vector(_) | Ty::Array(_) | Ty::Record(_) => {}
    }
    let classes = classify(writer.target, writer.arena, ty);
    let memory = if matches!(writer.arena.get(ty), Ty::BitInt { .. }) { writer.scalar(ty) } else { writer.storage(ty) };
    let low = match classes.low {
        Class::None | Class::SseUp | Class::X87Up => None,
        Class::Integer => Some(integer_type(writer, &memory, 0, ty, 0)),
        Class::Sse => Some(vector_type(writer, &memory, value.size, 0)),
        Class::X87 => Some(LlvmType::X86Fp80),
        Class::ComplexX87 => return one(LlvmType::Struct(vec![LlvmType::X86Fp80; 2])),
        // Only vectors without a convention of their own, as results.
        Class::Memory => return one(memory),
    };
    if low == Some(LlvmType::Int(128)) {
        return one(LlvmType::Int(128));
    }
    let high = match classes.high {
        Class::None | Class::X87 | Class::ComplexX87 | Class::Memory => None,
        Class::X87Up if classes.low == Class::X87 => None,
        Class::Integer => Some(integer_type(writer, &memory, 8, ty, 8)),
        Class::Sse | Class::X87Up => Some(vector_type(writer, &memory, value.size, 8)),
        Class::SseUp => return one(whole_vector(writer, ty, memory)),
    };
    match (low, high) {
        (Some(low), None) => one(low),
        (None, Some(high)) => one(high),
        (Some(low), Some(high)) => Eightbytes::Two(widened_low(writer, low, &high), high),
        (None, None) => one(LlvmType::Void),
    }
}

/// The upper half of a pair must start at byte 8 of the pair's struct type.
fn widened_low(writer: &Writer, low: LlvmType, high: &LlvmType) -> LlvmType {
    if low.size(writer.target).next_multiple_of(u64::from(high.align(writer.target))) == 8 {
        return low;
    }
    match low {
        LlvmType::Half | LlvmType::Float => LlvmType::Double,
        LlvmType::Void
        | LlvmType::Int(_)
        | LlvmType::Double
        | LlvmType::X86Fp80
        | LlvmType::Fp128
        | LlvmType::PpcFp128
        | LlvmType::BFloat
        | LlvmType::Pointer
        | LlvmType::Vector(_, _)
        | LlvmType::Array(_, _)
        | LlvmType::Struct(_)
        | LlvmType::PackedStruct(_) => LlvmType::Int(64),
    }
}

fn whole_vector(writer: &Writer, ty: TyId, memory: LlvmType) -> LlvmType {
    let memory = match single_element(writer.target, writer.arena, ty) {
        Some(element) => writer.storage(element),
        None => memory,
    };
    match memory {
        LlvmType::Vector(count, element) if *element == LlvmType::Int(128) => {
            LlvmType::Vector(2 * count, Box::new(LlvmType::Int(64)))
        }
        LlvmType::Vector(_, _) | LlvmType::Fp128 => memory,
        LlvmType::Void
        | LlvmType::Int(_)
        | LlvmType::Half
        | LlvmType::BFloat
        | LlvmType::Float
        | LlvmType::Double
        | LlvmType::X86Fp80
        | LlvmType::PpcFp128
        | LlvmType::Pointer
        | LlvmType::Array(_, _)
        | LlvmType::Struct(_)
        | LlvmType::PackedStruct(_) => LlvmType::Vector(2, Box::new(LlvmType::Double)),
    }
}

/// The IR type of an INTEGER eightbyte: the element that stands there if nothing but padding follows it, else
/// an integer as wide as the value allows.
fn integer_type(writer: &Writer, memory: &LlvmType, offset: u64, ty: TyId, source_offset: u64) -> LlvmType {
    if offset == 0 {
        match memory {
            LlvmType::Pointer | LlvmType::Int(64) => return memory.clone(),
            LlvmType::Int(128) if source_offset == 0 => return memory.clone(),
            LlvmType::Int(bits @ (8 | 16 | 32)) => {
                let first = 8 * source_offset + u64::from(*bits);
                if no_data(writer, ty, first, 8 * source_offset + 64) {
                    return memory.clone();
                }
            }
            LlvmType::Void
            | LlvmType::Int(_)
            | LlvmType::Half
            | LlvmType::Float
            | LlvmType::Double
            | LlvmType::X86Fp80
            | LlvmType::Fp128
            | LlvmType::BFloat
            | LlvmType::PpcFp128
            | LlvmType::Vector(_, _)
            | LlvmType::Array(_, _)
            | LlvmType::Struct(_)
            | LlvmType::PackedStruct(_) => {}
        }
    }
    let is_struct = matches!(memory, LlvmType::Struct(_) | LlvmType::PackedStruct(_));
    if (!is_struct || offset < memory.size(writer.target))
        && let Some((element, inside)) = memory.element_at(writer.target, offset)
    {
        return integer_type(writer, element, inside, ty, source_offset);
    }
    let size = writer.arena.layout(writer.target, ty).size;
    LlvmType::Int(8 * (size - source_offset).min(8) as u32)
}

/// Whether no member touches the bits `start..end`. Declared types of bit-fields count in full, as in clang.
fn no_data(writer: &Writer, ty: TyId, start: u64, end: u64) -> bool {
    if 8 * writer.arena.layout(writer.target, ty).size <= start {
        return true;
    }
    match writer.arena.get(ty) {
        Ty::Array(array) => {
            let bits = 8 * writer.arena.layout(writer.target, array.element).size;
            (0..array.count)
                .map(|index| index * bits)
                .take_while(|offset| *offset < end)
                .all(|offset| no_data(writer, array.element, start.saturating_sub(offset), end - offset))
        }
        Ty::Record(record) => {
            writer.arena.record(record).fields.iter().take_while(|field| field.offset_bits < end).all(|field| {
                let offset = field.offset_bits;
                no_data(writer, field.ty, start.saturating_sub(offset), end - offset)
            })
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

/// The IR type of an SSE eightbyte: one or more floating-point numbers that stand there, else `double`.
fn vector_type(writer: &Writer, memory: &LlvmType, size: u64, source_offset: u64) -> LlvmType {
    let left = size - source_offset;
    let Some(first) = float_at(writer, memory, source_offset).filter(|ty| *ty != LlvmType::Double) else {
        return LlvmType::Double;
    };
    let is_half = |ty: &LlvmType| matches!(ty, LlvmType::Half | LlvmType::BFloat);
    let mut second = None;
    if left > first.size(writer.target) {
        second = float_at(writer, memory, source_offset + first.size(writer.target));
    }
    if second.is_none() && is_half(&first) && left > 4 {
        second = float_at(writer, memory, source_offset + 4);
    }
    let Some(second) = second else {
        return first;
    };
    if first == LlvmType::Float && second == LlvmType::Float {
        return LlvmType::Vector(2, Box::new(first));
    }
    if is_half(&first) && is_half(&second) {
        let third = if left > 4 { float_at(writer, memory, source_offset + 4) } else { None };
        return LlvmType::Vector(if third.is_some() { 4 } else { 2 }, Box::new(first));
    }
    if is_half(&first) || is_half(&second) {
        return LlvmType::Vector(4, Box::new(LlvmType::Half));
    }
    LlvmType::Double
}

fn float_at(writer: &Writer, memory: &LlvmType, offset: u64) -> Option<LlvmType> {
    match memory {
        LlvmType::Half
        | LlvmType::Float
        | LlvmType::Double
        | LlvmType::X86Fp80
        | LlvmType::Fp128
        | LlvmType::BFloat
        | LlvmType::PpcFp128 => (offset == 0).then(|| memory.clone()),
        LlvmType::Struct(_) | LlvmType::PackedStruct(_) | LlvmType::Array(_, _) => {
            let (element, inside) = memory.element_at(writer.target, offset)?;
            float_at(writer, element, inside)
        }
        LlvmType::Void | LlvmType::Int(_) | LlvmType::Pointer | LlvmType::Vector(_, _) => None,
    }
}
