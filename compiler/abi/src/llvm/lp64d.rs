//! IR types of the LP64D conventions of RISC-V and LoongArch as clang chooses them. Owns the IR type of each value; must not
//! decide where anything travels. LLVM itself splits two words between the last register and the stack, and knows that a
//! `float` travels in a general register once the others are used up.

use smallvec::SmallVec;

use crate::arena::{Form, Ty, TyId};
use crate::clang::ir::LlvmType;
use crate::convention::Convention;
use crate::description::{Carrier, Extend, Location, Memory, Part, Placement, ValueAbi};
use crate::llvm::value::{LlvmCarries, LlvmValue};
use crate::llvm::writer::{Param, Writer, result_parts};
use crate::lowering::lp64d::flatten::{Number, Numbers, flatten};
use crate::lowering::lp64d::variant::Lp64d;

pub(super) fn param(convention: Convention, writer: &Writer, param: &Param, params: &mut SmallVec<[LlvmValue; 6]>) {
    let carries = match &param.value.placement {
        Placement::Ignore | Placement::Sret { .. } => return,
        Placement::Memory(Memory::ByPointer { .. }) => {
            let carries = LlvmCarries::Pointer { param: param.index };
            params.push(LlvmValue::plain(LlvmType::Pointer, carries));
            return;
        }
        Placement::Memory(Memory::OnStack { .. }) => LlvmCarries::Image { param: param.index },
        Placement::Parts(_) => param.parts(),
    };
    let numbers = numbers(convention, writer, param.ty, param.value).filter(|_| param.named);
    match numbers {
        Some(numbers) => {
            let number =
                |(index, number): (usize, &Number)| LlvmValue::plain(writer.scalar(number.ty), param.part(index as u8));
            params.extend(numbers.iter().enumerate().map(number));
        }
        None => params.push(whole(convention, writer, param.ty, param.value, carries)),
    }
}

pub(super) fn result(convention: Convention, writer: &Writer, ty: TyId, value: &ValueAbi) -> LlvmValue {
    let carries = result_parts(value);
    match numbers(convention, writer, ty, value).as_deref() {
        Some([first]) => LlvmValue::plain(writer.scalar(first.ty), carries),
        Some(numbers) => {
            let elements: Vec<LlvmType> = numbers.iter().map(|number| writer.scalar(number.ty)).collect();
            let misplaced = numbers
                .last()
                .zip(elements.last())
                .is_some_and(|(number, element)| !number.offset.is_multiple_of(element.align(writer.target)));
            let pair = if misplaced { LlvmType::PackedStruct(elements) } else { LlvmType::Struct(elements) };
            LlvmValue::plain(pair, carries)
        }
        None => whole(convention, writer, ty, value, carries),
    }
}

/// The numbers of a struct or complex number that travels as such: each part is one of them, in a register of its kind.
fn numbers(convention: Convention, writer: &Writer, ty: TyId, value: &ValueAbi) -> Option<Numbers> {
    let (numbers, _) = flatten(Lp64d::of(convention)?, writer.target, writer.arena, ty)?;
    let travels = |(number, part): (&Number, &Part)| {
        matches!(part.location, Location::Register(register) if register.is_general() != number.is_float)
            && number.offset == part.offset
            && number.len == part.len
    };
    let parts = value.parts();
    (numbers.len() == parts.len() && numbers.iter().zip(parts).all(travels)).then_some(numbers)
}

/// A scalar as it is, anything else as one or two words.
fn whole(convention: Convention, writer: &Writer, ty: TyId, value: &ValueAbi, carries: LlvmCarries) -> LlvmValue {
    let words = match writer.arena.get(ty).form() {
        Form::Complex(_) | Form::Array(_) | Form::Record(_) | Form::Vector(_) => match (value.size, value.align) {
            (0..=8, _) => LlvmType::Int(64),
            (9.., 16) => LlvmType::Int(128),
            (9.., _) => LlvmType::Array(2, Box::new(LlvmType::Int(64))),
        },
        Form::Void | Form::Scalar(_) => {
            let extend = extension(convention, writer, ty, value);
            return LlvmValue::extended(writer.scalar(ty), extend, carries);
        }
    };
    LlvmValue::plain(words, carries)
}

/// What clang says of the bits above an integer. On RISC-V it says so of `_BitInt` of any width, where the words that lie in
/// memory hold these bits already.
fn extension(convention: Convention, writer: &Writer, ty: TyId, value: &ValueAbi) -> Extend {
    let described = value.parts().first().map_or(Extend::None, |part| part.extend);
    let in_words = matches!(value.parts().first(), Some(part) if part.carrier == Carrier::I64);
    match (writer.arena.get(ty), convention) {
        (Ty::BitInt { signed, .. }, Convention::RiscvLp64d) if in_words => {
            if signed {
                Extend::Sign
            } else {
                Extend::Zero
            }
        }
        (Ty::BitInt { bits: 1..64, .. }, _) if in_words => {
            Lp64d::of(convention).map_or(Extend::None, |lp64d| lp64d.extension(writer.arena, ty))
        }
        _ => described,
    }
}
