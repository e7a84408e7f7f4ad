//! IR types of System V x86-64 as clang chooses them. Owns the choice of the IR type of each eightbyte, which
//! clang derives from the memory form; must not decide where anything travels.

use smallvec::SmallVec;

use crate::arena::{Ty, TyId};
use crate::clang::eightbytes::Eightbytes;
use crate::clang::ir::LlvmType;
use crate::classify::eightbyte::{Class, classify};
use crate::classify::single_element;
use crate::description::{Extend, Location, Memory, Placement, ValueAbi};
use crate::llvm::value::{LlvmAttributes, LlvmCarries, LlvmValue};
use crate::llvm::writer::{Param, Writer, result_parts};

pub(super) fn param(writer: &Writer, param: &Param, general_used: u32, params: &mut SmallVec<[LlvmValue; 6]>) {
    match &param.value.placement {
        Placement::Ignore | Placement::Sret { .. } => {}
        Placement::Memory(Memory::ByPointer { .. }) => {
            params.push(LlvmValue::plain(LlvmType::Pointer, LlvmCarries::Pointer { param: param.index }));
        }
        Placement::Memory(Memory::OnStack { align, .. }) => {
            params.push(on_stack(writer, param, *align, general_used >= 6));
        }
        Placement::Parts(_) => match operands(writer, param.ty, param.value) {
            Operands::One(ty, extend) => params.push(LlvmValue::extended(ty, extend, param.parts())),
            Operands::Two(low, high) => {
                params.push(LlvmValue::plain(low, param.part(0)));
                params.push(LlvmValue::plain(high, param.part(1)));
            }
        },
    }
}

pub(super) fn result(writer: &Writer, ty: TyId, value: &ValueAbi) -> LlvmValue {
    match operands(writer, ty, value) {
        Operands::One(ty, extend) => LlvmValue::extended(ty, extend, result_parts(value)),
        Operands::Two(low, high) => LlvmValue::plain(LlvmType::Struct(vec![low, high]), result_parts(value)),
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

enum Operands {
    One(LlvmType, Extend),
    Two(LlvmType, LlvmType),
}

fn operands(writer: &Writer, ty: TyId, value: &ValueAbi) -> Operands {
    let one = |ty| Operands::One(ty, Extend::None);
    match writer.arena.get(ty) {
        Ty::BitInt { bits, signed: _ } if bits <= 64 => {
            // Widened ones keep their width; on the stack clang treats them like small records.
            let widened = value
                .parts()
                .first()
                .filter(|part| part.extend != Extend::None && matches!(part.location, Location::Register(_)));
            return match widened {
                Some(part) => Operands::One(LlvmType::Int(u32::from(bits)), part.extend),
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
            return Operands::One(writer.scalar(ty), extend);
        }
        Ty::Void | Ty::BitInt { .. } | Ty::Complex(_) | Ty::Vector(_) | Ty::Array(_) | Ty::Record(_) => {}
    }
    let classes = classify(writer.target, writer.arena, ty);
    let eightbytes = Eightbytes::of(writer.target, writer.arena, ty);
    let low = match classes.low {
        Class::None | Class::SseUp | Class::X87Up => None,
        Class::Integer => Some(eightbytes.integer(0)),
        Class::Sse => Some(eightbytes.float(0)),
        Class::X87 => Some(LlvmType::X86Fp80),
        Class::ComplexX87 => return one(LlvmType::Struct(vec![LlvmType::X86Fp80; 2])),
        // Only vectors without a convention of their own, as results.
        Class::Memory => return one(eightbytes.memory),
    };
    if low == Some(LlvmType::Int(128)) {
        return one(LlvmType::Int(128));
    }
    let high = match classes.high {
        Class::None | Class::X87 | Class::ComplexX87 | Class::Memory => None,
        Class::X87Up if classes.low == Class::X87 => None,
        Class::Integer => Some(eightbytes.integer(8)),
        Class::Sse | Class::X87Up => Some(eightbytes.float(8)),
        Class::SseUp => return one(whole_vector(writer, ty, eightbytes.memory)),
    };
    match (low, high) {
        (Some(low), None) => one(low),
        (None, Some(high)) => one(high),
        (Some(low), Some(high)) => Operands::Two(eightbytes.widened_low(low, &high), high),
        (None, None) => one(LlvmType::Void),
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
