//! Which values an instruction or a terminator uses. Owns the one walk over operands, so that a new operation is
//! taught here and nowhere else; must not know what the values are for.

use crate::call::{Argument, CallResult, Callee};
use crate::function::Function;
use crate::ids::Value;
use crate::instruction::Operation;
use crate::terminator::{BlockCall, ReturnValue, Terminator};

impl Function {
    /// Every value that an operation uses, in order.
    pub fn each_operand(&self, operation: Operation, mut each: impl FnMut(Value)) {
        match operation {
            Operation::Constant { .. }
            | Operation::WideConstant { .. }
            | Operation::SlotAddress { .. }
            | Operation::SymbolAddress { .. }
            | Operation::SiteAddress { .. } => {}
            Operation::Load { address: value, .. }
            | Operation::Zero { destination: value, .. }
            | Operation::Unary { value, .. }
            | Operation::Convert { value }
            | Operation::Reinterpret { value }
            | Operation::Half { value, .. } => each(value),
            Operation::Store { value: first, address: second, .. }
            | Operation::Copy { destination: first, source: second, .. }
            | Operation::Binary { left: first, right: second, .. }
            | Operation::Checked { left: first, right: second, .. }
            | Operation::Check { left: first, right: second, .. }
            | Operation::Compare { left: first, right: second, .. }
            | Operation::Concatenate { low: first, high: second }
            | Operation::Offset { base: first, index: second, .. }
            | Operation::Atomic { address: first, value: second, .. } => {
                each(first);
                each(second);
            }
            Operation::Select { condition, if_true, if_false } => {
                each(condition);
                each(if_true);
                each(if_false);
            }
            Operation::Call { call } => {
                let call = self.call(call);
                match call.callee {
                    Callee::Direct(_) => {}
                    Callee::Indirect(value) => each(value),
                }
                for argument in self.argument_list(call.arguments) {
                    match argument {
                        Argument::Scalar(value) => each(*value),
                        Argument::Aggregate { address, .. } | Argument::Stack { address, .. } => each(*address),
                    }
                }
                match call.result {
                    CallResult::Aggregate { address, .. } => each(address),
                    CallResult::Nothing | CallResult::Scalar | CallResult::Parts(_) => {}
                }
            }
        }
    }

    /// Every value that a terminator uses, arguments of blocks included.
    pub fn each_terminator_operand(&self, terminator: Terminator, mut each: impl FnMut(Value)) {
        match terminator {
            Terminator::Branch { condition: value, .. } | Terminator::Switch { value, .. } => each(value),
            Terminator::Return(ReturnValue::Scalar(value) | ReturnValue::Aggregate(value)) => each(value),
            Terminator::Return(ReturnValue::Parts(parts)) => self.list(parts).iter().copied().for_each(&mut each),
            Terminator::Return(ReturnValue::Nothing | ReturnValue::ReturnSlot)
            | Terminator::Jump(_)
            | Terminator::Unreachable
            | Terminator::Panic { .. } => {}
        }
        self.each_target(terminator, |target| self.list(target.arguments).iter().copied().for_each(&mut each));
    }

    /// Every block that a terminator goes to, with its arguments.
    pub fn each_target(&self, terminator: Terminator, mut each: impl FnMut(BlockCall)) {
        match terminator {
            Terminator::Jump(target) => each(target),
            Terminator::Branch { if_true, if_false, .. } => {
                each(if_true);
                each(if_false);
            }
            Terminator::Switch { cases, default, .. } => {
                self.case_list(cases).iter().for_each(|case| each(case.target));
                each(default);
            }
            Terminator::Return(_) | Terminator::Unreachable | Terminator::Panic { .. } => {}
        }
    }
}
