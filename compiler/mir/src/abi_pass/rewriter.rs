//! Rewriting one function. Owns the new vectors of instructions and arguments and the pool of temporaries; must
//! not know placements, which its other files read.

use std::rc::Rc;

use smallvec::SmallVec;

use crate::call::Argument;
use crate::function::{Function, SlotData, SlotKind, Storage};
use crate::ids::{AliasId, Align, Slot, Value};
use crate::instruction::{CopyReason, Instruction, Operation};
use crate::scalar::Scalar;
use crate::terminator::{ReturnValue, Terminator};

use super::Described;

/// The parts of one value.
pub type Values = SmallVec<[Value; 4]>;

/// The state of rewriting one function.
pub struct Rewriter<'function> {
    /// The function; its instructions are in `old` until the end.
    pub function: &'function mut Function,
    /// The source expression of what is emitted.
    pub source: u32,
    /// The caller's place for the result, if it gave one.
    pub result_address: Option<Value>,
    /// The new arguments of all calls.
    pub arguments: Vec<Argument>,
    /// The instructions as they were.
    old: Rc<Vec<Instruction>>,
    /// By value, the slot that it is the address of; empty until somebody asks.
    slot_addresses: Vec<Option<(Slot, u32)>>,
    instructions: Vec<Instruction>,
    temporaries: Vec<Temporary>,
    calls: u32,
}

/// Memory that a callee may change. It is free again after the call, so calls share it.
struct Temporary {
    slot: Slot,
    last_call: u32,
}

impl<'function> Rewriter<'function> {
    pub fn new(function: &'function mut Function) -> Rewriter<'function> {
        let instructions = Vec::with_capacity(function.instructions.len() * 5 / 4 + 8);
        let arguments = Vec::with_capacity(function.arguments.len() * 5 / 4 + 4);
        Rewriter {
            function,
            source: 0,
            result_address: None,
            arguments,
            old: Rc::default(),
            slot_addresses: Vec::new(),
            instructions,
            temporaries: Vec::new(),
            calls: 0,
        }
    }

    pub fn run(mut self, described: &Described<'_>) -> Result<(), abi::Unsupported> {
        let own = described.abi(described.known(self.function.signature));
        let old = Rc::new(std::mem::take(&mut self.function.instructions));
        self.old = Rc::clone(&old);
        for index in 0..self.function.blocks.len() {
            let block = self.function.blocks[index];
            let start = self.instructions.len() as u32;
            if index == 0 {
                self.prologue(own)?;
            }
            for instruction in &old[block.start as usize..block.end as usize] {
                let Operation::Call { call } = instruction.operation else {
                    self.instructions.push(*instruction);
                    continue;
                };
                self.source = instruction.source;
                let known = described.known(self.function.calls[call.index()].signature);
                if known.simple {
                    self.simple_call(call, instruction.result);
                } else {
                    self.call(call, instruction.result, described.abi(known))?;
                }
            }
            if let Terminator::Return(value) = block.terminator {
                self.source = block.source;
                let parts = self.return_parts(value, own)?;
                self.function.blocks[index].terminator = Terminator::Return(ReturnValue::Parts(parts));
            }
            let data = &mut self.function.blocks[index];
            data.start = start;
            data.end = self.instructions.len() as u32;
        }
        self.function.instructions = self.instructions;
        self.function.arguments = self.arguments;
        Ok(())
    }

    /// Appends an instruction.
    pub fn emit(&mut self, operation: Operation, result: Value) {
        self.instructions.push(Instruction { operation, result, source: self.source });
    }

    /// Appends an instruction that defines a new value.
    pub fn define(&mut self, ty: Scalar, operation: Operation) -> Value {
        let result = self.function.new_value(ty);
        self.emit(operation, result);
        result
    }

    pub fn slot_address(&mut self, slot: Slot) -> Value {
        self.define(Scalar::Pointer, Operation::SlotAddress { slot, offset: 0 })
    }

    pub fn copy(&mut self, destination: Value, source: Value, bytes: u64, align: Align, reason: CopyReason) {
        self.emit(Operation::Copy { destination, source, bytes, align, reason, alias: AliasId::ANY }, Value::NONE);
    }

    /// Aligns the object of the frame that an address leads to, if it is known to, so that the address is aligned.
    pub fn raises_alignment(&mut self, address: Value, align: Align) -> bool {
        if self.slot_addresses.is_empty() {
            self.slot_addresses = vec![None; self.function.values.len()];
            for instruction in self.old.iter() {
                if let Operation::SlotAddress { slot, offset } = instruction.operation {
                    self.slot_addresses[instruction.result.index()] = Some((slot, offset));
                }
            }
        }
        let Some(Some((slot, offset))) = self.slot_addresses.get(address.index()) else {
            return false;
        };
        let data = &mut self.function.slots[slot.index()];
        if data.storage != Storage::Frame || !u64::from(*offset).is_multiple_of(align.bytes()) {
            return false;
        }
        data.align = data.align.max(align);
        true
    }

    /// Says that the temporaries of the calls before are free again.
    pub fn begin_call(&mut self) {
        self.calls += 1;
    }

    /// Memory that nothing else of this call uses.
    pub fn temporary(&mut self, size: u64, align: Align) -> Slot {
        let calls = self.calls;
        let slots = &self.function.slots;
        let free = self.temporaries.iter_mut().find(|temporary| {
            let data = &slots[temporary.slot.index()];
            temporary.last_call != calls && data.size >= size && data.align >= align
        });
        if let Some(temporary) = free {
            temporary.last_call = calls;
            return temporary.slot;
        }
        let slot = self.function.new_slot(SlotData::frame(size, align, SlotKind::AbiTemporary, None));
        self.temporaries.push(Temporary { slot, last_call: calls });
        slot
    }
}
