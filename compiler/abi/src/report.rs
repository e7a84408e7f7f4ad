//! The description for a person: plain data for JSON, its text form as a table, its picture. Owns wording; must not
//! decide anything.

mod data;
mod svg;
#[cfg(test)]
mod tests;
mod text;

use crate::description::{
    Carrier, CopyReason, Extend, FnAbi, Location, Memory, Part, Placement, Side, ValueAbi, ValueIndex,
};
use crate::target::Target;

pub use data::{CopyReport, FieldLabel, Label, PlaceReport, Report, Travels, ValueReport, WhyReport};
pub use svg::{Drawing, svg};
pub use text::side_by_side;

/// Puts a description into words. `params` labels the parameters in order; missing labels become numbers.
pub fn report(target: &Target, abi: &FnAbi, params: &[Label], result: &Label) -> Report {
    let described = abi.params.iter().enumerate().map(|(index, value)| {
        let number = Label::new(format!("#{index}"), "");
        value_report(abi, ValueIndex::Param(index as u16), value, params.get(index).unwrap_or(&number))
    });
    Report {
        target: target.to_string(),
        params: described.collect(),
        result: value_report(abi, ValueIndex::Result, &abi.result, result),
        stack_bytes: abi.call.stack_bytes,
        stack_align: abi.call.stack_align,
        shadow_bytes: abi.call.shadow_bytes,
        variadic: abi.call.variadic.is_some(),
        vector_registers: abi.call.vector_registers,
    }
}

fn value_report(abi: &FnAbi, index: ValueIndex, value: &ValueAbi, label: &Label) -> ValueReport {
    let forced = value.forced_to_memory().and_then(|why| why.forces_memory());
    let copies = abi.copies_for_call(index).map(|copy| CopyReport {
        side: side_name(copy.side).to_string(),
        bytes: copy.bytes,
        align: copy.align,
        reason: match forced {
            Some(forced) => format!("{}, and {forced}", reason_text(copy.reason)),
            None => reason_text(copy.reason).to_string(),
        },
        elidable: copy.elidable,
    });
    let why = value.why.iter().map(|why| WhyReport { clause: why.clause().to_string(), text: why.text().to_string() });
    ValueReport {
        name: label.name.clone(),
        ty: label.ty.clone(),
        bytes: value.size,
        align: value.align,
        fields: label.fields.clone(),
        travels: travels(value),
        how: how(value),
        places: places(value),
        copies: copies.collect(),
        why: why.collect(),
    }
}

fn travels(value: &ValueAbi) -> Travels {
    match &value.placement {
        Placement::Ignore => Travels::NotPassed,
        Placement::Parts(parts) => {
            let any = |is: fn(&Location) -> bool| parts.iter().any(|part| is(&part.location));
            let on_stack = any(|location| matches!(location, Location::Stack { .. }));
            let in_register = any(|location| matches!(location, Location::Register(_)));
            match (in_register, on_stack) {
                (true, true) => Travels::InRegistersAndOnStack,
                (true, false) => Travels::InRegisters,
                (false, true) if value.aggregate => Travels::CopiedToStack,
                (false, true) => Travels::OnStack,
                (false, false) => Travels::AsOperands,
            }
        }
        Placement::Memory(Memory::OnStack { .. }) => Travels::CopiedToStack,
        Placement::Memory(Memory::ByPointer { .. }) => Travels::PointerToCopy,
        Placement::Sret { .. } => Travels::HiddenResultPointer,
    }
}

fn how(value: &ValueAbi) -> String {
    let parts = value.parts();
    let words = match travels(value) {
        Travels::NotPassed if value.size == 0 => "no bytes, not passed",
        Travels::NotPassed => "padding only, not passed",
        Travels::InRegisters if parts.len() == 1 => "in a register",
        Travels::InRegisters => "in registers",
        Travels::OnStack => "on the stack",
        Travels::InRegistersAndOnStack => "in registers and on the stack",
        Travels::CopiedToStack => "copied to the stack",
        Travels::PointerToCopy => "pointer to a copy",
        Travels::HiddenResultPointer => "hidden result pointer",
        Travels::AsOperands if parts.len() == 1 => "as an operand",
        Travels::AsOperands => "as operands",
    };
    let extended = match parts.first().map_or(Extend::None, |part| part.extend) {
        Extend::None => "",
        Extend::Zero => ", zero-extended",
        Extend::Sign => ", sign-extended",
    };
    match &value.placement {
        Placement::Sret { returned_in: Some(register), .. } => format!("{words}, which returns in {register}"),
        Placement::Ignore | Placement::Parts(_) | Placement::Memory(_) | Placement::Sret { .. } => {
            format!("{words}{extended}")
        }
    }
}

fn places(value: &ValueAbi) -> Vec<PlaceReport> {
    let address = |location: &Location| PlaceReport {
        location: location.to_string(),
        carries: "address".to_string(),
        offset: None,
        len: None,
    };
    match &value.placement {
        Placement::Ignore => Vec::new(),
        Placement::Parts(parts) => parts.iter().map(part_place).collect(),
        Placement::Memory(Memory::OnStack { offset, .. }) => vec![PlaceReport {
            location: format!("stack+{offset}"),
            carries: "bytes".to_string(),
            offset: Some(0),
            len: Some(value.size),
        }],
        Placement::Memory(Memory::ByPointer { pointer, .. }) | Placement::Sret { pointer, .. } => {
            vec![address(pointer)]
        }
    }
}

fn part_place(part: &Part) -> PlaceReport {
    PlaceReport {
        location: part.location.to_string(),
        carries: carrier_name(part.carrier).to_string(),
        offset: Some(part.offset),
        len: Some(u64::from(part.len)),
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::Caller => "caller",
        Side::Callee => "callee",
    }
}

fn reason_text(reason: CopyReason) -> &'static str {
    match reason {
        CopyReason::Argument => "the callee owns its argument",
        CopyReason::CalleeLocal => "register parts are put together in memory",
        CopyReason::ReturnSlot => "the result is written to the caller's address",
        CopyReason::AbiTemporary => "register parts of the result are put together in memory",
    }
}

fn carrier_name(carrier: Carrier) -> &'static str {
    match carrier {
        Carrier::I8 => "i8",
        Carrier::I16 => "i16",
        Carrier::I32 => "i32",
        Carrier::I64 => "i64",
        Carrier::F16 => "f16",
        Carrier::BF16 => "bf16",
        Carrier::F32 => "f32",
        Carrier::F64 => "f64",
        Carrier::X87 => "x87",
        Carrier::F128 => "f128",
        Carrier::V128 => "v128",
        Carrier::Lanes { .. } => "lanes",
    }
}
