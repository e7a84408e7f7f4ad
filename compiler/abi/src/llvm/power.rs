//! IR types of the 64-bit ELF V2 ABI of POWER as clang chooses them. Owns the IR type of each value; must not decide where
//! anything travels. Aggregates are arrays of members or of doublewords, so that LLVM counts the parameter save area as
//! the description does.

use smallvec::SmallVec;

use crate::arena::{Form, TyId};
use crate::clang::ir::LlvmType;
use crate::classify::Homogeneous;
use crate::description::{Extend, Memory, Placement, ValueAbi, ValueIndex};
use crate::llvm::value::{LlvmAttributes, LlvmCarries, LlvmValue};
use crate::llvm::writer::{Param, Writer, result_parts};
use crate::lowering::power::members::{area_align, members};

/// Aggregates of more bytes than the general registers hold are passed with `byval`.
const MOST_ARRAY_BYTES: u64 = 64;

pub(super) fn param(writer: &Writer, param: &Param, params: &mut SmallVec<[LlvmValue; 6]>) {
    let carries = match &param.value.placement {
        Placement::Sret { .. } => return,
        Placement::Memory(Memory::ByPointer { .. }) => {
            let carries = LlvmCarries::Pointer { param: param.index };
            params.push(LlvmValue::plain(LlvmType::Pointer, carries));
            return;
        }
        Placement::Memory(Memory::OnStack { .. }) | Placement::Ignore => LlvmCarries::Image { param: param.index },
        Placement::Parts(_) => param.parts(),
    };
    match writer.arena.get(param.ty).form() {
        Form::Void => {}
        Form::Complex(element) => {
            let half = param.value.parts().len() as u8 / 2;
            for first in [0, half] {
                let carries = LlvmCarries::Parts { value: ValueIndex::Param(param.index), first, count: half };
                params.push(LlvmValue::plain(writer.storage(element), carries));
            }
        }
        Form::Record(_) | Form::Array(_) => params.push(aggregate(writer, param, carries)),
        Form::Scalar(_) | Form::Vector(_) => params.push(scalar(writer, param.ty, param.value, carries)),
    }
}

pub(super) fn result(writer: &Writer, ty: TyId, value: &ValueAbi) -> LlvmValue {
    let carries = result_parts(value);
    match writer.arena.get(ty).form() {
        Form::Record(_) | Form::Array(_) => {
            let ty = match members(writer.target, writer.arena, ty, false) {
                Some(found) => array(writer, &found),
                None if value.size <= 8 => LlvmType::Int(8 * value.size as u32),
                None => LlvmType::Struct(vec![LlvmType::Int(64); 2]),
            };
            LlvmValue::plain(ty, carries)
        }
        Form::Void | Form::Scalar(_) | Form::Complex(_) | Form::Vector(_) => scalar(writer, ty, value, carries),
    }
}

fn scalar(writer: &Writer, ty: TyId, value: &ValueAbi, carries: LlvmCarries) -> LlvmValue {
    if writer.arena.get(ty).is_vector() && value.size < 16 {
        return LlvmValue::plain(LlvmType::Int(8 * value.size as u32), carries);
    }
    let extend = value.parts().first().map_or(Extend::None, |part| part.extend);
    LlvmValue::extended(writer.scalar(ty), extend, carries)
}

fn aggregate(writer: &Writer, param: &Param, carries: LlvmCarries) -> LlvmValue {
    let (ty, size) = (param.ty, param.value.size);
    let align = area_align(writer.target, writer.arena, ty);
    match members(writer.target, writer.arena, ty, true) {
        Some(found) if crate::classify::single_element(writer.target, writer.arena, ty) == Some(found.base) => {
            let attributes = LlvmAttributes { in_register: true, ..LlvmAttributes::default() };
            LlvmValue { ty: writer.storage(found.base), attributes, carries }
        }
        Some(found) => LlvmValue::plain(array(writer, &found), carries),
        None if size == 0 || size > MOST_ARRAY_BYTES => by_value(writer, param, align),
        None if size <= 8 => LlvmValue::plain(LlvmType::Int(8 * size as u32), carries),
        None => {
            let count = size.div_ceil(u64::from(align));
            let element = LlvmType::Int(8 * align);
            LlvmValue::plain(LlvmType::Array(count, Box::new(element)), carries)
        }
    }
}

fn by_value(writer: &Writer, param: &Param, align: u32) -> LlvmValue {
    let attributes =
        LlvmAttributes { by_value: Some(writer.storage(param.ty)), align: Some(align), ..LlvmAttributes::default() };
    LlvmValue { ty: LlvmType::Pointer, attributes, carries: LlvmCarries::Pointer { param: param.index } }
}

/// Members of a homogeneous vector aggregate have power-of-two lengths in IR.
fn array(writer: &Writer, found: &Homogeneous) -> LlvmType {
    let base = match writer.storage(found.base) {
        LlvmType::Vector(_, element) => {
            let count = found.bytes / element.size(writer.target);
            LlvmType::Vector(count as u32, element)
        }
        other => other,
    };
    LlvmType::Array(found.count, Box::new(base))
}
