//! Which values an instruction or a terminator uses, and which entry of a table. Owns the one walk over each, so that a new
//! operation is taught here and nowhere else; must not know what the values are for.

use crate::call::{Argument, CallResult, Callee};
use crate::function::Function;
use crate::ids::{AliasId, CallId, SiteId, Slot, SymbolId, Value};
use crate::instruction::Operation;
use crate::terminator::{BlockCall, ReturnValue, Terminator};

/// What an operation does with a value that it uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// It takes the value as it is, and may hand it on.
    Datum,
    /// It reads or writes memory there and leaves the address with whoever has it.
    Access,
}

/// The entry of a table that an operation names; none names more than one.
#[derive(Debug, PartialEq, Eq)]
pub enum Named<'operation> {
    /// None.
    Nothing,
    /// A slot of the function.
    Slot(&'operation mut Slot),
    /// A symbol of the module.
    Symbol(&'operation mut SymbolId),
    /// A site of the function.
    Site(&'operation mut SiteId),
    /// A kind of memory of the module.
    Memory(&'operation mut AliasId),
    /// A call of the function.
    Call(&'operation mut CallId),
}

impl Operation {
    /// The entry of a table that the operation names, to look at or to change.
    pub fn named(&mut self) -> Named<'_> {
        match self {
            Operation::SlotAddress { slot, .. } => Named::Slot(slot),
            Operation::SymbolAddress { symbol, .. } => Named::Symbol(symbol),
            Operation::SiteAddress { site } | Operation::Checked { site, .. } | Operation::Check { site, .. } => {
                Named::Site(site)
            }
            Operation::Load { alias, .. } | Operation::Store { alias, .. } | Operation::Copy { alias, .. } => {
                Named::Memory(alias)
            }
            Operation::Call { call } => Named::Call(call),
            Operation::Constant { .. }
            | Operation::WideConstant { .. }
            | Operation::Zero { .. }
            | Operation::Unary { .. }
            | Operation::Binary { .. }
            | Operation::Compare { .. }
            | Operation::Convert { .. }
            | Operation::Reinterpret { .. }
            | Operation::Half { .. }
            | Operation::Concatenate { .. }
            | Operation::Offset { .. }
            | Operation::Select { .. }
            | Operation::Atomic { .. }
            | Operation::AtomicLoad { .. }
            | Operation::CompareExchange { .. } => Named::Nothing,
        }
    }
}

impl Function {
    /// Every value that an operation uses, in order.
    pub fn each_operand(&self, operation: Operation, mut each: impl FnMut(Value)) {
        self.each_use(operation, |value, _| each(value));
    }

    /// Every value that an operation uses, in order, and what for.
    pub fn each_use(&self, operation: Operation, mut each: impl FnMut(Value, Use)) {
        match operation {
            Operation::Constant { .. }
            | Operation::WideConstant { .. }
            | Operation::SlotAddress { .. }
            | Operation::SymbolAddress { .. }
            | Operation::SiteAddress { .. } => {}
            Operation::Load { address, .. } | Operation::Zero { destination: address, .. } => {
                each(address, Use::Access);
            }
            Operation::Unary { value, .. }
            | Operation::AtomicLoad { address: value }
            | Operation::Convert { value }
            | Operation::Reinterpret { value }
            | Operation::Half { value, .. } => each(value, Use::Datum),
            Operation::Store { value, address, .. } => {
                each(value, Use::Datum);
                each(address, Use::Access);
            }
            Operation::Copy { destination, source, .. } => {
                each(destination, Use::Access);
                each(source, Use::Access);
            }
            // Whoever else has the address of what is changed at once for all threads looks at it while it changes.
            Operation::Atomic { address: first, value: second, .. }
            | Operation::Binary { left: first, right: second, .. }
            | Operation::Checked { left: first, right: second, .. }
            | Operation::Check { left: first, right: second, .. }
            | Operation::Compare { left: first, right: second, .. }
            | Operation::Concatenate { low: first, high: second }
            | Operation::Offset { base: first, index: second, .. } => {
                each(first, Use::Datum);
                each(second, Use::Datum);
            }
            Operation::Select { condition: first, if_true: second, if_false: third }
            | Operation::CompareExchange { address: first, expected: second, replacement: third } => {
                each(first, Use::Datum);
                each(second, Use::Datum);
                each(third, Use::Datum);
            }
            Operation::Call { call } => {
                let call = self.call(call);
                match call.callee {
                    Callee::Direct(_) => {}
                    Callee::Indirect(value) => each(value, Use::Datum),
                }
                for argument in self.argument_list(call.arguments) {
                    match argument {
                        Argument::Scalar(value) => each(*value, Use::Datum),
                        Argument::Aggregate { address, .. } => each(*address, Use::Datum),
                        // The bytes are read before the call and the address goes nowhere.
                        Argument::Stack { address, .. } => each(*address, Use::Access),
                    }
                }
                match call.result {
                    CallResult::Aggregate { address, .. } => each(address, Use::Datum),
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
