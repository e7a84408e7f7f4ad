//! Calls. Owns how MIR's arguments become IR arguments and results; must not choose where anything travels.

use abi::llvm::LlvmValue;
use inkwell::attributes::AttributeLoc;
use inkwell::types::{BasicTypeEnum, IntType};
use inkwell::values::{BasicMetadataValueEnum, BasicValue, BasicValueEnum, IntValue, PointerValue, ValueKind};
use mir::{Align, Argument, CallId, CallResult, Callee, Scalar, Value};

use super::memory::set_alignment;
use super::{Translator, wrong};
use crate::failure::Outcome;

impl<'ctx> Translator<'_, '_, 'ctx> {
    /// Translates a call; its results are `result` and the values that follow it.
    pub(super) fn call(&mut self, id: CallId, result: Value, source: u32) -> Outcome<()> {
        let function = self.function;
        let call = function.call(id);
        if call.abi.is_none() {
            return Err("a call is not in lowered form".into());
        }
        let shape = self.unit.shapes.of(call.signature, call.abi)?;
        let given = function.argument_list(call.arguments);
        let mut arguments: Vec<BasicMetadataValueEnum<'ctx>> = Vec::with_capacity(shape.llvm.params.len());
        // Addresses that are less aligned than the description says.
        let mut aligned_less: Vec<(u32, Align)> = Vec::new();
        if let Some(copies) = &mut self.unit.copies {
            copies.begin_call(id);
        }
        for (index, item) in shape.llvm.params.iter().enumerate() {
            let positions = shape.positions(item.carries);
            let begin = positions.start as u32;
            let given = given.get(positions).ok_or("a call with fewer arguments than its description")?;
            if let Some(copies) = &mut self.unit.copies
                && let Some(location) = copies.argument(self.unit.context, begin, item.attributes.by_value.is_some())
            {
                self.unit.builder.set_current_debug_location(location);
            }
            let (value, align) = self.argument(item, given)?;
            aligned_less.extend(align.map(|align| (index as u32, align)));
            arguments.push(value.into());
            self.locate(source);
        }
        let callee: PointerValue<'ctx> = match call.callee {
            Callee::Direct(symbol) => self.unit.address(symbol)?,
            Callee::Indirect(address) => self.pointer(address)?,
        };
        if let Some(location) = self.unit.copies.as_ref().and_then(|copies| copies.call(self.unit.context, source)) {
            self.unit.builder.set_current_debug_location(location);
        }
        let made = self.unit.builder.build_indirect_call(shape.ty, callee, &arguments, "")?;
        self.locate(source);
        for (place, attribute) in &shape.attributes {
            made.add_attribute(*place, *attribute);
        }
        for (index, align) in aligned_less {
            made.add_attribute(AttributeLoc::Param(index), self.unit.attribute("align", align.bytes()));
        }
        if self.is_last_word {
            self.mark_as_end(made);
        }
        let count = match call.result {
            CallResult::Parts(count) => count,
            CallResult::Nothing | CallResult::Scalar | CallResult::Aggregate { .. } => {
                return Err("a call's result is not in lowered form".into());
            }
        };
        if count == 0 {
            return Ok(());
        }
        let defined: Vec<Value> = (0..count).map(|part| Value(result.0 + part)).collect();
        match made.try_as_basic_value() {
            ValueKind::Basic(value) => {
                let scalars: Vec<Scalar> = defined.iter().map(|value| self.scalar(*value)).collect();
                let pieces = self.split(value, &scalars)?;
                for (defined, piece) in defined.into_iter().zip(pieces) {
                    self.define(defined, piece);
                }
            }
            ValueKind::Instruction(_) if shape.returns_through_memory() => {
                // The echoed address is the one that was passed.
                let Some(Argument::Scalar(address)) = given.first() else {
                    return Err("a call without the address for its result".into());
                };
                let address = self.value(*address);
                self.define(result, address);
            }
            ValueKind::Instruction(_) => return Err("a call has a result that its description does not know".into()),
        }
        Ok(())
    }

    /// The value of an argument; for an address that is less aligned than the description says, how it is aligned.
    fn argument(&mut self, item: &LlvmValue, given: &[Argument]) -> Outcome<(BasicValueEnum<'ctx>, Option<Align>)> {
        if let [Argument::Stack { address, bytes, align }] = *given {
            return match item.attributes.by_value {
                Some(_) => self.argument_by_address(item, address, align),
                None => Ok((self.image(item, address, u64::from(bytes), align)?, None)),
            };
        }
        let mut pieces = Vec::with_capacity(given.len());
        for argument in given {
            match argument {
                Argument::Scalar(value) => pieces.push(self.value(*value)),
                Argument::Stack { .. } | Argument::Aggregate { .. } => {
                    return Err("an argument does not have the lowered form that its description says".into());
                }
            }
        }
        let joined = self.join(self.unit.types.some(&item.ty)?, &mut pieces.as_slice())?;
        Ok((joined, None))
    }

    /// Bytes that LLVM copies into the argument area from an address (`byval`). It takes the address for as aligned as it
    /// is told; the slot stays where it is, since the pass sees to sources of slots that are aligned by what is told.
    fn argument_by_address(
        &mut self,
        item: &LlvmValue,
        address: Value,
        align: Align,
    ) -> Outcome<(BasicValueEnum<'ctx>, Option<Align>)> {
        let wanted = Align::new(u64::from(item.attributes.align.unwrap_or(1)));
        Ok((self.pointer(address)?.into(), (align < wanted).then_some(align)))
    }

    /// Bytes of the argument area as a value. Behind them nothing is read, also if the value is wider.
    fn image(&mut self, item: &LlvmValue, address: Value, bytes: u64, align: Align) -> Outcome<BasicValueEnum<'ctx>> {
        let source = self.pointer(address)?;
        let ty = self.unit.types.some(&item.ty)?;
        if item.ty.size(self.unit.shapes.target) == bytes {
            let loaded = self.unit.builder.build_load(ty, source, "")?;
            if let Some(instruction) = loaded.as_instruction_value() {
                set_alignment(instruction, align)?;
            }
            return Ok(loaded);
        }
        match ty {
            BasicTypeEnum::IntType(ty) => Ok(self.gathered(ty, source, bytes, align)?.into()),
            BasicTypeEnum::ArrayType(array) if array.get_element_type().is_int_type() => {
                let element = array.get_element_type().into_int_type();
                let width = u64::from(element.get_bit_width() / 8);
                let mut whole = array.get_poison();
                for index in 0..array.len() {
                    let start = width * u64::from(index);
                    let part = self.inside(source, start as i64)?;
                    let some = bytes.saturating_sub(start).min(width);
                    let value = self.gathered(element, part, some, align.at_offset(start))?;
                    let inserted = self.unit.builder.build_insert_value(whole, value, index, "")?;
                    whole = inserted.into_array_value();
                }
                Ok(whole.into())
            }
            other => Err(wrong("whole numbers", other)),
        }
    }

    /// A whole number whose first bytes in memory are read, in pieces that do not leave them.
    fn gathered(
        &mut self,
        ty: IntType<'ctx>,
        source: PointerValue<'ctx>,
        bytes: u64,
        align: Align,
    ) -> Outcome<IntValue<'ctx>> {
        let builder = &self.unit.builder;
        let mut whole = ty.const_zero();
        let mut start = 0;
        while start < bytes {
            let width = (1 << (bytes - start).ilog2()).min(8_u64);
            let place = self.inside(source, start as i64)?;
            let piece = self.unit.types.integer(8 * width as u32);
            let loaded = builder.build_load(piece, place, "")?;
            if let Some(instruction) = loaded.as_instruction_value() {
                set_alignment(instruction, align.at_offset(start))?;
            }
            let wide = self.resize(loaded.into_int_value(), ty, false)?;
            let from_low = match self.unit.shapes.target.is_little_endian() {
                true => start,
                false => u64::from(ty.get_bit_width() / 8) - start - width,
            };
            let moved = builder.build_left_shift(wide, ty.const_int(8 * from_low, false), "")?;
            whole = builder.build_or(whole, moved, "")?;
            start += width;
        }
        Ok(whole)
    }
}
