//! Steps that leave a block: calls, returns, jumps and the moves of blocks' arguments. Owns places in the list of steps;
//! must not know arithmetic.

use crate::call::{Argument, CallResult, Callee};
use crate::ids::{CallId, Value};
use crate::terminator::{BlockCall, ReturnValue, Terminator};
use crate::types::Type;
use crate::watch::Watch;

use super::{Decoder, STEP};
use crate::interpret::cell::is_wide;
use crate::interpret::code::{CallStep, CalleeStep, Move, Pass, ResultStep, ReturnStep, Step, Table};
use crate::interpret::image::Target;

impl Decoder<'_> {
    fn bytes_of(&self, ty: Type) -> u64 {
        self.module.types.layout(ty).size
    }

    pub(super) fn call(&mut self, id: CallId, result: Value) {
        let call = *self.function.call(id);
        let signature = self.module.signatures.get(call.signature);
        if let Callee::Direct(symbol) = call.callee
            && let Some(watch) = Watch::of_symbol(self.module.symbol_name(symbol))
            && let [Argument::Scalar(address), Argument::Scalar(bytes)] = *self.function.argument_list(call.arguments)
        {
            return self.step(Step::Tell {
                watch,
                to: self.register(result),
                address: self.register(address),
                bytes: self.register(bytes),
            });
        }
        let callee = match call.callee {
            Callee::Indirect(value) => CalleeStep::Address(self.register(value)),
            Callee::Direct(symbol) => match self.image.target(self.code.module, symbol) {
                Target::Function(function) => CalleeStep::Function(function),
                Target::Datum(_) | Target::Missing => {
                    self.code.names.push(self.module.symbol_name(symbol).to_owned());
                    let name = self.code.names.len() as u32 - 1;
                    return self.step(Step::NoSymbol { name });
                }
            },
        };
        let arguments = self.function.argument_list(call.arguments).iter().enumerate();
        let arguments = arguments
            .map(|(index, argument)| match *argument {
                Argument::Scalar(value) => self.pass(value),
                Argument::Aggregate { address, .. } => Pass::Bytes {
                    address: self.register(address),
                    bytes: signature.parameters.get(index).map_or(0, |ty| self.bytes_of(*ty)),
                },
                Argument::Stack { address, bytes, .. } => {
                    Pass::Bytes { address: self.register(address), bytes: u64::from(bytes) }
                }
            })
            .collect();
        let result = match call.result {
            CallResult::Nothing => ResultStep::Scalars(Vec::new()),
            CallResult::Scalar => ResultStep::Scalars(vec![self.take(result)]),
            CallResult::Parts(count) => {
                let parts = (0..count).map(|number| self.take(Value(result.0 + number)));
                ResultStep::Scalars(parts.collect())
            }
            CallResult::Aggregate { address, .. } => ResultStep::Bytes {
                address: self.register(address),
                bytes: signature.result.map_or(0, |ty| self.bytes_of(ty)),
            },
        };
        self.code.calls.push(CallStep { callee, arguments, result, origin: id });
        self.step(Step::Call { call: self.code.calls.len() as u32 - 1 });
    }

    pub(super) fn terminator(&mut self, terminator: Terminator) {
        let function = self.function;
        match terminator {
            Terminator::Jump(target) => {
                let (start, count) = self.moves(target);
                let target = target.block.0;
                self.step(if count == 0 { Step::Jump { target } } else { Step::Move { start, count, target } });
            }
            Terminator::Branch { condition, if_true, if_false } => {
                let branch = self.code.steps.len();
                self.step(Step::Unreachable);
                let (if_true, if_false) = (self.edge(if_true), self.edge(if_false));
                self.code.steps[branch] = Step::Branch { condition: self.register(condition), if_true, if_false };
            }
            Terminator::Switch { value, cases, default } => {
                let switch = self.code.steps.len();
                self.step(Step::Unreachable);
                let mut table = Table::default();
                for case in function.case_list(cases) {
                    let place = self.edge(case.target);
                    table.cases.push((case.bits, place));
                }
                table.default = self.edge(default);
                table.cases.sort_unstable_by_key(|(bits, _)| *bits);
                self.code.tables.push(table);
                self.code.steps[switch] =
                    Step::Switch { value: self.register(value), table: self.code.tables.len() as u32 - 1 };
            }
            Terminator::Return(value) => {
                let step = self.return_step(value);
                self.code.returns.push(step);
                self.step(Step::Return { list: self.code.returns.len() as u32 - 1 });
            }
            Terminator::Unreachable => self.step(Step::Unreachable),
            Terminator::Panic { site } => self.step(Step::Panic { site: site.0 }),
        }
    }

    fn return_step(&self, value: ReturnValue) -> ReturnStep {
        let signature = self.module.signatures.get(self.function.signature);
        let bytes = signature.result.map_or(0, |ty| self.bytes_of(ty));
        match value {
            ReturnValue::Nothing => ReturnStep::Scalars(Vec::new()),
            ReturnValue::Scalar(value) => ReturnStep::Scalars(vec![self.pass(value)]),
            ReturnValue::Parts(list) => {
                let parts = self.function.list(list).iter();
                ReturnStep::Scalars(parts.map(|value| self.pass(*value)).collect())
            }
            ReturnValue::Aggregate(address) => ReturnStep::Bytes { address: self.register(address), bytes },
            ReturnValue::ReturnSlot => {
                ReturnStep::Slot { offset: self.function.return_slot.map_or(0, |slot| self.slot_offset(slot)), bytes }
            }
        }
    }

    /// The place that an edge leads to: a block, or a step of its own that moves the arguments.
    fn edge(&mut self, target: BlockCall) -> u32 {
        let (start, count) = self.moves(target);
        if count == 0 {
            return target.block.0;
        }
        let place = self.code.steps.len() as u32 | STEP;
        self.step(Step::Move { start, count, target: target.block.0 });
        place
    }

    /// The moves of a block's arguments to its parameters. All are read before any is written: if one that is
    /// written is read by a later move, they go through cells of their own.
    fn moves(&mut self, target: BlockCall) -> (u32, u32) {
        let function = self.function;
        let parameters = function.block(target.block).parameters;
        let mut moves: Vec<Move> = Vec::new();
        for (argument, parameter) in function.list(target.arguments).iter().zip(parameters.iter()) {
            let (from, to) = (self.register(*argument), self.register(parameter));
            moves.push(Move { to, from });
            if is_wide(self.scalar(parameter)) {
                moves.push(Move { to: to + 1, from: from + 1 });
            }
        }
        moves.retain(|one| one.to != one.from);
        let start = self.code.moves.len() as u32;
        let clash = |(index, one): (usize, &Move)| moves[..index].iter().any(|earlier| earlier.to == one.from);
        if moves.iter().enumerate().any(clash) {
            let scratch = self.code.cells;
            self.code.cells += moves.len() as u32;
            for (index, one) in moves.iter().enumerate() {
                let to = scratch + index as u32;
                self.code.moves.push(Move { to, from: one.from });
            }
            for (index, one) in moves.iter().enumerate() {
                let from = scratch + index as u32;
                self.code.moves.push(Move { to: one.to, from });
            }
        } else {
            self.code.moves.extend_from_slice(&moves);
        }
        (start, self.code.moves.len() as u32 - start)
    }

    /// Replaces blocks by their first steps.
    pub(super) fn places(&mut self) {
        let starts = &self.starts;
        let place = |target: &mut u32| {
            *target = if *target & STEP == 0 { starts[*target as usize] } else { *target & !STEP };
        };
        for step in &mut self.code.steps {
            if let Step::Jump { target } | Step::Move { target, .. } = step {
                place(target);
            } else if let Step::Branch { if_true, if_false, .. } = step {
                place(if_true);
                place(if_false);
            }
        }
        for table in &mut self.code.tables {
            table.cases.iter_mut().for_each(|(_, target)| place(target));
            place(&mut table.default);
        }
    }
}
