//! Calls. Owns how MIR's arguments become IR arguments and results; must not choose where anything travels.

use abi::llvm::LlvmValue;
use inkwell::values::{BasicMetadataValueEnum, BasicValue, BasicValueEnum, PointerValue, ValueKind};
use mir::{Align, Argument, CallId, CallResult, Callee, Scalar, Value};

use super::Translator;
use super::memory::set_alignment;
use crate::failure::Outcome;

/// What the argument area of every described convention is aligned to, in bytes.
pub(super) const STACK_SLOT_ALIGN: u64 = 16;

impl<'ctx> Translator<'_, '_, 'ctx> {
    /// Translates a call; its results are `result` and the values that follow it.
    pub(super) fn call(&mut self, call: CallId, result: Value) -> Outcome<()> {
        let function = self.function;
        let call = function.call(call);
        if call.abi.is_none() {
            return Err("a call is not in lowered form".into());
        }
        let shape = self.unit.shapes.of(call.signature, call.abi)?;
        let given = function.argument_list(call.arguments);
        let mut arguments: Vec<BasicMetadataValueEnum<'ctx>> = Vec::with_capacity(shape.llvm.params.len());
        for item in &shape.llvm.params {
            let given = given
                .get(shape.positions(item.carries))
                .ok_or("a call with fewer arguments than its description")?;
            arguments.push(self.argument(item, given)?.into());
        }
        let callee: PointerValue<'ctx> = match call.callee {
            Callee::Direct(symbol) => self.unit.address(symbol)?,
            Callee::Indirect(address) => self.pointer(address)?,
        };
        let made = self
            .unit
            .builder
            .build_indirect_call(shape.ty, callee, &arguments, "")?;
        for (place, attribute) in &shape.attributes {
            made.add_attribute(*place, *attribute);
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

    fn argument(&mut self, item: &LlvmValue, given: &[Argument]) -> Outcome<BasicValueEnum<'ctx>> {
        if let [Argument::Stack { address, bytes, align }] = *given {
            return self.stack_argument(item, address, u64::from(bytes), align);
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
        self.join(self.unit.types.some(&item.ty)?, &mut pieces.as_slice())
    }

    /// Bytes that go into the argument area: LLVM copies them from an address (`byval`), or gets them as a value.
    fn stack_argument(
        &mut self,
        item: &LlvmValue,
        address: Value,
        bytes: u64,
        align: Align,
    ) -> Outcome<BasicValueEnum<'ctx>> {
        let source = self.pointer(address)?;
        if item.attributes.by_value.is_some() {
            let wanted = Align::new(u64::from(item.attributes.align.unwrap_or(1)));
            // LLVM believes that the address is as aligned as the area.
            if align >= wanted || self.is_aligned_slot(source, wanted) {
                return Ok(source.into());
            }
            let copy = self.temporary(bytes, wanted, "passed")?;
            self.copy_bytes(copy, source, bytes, align)?;
            return Ok(copy.into());
        }
        let ty = self.unit.types.some(&item.ty)?;
        let size = item.ty.size(self.unit.shapes.target);
        let (place, align) = if size == bytes {
            (source, align)
        } else {
            // The value is wider than the bytes, behind which nothing may be read.
            let wide = Align::new(u64::from(item.ty.align(self.unit.shapes.target)));
            let copy = self.temporary(size.max(bytes), wide, "passed")?;
            self.copy_bytes(copy, source, bytes, align.min(wide))?;
            (copy, wide)
        };
        let loaded = self.unit.builder.build_load(ty, place, "")?;
        if let Some(instruction) = loaded.as_instruction_value() {
            set_alignment(instruction, align)?;
        }
        Ok(loaded)
    }

    /// Whether an address is that of a slot in the frame that is aligned enough, perhaps because it is passed so.
    fn is_aligned_slot(&self, address: PointerValue<'ctx>, wanted: Align) -> bool {
        let mut slots = self.slots.iter().zip(&self.function.slots);
        slots.any(|(place, slot)| {
            let align = slot.align.max(Align::new(STACK_SLOT_ALIGN));
            *place == address && slot.storage == mir::Storage::Frame && align >= wanted
        })
    }
}
