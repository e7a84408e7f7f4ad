//! IR types of AAPCS64 as clang chooses them. Owns the IR type of each value; must not decide where anything
//! travels. Aggregates are arrays here, never structs: LLVM would split a struct between registers and stack.

use smallvec::SmallVec;

use crate::arena::{Form, TyId, Vector};
use crate::clang::ir::LlvmType;
use crate::classify::{homogeneous, only_pointers};
use crate::description::{Memory, Placement, ValueAbi};
use crate::llvm::value::{LlvmAttributes, LlvmCarries, LlvmValue};
use crate::llvm::writer::{Param, Writer, result_parts};
use crate::lowering::aapcs64::variant::{Natural, Variant};
use crate::target::Compatibility;

pub(super) fn param(writer: &Writer, param: &Param, params: &mut SmallVec<[LlvmValue; 6]>) {
    let carries = match &param.value.placement {
        Placement::Ignore | Placement::Sret { .. } => return,
        Placement::Memory(Memory::ByPointer { .. }) => {
            params.push(LlvmValue::plain(LlvmType::Pointer, LlvmCarries::Pointer { param: param.index }));
            return;
        }
        Placement::Memory(Memory::OnStack { .. }) => LlvmCarries::Image { param: param.index },
        Placement::Parts(_) => param.parts(),
    };
    let variant = Variant::of(writer.target);
    if let Some(ty) = scalar(writer, param.ty, param.value) {
        // On a packed stack nothing is widened, but clang says it of registers and stack alike.
        let extend = variant.extend(writer.arena, param.ty);
        params.push(LlvmValue::extended(ty, extend, carries));
        return;
    }
    let natural = variant.natural_align(writer.target, writer.arena, param.ty);
    let found = homogeneous(writer.target, writer.arena, param.ty);
    if let Some(found) = found.filter(|_| !variant.general_only(param.of_variadic)) {
        let attributes = LlvmAttributes {
            stack_align: match variant.natural {
                Natural::OfMembers => Some(if natural >= 16 { 16 } else { 8 }),
                // LLVM takes it from the array's element.
                Natural::OfType => None,
            },
            ..LlvmAttributes::default()
        };
        let ty = LlvmType::Array(found.count, Box::new(base(writer, found.base)));
        params.push(LlvmValue { ty, attributes, carries });
        return;
    }
    let unit = if natural >= 16 { 16 } else { 8 };
    let size = param.value.size.next_multiple_of(unit);
    let element = if unit == 8 && only_pointers(writer.arena, param.ty) {
        LlvmType::Pointer
    } else {
        LlvmType::Int(8 * unit as u32)
    };
    let ty = if size == unit { element } else { LlvmType::Array(size / unit, Box::new(element)) };
    params.push(LlvmValue::plain(ty, carries));
}

pub(super) fn result(writer: &Writer, ty: TyId, value: &ValueAbi) -> LlvmValue {
    let follows_clang = writer.target.features.compatibility == Compatibility::Clang;
    let llvm = if writer.arena.get(ty).is_vector() && follows_clang {
        Some(writer.storage(ty))
    } else {
        scalar(writer, ty, value)
    };
    let llvm = match llvm {
        Some(scalar) => scalar,
        None if homogeneous(writer.target, writer.arena, ty).is_some() => writer.storage(ty),
        None if value.size <= 8 => LlvmType::Int(8 * value.size as u32),
        None if value.align < 16 => LlvmType::Array(2, Box::new(LlvmType::Int(64))),
        None => LlvmType::Int(128),
    };
    let extend = Variant::of(writer.target).extend(writer.arena, ty);
    LlvmValue::extended(llvm, extend, result_parts(value))
}

/// Members of a homogeneous vector aggregate have power-of-two lengths in IR.
fn base(writer: &Writer, ty: TyId) -> LlvmType {
    match writer.storage(ty) {
        LlvmType::Vector(_, element) => {
            let bytes = writer.arena.layout(writer.target, ty).size;
            LlvmType::Vector((bytes / element.size(writer.target)) as u32, element)
        }
        scalar => scalar,
    }
}

/// Vectors that clang replaces by integer vectors of their size, or by `i32`.
fn is_odd(vector: Vector, bytes: u64) -> bool {
    !vector.count.is_power_of_two() || bytes < 8 || (bytes == 16 && vector.count == 1)
}

fn scalar(writer: &Writer, ty: TyId, value: &ValueAbi) -> Option<LlvmType> {
    match writer.arena.get(ty).form() {
        Form::Complex(_) | Form::Array(_) | Form::Record(_) => None,
        Form::Vector(vector) if is_odd(vector, value.size) => match value.size {
            0..=4 => Some(LlvmType::Int(32)),
            5..=8 => Some(LlvmType::Vector(2, Box::new(LlvmType::Int(32)))),
            9.. => Some(LlvmType::Vector(4, Box::new(LlvmType::Int(32)))),
        },
        Form::Void | Form::Scalar(_) | Form::Vector(_) => Some(writer.scalar(ty)),
    }
}
