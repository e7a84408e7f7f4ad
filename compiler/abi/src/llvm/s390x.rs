//! IR types of the ELF ABI of IBM z as clang chooses them. Owns the IR type of each value; must not decide where anything
//! travels.

use smallvec::SmallVec;

use crate::arena::{Ty, TyId};
use crate::clang::ir::LlvmType;
use crate::classify::only_member;
use crate::description::{Carrier, Extend, Memory, Placement, ValueAbi};
use crate::llvm::value::{LlvmAttributes, LlvmCarries, LlvmValue};
use crate::llvm::writer::{Param, Writer, result_parts};

pub(super) fn param(writer: &Writer, param: &Param, params: &mut SmallVec<[LlvmValue; 6]>) {
    match &param.value.placement {
        Placement::Ignore | Placement::Sret { .. } | Placement::Memory(Memory::OnStack { .. }) => {}
        Placement::Memory(Memory::ByPointer { .. }) => {
            let carries = LlvmCarries::Pointer { param: param.index };
            params.push(LlvmValue::plain(LlvmType::Pointer, carries));
        }
        Placement::Parts(_) => params.push(in_register(writer, param.ty, param.value, param.parts())),
    }
}

pub(super) fn result(writer: &Writer, ty: TyId, value: &ValueAbi) -> LlvmValue {
    in_register(writer, ty, value, result_parts(value))
}

fn in_register(writer: &Writer, ty: TyId, value: &ValueAbi, carries: LlvmCarries) -> LlvmValue {
    let carrier = value.parts().first().map(|part| (part.carrier, part.extend));
    match (writer.arena.get(ty), carrier) {
        (Ty::Record(_), Some((carrier, _))) => record(writer, ty, carrier, carries),
        (_, Some((_, extend))) => LlvmValue::extended(writer.scalar(ty), extend, carries),
        (_, None) => LlvmValue::extended(writer.scalar(ty), Extend::None, carries),
    }
}

fn record(writer: &Writer, ty: TyId, carrier: Carrier, carries: LlvmCarries) -> LlvmValue {
    let ty = match carrier {
        Carrier::I8 | Carrier::I16 | Carrier::I32 | Carrier::I64 => LlvmType::Int(8 * carrier.bytes()),
        Carrier::F16 | Carrier::BF16 => LlvmType::Half,
        Carrier::F32 => LlvmType::Float,
        Carrier::F64 => LlvmType::Double,
        Carrier::F128 | Carrier::V128 | Carrier::X87 | Carrier::Lanes { .. } => match only_member(writer.arena, ty) {
            Some(member) => writer.storage(member),
            None => writer.storage(ty),
        },
    };
    let attributes = LlvmAttributes { no_extend: matches!(ty, LlvmType::Int(..64)), ..LlvmAttributes::default() };
    LlvmValue { ty, attributes, carries }
}
