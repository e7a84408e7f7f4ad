//! Which variables may change where they are visible. Owns this question, which optimised code raises: an optimiser that takes
//! a change out may go on saying what the variable was before. Must not know what optimisers do.

use super::NOBODY_WROTE;
use crate::function::Function;
use crate::ids::{Slot, Value};
use crate::instruction::Operation;
use crate::operands::Use;
use crate::types::Type;

impl Function {
    /// For each variable whether anything but its declaration writes to it, or has its address and might. A number that is
    /// written in two places may change, too: the declaration is then one of a branch, or comes again.
    pub fn changing_variables(&self) -> Vec<bool> {
        let mut visible_from = vec![0; self.slots.len()];
        let mut is_number = vec![false; self.slots.len()];
        for variable in &self.variables {
            if let Some(slot) = variable.slot {
                visible_from[slot.index()] = self.scopes[variable.scope.index()].start;
                is_number[slot.index()] = matches!(variable.ty, Type::Scalar(_));
            }
        }
        let mut slots: Vec<Option<Slot>> = vec![None; self.values.len()];
        for instruction in &self.instructions {
            if let Operation::SlotAddress { slot, .. } = instruction.operation {
                slots[instruction.result.index()] = Some(slot);
            }
        }
        let slot_of = |value: Value| slots[value.index()];
        let mut is_written = vec![false; self.slots.len()];
        let mut changes = vec![false; self.slots.len()];
        for (_, block) in self.blocks() {
            for instruction in self.instructions_of(block) {
                self.each_use(instruction.operation, |value, used| {
                    if let Some(slot) = slot_of(value)
                        && may_write(instruction.operation, value, used)
                    {
                        let slot = slot.index();
                        let is_again = std::mem::replace(&mut is_written[slot], true);
                        let is_declared = instruction.source == NOBODY_WROTE || instruction.source < visible_from[slot];
                        changes[slot] |= !is_declared || is_again && is_number[slot];
                    }
                });
            }
            self.each_terminator_operand(block.terminator, |value| {
                if let Some(slot) = slot_of(value) {
                    changes[slot.index()] = true;
                }
            });
        }
        self.variables.iter().map(|variable| variable.slot.is_some_and(|slot| changes[slot.index()])).collect()
    }
}

/// Whether an operation may lead to something new at an address that it uses.
fn may_write(operation: Operation, address: Value, used: Use) -> bool {
    match (operation, used) {
        (Operation::Copy { destination, .. }, Use::Access) => destination == address,
        (Operation::Store { .. } | Operation::Zero { .. }, Use::Access) | (_, Use::Datum) => true,
        (_, Use::Access) => false,
    }
}
