//! From functions to code, once per function. Owns the assignment of cells, slots and places; must not run anything.

use std::rc::Rc;

use crate::builder::constant_bits;
use crate::call::{Argument, CallResult, Callee};
use crate::function::{Function, Parameter, Storage};
use crate::ids::{Align, CallId, Slot, SymbolId, Value};
use crate::instruction::{CheckKind, Instruction, Operation, UnaryOperator};
use crate::module::Module;
use crate::scalar::Scalar;
use crate::terminator::{BlockCall, ReturnValue, Terminator};
use crate::types::Type;

use super::cell::{Form, is_wide};
use super::code::{
    Access, CallStep, CalleeStep, Code, Move, Pass, Register, ResultStep, ReturnStep, Step, Table, Take, WideOperation,
};
use super::fault::{FaultKind, Problem};
use super::image::{Image, Target};
use super::memory::Layout;

/// Marks a place that is a step already; every other is a block until all blocks have their steps.
const STEP: u32 = 1 << 31;

/// Makes the code of a function with a body.
pub fn decode(image: &Image<'_>, number: u32, module: u32, function: &Function) -> Result<Code, Problem> {
    let own = &image.modules[module as usize];
    let slots: Vec<(u64, u64)> = function
        .slots
        .iter()
        .map(|slot| match slot.storage {
            Storage::Frame | Storage::Incoming => (slot.size, slot.align.bytes()),
            Storage::Pointer(_) => (0, 1),
        })
        .collect();
    let layout = Layout::new(&slots).ok_or_else(|| {
        Problem::new(
            FaultKind::StackExhausted,
            format!(
                "the slots of {} have no addresses; put large values on the heap",
                own.symbol_name(function.symbol)
            ),
        )
    })?;
    let mut registers = Vec::with_capacity(function.values.len());
    let mut cells = 0;
    for scalar in &function.values {
        registers.push(cells);
        cells += if is_wide(*scalar) { 2 } else { 1 };
    }
    let mut decoder = Decoder {
        image,
        module: own,
        function,
        registers,
        starts: Vec::with_capacity(function.blocks.len()),
        source: 0,
        code: Code {
            function: number,
            module,
            cells,
            layout: Rc::new(layout),
            sites: image.sites(number),
            ..Code::default()
        },
    };
    decoder.parameters();
    for block in &function.blocks {
        decoder.starts.push(decoder.code.steps.len() as u32);
        for instruction in function.instructions_of(block) {
            decoder.source = instruction.source;
            decoder.instruction(instruction);
        }
        decoder.source = block.source;
        decoder.terminator(block.terminator);
    }
    decoder.step(Step::Unreachable);
    decoder.places();
    Ok(decoder.code)
}

struct Decoder<'image> {
    image: &'image Image<'image>,
    module: &'image Module,
    function: &'image Function,
    registers: Vec<Register>,
    starts: Vec<u32>,
    source: u32,
    code: Code,
}

