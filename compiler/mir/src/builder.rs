//! Building functions. Owns the one way in which `lower` appends to a body; must not know what is built.
//!
//! A block is filled in one go: [`FunctionBuilder::switch_to`] begins it, a terminator ends it, and nothing can
//! be added to it later. So each block is a range of one vector, and building allocates nothing per instruction.

use crate::call::{Argument, ArgumentList, Call, CallResult, Callee};
use crate::function::{BlockData, Function, Parameter, SlotData, ValueRange};
use crate::ids::{AliasId, Align, Block, CallId, ScopeId, SignatureId, SiteId, Slot, SymbolId, Value, VariableId};
use crate::instruction::{
    AtomicOperator, BinaryOperator, CheckKind, CheckedOperator, Comparison, CopyReason, Instruction, Operation,
    UnaryOperator,
};
use crate::scalar::Scalar;
use crate::site::{Site, SiteKind};
use crate::terminator::{BlockCall, Case, CaseList, ReturnValue, Terminator, ValueList};
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
        FunctionBuilder {
            function: Function::new(symbol, signature),
            current: None,
            source: 0,
            unfilled: 0,
        }
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
        assert!(
            self.current.is_none() && self.unfilled == 0,
            "every block is filled and ended"
        );
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
            ValueRange {
                first,
                count: parameters.len() as u32,
            }
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
        self.function.sites.push(Site {
            kind,
            offset: self.source,
        });
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
        self.function.instructions.push(Instruction {
            operation,
            result,
            source: self.source,
        });
    }

    fn push_value(&mut self, ty: Scalar, operation: Operation) -> Value {
        let result = self.function.new_value(ty);
        self.push(operation, result);
        result
    }
}

/// Constants and addresses.
impl FunctionBuilder {
    /// An integer, `Bool` or pointer constant; wraps to the type.
    pub fn integer(&mut self, ty: Scalar, value: i128) -> Value {
        match ty {
            Scalar::I128 | Scalar::U128 => {
                let bits = value as u128;
                self.push_value(
                    ty,
                    Operation::WideConstant {
                        low: bits as u64,
                        high: (bits >> 64) as u64,
                    },
                )
            }
            Scalar::Bool
            | Scalar::I8
            | Scalar::I16
            | Scalar::I32
            | Scalar::I64
            | Scalar::U8
            | Scalar::U16
            | Scalar::U32
            | Scalar::U64
            | Scalar::F32
            | Scalar::F64
            | Scalar::Pointer => {
                let bits = constant_bits(ty, value as u64);
                self.push_value(ty, Operation::Constant { bits })
            }
        }
    }

    /// A `Bool` constant.
    pub fn boolean(&mut self, value: bool) -> Value {
        self.push_value(Scalar::Bool, Operation::Constant { bits: u64::from(value) })
    }

    /// An `F32` constant.
    pub fn float32(&mut self, value: f32) -> Value {
        self.push_value(
            Scalar::F32,
            Operation::Constant {
                bits: u64::from(value.to_bits()),
            },
        )
    }

    /// An `F64` constant.
    pub fn float64(&mut self, value: f64) -> Value {
        self.push_value(Scalar::F64, Operation::Constant { bits: value.to_bits() })
    }

    /// The address of a slot plus an offset inside of it.
    pub fn slot_address(&mut self, slot: Slot, offset: u32) -> Value {
        self.push_value(Scalar::Pointer, Operation::SlotAddress { slot, offset })
    }

    /// The address of a function or datum plus an offset.
    pub fn symbol_address(&mut self, symbol: SymbolId, offset: i64) -> Value {
        self.push_value(Scalar::Pointer, Operation::SymbolAddress { symbol, offset })
    }

    /// The address of an entry of the site table.
    pub fn site_address(&mut self, site: SiteId) -> Value {
        self.push_value(Scalar::Pointer, Operation::SiteAddress { site })
    }

    /// The address `base + index * scale`.
    pub fn offset(&mut self, base: Value, index: Value, scale: u64) -> Value {
        self.push_value(Scalar::Pointer, Operation::Offset { base, index, scale })
    }
}

