//! Calls, and the terminators that end a block.

use super::{FunctionBuilder, constant_bits};
use crate::call::{Argument, ArgumentList, Call, CallResult, Callee};
use crate::ids::{Block, CallId, SignatureId, SiteId, Value};
use crate::instruction::Operation;
use crate::scalar::Scalar;
use crate::terminator::{BlockCall, Case, CaseList, ReturnValue, Terminator, ValueList};

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
        let call = self.add_call(callee, signature, arguments, CallResult::Aggregate { address, unaliased });
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
        let arguments = ArgumentList { start, count: arguments.len() as u32 };
        self.function.calls.push(Call { callee, signature, arguments, result, abi: None });
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
        self.terminate(Terminator::Branch { condition, if_true, if_false });
    }

    /// Goes to the block of the case that equals `value`, none of which has parameters.
    pub fn switch(&mut self, value: Value, cases: &[(u64, Block)], default: Block) {
        let ty = self.function.value_type(value);
        let start = self.function.cases.len() as u32;
        let empty = ValueList::default();
        self.function.cases.extend(cases.iter().map(|(bits, block)| Case {
            bits: constant_bits(ty, *bits),
            target: BlockCall { block: *block, arguments: empty },
        }));
        let cases = CaseList { start, count: cases.len() as u32 };
        let default = BlockCall { block: default, arguments: empty };
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
        BlockCall { block, arguments: ValueList { start, count: arguments.len() as u32 } }
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
