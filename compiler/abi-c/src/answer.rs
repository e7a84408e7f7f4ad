//! What is asked of a function that was lowered. Owns the way of each fact into the structures of C. A question about what is
//! not there is answered by `LANG_ABI_STATUS_INVALID`.

use std::ffi::c_char;

use abi::{
    Carrier, CopyPlan, CopyReason, Extend, FnAbi, Location, Memory, Part, Placement, Register, RegisterClass, Side,
    ValueAbi, ValueIndex,
};

use crate::data::*;
use crate::function::LangAbiFunction;
use crate::texts::kept;

/// The number of a result among values.
pub const LANG_ABI_RESULT: i32 = -1;

const NOWHERE: LangAbiLocation = LangAbiLocation {
    kind: LangAbiLocationKind::Nowhere,
    register_name: std::ptr::null(),
    register_class: LangAbiRegisterClass::None,
    offset: 0,
    size: 0,
    slot: 0,
    operand: 0,
};

fn value(abi: &FnAbi, index: i32) -> Option<&ValueAbi> {
    match index {
        LANG_ABI_RESULT => Some(&abi.result),
        _ => abi.params.get(usize::try_from(index).ok()?),
    }
}

fn location(location: Location) -> LangAbiLocation {
    match location {
        Location::Register(register) => LangAbiLocation {
            kind: LangAbiLocationKind::Register,
            register_name: kept(register.name()),
            register_class: class(register),
            ..NOWHERE
        },
        Location::Stack { offset, size, slot } => {
            LangAbiLocation { kind: LangAbiLocationKind::Stack, offset, size, slot, ..NOWHERE }
        }
        Location::Operand(operand) => LangAbiLocation { kind: LangAbiLocationKind::Operand, operand, ..NOWHERE },
    }
}

fn class(register: Register) -> LangAbiRegisterClass {
    match register.class() {
        RegisterClass::General => LangAbiRegisterClass::General,
        RegisterClass::Float => LangAbiRegisterClass::Float,
        RegisterClass::Vector => LangAbiRegisterClass::Vector,
        RegisterClass::X87 => LangAbiRegisterClass::X87,
    }
}

fn described(value: &ValueAbi) -> LangAbiValue {
    let plain = LangAbiValue {
        size: value.size,
        align: value.align,
        is_aggregate: value.aggregate,
        placement: LangAbiPlacement::Ignored,
        part_count: value.parts().len(),
        pointer: NOWHERE,
        memory_align: 0,
        stack_offset: 0,
        stack_slot: 0,
        returned_in: std::ptr::null(),
        reason_count: value.why.len(),
    };
    match value.placement {
        Placement::Ignore => plain,
        Placement::Parts(_) => LangAbiValue { placement: LangAbiPlacement::Parts, ..plain },
        Placement::Memory(Memory::ByPointer { pointer, align }) => LangAbiValue {
            placement: LangAbiPlacement::ByPointer,
            pointer: location(pointer),
            memory_align: align,
            ..plain
        },
        Placement::Memory(Memory::OnStack { offset, slot, align }) => LangAbiValue {
            placement: LangAbiPlacement::OnStack,
            memory_align: align,
            stack_offset: offset,
            stack_slot: slot,
            ..plain
        },
        Placement::Sret { pointer, returned_in } => LangAbiValue {
            placement: LangAbiPlacement::StructReturn,
            pointer: location(pointer),
            memory_align: value.align,
            returned_in: returned_in.map_or(std::ptr::null(), |register| kept(register.name())),
            ..plain
        },
    }
}

fn part(part: &Part) -> LangAbiPart {
    let (carrier, lane_bytes) = match part.carrier {
        Carrier::I8 => (LangAbiCarrier::I8, 0),
        Carrier::I16 => (LangAbiCarrier::I16, 0),
        Carrier::I32 => (LangAbiCarrier::I32, 0),
        Carrier::I64 => (LangAbiCarrier::I64, 0),
        Carrier::F16 => (LangAbiCarrier::F16, 0),
        Carrier::BF16 => (LangAbiCarrier::Bf16, 0),
        Carrier::F32 => (LangAbiCarrier::F32, 0),
        Carrier::F64 => (LangAbiCarrier::F64, 0),
        Carrier::X87 => (LangAbiCarrier::X87, 0),
        Carrier::F128 => (LangAbiCarrier::F128, 0),
        Carrier::V128 => (LangAbiCarrier::V128, 0),
        Carrier::Lanes { bytes } => (LangAbiCarrier::Lanes, bytes),
    };
    let extend = match part.extend {
        Extend::None => LangAbiExtend::None,
        Extend::Zero => LangAbiExtend::Zero,
        Extend::Sign => LangAbiExtend::Sign,
    };
    LangAbiPart {
        offset: part.offset,
        length: part.len,
        carrier,
        lane_bytes,
        extend,
        location: location(part.location),
    }
}

fn copy(plan: &CopyPlan) -> LangAbiCopy {
    LangAbiCopy {
        value: match plan.value {
            ValueIndex::Param(number) => i32::from(number),
            ValueIndex::Result => LANG_ABI_RESULT,
        },
        by_caller: match plan.side {
            Side::Caller => true,
            Side::Callee => false,
        },
        bytes: plan.bytes,
        align: plan.align,
        reason: match plan.reason {
            CopyReason::Argument => LangAbiCopyReason::Argument,
            CopyReason::CalleeLocal => LangAbiCopyReason::CalleeLocal,
            CopyReason::ReturnSlot => LangAbiCopyReason::ReturnSlot,
            CopyReason::AbiTemporary => LangAbiCopyReason::AbiTemporary,
        },
        elidable: plan.elidable,
    }
}

