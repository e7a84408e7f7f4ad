//! Instructions: one flat match, and constants. Must not know signatures; arithmetic, conversions, memory and calls
//! are next door.

use abi::FloatKind;
use cranelift_codegen::ir::immediates::{Ieee32, Ieee64};
use cranelift_codegen::ir::types::I128;
use cranelift_codegen::ir::{self, AtomicRmwOp, InstBuilder, MemFlagsData};
use mir::{AtomicOperator, Instruction, Operation, Scalar, ScalarClass};

use super::tables::Definition;
use super::{Translator, machine_type};
use crate::wide;

impl Translator<'_> {
    /// Translates one instruction.
    pub(super) fn operation(&mut self, instruction: &Instruction) -> Result<(), String> {
        let value = match instruction.operation {
            // Made where it is used: then it needs no register on the way there.
            Operation::Constant { bits } => {
                self.tables.values[instruction.result.index()] = Definition::Constant(bits);
                return Ok(());
            }
            Operation::WideConstant { low, high } => {
                wide::constant(&mut self.builder, u128::from(low) | u128::from(high) << 64)
            }
            // The address of memory in the frame is made where it is used.
            Operation::SlotAddress { .. } if self.tables.contents.origin(instruction.result).is_some() => return Ok(()),
            Operation::SlotAddress { slot, offset } => self.slot_address(slot, offset),
            Operation::SymbolAddress { symbol, offset } => self.symbol_address(symbol, offset),
            Operation::SiteAddress { site } => self.site_address(site),
            Operation::Load { address, offset, align, alias: _ } => {
                self.load(self.results(instruction), address, offset, align)
            }
            Operation::Store { value, address, offset, align, alias: _ } => {
                self.store(value, address, offset, align);
                return Ok(());
            }
            Operation::Copy { destination, source, bytes, align: _, reason: _, alias: _ } => {
                self.copy(destination, source, bytes);
                return Ok(());
            }
            Operation::Zero { destination, bytes, align: _ } => {
                self.zero(destination, bytes);
                return Ok(());
            }
            Operation::Unary { operator, value } => self.unary(operator, value),
            Operation::Binary { operator, left, right } => self.binary(operator, left, right),
            Operation::Checked { operator, left, right, site } => self.checked(operator, left, right, site),
            Operation::Check { kind, left, right, site } => {
                self.check(kind, left, right, site);
                return Ok(());
            }
            Operation::Compare { operator, left, right } => self.compare(operator, left, right),
            Operation::Convert { value } => self.convert(value, self.results(instruction)),
            Operation::Reinterpret { value } => self.reinterpret(value, self.results(instruction)),
            Operation::Half { value, high } => {
                let value = self.value(value);
                let (low_half, high_half) = self.builder.ins().isplit(value);
                if high { high_half } else { low_half }
            }
            Operation::Concatenate { low, high } => {
                let (low, high) = (self.value(low), self.value(high));
                self.builder.ins().iconcat(low, high)
            }
            Operation::Offset { base, index, scale } => self.offset(base, index, scale),
            Operation::Select { condition, if_true, if_false } => {
                let (condition, if_true, if_false) = (self.value(condition), self.value(if_true), self.value(if_false));
                self.builder.ins().select(condition, if_true, if_false)
            }
            Operation::Atomic { operator, address, value } => {
                let ty = machine_type(self.scalar(value));
                if ty == I128 {
                    return Err("atomic operations on 128-bit integers are not supported".into());
                }
                let operator = match operator {
                    AtomicOperator::Add => AtomicRmwOp::Add,
                    AtomicOperator::Subtract => AtomicRmwOp::Sub,
                    AtomicOperator::Exchange => AtomicRmwOp::Xchg,
                    AtomicOperator::And => AtomicRmwOp::And,
                    AtomicOperator::Or => AtomicRmwOp::Or,
                };
                let (address, value) = (self.value(address), self.value(value));
                self.tables.contents.written_somewhere();
                self.builder.ins().atomic_rmw(ty, MemFlagsData::trusted(), operator, address, value)
            }
            Operation::AtomicLoad { address } => {
                let address = self.value(address);
                // What others have written before is seen by the loads that follow.
                self.tables.contents.written_somewhere();
                let ty = machine_type(self.scalar(instruction.result));
                self.builder.ins().atomic_load(ty, MemFlagsData::trusted(), address)
            }
            Operation::CompareExchange { address, expected, replacement } => {
                let (address, expected) = (self.value(address), self.value(expected));
                let replacement = self.value(replacement);
                self.tables.contents.written_somewhere();
                self.builder.ins().atomic_cas(MemFlagsData::trusted(), address, expected, replacement)
            }
            Operation::Call { call } => return self.call(call, instruction.result),
        };
        self.define(instruction.result, value);
        Ok(())
    }

    pub(super) fn constant(&mut self, scalar: Scalar, bits: u64) -> ir::Value {
        let constant = (bits, machine_type(scalar));
        if let Some(known) = self.tables.reuse.constant(constant) {
            return known;
        }
        let value = self.make_constant(scalar, bits);
        self.tables.reuse.keep_constant(constant, value);
        value
    }

    fn make_constant(&mut self, scalar: Scalar, bits: u64) -> ir::Value {
        match scalar.class() {
            ScalarClass::Float(FloatKind::F32) => self.builder.ins().f32const(Ieee32::with_bits(bits as u32)),
            ScalarClass::Float(FloatKind::F64) => self.builder.ins().f64const(Ieee64::with_bits(bits)),
            ScalarClass::Integer(_) if scalar.is_wide() => {
                let wide = if scalar.is_signed() { bits as i64 as i128 as u128 } else { u128::from(bits) };
                wide::constant(&mut self.builder, wide)
            }
            ScalarClass::Integer(_) | ScalarClass::Bool | ScalarClass::Pointer => {
                // Cranelift wants the bits above a narrow type's to be 0.
                let mask = u64::MAX >> (64 - scalar.bits());
                self.builder.ins().iconst(machine_type(scalar), (bits & mask) as i64)
            }
        }
    }
}
