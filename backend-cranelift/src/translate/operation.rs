//! Instructions: one flat match, and what touches memory. Must not know signatures; arithmetic, conversions and
//! calls are next door.

use cranelift_codegen::ir::immediates::{Ieee32, Ieee64};
use cranelift_codegen::ir::types::{I32, I64, I128};
use cranelift_codegen::ir::{self, AtomicRmwOp, InstBuilder, MemFlags, MemFlagsData, Opcode};
use mir::{Align, AtomicOperator, Instruction, Operation, Scalar, Value};

use super::{Translator, machine_type};
use crate::library::Library;
use crate::{memory, wide};

impl Translator<'_> {
    /// Translates one instruction.
    pub(super) fn operation(&mut self, instruction: &Instruction) -> Result<(), String> {
        let value = match instruction.operation {
            Operation::Constant { bits } => self.constant(self.results(instruction), bits),
            Operation::WideConstant { low, high } => {
                wide::constant(&mut self.builder, u128::from(low) | u128::from(high) << 64)
            }
            Operation::SlotAddress { slot, offset } => self.slot_address(slot, offset),
            Operation::SymbolAddress { symbol, offset } => self.symbol_address(symbol, offset),
            Operation::SiteAddress { site } => self.site_address(site),
            Operation::Load {
                address,
                offset,
                align,
                alias: _,
            } => {
                let scalar = self.results(instruction);
                let flags = self.access_flags(scalar, align);
                let address = self.value(address);
                let ty = machine_type(scalar);
                let (load, graph) = self.builder.ins().Load(Opcode::Load, ty, flags, offset.into(), address);
                graph.first_result(load)
            }
            Operation::Store {
                value,
                address,
                offset,
                align,
                alias: _,
            } => {
                let scalar = self.scalar(value);
                let flags = self.access_flags(scalar, align);
                let (value, address) = (self.value(value), self.value(address));
                let ty = machine_type(scalar);
                self.builder
                    .ins()
                    .Store(Opcode::Store, ty, flags, offset.into(), value, address);
                return Ok(());
            }
            Operation::Copy {
                destination,
                source,
                bytes,
                align: _,
                reason: _,
            } => {
                self.copy(destination, source, bytes);
                return Ok(());
            }
            Operation::Zero {
                destination,
                bytes,
                align: _,
            } => {
                self.zero(destination, bytes);
                return Ok(());
            }
            Operation::Unary { operator, value } => self.unary(operator, value),
            Operation::Binary { operator, left, right } => self.binary(operator, left, right),
            Operation::Checked {
                operator,
                left,
                right,
                site,
            } => self.checked(operator, left, right, site),
            Operation::Check {
                kind,
                left,
                right,
                site,
            } => {
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
            Operation::Select {
                condition,
                if_true,
                if_false,
            } => {
                let (condition, if_true, if_false) = (self.value(condition), self.value(if_true), self.value(if_false));
                self.builder.ins().select(condition, if_true, if_false)
            }
            Operation::Atomic {
                operator,
                address,
                value,
            } => {
                let ty = machine_type(self.scalar(value));
                if ty == I128 {
                    return Err("atomic operations on 128-bit integers are not supported".into());
                }
                let operator = match operator {
                    AtomicOperator::Add => AtomicRmwOp::Add,
                    AtomicOperator::Subtract => AtomicRmwOp::Sub,
                    AtomicOperator::Exchange => AtomicRmwOp::Xchg,
                };
                let (address, value) = (self.value(address), self.value(value));
                self.builder
                    .ins()
                    .atomic_rmw(ty, MemFlagsData::trusted(), operator, address, value)
            }
            Operation::Call { call } => return self.call(call, instruction.result),
        };
        self.define(instruction.result, value);
        Ok(())
    }

    fn access_flags(&self, scalar: Scalar, align: Align) -> MemFlags {
        if align.bytes() >= scalar.bytes() {
            self.access.aligned
        } else {
            self.access.any
        }
    }

    fn constant(&mut self, scalar: Scalar, bits: u64) -> ir::Value {
        let constant = (bits, machine_type(scalar));
        if let Some(known) = self.tables.reuse.constant(constant) {
            return known;
        }
        let value = self.make_constant(scalar, bits);
        self.tables.reuse.keep_constant(constant, value);
        value
    }

    fn make_constant(&mut self, scalar: Scalar, bits: u64) -> ir::Value {
        match scalar {
            Scalar::F32 => self.builder.ins().f32const(Ieee32::with_bits(bits as u32)),
            Scalar::F64 => self.builder.ins().f64const(Ieee64::with_bits(bits)),
            Scalar::I128 | Scalar::U128 => {
                let wide = if scalar.is_signed() {
                    bits as i64 as i128 as u128
                } else {
                    u128::from(bits)
                };
                wide::constant(&mut self.builder, wide)
            }
            Scalar::Bool
            | Scalar::I8
            | Scalar::I16
            | Scalar::I32
            | Scalar::I64
            | Scalar::U8
            | Scalar::U16
            | Scalar::U32
            | Scalar::U64
            | Scalar::Pointer => {
                // Cranelift wants the bits above a narrow type's to be 0.
                let mask = u64::MAX >> (64 - scalar.bits());
                self.builder.ins().iconst(machine_type(scalar), (bits & mask) as i64)
            }
        }
    }

    fn copy(&mut self, destination: Value, source: Value, bytes: u64) {
        let (destination, source) = (self.value(destination), self.value(source));
        if bytes <= memory::INLINE_BYTES {
            memory::copy(&mut self.builder, (destination, 0), (source, 0), bytes);
        } else {
            let bytes = self.builder.ins().iconst(I64, bytes as i64);
            self.call_library(Library::Memcpy, &[destination, source, bytes]);
        }
    }

    fn zero(&mut self, destination: Value, bytes: u64) {
        let destination = self.value(destination);
        if bytes <= memory::INLINE_BYTES {
            memory::zero(&mut self.builder, (destination, 0), bytes);
        } else {
            let zero = self.builder.ins().iconst(I32, 0);
            let bytes = self.builder.ins().iconst(I64, bytes as i64);
            self.call_library(Library::Memset, &[destination, zero, bytes]);
        }
    }

    fn offset(&mut self, base: Value, index: Value, scale: u64) -> ir::Value {
        let (base, index) = (self.value(base), self.value(index));
        let bytes = if scale == 1 {
            index
        } else if scale.is_power_of_two() {
            self.builder.ins().ishl_imm_u(index, i64::from(scale.trailing_zeros()))
        } else {
            self.builder.ins().imul_imm_s(index, scale as i64)
        };
        self.builder.ins().iadd(base, bytes)
    }

    /// Loads exactly `bytes` (1 to 8) bytes into the low end of an `i64`.
    pub(super) fn load_bytes(&mut self, address: ir::Value, offset: u32, bytes: u32) -> ir::Value {
        let flags = MemFlagsData::new().with_notrap();
        let mut whole = None;
        for piece in abi::description::pieces(offset, bytes) {
            let ty = ir::Type::int(piece.bytes as u16 * 8).expect("pieces of a word have 1, 2, 4 or 8 bytes");
            let part = self.builder.ins().load(ty, flags, address, piece.offset as i32);
            let part = if ty == I64 {
                part
            } else {
                self.builder.ins().uextend(I64, part)
            };
            let part = if piece.shift_bits == 0 {
                part
            } else {
                self.builder.ins().ishl_imm_u(part, i64::from(piece.shift_bits))
            };
            whole = Some(match whole {
                None => part,
                Some(whole) => self.builder.ins().bor(whole, part),
            });
        }
        whole.unwrap_or_else(|| self.builder.ins().iconst(I64, 0))
    }

    /// Stores exactly `bytes` (1 to 8) bytes of an `i64`'s low end.
    pub(super) fn store_bytes(&mut self, word: ir::Value, address: ir::Value, offset: u32, bytes: u32) {
        let flags = MemFlagsData::new().with_notrap();
        for piece in abi::description::pieces(offset, bytes) {
            let part = if piece.shift_bits == 0 {
                word
            } else {
                self.builder.ins().ushr_imm_u(word, i64::from(piece.shift_bits))
            };
            let offset = piece.offset as i32;
            match piece.bytes {
                1 => self.builder.ins().istore8(flags, part, address, offset),
                2 => self.builder.ins().istore16(flags, part, address, offset),
                4 => self.builder.ins().istore32(flags, part, address, offset),
                _ => self.builder.ins().store(flags, part, address, offset),
            };
        }
    }
}
