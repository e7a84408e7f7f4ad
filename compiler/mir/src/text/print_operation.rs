//! Printing instructions.

use std::fmt::{self, Write};

use crate::call::{Argument, Call, CallResult, Callee};
use crate::function::{Function, ValueRange};
use crate::ids::{AliasId, Align};
use crate::instruction::{Instruction, Operation};
use crate::scalar::Scalar;

use super::abi_summary::summary;
use super::names::Keyword;
use super::print_module::Printer;

impl Printer<'_> {
    pub fn instruction(&mut self, function: &Function, instruction: &Instruction) -> fmt::Result {
        let count = function.result_count(instruction);
        if count > 0 {
            self.definitions(function, ValueRange { first: instruction.result.0, count })?;
            self.out.push_str(" = ");
        }
        self.operation(function, instruction)
    }

    fn operation(&mut self, function: &Function, instruction: &Instruction) -> fmt::Result {
        let out = &mut self.out;
        match instruction.operation {
            Operation::Constant { bits } => {
                out.push_str("constant ");
                constant(out, function.value_type(instruction.result), bits)
            }
            Operation::WideConstant { low, high } => {
                let bits = u128::from(high) << 64 | u128::from(low);
                if function.value_type(instruction.result).is_signed() {
                    write!(out, "constant {}", bits as i128)
                } else {
                    write!(out, "constant {bits}")
                }
            }
            Operation::SlotAddress { slot, offset } => {
                write!(out, "slot_address {slot}")?;
                offset_suffix(out, i64::from(offset))
            }
            Operation::SymbolAddress { symbol, offset } => {
                out.push_str("symbol_address ");
                self.symbol(symbol);
                offset_suffix(&mut self.out, offset)
            }
            Operation::SiteAddress { site } => write!(out, "site_address {site}"),
            Operation::Load { address, offset, align, alias } => {
                write!(out, "load {address}")?;
                access(out, offset, align, alias)
            }
            Operation::Store { value, address, offset, align, alias } => {
                write!(out, "store {value}, {address}")?;
                access(out, offset, align, alias)
            }
            Operation::Copy { destination, source, bytes, align, reason, alias } => {
                let reason = reason.word();
                write!(out, "copy {destination}, {source}, {bytes} align {align} reason {reason}")?;
                alias_suffix(out, alias)
            }
            Operation::Zero { destination, bytes, align } => write!(out, "zero {destination}, {bytes} align {align}"),
            Operation::Unary { operator, value } => write!(out, "{} {value}", operator.word()),
            Operation::Binary { operator, left, right } => write!(out, "{} {left}, {right}", operator.word()),
            Operation::Checked { operator, left, right, site } => {
                write!(out, "{} {left}, {right}, {site}", operator.word())
            }
            Operation::Check { kind, left, right, site } => write!(out, "{} {left}, {right}, {site}", kind.word()),
            Operation::Compare { operator, left, right } => write!(out, "{} {left}, {right}", operator.word()),
            Operation::Convert { value } => write!(out, "convert {value}"),
            Operation::Reinterpret { value } => write!(out, "reinterpret {value}"),
            Operation::Half { value, high: false } => write!(out, "low_half {value}"),
            Operation::Half { value, high: true } => write!(out, "high_half {value}"),
            Operation::Concatenate { low, high } => write!(out, "concatenate {low}, {high}"),
            Operation::Offset { base, index, scale } => write!(out, "offset {base}, {index} * {scale}"),
            Operation::Select { condition, if_true, if_false } => {
                write!(out, "select {condition}, {if_true}, {if_false}")
            }
            Operation::Atomic { operator, address, value } => write!(out, "{} {address}, {value}", operator.word()),
            Operation::Call { call } => self.call(function, function.call(call)),
        }
    }

    fn call(&mut self, function: &Function, call: &Call) -> fmt::Result {
        self.out.push_str("call ");
        match call.callee {
            Callee::Direct(symbol) => self.symbol(symbol),
            Callee::Indirect(value) => write!(self.out, "{value}")?,
        }
        self.out.push('(');
        for (index, argument) in function.argument_list(call.arguments).iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            match argument {
                Argument::Scalar(value) => write!(self.out, "{value}")?,
                Argument::Aggregate { address, align, owned_temporary: false } => {
                    write!(self.out, "aggregate {address} align {align}")?
                }
                Argument::Aggregate { address, align, owned_temporary: true } => {
                    write!(self.out, "owned {address} align {align}")?
                }
                Argument::Stack { address, bytes, align } => {
                    write!(self.out, "stack {address}, {bytes} align {align}")?;
                }
            }
        }
        self.out.push_str(") : ");
        self.signature(self.module.signatures.get(call.signature))?;
        match call.result {
            CallResult::Nothing | CallResult::Scalar | CallResult::Parts(_) => {}
            CallResult::Aggregate { address, unaliased: false } => write!(self.out, " into {address}")?,
            CallResult::Aggregate { address, unaliased: true } => write!(self.out, " into unaliased {address}")?,
        }
        if let Some(abi) = call.abi {
            write!(self.out, " abi \"{}\"", summary(self.module.abi(abi)))?;
        }
        Ok(())
    }
}

fn access(out: &mut String, offset: i32, align: Align, alias: AliasId) -> fmt::Result {
    offset_suffix(out, i64::from(offset))?;
    write!(out, " align {align}")?;
    alias_suffix(out, alias)
}

fn alias_suffix(out: &mut String, alias: AliasId) -> fmt::Result {
    if alias != AliasId::ANY {
        write!(out, " {alias}")?;
    }
    Ok(())
}

fn offset_suffix(out: &mut String, offset: i64) -> fmt::Result {
    if offset == 0 { Ok(()) } else { write!(out, " + {offset}") }
}

/// Finite floats as the shortest decimal that reads back, all others as their bits.
fn constant(out: &mut String, ty: Scalar, bits: u64) -> fmt::Result {
    match ty {
        Scalar::Bool => out.write_str(if bits == 0 { "false" } else { "true" }),
        Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::I128 => write!(out, "{}", bits as i64),
        Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 | Scalar::U128 | Scalar::Pointer => {
            write!(out, "{bits}")
        }
        Scalar::F32 => match f32::from_bits(bits as u32) {
            finite if finite.is_finite() => write!(out, "{finite:?}"),
            _ => write!(out, "bits {bits}"),
        },
        Scalar::F64 => match f64::from_bits(bits) {
            finite if finite.is_finite() => write!(out, "{finite:?}"),
            _ => write!(out, "bits {bits}"),
        },
    }
}