impl Decoder<'_> {
    fn register(&self, value: Value) -> Register {
        self.registers[value.index()]
    }

    fn scalar(&self, value: Value) -> Scalar {
        self.function.value_type(value)
    }

    fn step(&mut self, step: Step) {
        self.code.steps.push(step);
        self.code.sources.push(self.source);
    }

    fn take(&self, value: Value) -> Take {
        let scalar = self.scalar(value);
        Take::Scalar {
            to: self.register(value),
            form: Form::of(scalar),
            wide: is_wide(scalar),
        }
    }

    fn pass(&self, value: Value) -> Pass {
        Pass::Scalar {
            from: self.register(value),
            wide: is_wide(self.scalar(value)),
        }
    }

    fn slot_offset(&self, slot: Slot) -> u32 {
        self.code.layout.offset(slot.index())
    }

    fn parameters(&mut self) {
        for parameter in &self.function.parameters {
            let take = match *parameter {
                Parameter::Scalar(value) => self.take(value),
                Parameter::Aggregate(slot) | Parameter::Stack(slot) => Take::Slot {
                    offset: self.slot_offset(slot),
                },
            };
            self.code.parameters.push(take);
        }
    }

    fn instruction(&mut self, instruction: &Instruction) {
        let to = if instruction.result.is_some() {
            self.register(instruction.result)
        } else {
            0
        };
        let result = || self.function.value_type(instruction.result);
        let step = match instruction.operation {
            Operation::Constant { bits } => return self.constant(to, result(), bits),
            Operation::WideConstant { low, high } => {
                self.step(Step::Constant { to, bits: low });
                Step::Constant { to: to + 1, bits: high }
            }
            Operation::SlotAddress { slot, offset } => self.slot_address(to, slot, offset),
            Operation::SymbolAddress { symbol, offset } => self.symbol_address(to, symbol, offset),
            Operation::SiteAddress { site } => Step::Constant {
                to,
                bits: self.code.sites + u64::from(site.0) * crate::site::SITE_ENTRY_BYTES,
            },
            Operation::Load {
                address, offset, align, ..
            } => Step::Load {
                to,
                address: self.register(address),
                offset,
                access: Access::of(result()),
                align,
            },
            Operation::Store {
                value,
                address,
                offset,
                align,
                ..
            } => Step::Store {
                from: self.register(value),
                address: self.register(address),
                offset,
                access: Access::of(self.scalar(value)),
                align,
            },
            Operation::Copy {
                destination,
                source,
                bytes,
                align,
                ..
            } => Step::Copy {
                to: self.register(destination),
                from: self.register(source),
                bytes,
                align,
            },
            Operation::Zero {
                destination,
                bytes,
                align,
            } => Step::Zero {
                to: self.register(destination),
                bytes,
                align,
            },
            Operation::Unary { operator, value } => self.unary(to, operator, value),
            Operation::Convert { value } => return self.convert(to, result(), value),
            Operation::Reinterpret { value } => return self.keep(to, result(), value),
            Operation::Half { value, high } => Step::Fit {
                to,
                from: self.register(value) + u32::from(high),
                form: Form::of(Scalar::U64),
            },
            Operation::Concatenate { low, high } => {
                self.wide(WideOperation::Concatenate, Scalar::U128, to, (low, high), 0)
            }
            Operation::Offset { base, index, scale } => Step::Offset {
                to,
                base: self.register(base),
                index: self.register(index),
                scale,
            },
            Operation::Select {
                condition,
                if_true,
                if_false,
            } => Step::Select {
                to,
                condition: self.register(condition),
                if_true: self.register(if_true),
                if_false: self.register(if_false),
                wide: is_wide(self.scalar(if_true)),
            },
            Operation::Call { call } => return self.call(call, instruction.result),
            Operation::Binary { .. }
            | Operation::Checked { .. }
            | Operation::Check { .. }
            | Operation::Compare { .. }
            | Operation::Atomic { .. } => self.two_operands(to, instruction.operation),
        };
        self.step(step);
    }

    fn constant(&mut self, to: Register, scalar: Scalar, bits: u64) {
        let bits = constant_bits(scalar, bits);
        let low = if scalar == Scalar::F32 {
            bits & 0xffff_ffff
        } else {
            bits
        };
        self.step(Step::Constant { to, bits: low });
        if is_wide(scalar) {
            let negative = scalar.is_signed() && bits.cast_signed() < 0;
            self.step(Step::Constant {
                to: to + 1,
                bits: if negative { u64::MAX } else { 0 },
            });
        }
    }

    fn slot_address(&self, to: Register, slot: Slot, offset: u32) -> Step {
        match self.function.slot(slot).storage {
            Storage::Frame | Storage::Incoming => Step::FrameAddress {
                to,
                offset: self.slot_offset(slot) + offset,
            },
            Storage::Pointer(value) => Step::Beside {
                to,
                from: self.register(value),
                offset: u64::from(offset),
            },
        }
    }

    fn symbol_address(&mut self, to: Register, symbol: SymbolId, offset: i64) -> Step {
        match self.image.target(self.code.module, symbol) {
            Target::Function(function) => Step::Constant {
                to,
                bits: super::memory::Memory::code_address(function as usize).wrapping_add_signed(offset),
            },
            Target::Datum(address) => Step::Constant {
                to,
                bits: address.wrapping_add_signed(offset),
            },
            Target::Missing => {
                self.code.names.push(self.module.symbol_name(symbol).to_owned());
                Step::NoSymbol {
                    name: self.code.names.len() as u32 - 1,
                }
            }
        }
    }

    fn unary(&self, to: Register, operator: UnaryOperator, value: Value) -> Step {
        let scalar = self.scalar(value);
        let from = self.register(value);
        if is_wide(scalar) {
            let operation = match operator {
                UnaryOperator::Not => WideOperation::Not,
                UnaryOperator::Negate => WideOperation::Negate,
            };
            return self.wide(operation, scalar, to, (value, value), 0);
        }
        let form = Form::of(scalar);
        match operator {
            UnaryOperator::Negate if scalar.is_float() => Step::NegateFloat {
                to,
                from,
                sign: scalar.bits() as u8 - 1,
            },
            UnaryOperator::Negate => Step::Negate { to, from, form },
            // Of a truth value only the lowest bit is turned.
            UnaryOperator::Not if scalar == Scalar::Bool => Step::Not {
                to,
                from,
                form: Form {
                    shift: 63,
                    signed: false,
                },
            },
            UnaryOperator::Not => Step::Not { to, from, form },
        }
    }

    fn wide(
        &self,
        operation: WideOperation,
        scalar: Scalar,
        to: Register,
        (left, right): (Value, Value),
        site: u32,
    ) -> Step {
        Step::Wide {
            operation,
            signed: scalar.is_signed(),
            to,
            left: self.register(left),
            right: self.register(right),
            site,
        }
    }

    fn two_operands(&self, to: Register, operation: Operation) -> Step {
        let register = |value| self.register(value);
        match operation {
            Operation::Binary { operator, left, right } => {
                let scalar = self.scalar(left);
                if is_wide(scalar) {
                    return self.wide(WideOperation::Binary(operator), scalar, to, (left, right), 0);
                }
                let (left, right) = (register(left), register(right));
                if scalar.is_float() {
                    let double = scalar == Scalar::F64;
                    return Step::Float {
                        operator,
                        double,
                        to,
                        left,
                        right,
                    };
                }
                let form = Form::of(scalar);
                Step::Binary {
                    operator,
                    form,
                    to,
                    left,
                    right,
                }
            }
            Operation::Checked {
                operator,
                left,
                right,
                site,
            } => {
                let scalar = self.scalar(left);
                if is_wide(scalar) {
                    return self.wide(WideOperation::Checked(operator), scalar, to, (left, right), site.0);
                }
                Step::Checked {
                    operator,
                    form: Form::of(scalar),
                    to,
                    left: register(left),
                    right: register(right),
                    site: site.0,
                }
            }
            Operation::Check {
                kind,
                left,
                right,
                site,
            } => {
                let (scalar, width) = (self.scalar(left), self.scalar(right).bits() as u8);
                if is_wide(scalar) {
                    let operation = match kind {
                        CheckKind::ShiftInRange => WideOperation::ShiftCheck(width),
                        CheckKind::Below | CheckKind::NotZero | CheckKind::QuotientFits | CheckKind::True => {
                            WideOperation::Check(kind)
                        }
                    };
                    return self.wide(operation, scalar, to, (left, right), site.0);
                }
                Step::Check {
                    kind,
                    form: Form::of(scalar),
                    width,
                    left: register(left),
                    right: register(right),
                    site: site.0,
                }
            }
            Operation::Compare { operator, left, right } => {
                let scalar = self.scalar(left);
                if is_wide(scalar) {
                    return self.wide(WideOperation::Compare(operator), scalar, to, (left, right), 0);
                }
                let (left, right) = (register(left), register(right));
                if scalar.is_float() {
                    let double = scalar == Scalar::F64;
                    return Step::CompareFloat {
                        operator,
                        double,
                        to,
                        left,
                        right,
                    };
                }
                Step::Compare {
                    operator,
                    signed: scalar.is_signed(),
                    to,
                    left,
                    right,
                }
            }
            Operation::Atomic {
                operator,
                address,
                value,
            } => Step::Atomic {
                operator,
                access: Access::of(self.scalar(value)),
                to,
                address: register(address),
                from: register(value),
            },
            Operation::Constant { .. }
            | Operation::WideConstant { .. }
            | Operation::SlotAddress { .. }
            | Operation::SymbolAddress { .. }
            | Operation::SiteAddress { .. }
            | Operation::Load { .. }
            | Operation::Store { .. }
            | Operation::Copy { .. }
            | Operation::Zero { .. }
            | Operation::Unary { .. }
            | Operation::Convert { .. }
            | Operation::Reinterpret { .. }
            | Operation::Half { .. }
            | Operation::Concatenate { .. }
            | Operation::Offset { .. }
            | Operation::Select { .. }
            | Operation::Call { .. } => unreachable!("only operations of two operands and a kind come here"),
        }
    }

    fn convert(&mut self, to: Register, target: Scalar, value: Value) {
        let source = self.scalar(value);
        let from = self.register(value);
        if source == target {
            return self.keep(to, target, value);
        }
        let floats = source.is_float() || target.is_float();
        if floats || (is_wide(target) && !is_wide(source)) {
            self.step(Step::Convert {
                to,
                from,
                source,
                target,
            });
        } else if is_wide(target) {
            self.keep(to, target, value);
        } else {
            self.step(Step::Fit {
                to,
                from,
                form: Form::of(target),
            });
        }
    }

    /// Keeps the bits.
    fn keep(&mut self, to: Register, target: Scalar, value: Value) {
        let step = if is_wide(target) {
            self.wide(WideOperation::Copy, target, to, (value, value), 0)
        } else {
            Step::Fit {
                to,
                from: self.register(value),
                form: Form::of(target),
            }
        };
        self.step(step);
    }

    fn bytes_of(&self, ty: Type) -> u64 {
        self.module.types.layout(ty).size
    }

    fn call(&mut self, id: CallId, result: Value) {
        let call = *self.function.call(id);
        let signature = self.module.signatures.get(call.signature);
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
                Argument::Stack { address, bytes, .. } => Pass::Bytes {
                    address: self.register(address),
                    bytes: u64::from(bytes),
                },
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
        self.code.calls.push(CallStep {
            callee,
            arguments,
            result,
            origin: id,
        });
        self.step(Step::Call {
            call: self.code.calls.len() as u32 - 1,
        });
    }

    fn terminator(&mut self, terminator: Terminator) {
        let function = self.function;
        match terminator {
            Terminator::Jump(target) => {
                let (start, count) = self.moves(target);
                let target = target.block.0;
                self.step(if count == 0 {
                    Step::Jump { target }
                } else {
                    Step::Move { start, count, target }
                });
            }
            Terminator::Branch {
                condition,
                if_true,
                if_false,
            } => {
                let branch = self.code.steps.len();
                self.step(Step::Unreachable);
                let (if_true, if_false) = (self.edge(if_true), self.edge(if_false));
                self.code.steps[branch] = Step::Branch {
                    condition: self.register(condition),
                    if_true,
                    if_false,
                };
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
                self.code.steps[switch] = Step::Switch {
                    value: self.register(value),
                    table: self.code.tables.len() as u32 - 1,
                };
            }
            Terminator::Return(value) => {
                let step = self.return_step(value);
                self.code.returns.push(step);
                self.step(Step::Return {
                    list: self.code.returns.len() as u32 - 1,
                });
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
            ReturnValue::Aggregate(address) => ReturnStep::Bytes {
                address: self.register(address),
                bytes,
            },
            ReturnValue::ReturnSlot => ReturnStep::Slot {
                offset: self.function.return_slot.map_or(0, |slot| self.slot_offset(slot)),
                bytes,
            },
        }
    }

    /// The place that an edge leads to: a block, or a step of its own that moves the arguments.
    fn edge(&mut self, target: BlockCall) -> u32 {
        let (start, count) = self.moves(target);
        if count == 0 {
            return target.block.0;
        }
        let place = self.code.steps.len() as u32 | STEP;
        self.step(Step::Move {
            start,
            count,
            target: target.block.0,
        });
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
                moves.push(Move {
                    to: to + 1,
                    from: from + 1,
                });
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
    fn places(&mut self) {
        let starts = &self.starts;
        let place = |target: &mut u32| {
            *target = if *target & STEP == 0 {
                starts[*target as usize]
            } else {
                *target & !STEP
            };
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

/// What an access needs of its address.
#[inline(always)]
pub fn is_aligned(address: u64, align: Align) -> bool {
    address & (align.bytes() - 1) == 0
}
