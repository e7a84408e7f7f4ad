//! Instructions: one flat match. Must not know signatures; what takes more than a line is next door.

use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValue, BasicValueEnum};
use inkwell::{AtomicOrdering, AtomicRMWBinOp};
use mir::{AtomicOperator, Instruction, Operation, Scalar, Value};

use super::Translator;
use crate::failure::Outcome;

impl<'ctx> Translator<'_, '_, 'ctx> {
    /// Translates one instruction.
    pub(super) fn operation(&mut self, instruction: &Instruction) -> Outcome<()> {
        let result = instruction.result;
        let value: BasicValueEnum<'ctx> = match instruction.operation {
            Operation::Constant { bits } => self.constant(self.scalar(result), bits)?,
            Operation::WideConstant { low, high } => {
                let wide = self.unit.context.i128_type();
                wide.const_int_arbitrary_precision(&[low, high]).into()
            }
            Operation::SlotAddress { slot, offset } => {
                let place = self.inside(self.slot(slot), i64::from(offset))?;
                if self.unit.named && offset > 0 {
                    place.set_name(&self.names.place(slot, offset));
                }
                place.into()
            }
            Operation::SymbolAddress { symbol, offset } => self.symbol_address(symbol, offset)?.into(),
            Operation::SiteAddress { site } => self.site_address(site)?.into(),
            Operation::Load { address, offset, align, alias } => self.load(result, address, offset, align, alias)?,
            Operation::Store { value, address, offset, align, alias } => {
                return self.store(value, address, offset, align, alias);
            }
            Operation::Copy { destination, source, bytes, align, reason: _, alias } => {
                let copied = self.copy((destination, source), bytes, align, instruction.source)?;
                self.unit.facts.access(copied.as_instruction_value(), alias);
                return Ok(());
            }
            Operation::Zero { destination, bytes, align } => return self.zero(destination, bytes, align),
            Operation::Unary { operator, value } => self.unary(operator, value)?,
            Operation::Binary { operator, left, right } => self.binary(operator, left, right)?,
            Operation::Checked { operator, left, right, site } => self.checked(operator, left, right, site)?,
            Operation::Check { kind, left, right, site } => return self.check(kind, left, right, site),
            Operation::Compare { operator, left, right } => self.compare(operator, left, right)?.into(),
            Operation::Convert { value } => self.convert(value, self.scalar(result))?,
            Operation::Reinterpret { value } => {
                let ty = self.unit.types.value(self.scalar(result));
                self.coerce(self.value(value), ty)?
            }
            Operation::Half { value, high } => self.half(self.integer(value)?, high)?.into(),
            Operation::Concatenate { low, high } => self.concatenate(self.integer(low)?, self.integer(high)?)?.into(),
            Operation::Offset { base, index, scale } => self.offset(base, index, scale)?.into(),
            Operation::Select { condition, if_true, if_false } => {
                let condition = self.integer(condition)?;
                let (if_true, if_false) = (self.value(if_true), self.value(if_false));
                self.unit.builder.build_select(condition, if_true, if_false, "")?
            }
            Operation::Atomic { operator, address, value } => self.atomic(operator, address, value)?,
            Operation::AtomicLoad { address } => self.atomic_load(result, address)?,
            Operation::CompareExchange { address, expected, replacement } => {
                self.compare_exchange(address, expected, replacement)?
            }
            Operation::Call { call } => return self.call(call, result, instruction.source),
        };
        self.define(result, value);
        Ok(())
    }

    fn atomic(&mut self, operator: AtomicOperator, address: Value, value: Value) -> Outcome<BasicValueEnum<'ctx>> {
        let value = self.integer(value)?;
        if value.get_type().get_bit_width() > 64 {
            return Err("atomic operations on 128-bit integers are not supported".into());
        }
        let operator = match operator {
            AtomicOperator::Add => AtomicRMWBinOp::Add,
            AtomicOperator::Subtract => AtomicRMWBinOp::Sub,
            AtomicOperator::Exchange => AtomicRMWBinOp::Xchg,
            AtomicOperator::And => AtomicRMWBinOp::And,
            AtomicOperator::Or => AtomicRMWBinOp::Or,
        };
        let address = self.pointer(address)?;
        let ordering = AtomicOrdering::SequentiallyConsistent;
        let old = self.unit.builder.build_atomicrmw(operator, address, value, ordering)?;
        Ok(old.into())
    }

    fn atomic_load(&mut self, result: Value, address: Value) -> Outcome<BasicValueEnum<'ctx>> {
        let ty = self.unit.types.value(self.scalar(result));
        let address = self.pointer(address)?;
        let loaded = self.unit.builder.build_load(ty, address, "")?;
        if let Some(load) = loaded.as_instruction_value() {
            let ordering = AtomicOrdering::SequentiallyConsistent;
            load.set_atomic_ordering(ordering).map_err(|error| error.to_string())?;
        }
        Ok(loaded)
    }

    fn compare_exchange(
        &mut self,
        address: Value,
        expected: Value,
        replacement: Value,
    ) -> Outcome<BasicValueEnum<'ctx>> {
        let (expected, replacement) = (self.integer(expected)?, self.integer(replacement)?);
        let address = self.pointer(address)?;
        let ordering = AtomicOrdering::SequentiallyConsistent;
        let both = self.unit.builder.build_cmpxchg(address, expected, replacement, ordering, ordering)?;
        Ok(self.unit.builder.build_extract_value(both, 0, "")?)
    }

    fn constant(&self, scalar: Scalar, bits: u64) -> Outcome<BasicValueEnum<'ctx>> {
        let ty = self.unit.types.value(scalar);
        match ty {
            BasicTypeEnum::IntType(ty) => {
                let width = ty.get_bit_width();
                if width > 64 {
                    return Ok(ty.const_int(bits, scalar.is_signed()).into());
                }
                Ok(ty.const_int(bits & (u64::MAX >> (64 - width)), false).into())
            }
            BasicTypeEnum::PointerType(ty) if bits == 0 => Ok(ty.const_null().into()),
            BasicTypeEnum::PointerType(ty) => {
                let address = self.unit.context.i64_type().const_int(bits, false);
                Ok(address.const_to_pointer(ty).into())
            }
            // By their bits, so that NaNs stay as they are; the builder folds constants.
            other => {
                let mask = u64::MAX >> (64 - scalar.bits());
                let bits = self.unit.types.integer(scalar.bits()).const_int(bits & mask, false);
                self.coerce(bits.into(), other)
            }
        }
    }

    /// Calls a function that LLVM itself knows.
    pub(super) fn intrinsic(
        &self,
        name: &str,
        types: &[BasicTypeEnum<'ctx>],
        arguments: &[BasicValueEnum<'ctx>],
    ) -> Outcome<BasicValueEnum<'ctx>> {
        let function = inkwell::intrinsics::Intrinsic::find(name)
            .and_then(|intrinsic| intrinsic.get_declaration(self.unit.llvm, types))
            .ok_or_else(|| format!("this LLVM has no {name}"))?;
        let arguments: Vec<_> = arguments.iter().map(|argument| (*argument).into()).collect();
        let call = self.unit.builder.build_direct_call(function, &arguments, "")?;
        match call.try_as_basic_value() {
            inkwell::values::ValueKind::Basic(value) => Ok(value),
            inkwell::values::ValueKind::Instruction(_) => Err(format!("{name} gives nothing").into()),
        }
    }
}
