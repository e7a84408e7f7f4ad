//! Building functions. Owns the one way in which `lower` appends to a body; must not know what is built.
//!
//! A block is filled in one go: [`FunctionBuilder::switch_to`] begins it, a terminator ends it, and nothing can
//! be added to it later. So each block is a range of one vector, and building allocates nothing per instruction.

mod control;
mod typed;
mod values;

use crate::function::{BlockData, Function, Parameter, SlotData, ValueRange};
use crate::ids::{Block, ScopeId, SignatureId, SiteId, Slot, SymbolId, Value, VariableId};
use crate::instruction::{Instruction, Operation};
use crate::scalar::Scalar;
use crate::site::{Site, SiteKind};
use crate::terminator::Terminator;
use crate::variable::{Scope, Variable};

/// Appends to one function.
#[derive(Debug)]
pub struct FunctionBuilder {
    function: Function,
    current: Option<Block>,
    source: u32,
    unfilled: u32,
}

impl FunctionBuilder {
    /// Begins a function in `system-abi` form. Parameters, in order, and blocks come next.
    pub fn new(symbol: SymbolId, signature: SignatureId) -> FunctionBuilder {
        FunctionBuilder { function: Function::new(symbol, signature), current: None, source: 0, unfilled: 0 }
    }

    /// The same in the memory of a function that nobody needs any more: tables that do not have to grow again.
    pub fn in_memory_of(mut other: Function, symbol: SymbolId, signature: SignatureId) -> FunctionBuilder {
        other.begin_anew(symbol, signature);
        FunctionBuilder { function: other, current: None, source: 0, unfilled: 0 }
    }

    /// The function so far.
    pub fn function(&self) -> &Function {
        &self.function
    }

    /// The function so far, for facts that need no order: linkage, attributes, return slot.
    pub fn function_mut(&mut self) -> &mut Function {
        &mut self.function
    }

    /// The finished function.
    ///
    /// # Panics
    /// If a block was made and not filled: a forgotten block is a mistake of the caller.
    pub fn finish(self) -> Function {
        assert!(self.current.is_none() && self.unfilled == 0, "every block is filled and ended");
        self.function
    }

    /// Sets the source expression of what follows: a byte offset relative to the item's chunk.
    pub fn set_source(&mut self, offset: u32) {
        self.source = offset;
    }

    /// The source expression of what follows.
    pub fn source(&self) -> u32 {
        self.source
    }

    /// The next parameter is a scalar.
    pub fn scalar_parameter(&mut self, ty: Scalar) -> Value {
        let value = self.function.new_value(ty);
        self.function.parameters.push(Parameter::Scalar(value));
        value
    }

    /// The next parameter is an aggregate, which the slot holds from the start.
    pub fn aggregate_parameter(&mut self, slot: Slot) {
        self.function.parameters.push(Parameter::Aggregate(slot));
    }

    /// A new slot.
    pub fn slot(&mut self, data: SlotData) -> Slot {
        self.function.new_slot(data)
    }

    /// Says in which slot the result is built.
    pub fn set_return_slot(&mut self, slot: Slot) {
        self.function.return_slot = Some(slot);
    }

    /// A new block without parameters. The first one made is the entry.
    pub fn block(&mut self) -> Block {
        self.block_with(&[])
    }

    /// A new block with parameters; see [`FunctionBuilder::block_parameter`].
    pub fn block_with(&mut self, parameters: &[Scalar]) -> Block {
        let first = self.function.values.len() as u32;
        self.function.values.extend_from_slice(parameters);
        let parameters = if parameters.is_empty() {
            ValueRange::EMPTY
        } else {
            ValueRange { first, count: parameters.len() as u32 }
        };
        self.unfilled += 1;
        self.function.blocks.push(BlockData {
            parameters,
            start: u32::MAX,
            end: u32::MAX,
            terminator: Terminator::Unreachable,
            source: 0,
        });
        Block::new(self.function.blocks.len() - 1)
    }

    /// A parameter of a block, by its position.
    pub fn block_parameter(&self, block: Block, index: u32) -> Value {
        let parameters = self.function.blocks[block.index()].parameters;
        assert!(index < parameters.count, "the block has that parameter");
        Value(parameters.first + index)
    }

    /// Begins to fill a block.
    ///
    /// # Panics
    /// If another block is not ended, or this one was filled before.
    pub fn switch_to(&mut self, block: Block) {
        assert!(self.current.is_none(), "a block is ended before the next one begins");
        let data = &mut self.function.blocks[block.index()];
        assert!(data.start == u32::MAX, "a block is filled once");
        data.start = self.function.instructions.len() as u32;
        self.current = Some(block);
    }

    /// The block being filled; `None` after a terminator.
    pub fn current(&self) -> Option<Block> {
        self.current
    }

    /// A new site at the current source expression.
    pub fn site(&mut self, kind: SiteKind) -> SiteId {
        self.function.sites.push(Site { kind, offset: self.source });
        SiteId::new(self.function.sites.len() - 1)
    }

    /// A new lexical scope.
    pub fn scope(&mut self, scope: Scope) -> ScopeId {
        self.function.scopes.push(scope);
        ScopeId::new(self.function.scopes.len() - 1)
    }

    /// A new source variable.
    pub fn variable(&mut self, variable: Variable) -> VariableId {
        self.function.variables.push(variable);
        VariableId::new(self.function.variables.len() - 1)
    }

    fn push(&mut self, operation: Operation, result: Value) {
        debug_assert!(self.current.is_some(), "instructions stand in a block");
        self.function.instructions.push(Instruction { operation, result, source: self.source });
    }

    fn push_value(&mut self, ty: Scalar, operation: Operation) -> Value {
        let result = self.function.new_value(ty);
        self.push(operation, result);
        result
    }
}

/// The bits of a constant as [`Operation::Constant`] wants them: cut to the type, then extended by its sign.
pub fn constant_bits(ty: Scalar, bits: u64) -> u64 {
    match ty {
        Scalar::Bool => bits & 1,
        Scalar::I8 => bits as i8 as u64,
        Scalar::I16 => bits as i16 as u64,
        Scalar::I32 => bits as i32 as u64,
        Scalar::U8 => u64::from(bits as u8),
        Scalar::U16 => u64::from(bits as u16),
        Scalar::U32 | Scalar::F32 => u64::from(bits as u32),
        Scalar::I64 | Scalar::U64 | Scalar::I128 | Scalar::U128 | Scalar::F64 | Scalar::Pointer => bits,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminator::ReturnValue;

    #[test]
    fn constants_are_cut_and_extended() {
        assert_eq!(constant_bits(Scalar::I8, 0xff), u64::MAX);
        assert_eq!(constant_bits(Scalar::U8, 0xfff), 0xff);
        assert_eq!(constant_bits(Scalar::I32, 0x1_7fff_ffff), 0x7fff_ffff);
        assert_eq!(constant_bits(Scalar::Bool, 3), 1);
    }

    #[test]
    #[should_panic(expected = "every block is filled")]
    fn a_forgotten_block_is_noticed() {
        let mut builder = FunctionBuilder::new(SymbolId(0), SignatureId(0));
        let entry = builder.block();
        builder.block();
        builder.switch_to(entry);
        builder.return_value(ReturnValue::Nothing);
        builder.finish();
    }
}
