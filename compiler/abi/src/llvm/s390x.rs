//! IR types of the ELF ABI of IBM z as clang chooses them. Owns the IR type of each value; must not decide where anything travels.

use smallvec::SmallVec;

use crate::arena::TyId;
use crate::description::ValueAbi;
use crate::llvm::{LlvmValue, Param, Writer, result_parts};

pub(super) fn param(writer: &Writer, param: &Param, params: &mut SmallVec<[LlvmValue; 6]>) {
    params.push(LlvmValue::plain(writer.scalar(param.ty), param.parts()));
}

pub(super) fn result(writer: &Writer, ty: TyId, value: &ValueAbi) -> LlvmValue {
    LlvmValue::plain(writer.scalar(ty), result_parts(value))
}
