//! The callee's side: prologues and returns. Owns how parameters arrive in their slots and values and how results
//! leave; must not know calls.

use abi::{FnAbi, Memory, Placement, ValueAbi};

use crate::function::{Parameter, SlotData, SlotKind, Storage};
use crate::ids::{AliasId, Align, Slot, Value};
use crate::instruction::{CopyReason, Operation};
use crate::scalar::Scalar;
use crate::terminator::{ReturnValue, ValueList};

use super::rewriter::{Rewriter, Values};

impl Rewriter<'_> {
    /// Replaces the parameters by what arrives, and puts them where the body expects them.
    pub fn prologue(&mut self, own: &FnAbi) -> Result<(), abi::Unsupported> {
        let parameters = std::mem::take(&mut self.function.parameters);
        if let Placement::Sret { .. } = own.result.placement {
            let address = self.new_pointer_parameter();
            self.result_address = Some(address);
            if let Some(slot) = self.function.return_slot {
                let align = Align::new(u64::from(own.result.align));
                let data = &mut self.function.slots[slot.index()];
                if data.align <= align {
                    data.storage = Storage::Pointer(address);
                }
            }
        }
        for (parameter, value) in parameters.iter().zip(&own.params) {
            match *parameter {
                Parameter::Aggregate(slot) => self.aggregate_parameter(slot, value)?,
                Parameter::Scalar(result) => self.scalar_parameter(result, value)?,
                Parameter::Stack(_) => unreachable!("only lowered functions have parameters on the stack"),
            }
        }
        Ok(())
    }

    fn aggregate_parameter(&mut self, slot: Slot, value: &ValueAbi) -> Result<(), abi::Unsupported> {
        match &value.placement {
            Placement::Ignore => {}
            Placement::Parts(parts) => {
                let values = self.part_values(parts)?;
                self.function.parameters.extend(values.iter().map(|value| Parameter::Scalar(*value)));
                let address = self.slot_address(slot);
                let align = self.function.slot(slot).align;
                for (part, value) in parts.iter().zip(values) {
                    self.store_part(part, value, address, align);
                }
            }
            Placement::Memory(Memory::ByPointer { pointer: _, align }) => {
                let address = self.new_pointer_parameter();
                if self.function.slot(slot).align.bytes() <= u64::from(*align) {
                    self.function.slots[slot.index()].storage = Storage::Pointer(address);
                } else {
                    self.copy_to_local(slot, address, value);
                }
            }
            Placement::Memory(Memory::OnStack { align, .. }) => {
                if self.function.slot(slot).align.bytes() <= u64::from(*align) {
                    self.function.slots[slot.index()].storage = Storage::Incoming;
                    self.function.parameters.push(Parameter::Stack(slot));
                } else {
                    let incoming = self.incoming(value.size, *align);
                    let address = self.slot_address(incoming);
                    self.copy_to_local(slot, address, value);
                }
            }
            Placement::Sret { .. } => unreachable!("only results are written to an address that the caller gives"),
        }
        Ok(())
    }

    /// The argument area guarantees less alignment than the local needs: the one case in which the callee
    /// copies what lies in memory already.
    fn copy_to_local(&mut self, slot: Slot, source: Value, value: &ValueAbi) {
        let destination = self.slot_address(slot);
        self.copy(destination, source, value.size, passed_align(value), CopyReason::CalleeLocal);
    }

    fn scalar_parameter(&mut self, result: Value, value: &ValueAbi) -> Result<(), abi::Unsupported> {
        let scalar = self.function.value_type(result);
        match &value.placement {
            Placement::Parts(parts) => {
                if let [part] = parts.as_slice()
                    && super::parts::same_register(scalar, part)
                {
                    self.function.parameters.push(Parameter::Scalar(result));
                    return Ok(());
                }
                let values = self.part_values(parts)?;
                self.function.parameters.extend(values.iter().map(|value| Parameter::Scalar(*value)));
                self.join_scalar(result, &values);
            }
            Placement::Memory(Memory::ByPointer { .. }) => {
                let address = self.new_pointer_parameter();
                self.load_whole(result, address);
            }
            Placement::Memory(Memory::OnStack { align, .. }) => {
                let incoming = self.incoming(value.size, *align);
                let address = self.slot_address(incoming);
                self.load_whole(result, address);
            }
            Placement::Ignore | Placement::Sret { .. } => {
                unreachable!("a scalar parameter has bytes and is no result")
            }
        }
        Ok(())
    }

    /// The parts to return; for a result in memory it is written there first.
    pub fn return_parts(&mut self, value: ReturnValue, own: &FnAbi) -> Result<ValueList, abi::Unsupported> {
        let mut values = Values::new();
        match value {
            ReturnValue::Nothing => {}
            ReturnValue::Scalar(scalar) => match &own.result.placement {
                Placement::Parts(parts) => self.split_scalar(scalar, parts, &mut values)?,
                Placement::Sret { .. } => {
                    let address = self.result_address.expect("the prologue took it");
                    self.store_whole(scalar, address);
                }
                Placement::Ignore | Placement::Memory(_) => unreachable!("a scalar result has bytes"),
            },
            ReturnValue::Aggregate(address) => self.return_aggregate(address, &own.result, &mut values)?,
            ReturnValue::ReturnSlot => {
                let slot = self.function.return_slot.expect("a function that returns its slot has one");
                match self.function.slot(slot).storage {
                    Storage::Pointer(_) => {}
                    Storage::Frame | Storage::Incoming => {
                        let address = self.slot_address(slot);
                        self.return_aggregate(address, &own.result, &mut values)?;
                    }
                }
            }
            ReturnValue::Parts(_) => unreachable!("only lowered functions return parts"),
        }
        let start = self.function.value_lists.len() as u32;
        self.function.value_lists.extend_from_slice(&values);
        Ok(ValueList { start, count: values.len() as u32 })
    }

    fn return_aggregate(
        &mut self,
        address: Value,
        result: &ValueAbi,
        values: &mut Values,
    ) -> Result<(), abi::Unsupported> {
        let align = Align::new(u64::from(result.align));
        match &result.placement {
            Placement::Ignore => {}
            Placement::Parts(parts) => {
                for part in parts {
                    values.push(self.load_part(part, address, align)?);
                }
            }
            Placement::Sret { .. } => {
                let destination = self.result_address.expect("the prologue took it");
                self.copy(destination, address, result.size, align, CopyReason::ReturnSlot);
            }
            Placement::Memory(_) => unreachable!("results in memory are written to an address"),
        }
        Ok(())
    }

    fn new_pointer_parameter(&mut self) -> Value {
        let address = self.function.new_value(Scalar::Pointer);
        self.function.parameters.push(Parameter::Scalar(address));
        address
    }

    fn incoming(&mut self, size: u64, align: u32) -> Slot {
        let mut data = SlotData::frame(size, Align::new(u64::from(align)), SlotKind::AbiTemporary, None);
        data.storage = Storage::Incoming;
        let slot = self.function.new_slot(data);
        self.function.parameters.push(Parameter::Stack(slot));
        slot
    }

    /// Reads a whole scalar that travelled in memory.
    pub fn load_whole(&mut self, result: Value, address: Value) {
        let align = Align::new(self.function.value_type(result).bytes().min(8));
        self.emit(Operation::Load { address, offset: 0, align, alias: AliasId::ANY }, result);
    }

    /// Writes a whole scalar that travels in memory.
    pub fn store_whole(&mut self, value: Value, address: Value) {
        let align = Align::new(self.function.value_type(value).bytes().min(8));
        self.emit(Operation::Store { value, address, offset: 0, align, alias: AliasId::ANY }, Value::NONE);
    }
}

/// What is known of the address of a parameter in memory.
fn passed_align(value: &ValueAbi) -> Align {
    let align = match value.placement {
        Placement::Memory(Memory::ByPointer { align, .. } | Memory::OnStack { align, .. }) => align.min(value.align),
        Placement::Ignore | Placement::Parts(_) | Placement::Sret { .. } => value.align,
    };
    Align::new(u64::from(align))
}