fn call(abi: &FnAbi) -> LangAbiCall {
    let variadic = abi.call.variadic;
    LangAbiCall {
        stack_bytes: abi.call.stack_bytes,
        stack_align: abi.call.stack_align,
        shadow_bytes: abi.call.shadow_bytes,
        vector_registers: abi.call.vector_registers.map_or(-1, i32::from),
        is_variadic: variadic.is_some(),
        named_general: variadic.map_or(0, |layout| layout.named_general),
        named_vector: variadic.map_or(0, |layout| layout.named_vector),
        named_stack_bytes: variadic.map_or(0, |layout| layout.named_stack_bytes),
    }
}

/// Answers a question if there is an answer.
///
/// # Safety
/// `function` is null or what `lang_abi_lower` gave, `place` null or may be written.
unsafe fn answer<T>(
    function: *const LangAbiFunction,
    place: *mut T,
    find: impl FnOnce(&FnAbi) -> Option<T>,
) -> LangAbiStatus {
    // SAFETY: the caller says so.
    let found = unsafe { function.as_ref() }.and_then(|function| find(&function.abi));
    match found {
        Some(found) if !place.is_null() => {
            // SAFETY: the caller says so.
            unsafe { place.write(found) };
            LangAbiStatus::Ok
        }
        Some(_) | None => LangAbiStatus::Invalid,
    }
}

/// How many parameters the function has; of a variadic call, arguments.
///
/// # Safety
/// `function` is null or what `lang_abi_lower` gave.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lang_abi_parameter_count(function: *const LangAbiFunction) -> size_t {
    // SAFETY: the caller says so.
    unsafe { function.as_ref() }.map_or(0, |function| function.abi.params.len())
}

/// How a parameter travels, by its number from 0, or the result, by `LANG_ABI_RESULT`.
///
/// # Safety
/// `function` is what `lang_abi_lower` gave, `place` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lang_abi_value(
    function: *const LangAbiFunction,
    index: i32,
    place: *mut LangAbiValue,
) -> LangAbiStatus {
    // SAFETY: the caller says so.
    unsafe { answer(function, place, |abi| value(abi, index).map(described)) }
}

/// A piece of a value, by its number from 0.
///
/// # Safety
/// `function` is what `lang_abi_lower` gave, `place` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lang_abi_part(
    function: *const LangAbiFunction,
    index: i32,
    number: size_t,
    place: *mut LangAbiPart,
) -> LangAbiStatus {
    // SAFETY: the caller says so.
    unsafe { answer(function, place, |abi| value(abi, index)?.parts().get(number).map(part)) }
}

/// A clause that decided how a value travels, by its number from 0, in the order in which they were applied.
///
/// # Safety
/// `function` is what `lang_abi_lower` gave, `place` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lang_abi_reason(
    function: *const LangAbiFunction,
    index: i32,
    number: size_t,
    place: *mut LangAbiReason,
) -> LangAbiStatus {
    let reason = |abi: &FnAbi| {
        let why = value(abi, index)?.why.get(number)?;
        Some(LangAbiReason { clause: kept(why.clause()), text: kept(why.text()) })
    };
    // SAFETY: the caller says so.
    unsafe { answer(function, place, reason) }
}

/// How many copies of memory the convention forces.
///
/// # Safety
/// `function` is null or what `lang_abi_lower` gave.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lang_abi_copy_count(function: *const LangAbiFunction) -> size_t {
    // SAFETY: the caller says so.
    unsafe { function.as_ref() }.map_or(0, |function| function.abi.copies.len())
}

/// A copy, by its number from 0.
///
/// # Safety
/// `function` is what `lang_abi_lower` gave, `place` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lang_abi_copy(
    function: *const LangAbiFunction,
    number: size_t,
    place: *mut LangAbiCopy,
) -> LangAbiStatus {
    // SAFETY: the caller says so.
    unsafe { answer(function, place, |abi| abi.copies.get(number).map(copy)) }
}

/// What a call as a whole needs.
///
/// # Safety
/// `function` is what `lang_abi_lower` gave, `place` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lang_abi_call(function: *const LangAbiFunction, place: *mut LangAbiCall) -> LangAbiStatus {
    // SAFETY: the caller says so.
    unsafe { answer(function, place, |abi| Some(call(abi))) }
}

/// The line with which clang declares the function in LLVM's IR. Valid as long as the function; null for none.
///
/// # Safety
/// `function` is null or what `lang_abi_lower` gave.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lang_abi_llvm(function: *const LangAbiFunction) -> *const c_char {
    // SAFETY: the caller says so.
    unsafe { function.as_ref() }.map_or(std::ptr::null(), |function| function.llvm.as_ptr())
}

/// All of it as a table for people. Valid as long as the function; null for none.
///
/// # Safety
/// `function` is null or what `lang_abi_lower` gave.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lang_abi_report(function: *const LangAbiFunction) -> *const c_char {
    // SAFETY: the caller says so.
    unsafe { function.as_ref() }.map_or(std::ptr::null(), |function| function.report.as_ptr())
}
