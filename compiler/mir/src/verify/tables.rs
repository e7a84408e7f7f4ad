//! Ranges of everything that is an index. What comes later indexes without asking.

use super::Verifier;
use crate::function::BlockData;
use crate::ids::SiteId;
use crate::instruction::Operation;
use crate::operands::Named;
use crate::scalar::Scalar;
use crate::terminator::{BlockCall, ReturnValue, Terminator};

impl Verifier<'_> {
    /// Ranges of everything that is an index.
    pub fn tables(&mut self) {
        let function = self.function;
        self.require(!function.blocks.is_empty(), "there is no entry block");
        self.require(function.signature.index() < self.module.signatures.len(), "the signature is not in the module");
        let mut covered = vec![false; function.instructions.len()];
        let mut called = vec![false; function.calls.len()];
        for (id, block) in function.blocks() {
            self.block = Some(id);
            self.position = 0;
            if block.start > block.end || block.end as usize > function.instructions.len() {
                self.problem("the block's instructions are out of range");
                continue;
            }
            for index in block.start..block.end {
                self.position = index - block.start + 1;
                let again = std::mem::replace(&mut covered[index as usize], true);
                self.require(!again, "the instruction belongs to two blocks");
                let operation = function.instructions[index as usize].operation;
                self.operation_ids(operation, &mut called);
            }
            self.terminator_ids(block);
        }
        self.block = None;
        self.slot_ids();
        self.side_tables();
    }

    fn operation_ids(&mut self, mut operation: Operation, called: &mut [bool]) {
        let function = self.function;
        let known = self.problems.len();
        match operation.named() {
            Named::Call(call) => {
                let Some(again) = called.get_mut(call.index()) else {
                    self.problem(format!("{call} is out of range"));
                    return;
                };
                let again = std::mem::replace(again, true);
                self.require(!again, "two instructions share a call");
                let data = function.call(*call);
                let end = data.arguments.start as usize + data.arguments.count as usize;
                self.require(end <= function.arguments.len(), "the arguments are out of range");
                self.require(
                    data.signature.index() < self.module.signatures.len(),
                    "the signature is not in the module",
                );
            }
            Named::Slot(slot) => self.require(slot.index() < function.slots.len(), "the slot is out of range"),
            Named::Symbol(symbol) => {
                self.require(symbol.index() < self.module.symbols.len(), "the symbol is not in the module");
            }
            Named::Site(site) => self.site(*site),
            Named::Memory(alias) => {
                let known = self.module.metadata.aliases().len();
                self.require(alias.index() <= known, "the memory kind is not in the module");
            }
            Named::Nothing => {}
        }
        if self.problems.len() == known {
            let mut in_range = true;
            function.each_operand(operation, |value| in_range &= value.index() < function.values.len());
            self.require(in_range, "an operand is out of range");
        }
    }

    fn terminator_ids(&mut self, block: &BlockData) {
        let function = self.function;
        match block.terminator {
            Terminator::Panic { site } => self.site(site),
            Terminator::Switch { cases, .. } => {
                let end = cases.start as usize + cases.count as usize;
                if end > function.cases.len() {
                    self.problem("the cases are out of range");
                    return;
                }
            }
            Terminator::Return(ReturnValue::Parts(parts)) => {
                let end = parts.start as usize + parts.count as usize;
                if end > function.value_lists.len() {
                    self.problem("the parts are out of range");
                    return;
                }
            }
            Terminator::Jump(_) | Terminator::Branch { .. } | Terminator::Return(_) | Terminator::Unreachable => {}
        }
        let mut in_range = true;
        function.each_target(block.terminator, |target: BlockCall| {
            let end = target.arguments.start as usize + target.arguments.count as usize;
            in_range &= target.block.index() < function.blocks.len() && end <= function.value_lists.len();
        });
        self.require(in_range, "a target is out of range");
        if in_range {
            function.each_terminator_operand(block.terminator, |value| {
                in_range &= value.index() < function.values.len();
            });
            self.require(in_range, "an operand is out of range");
        }
    }

    fn site(&mut self, site: SiteId) {
        self.require(site.index() < self.function.sites.len(), "the site is out of range");
    }

    fn side_tables(&mut self) {
        let function = self.function;
        for (index, scope) in function.scopes.iter().enumerate() {
            let parent_first = scope.parent.is_none_or(|parent| parent.index() < index);
            self.require(parent_first, "a scope stands after its parent");
            self.require(scope.start <= scope.end, "a scope ends after it begins");
            let around = scope.parent.and_then(|parent| function.scopes.get(parent.index()));
            let inside = around.is_none_or(|around| around.start <= scope.start && scope.end <= around.end);
            self.require(inside, "a scope lies inside its parent");
        }
        let nodes = self.module.metadata.nodes().len();
        for variable in &function.variables {
            let known = variable.slot.is_none_or(|slot| slot.index() < function.slots.len());
            self.require(known, "a variable's slot is out of range");
            self.require(variable.scope.index() < function.scopes.len(), "a variable's scope is out of range");
            let known = variable.source_type.is_none_or(|node| node.index() < nodes);
            self.require(known, "a variable's source type is out of range");
        }
        let parameters = self.module.signatures.get(function.signature).parameters.len();
        let mut next = 0;
        for facts in &function.pointer_facts {
            let known = (next..parameters as u32).contains(&facts.parameter);
            self.require(known, "facts about pointers are out of order or about no parameter");
            next = facts.parameter.saturating_add(1);
        }
        for attribute in &function.attributes {
            self.require(attribute.node.index() < nodes, "an attribute's node is out of range");
        }
        for note in &function.notes {
            let about = note.variable.map_or(0, |variable| variable.index());
            self.require(about < function.variables.len().max(1), "a note is about no variable");
            self.require(note.node.index() < nodes, "a note is out of range");
        }
        let is_sorted = function.notes.is_sorted_by_key(|note| note.variable);
        self.require(is_sorted, "notes are out of order");
        let mut next = 0;
        for range in &function.ranges {
            let ty = function.values.get(range.value.index());
            let is_small = ty.is_some_and(|ty| ty.is_integer() && !ty.is_wide());
            self.require(is_small, "a range is about no integer of up to 64 bits");
            self.require(range.value.index() >= next, "ranges are out of order");
            next = range.value.index() + 1;
        }
        let mut next = 0;
        for known in &function.table_calls {
            let is_call = (next..function.calls.len()).contains(&known.call.index());
            self.require(is_call, "facts about calls through tables are out of order or about no call");
            next = known.call.index() + 1;
            self.require(known.tables.index() < nodes, "a call's tables are out of range");
            let table = function.values.get(known.table.index());
            self.require(table == Some(&Scalar::Pointer), "the table of a call is no address");
        }
    }
}