/// Memory.
impl FunctionBuilder {
    /// Reads a scalar with its natural alignment.
    pub fn load(&mut self, ty: Scalar, address: Value, offset: i32) -> Value {
        self.load_with(ty, address, offset, Align::new(ty.bytes()), AliasId::ANY)
    }

    /// Reads a scalar.
    pub fn load_with(&mut self, ty: Scalar, address: Value, offset: i32, align: Align, alias: AliasId) -> Value {
        self.push_value(
            ty,
            Operation::Load {
                address,
                offset,
                align,
                alias,
            },
        )
    }

    /// Writes a scalar with its natural alignment.
    pub fn store(&mut self, value: Value, address: Value, offset: i32) {
        let align = Align::new(self.function.value_type(value).bytes());
        self.store_with(value, address, offset, align, AliasId::ANY);
    }

    /// Writes a scalar.
    pub fn store_with(&mut self, value: Value, address: Value, offset: i32, align: Align, alias: AliasId) {
        self.push(
            Operation::Store {
                value,
                address,
                offset,
                align,
                alias,
            },
            Value::NONE,
        );
    }

    /// Copies memory that is the same or does not overlap.
    pub fn copy(&mut self, destination: Value, source: Value, bytes: u64, align: Align, reason: CopyReason) {
        self.push(
            Operation::Copy {
                destination,
                source,
                bytes,
                align,
                reason,
            },
            Value::NONE,
        );
    }

    /// Fills memory with zeros.
    pub fn zero(&mut self, destination: Value, bytes: u64, align: Align) {
        self.push(
            Operation::Zero {
                destination,
                bytes,
                align,
            },
            Value::NONE,
        );
    }

    /// Changes an integer in memory at once for all threads; gives the old value.
    pub fn atomic(&mut self, operator: AtomicOperator, address: Value, value: Value) -> Value {
        let ty = self.function.value_type(value);
        self.push_value(
            ty,
            Operation::Atomic {
                operator,
                address,
                value,
            },
        )
    }
}

/// Arithmetic.
impl FunctionBuilder {
    /// One operand, same type.
    pub fn unary(&mut self, operator: UnaryOperator, value: Value) -> Value {
        let ty = self.function.value_type(value);
        self.push_value(ty, Operation::Unary { operator, value })
    }

    /// Two operands, wrapping; the type of the left one.
    pub fn binary(&mut self, operator: BinaryOperator, left: Value, right: Value) -> Value {
        let ty = self.function.value_type(left);
        self.push_value(ty, Operation::Binary { operator, left, right })
    }

    /// Two integers; panics at the site if the result does not fit.
    pub fn checked(&mut self, operator: CheckedOperator, left: Value, right: Value, site: SiteId) -> Value {
        let ty = self.function.value_type(left);
        self.push_value(
            ty,
            Operation::Checked {
                operator,
                left,
                right,
                site,
            },
        )
    }

    /// Panics at the site unless the condition holds.
    pub fn check(&mut self, kind: CheckKind, left: Value, right: Value, site: SiteId) {
        self.push(
            Operation::Check {
                kind,
                left,
                right,
                site,
            },
            Value::NONE,
        );
    }

    /// Compares two scalars of one type.
    pub fn compare(&mut self, operator: Comparison, left: Value, right: Value) -> Value {
        self.push_value(Scalar::Bool, Operation::Compare { operator, left, right })
    }

    /// Converts to a type.
    pub fn convert(&mut self, value: Value, to: Scalar) -> Value {
        self.push_value(to, Operation::Convert { value })
    }

    /// Keeps the bits, changes the type.
    pub fn reinterpret(&mut self, value: Value, to: Scalar) -> Value {
        self.push_value(to, Operation::Reinterpret { value })
    }

    /// One of two values.
    pub fn select(&mut self, condition: Value, if_true: Value, if_false: Value) -> Value {
        let ty = self.function.value_type(if_true);
        self.push_value(
            ty,
            Operation::Select {
                condition,
                if_true,
                if_false,
            },
        )
    }
}

