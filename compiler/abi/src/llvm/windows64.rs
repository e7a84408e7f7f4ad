//! IR types of Microsoft's x64 convention as clang chooses them. Owns the IR type of each value; must not decide where
//! anything travels.

use smallvec::SmallVec;

use crate::arena::{Ty, TyId};
use crate::clang::ir::LlvmType;
use crate::description::{Extend, Memory, Placement, ValueAbi};
use crate::llvm::value::{LlvmCarries, LlvmValue};
use crate::llvm::writer::{Param, Writer, result_parts};

pub(super) fn param(writer: &Writer, param: &Param, params: &mut SmallVec<[LlvmValue; 6]>) {
    let value = match &param.value.placement {
        Placement::Ignore | Placement::Sret { .. } => return,
        // LLVM makes the copies of vectors itself.
        Placement::Memory(Memory::ByPointer { .. }) if is_vector(writer, param.ty) && param.value.size <= 16 => {
            LlvmValue::plain(writer.storage(param.ty), LlvmCarries::Image { param: param.index })
        }
        Placement::Memory(_) => LlvmValue::plain(LlvmType::Pointer, LlvmCarries::Pointer { param: param.index }),
        // Where a value travels in two registers, LLVM knows of the second itself.
        Placement::Parts(_) => {
            let (ty, extend) = in_register(writer, param.ty, param.value);
            LlvmValue::extended(ty, extend, param.part(0))
        }
    };
    params.push(value);
}

pub(super) fn result(writer: &Writer, ty: TyId, value: &ValueAbi) -> LlvmValue {
    let (ty, extend) = in_register(writer, ty, value);
    LlvmValue::extended(ty, extend, result_parts(value))
}

fn is_vector(writer: &Writer, ty: TyId) -> bool {
    matches!(writer.arena.get(ty), Ty::Vector(_))
}

/// The IR type of a value in parts, of which the first is the whole value or its first 16 bytes.
fn in_register(writer: &Writer, ty: TyId, value: &ValueAbi) -> (LlvmType, Extend) {
    let Some(part) = value.parts().first() else {
        return (LlvmType::Void, Extend::None);
    };
    let integer = LlvmType::Int(8 * value.size as u32);
    let llvm = match writer.arena.get(ty) {
        Ty::Complex(_) | Ty::Array(_) | Ty::Record(_) => integer,
        Ty::Int { bits: 128, .. } | Ty::F128 => LlvmType::Vector(2, Box::new(LlvmType::Int(64))),
        // What gcc passes as an integer; a vector of one integer is one for clang too, but in IR a vector.
        Ty::Vector(vector) if part.carrier.is_integer() && vector.count > 1 => integer,
        Ty::F16 | Ty::BF16 if part.carrier.is_integer() => integer,
        Ty::Void
        | Ty::Bool
        | Ty::Int { .. }
        | Ty::BitInt { .. }
        | Ty::F16
        | Ty::F32
        | Ty::F64
        | Ty::X87
        | Ty::BF16
        | Ty::DoubleDouble
        | Ty::Pointer
        | Ty::Vector(_) => writer.scalar(ty),
    };
    // Clang widens a `_Bool`, but LLVM no further than to 8 bits: nothing that a callee could rely on.
    let extend = if writer.arena.get(ty) == Ty::Bool { Extend::Zero } else { Extend::None };
    (llvm, extend)
}
