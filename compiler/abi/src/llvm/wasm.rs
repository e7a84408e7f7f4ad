//! IR types of WebAssembly's basic C ABI as clang chooses them. Owns the IR type of each value; must not decide where
//! anything travels.

use smallvec::SmallVec;

use crate::arena::TyId;
use crate::clang::ir::LlvmType;
use crate::description::{Extend, Memory, Placement, ValueAbi};
use crate::llvm::value::{LlvmAttributes, LlvmCarries, LlvmValue};
use crate::llvm::writer::{Param, Writer, result_parts};
use crate::lowering::wasm::direct;

pub(super) fn param(writer: &Writer, param: &Param, params: &mut SmallVec<[LlvmValue; 6]>) {
    match &param.value.placement {
        Placement::Ignore | Placement::Sret { .. } => {}
        Placement::Memory(Memory::ByPointer { align, .. } | Memory::OnStack { align, .. }) => params.push(LlvmValue {
            ty: LlvmType::Pointer,
            attributes: LlvmAttributes {
                by_value: Some(writer.storage(param.ty)),
                align: Some(*align),
                ..LlvmAttributes::default()
            },
            carries: LlvmCarries::Pointer { param: param.index },
        }),
        Placement::Parts(_) => params.push(value(writer, param.ty, param.value, param.parts())),
    }
}

pub(super) fn result(writer: &Writer, ty: TyId, value_abi: &ValueAbi) -> LlvmValue {
    value(writer, ty, value_abi, result_parts(value_abi))
}

/// A result that clang returns as a value, and LLVM through an address because it needs more than one operand.
pub(super) fn unsplit_result(writer: &Writer, ty: TyId) -> Option<LlvmValue> {
    let element = direct(writer.target, writer.arena, ty)?;
    Some(LlvmValue::plain(writer.scalar(element), LlvmCarries::Nothing))
}

fn value(writer: &Writer, ty: TyId, value: &ValueAbi, carries: LlvmCarries) -> LlvmValue {
    let element = direct(writer.target, writer.arena, ty).unwrap_or(ty);
    let extend = value.parts().first().map_or(Extend::None, |part| part.extend);
    LlvmValue::extended(writer.scalar(element), extend, carries)
}