/// Calls.
impl FunctionBuilder {
    /// Calls a function without result.
    pub fn call(&mut self, callee: Callee, signature: SignatureId, arguments: &[Argument]) {
        let call = self.add_call(callee, signature, arguments, CallResult::Nothing);
        self.push(Operation::Call { call }, Value::NONE);
    }

    /// Calls a function that returns a scalar.
    pub fn call_scalar(
        &mut self,
        callee: Callee,
        signature: SignatureId,
        arguments: &[Argument],
        result: Scalar,
    ) -> Value {
        let call = self.add_call(callee, signature, arguments, CallResult::Scalar);
        self.push_value(result, Operation::Call { call })
    }

    /// Calls a function that returns an aggregate, which is written to `address`. `unaliased` promises that the
    /// callee cannot reach that memory in another way.
    pub fn call_aggregate(
        &mut self,
        callee: Callee,
        signature: SignatureId,
        arguments: &[Argument],
        address: Value,
        unaliased: bool,
    ) {
        let call = self.add_call(
            callee,
            signature,
            arguments,
            CallResult::Aggregate { address, unaliased },
        );
        self.push(Operation::Call { call }, Value::NONE);
    }

    fn add_call(
        &mut self,
        callee: Callee,
        signature: SignatureId,
        arguments: &[Argument],
        result: CallResult,
    ) -> CallId {
        let start = self.function.arguments.len() as u32;
        self.function.arguments.extend_from_slice(arguments);
        let arguments = ArgumentList {
            start,
            count: arguments.len() as u32,
        };
        self.function.calls.push(Call {
            callee,
            signature,
            arguments,
            result,
            abi: None,
        });
        CallId::new(self.function.calls.len() - 1)
    }
}

/// Terminators: each ends the current block.
impl FunctionBuilder {
    /// Goes to a block.
    pub fn jump(&mut self, block: Block, arguments: &[Value]) {
        let target = self.block_call(block, arguments);
        self.terminate(Terminator::Jump(target));
    }

    /// Goes to one of two blocks.
    pub fn branch(&mut self, condition: Value, if_true: (Block, &[Value]), if_false: (Block, &[Value])) {
        let if_true = self.block_call(if_true.0, if_true.1);
        let if_false = self.block_call(if_false.0, if_false.1);
        self.terminate(Terminator::Branch {
            condition,
            if_true,
            if_false,
        });
    }

    /// Goes to the block of the case that equals `value`, none of which has parameters.
    pub fn switch(&mut self, value: Value, cases: &[(u64, Block)], default: Block) {
        let ty = self.function.value_type(value);
        let start = self.function.cases.len() as u32;
        let empty = ValueList::default();
        self.function.cases.extend(cases.iter().map(|(bits, block)| Case {
            bits: constant_bits(ty, *bits),
            target: BlockCall {
                block: *block,
                arguments: empty,
            },
        }));
        let cases = CaseList {
            start,
            count: cases.len() as u32,
        };
        let default = BlockCall {
            block: default,
            arguments: empty,
        };
        self.terminate(Terminator::Switch { value, cases, default });
    }

    /// Returns.
    pub fn return_value(&mut self, value: ReturnValue) {
        self.terminate(Terminator::Return(value));
    }

    /// Is never reached.
    pub fn unreachable(&mut self) {
        self.terminate(Terminator::Unreachable);
    }

    /// Panics at a site.
    pub fn panic(&mut self, site: SiteId) {
        self.terminate(Terminator::Panic { site });
    }

    /// A block call, for [`FunctionBuilder::terminate`].
    pub fn block_call(&mut self, block: Block, arguments: &[Value]) -> BlockCall {
        let start = self.function.value_lists.len() as u32;
        self.function.value_lists.extend_from_slice(arguments);
        BlockCall {
            block,
            arguments: ValueList {
                start,
                count: arguments.len() as u32,
            },
        }
    }

    /// Ends the current block.
    ///
    /// # Panics
    /// If there is none.
    pub fn terminate(&mut self, terminator: Terminator) {
        let block = self.current.take().expect("only a begun block can end");
        let data = &mut self.function.blocks[block.index()];
        data.end = self.function.instructions.len() as u32;
        data.terminator = terminator;
        data.source = self.source;
        self.unfilled -= 1;
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
