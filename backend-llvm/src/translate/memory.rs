//! Loads, stores, copies and addresses. Must not know what is in the memory.

use inkwell::values::{BasicValue, BasicValueEnum, PointerValue};
use mir::{AliasId, Align, Scalar, Value};

use super::Translator;
use crate::failure::Outcome;
use crate::unit::alignment;

impl<'ctx> Translator<'_, '_, 'ctx> {
    /// An address some bytes further on, in the same object.
    pub(super) fn inside(&self, address: PointerValue<'ctx>, offset: i64) -> Outcome<PointerValue<'ctx>> {
        if offset == 0 {
            return Ok(address);
        }
        let index = self.unit.context.i64_type().const_int(offset as u64, true);
        let byte = self.unit.context.i8_type();
        // SAFETY: one index of a byte type. MIR adds these offsets to reach a place in the object that the address
        // points into, which is what `inbounds` promises.
        Ok(unsafe { self.unit.builder.build_in_bounds_gep(byte, address, &[index], "")? })
    }

    pub(super) fn load(
        &mut self,
        result: Value,
        address: Value,
        offset: i32,
        align: Align,
        alias: AliasId,
    ) -> Outcome<BasicValueEnum<'ctx>> {
        let scalar = self.scalar(result);
        let start = self.pointer(address)?;
        let address = self.inside(start, i64::from(offset))?;
        // What is read is called as the place.
        let name = if self.unit.named && offset == 0 { start.get_name().to_string_lossy() } else { "".into() };
        let ty = self.unit.types.memory(scalar);
        let loaded = self.unit.builder.build_load(ty, address, &name)?;
        if let Some(instruction) = loaded.as_instruction_value() {
            set_alignment(instruction, align)?;
            self.unit.facts.access(Some(instruction), alias);
            let ranges = &self.function.ranges;
            if let Ok(known) = ranges.binary_search_by_key(&result.index(), |range| range.value.index()) {
                self.unit.facts.range(instruction, self.unit.types.integer(scalar.bits()), ranges[known]);
            }
        }
        if scalar != Scalar::Bool {
            return Ok(loaded);
        }
        self.unit.facts.truth(loaded.as_instruction_value());
        let bit = self.unit.context.bool_type();
        let truth = self.unit.builder.build_int_truncate(loaded.into_int_value(), bit, "")?;
        Ok(truth.into())
    }

    pub(super) fn store(
        &mut self,
        value: Value,
        address: Value,
        offset: i32,
        align: Align,
        alias: AliasId,
    ) -> Outcome<()> {
        let scalar = self.scalar(value);
        let address = self.inside(self.pointer(address)?, i64::from(offset))?;
        let value = self.coerce(self.value(value), self.unit.types.memory(scalar))?;
        let store = self.unit.builder.build_store(address, value)?;
        set_alignment(store, align)?;
        self.unit.facts.access(Some(store), alias);
        Ok(())
    }

    /// A copy of MIR, which is marked if somebody asks what becomes of it.
    pub(super) fn copy(
        &mut self,
        (destination, source): (Value, Value),
        bytes: u64,
        align: Align,
        position: u32,
    ) -> Outcome<PointerValue<'ctx>> {
        let (destination, source) = (self.pointer(destination)?, self.pointer(source)?);
        if let Some(copies) = &mut self.unit.copies
            && let Some(location) = copies.next(self.unit.context)
        {
            self.unit.builder.set_current_debug_location(location);
        }
        let copied = self.copy_bytes(destination, source, bytes, align)?;
        self.locate(position);
        Ok(copied)
    }

    /// Source and destination are the same place or do not overlap; gives the call.
    pub(super) fn copy_bytes(
        &self,
        destination: PointerValue<'ctx>,
        source: PointerValue<'ctx>,
        bytes: u64,
        align: Align,
    ) -> Outcome<PointerValue<'ctx>> {
        let align = alignment(align)?;
        let bytes = self.unit.context.i64_type().const_int(bytes, false);
        let call = self.unit.builder.build_memcpy(destination, align, source, align, bytes)?;
        Ok(call)
    }

    pub(super) fn zero(&mut self, destination: Value, bytes: u64, align: Align) -> Outcome<()> {
        let destination = self.pointer(destination)?;
        let zero = self.unit.context.i8_type().const_zero();
        let bytes = self.unit.context.i64_type().const_int(bytes, false);
        self.unit.builder.build_memset(destination, alignment(align)?, zero, bytes)?;
        Ok(())
    }

    /// `base + index * scale`, wrapping.
    pub(super) fn offset(&self, base: Value, index: Value, scale: u64) -> Outcome<PointerValue<'ctx>> {
        let (base, index) = (self.pointer(base)?, self.integer(index)?);
        let builder = &self.unit.builder;
        let index = self.resize(index, self.unit.context.i64_type(), true)?;
        // The element type of an address step has no other meaning than its size.
        let step: inkwell::types::BasicTypeEnum<'ctx> = match scale {
            1 | 2 | 4 | 8 => self.unit.types.integer(8 * scale as u32).into(),
            _ => self.unit.types.bytes(scale)?.into(),
        };
        // SAFETY: one index of a sized type; without `inbounds`, any sum is defined.
        Ok(unsafe { builder.build_gep(step, base, &[index], "")? })
    }
}

pub(super) fn set_alignment(instruction: inkwell::values::InstructionValue<'_>, align: Align) -> Outcome<()> {
    let set = instruction.set_alignment(alignment(align)?);
    set.map_err(|error| format!("LLVM refused an alignment: {error}").into())
}
