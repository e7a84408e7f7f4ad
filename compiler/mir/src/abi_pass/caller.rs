//! The caller's side. Owns how arguments leave and results arrive; must not know prologues.

use abi::{Convention, FnAbi, Memory, Placement, ValueAbi};

use crate::call::{Argument, ArgumentList, CallResult};
use crate::ids::{Align, CallId, Value};
use crate::instruction::{CopyReason, Operation};

use super::rewriter::{Rewriter, Values};

/// What is left to do after a call.
enum After {
    Nothing,
    StoreParts { address: Value, values: Values },
    JoinScalar { values: Values },
    CopyResult { from: Value, to: Value },
    LoadScalar { from: Value },
}

impl Rewriter<'_> {
    /// Keeps a call whose values all travel as themselves.
    pub fn simple_call(&mut self, call: CallId, result: Value) {
        let data = &mut self.function.calls[call.index()];
        let old = data.arguments;
        data.arguments.start = self.arguments.len() as u32;
        data.result = CallResult::Parts(u32::from(result.is_some()));
        let old = old.start as usize..(old.start + old.count) as usize;
        self.arguments.extend_from_slice(&self.function.arguments[old]);
        self.emit(Operation::Call { call }, result);
    }

    /// Replaces a call whose instruction defines `result`.
    pub fn call(&mut self, call: CallId, result: Value, abi: &FnAbi) -> Result<(), abi::Unsupported> {
        self.begin_call();
        let old = self.function.calls[call.index()];
        let start = self.arguments.len() as u32;
        let mut result_values = Values::new();
        let mut defined = result;
        let after = match old.result {
            CallResult::Nothing => After::Nothing,
            CallResult::Aggregate { address, unaliased } => match &abi.result.placement {
                Placement::Ignore => After::Nothing,
                Placement::Parts(parts) => {
                    result_values = self.part_values(parts)?;
                    After::StoreParts { address, values: result_values.clone() }
                }
                Placement::Sret { .. } if unaliased => {
                    self.arguments.push(Argument::Scalar(address));
                    After::Nothing
                }
                Placement::Sret { .. } => {
                    let from = self.result_temporary(&abi.result);
                    self.arguments.push(Argument::Scalar(from));
                    After::CopyResult { from, to: address }
                }
                Placement::Memory(_) => unreachable!("results in memory are written to an address"),
            },
            CallResult::Scalar => match &abi.result.placement {
                Placement::Parts(parts) => {
                    let scalar = self.function.value_type(result);
                    if let [part] = parts.as_slice()
                        && super::parts::same_register(scalar, part)
                    {
                        result_values.push(result);
                        After::Nothing
                    } else {
                        result_values = self.part_values(parts)?;
                        After::JoinScalar { values: result_values.clone() }
                    }
                }
                Placement::Sret { .. } => {
                    let from = self.result_temporary(&abi.result);
                    self.arguments.push(Argument::Scalar(from));
                    defined = Value::NONE;
                    After::LoadScalar { from }
                }
                Placement::Ignore | Placement::Memory(_) => unreachable!("a scalar result has bytes"),
            },
            CallResult::Parts(_) => unreachable!("only lowered calls give parts"),
        };
        if let Some(first) = result_values.first() {
            defined = *first;
        }
        for (index, value) in abi.params.iter().enumerate() {
            let argument = self.function.arguments[old.arguments.start as usize + index];
            self.argument(argument, value, abi.convention)?;
        }
        let count = self.arguments.len() as u32 - start;
        let data = &mut self.function.calls[call.index()];
        data.arguments = ArgumentList { start, count };
        data.result = CallResult::Parts(result_values.len() as u32);
        self.emit(Operation::Call { call }, defined);
        self.after_call(after, result, abi);
        Ok(())
    }

    fn after_call(&mut self, after: After, result: Value, abi: &FnAbi) {
        let align = Align::new(u64::from(abi.result.align));
        match after {
            After::Nothing => {}
            After::StoreParts { address, values } => {
                for (part, value) in abi.result.parts().iter().zip(values) {
                    self.store_part(part, value, address, align);
                }
            }
            After::JoinScalar { values } => self.join_scalar(result, &values),
            After::CopyResult { from, to } => {
                self.copy(to, from, abi.result.size, align, CopyReason::ReturnSlot);
            }
            After::LoadScalar { from } => self.load_whole(result, from),
        }
    }

    fn result_temporary(&mut self, value: &ValueAbi) -> Value {
        let slot = self.temporary(value.size, Align::new(u64::from(value.align)));
        self.slot_address(slot)
    }

    fn argument(
        &mut self,
        argument: Argument,
        value: &ValueAbi,
        convention: Convention,
    ) -> Result<(), abi::Unsupported> {
        match argument {
            Argument::Scalar(scalar) => self.scalar_argument(scalar, value),
            Argument::Aggregate { address, align, owned_temporary } => {
                let align = align.min(Align::new(u64::from(value.align)));
                match value.placement {
                    Placement::Memory(Memory::OnStack { align: slot, .. }) => {
                        let wanted = Align::new(u64::from(convention.source_align(slot)));
                        self.stack_argument(address, align, value, (Align::new(u64::from(slot)), wanted))
                    }
                    Placement::Ignore
                    | Placement::Parts(_)
                    | Placement::Memory(Memory::ByPointer { .. })
                    | Placement::Sret { .. } => self.aggregate_argument(address, align, owned_temporary, value),
                }
            }
            Argument::Stack { .. } => unreachable!("only lowered calls pass bytes on the stack"),
        }
    }

    fn aggregate_argument(
        &mut self,
        address: Value,
        align: Align,
        owned_temporary: bool,
        value: &ValueAbi,
    ) -> Result<(), abi::Unsupported> {
        let natural = Align::new(u64::from(value.align));
        match &value.placement {
            Placement::Ignore => {}
            Placement::Parts(parts) => {
                for part in parts {
                    let loaded = self.load_part(part, address, align)?;
                    self.arguments.push(Argument::Scalar(loaded));
                }
            }
            Placement::Memory(Memory::ByPointer { pointer: _, align: wanted }) => {
                let wanted = Align::new(u64::from(*wanted));
                if owned_temporary && align >= wanted.max(natural) {
                    self.arguments.push(Argument::Scalar(address));
                } else {
                    let slot = self.temporary(value.size, wanted.max(natural));
                    let copy = self.slot_address(slot);
                    self.copy(copy, address, value.size, align, CopyReason::Argument);
                    self.arguments.push(Argument::Scalar(copy));
                }
            }
            Placement::Memory(Memory::OnStack { .. }) => {
                unreachable!("what goes into the argument area goes there at once")
            }
            Placement::Sret { .. } => unreachable!("only results are written to an address that the caller gives"),
        }
        Ok(())
    }

    /// Bytes for a slot of the argument area, which come from memory that is aligned as `wanted`. An object of the frame
    /// is aligned as the slot at once; from elsewhere they go by way of a temporary.
    fn stack_argument(
        &mut self,
        mut address: Value,
        mut align: Align,
        value: &ValueAbi,
        (slot, wanted): (Align, Align),
    ) -> Result<(), abi::Unsupported> {
        if align < slot && self.raises_alignment(address, slot) {
            align = slot;
        } else if align < wanted {
            let temporary = self.temporary(value.size, wanted);
            let copy = self.slot_address(temporary);
            self.copy(copy, address, value.size, align, CopyReason::AbiTemporary);
            (address, align) = (copy, wanted);
        }
        self.arguments.push(Argument::Stack { address, bytes: stack_bytes(value)?, align });
        Ok(())
    }

    fn scalar_argument(&mut self, scalar: Value, value: &ValueAbi) -> Result<(), abi::Unsupported> {
        match &value.placement {
            Placement::Parts(parts) => {
                let mut values = Values::new();
                self.split_scalar(scalar, parts, &mut values)?;
                self.arguments.extend(values.into_iter().map(Argument::Scalar));
            }
            Placement::Memory(memory) => {
                let align = Align::new(u64::from(value.align));
                let slot = self.temporary(value.size, align);
                let address = self.slot_address(slot);
                self.store_whole(scalar, address);
                self.arguments.push(match memory {
                    Memory::OnStack { .. } => Argument::Stack { address, bytes: stack_bytes(value)?, align },
                    Memory::ByPointer { .. } => Argument::Scalar(address),
                });
            }
            Placement::Ignore | Placement::Sret { .. } => {
                unreachable!("a scalar parameter has bytes and is no result")
            }
        }
        Ok(())
    }
}

fn stack_bytes(value: &ValueAbi) -> Result<u32, abi::Unsupported> {
    u32::try_from(value.size).map_err(|_| abi::Unsupported {
        what: "an argument of 4 GB or more".to_owned(),
        why: "no stack holds it".to_owned(),
    })
}
