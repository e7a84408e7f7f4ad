//! How blocks end. Owns phis' incoming values and the one return block of functions that return in several places.
//! Must not know calling conventions beyond the shape of the result.

use inkwell::basic_block::BasicBlock;
use inkwell::values::{BasicValueEnum, IntValue, PointerValue};
use mir::{Block, BlockCall, CaseList, ReturnValue, Terminator, Value};
use rustc_hash::FxHashMap;

use super::Translator;
use crate::failure::Outcome;

/// Where returns go, if there are several.
#[derive(Default)]
pub(super) struct Returns<'ctx> {
    block: Option<BasicBlock<'ctx>>,
    slot: Option<PointerValue<'ctx>>,
}

/// Where a terminator goes: each block with the values that its first edge brings.
type Edges = FxHashMap<Block, BlockCall>;

impl<'ctx> Translator<'_, '_, 'ctx> {
    pub(super) fn prepare_returns(&mut self) {
        let is_return = |block: &&Block| match self.function.block(**block).terminator {
            Terminator::Return(_) => true,
            Terminator::Jump(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::Unreachable
            | Terminator::Panic { .. } => false,
        };
        if self.order.iter().filter(is_return).count() > 1 {
            self.returns.block = Some(self.new_block("return"));
        }
    }

    /// The slot of the result, before all others.
    pub(super) fn make_return_slot(&mut self) -> Outcome<()> {
        if self.returns.block.is_none() {
            return Ok(());
        }
        if let Some(ty) = self.unit.types.described(&self.shape.llvm.result.ty)? {
            self.returns.slot = Some(self.unit.builder.build_alloca(ty, "retval")?);
        }
        Ok(())
    }

    pub(super) fn finish_returns(&mut self) -> Outcome<()> {
        let Some(block) = self.returns.block else {
            return Ok(());
        };
        let last = self.llvm.get_last_basic_block().filter(|last| *last != block);
        if let Some(last) = last {
            // The block stands at the end, where a reader looks for it. Both belong to this function.
            let moved = block.move_after(last);
            debug_assert!(moved.is_ok());
        }
        let builder = &self.unit.builder;
        builder.position_at_end(block);
        // What all ways out share stands where the body ends.
        let end = self.function.scopes.first().map_or(0, |scope| scope.end.saturating_sub(1));
        self.locate_line(end);
        match (self.returns.slot, self.unit.types.described(&self.shape.llvm.result.ty)?) {
            (Some(slot), Some(ty)) => {
                let value = builder.build_load(ty, slot, "")?;
                builder.build_return(Some(&value))?;
            }
            (None, _) | (_, None) => {
                builder.build_return(None)?;
            }
        }
        Ok(())
    }

    pub(super) fn terminator(&mut self, terminator: Terminator) -> Outcome<()> {
        match terminator {
            Terminator::Jump(call) => {
                let mut edges = Edges::default();
                let target = self.edge(call, &mut edges)?;
                self.unit.builder.build_unconditional_branch(target)?;
            }
            Terminator::Branch { condition, if_true, if_false } => {
                let condition = self.integer(condition)?;
                let mut edges = Edges::default();
                let taken = self.edge(if_true, &mut edges)?;
                let other = self.edge(if_false, &mut edges)?;
                self.unit.builder.build_conditional_branch(condition, taken, other)?;
            }
            Terminator::Switch { value, cases, default } => self.switch(value, cases, default)?,
            Terminator::Return(value) => self.leave(value)?,
            Terminator::Unreachable => {
                self.unit.builder.build_unreachable()?;
            }
            Terminator::Panic { site } => {
                let address = self.site_address(site)?;
                self.panic(address, None)?;
            }
        }
        Ok(())
    }

    fn switch(&mut self, value: Value, cases: CaseList, default: BlockCall) -> Outcome<()> {
        let value = self.integer(value)?;
        let ty = value.get_type();
        let mask = u64::MAX >> (64 - ty.get_bit_width().min(64));
        let mut edges = Edges::default();
        let default = self.edge(default, &mut edges)?;
        let mut targets: Vec<(IntValue<'ctx>, BasicBlock<'ctx>)> = Vec::with_capacity(cases.count as usize);
        for case in self.function.case_list(cases) {
            let target = self.edge(case.target, &mut edges)?;
            targets.push((ty.const_int(case.bits & mask, false), target));
        }
        self.unit.builder.build_switch(value, default, &targets)?;
        Ok(())
    }

    /// The block that an edge of the current block goes to. A phi has one value for each block before it, so an edge
    /// that brings other values than an earlier one of the same terminator goes through a block of its own.
    fn edge(&mut self, call: BlockCall, edges: &mut Edges) -> Outcome<BasicBlock<'ctx>> {
        let target = self.block(call.block)?;
        let here = self.current_block();
        let first = *edges.entry(call.block).or_insert(call);
        if self.function.list(first.arguments) == self.function.list(call.arguments) {
            self.bring(call, here)?;
            return Ok(target);
        }
        let between = self.new_block("edge");
        self.unit.builder.position_at_end(between);
        self.unit.builder.build_unconditional_branch(target)?;
        self.bring(call, between)?;
        self.unit.builder.position_at_end(here);
        Ok(between)
    }

    fn bring(&self, call: BlockCall, from: BasicBlock<'ctx>) -> Outcome<()> {
        let arguments = self.function.list(call.arguments);
        for (phi, argument) in self.phis[call.block.index()].iter().zip(arguments) {
            phi.add_incoming(&[(&self.value(*argument), from)]);
        }
        Ok(())
    }

    fn leave(&mut self, value: ReturnValue) -> Outcome<()> {
        let parts = match value {
            ReturnValue::Parts(parts) => self.function.list(parts),
            ReturnValue::Nothing | ReturnValue::Scalar(_) | ReturnValue::Aggregate(_) | ReturnValue::ReturnSlot => {
                return Err("a return is not in lowered form".into());
            }
        };
        let result = match self.unit.types.described(&self.shape.llvm.result.ty)? {
            Some(ty) => {
                let pieces: Vec<BasicValueEnum<'ctx>> = parts.iter().map(|part| self.value(*part)).collect();
                Some(self.join(ty, &mut pieces.as_slice())?)
            }
            None => None,
        };
        let builder = &self.unit.builder;
        match (self.returns.block, result) {
            (None, Some(result)) => {
                builder.build_return(Some(&result))?;
            }
            (None, None) => {
                builder.build_return(None)?;
            }
            (Some(block), result) => {
                if let (Some(slot), Some(result)) = (self.returns.slot, result) {
                    builder.build_store(slot, result)?;
                }
                builder.build_unconditional_branch(block)?;
            }
        }
        Ok(())
    }
}
