//! From functions to code, once per function. Owns the assignment of cells, slots and places; must not run anything.

mod arithmetic;
mod control;

use std::rc::Rc;

use crate::function::{Function, Parameter, Storage};
use crate::ids::{Slot, SymbolId, Value};
use crate::instruction::{Instruction, Operation};
use crate::module::Module;
use crate::scalar::Scalar;

use super::cell::{Form, is_wide};
use super::code::{Access, Code, Pass, Register, Step, Take, WideOperation};
use super::fault::{FaultKind, Problem};
use super::image::{Image, Target};
use super::memory::Layout;

/// Marks a place that is a step already; every other is a block until all blocks have their steps.
const STEP: u32 = 1 << 31;

/// Makes the code of a function with a body, from its number and that of its module.
pub fn decode(
    image: &Image<'_>,
    (number, module): (u32, u32),
    function: &Function,
    watched: bool,
) -> Result<Code, Problem> {
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
        watched,
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
    /// Whether addresses may have identities.
    watched: bool,
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

    /// The register of an address without its identity.
    fn real(&mut self, value: Value, becomes_number: bool) -> Register {
        let from = self.register(value);
        if !self.watched || self.scalar(value) != Scalar::Pointer {
            return from;
        }
        let to = self.code.cells;
        self.code.cells += 1;
        self.step(Step::Real { to, from, becomes_number });
        to
    }

    fn take(&self, value: Value) -> Take {
        let scalar = self.scalar(value);
        Take::Scalar { to: self.register(value), form: Form::of(scalar), wide: is_wide(scalar) }
    }

    fn pass(&self, value: Value) -> Pass {
        Pass::Scalar { from: self.register(value), wide: is_wide(self.scalar(value)) }
    }

    fn slot_offset(&self, slot: Slot) -> u32 {
        self.code.layout.offset(slot.index())
    }

    fn parameters(&mut self) {
        for parameter in &self.function.parameters {
            let take = match *parameter {
                Parameter::Scalar(value) => self.take(value),
                Parameter::Aggregate(slot) | Parameter::Stack(slot) => Take::Slot { offset: self.slot_offset(slot) },
            };
            self.code.parameters.push(take);
        }
    }

    fn instruction(&mut self, instruction: &Instruction) {
        let to = if instruction.result.is_some() { self.register(instruction.result) } else { 0 };
        let result = || self.function.value_type(instruction.result);
        let step = match instruction.operation {
            Operation::Constant { bits } => return self.constant(to, result(), bits),
            Operation::WideConstant { low, high } => {
                self.step(Step::Constant { to, bits: low });
                Step::Constant { to: to + 1, bits: high }
            }
            Operation::SlotAddress { slot, offset } => self.slot_address(to, slot, offset),
            Operation::SymbolAddress { symbol, offset } => self.symbol_address(to, symbol, offset),
            Operation::SiteAddress { site } => {
                Step::Constant { to, bits: self.code.sites + u64::from(site.0) * crate::site::SITE_ENTRY_BYTES }
            }
            Operation::Load { address, offset, align, .. } => {
                Step::Load { to, address: self.register(address), offset, access: Access::of(result()), align }
            }
            Operation::Store { value, address, offset, align, .. } => Step::Store {
                from: self.register(value),
                address: self.register(address),
                offset,
                access: Access::of(self.scalar(value)),
                align,
            },
            Operation::Copy { destination, source, bytes, align, .. } => {
                Step::Copy { to: self.register(destination), from: self.register(source), bytes, align }
            }
            Operation::Zero { destination, bytes, align } => {
                Step::Zero { to: self.register(destination), bytes, align }
            }
            Operation::Unary { operator, value } => self.unary(to, operator, value),
            Operation::Compare { operator, left, right } => self.compare(to, operator, left, right),
            Operation::Convert { value } => return self.convert(to, result(), value),
            Operation::Reinterpret { value } => return self.keep(to, result(), value),
            Operation::Half { value, high } => {
                Step::Fit { to, from: self.register(value) + u32::from(high), form: Form::of(Scalar::U64) }
            }
            Operation::Concatenate { low, high } => {
                self.wide(WideOperation::Concatenate, Scalar::U128, to, (low, high), 0)
            }
            Operation::Offset { base, index, scale } => {
                Step::Offset { to, base: self.register(base), index: self.register(index), scale }
            }
            Operation::Select { condition, if_true, if_false } => Step::Select {
                to,
                condition: self.register(condition),
                if_true: self.register(if_true),
                if_false: self.register(if_false),
                wide: is_wide(self.scalar(if_true)),
            },
            Operation::Call { call } => return self.call(call, instruction.result),
            Operation::Binary { operator, left, right } => self.binary(to, operator, left, right),
            Operation::Checked { operator, left, right, site } => self.checked(to, operator, (left, right), site),
            Operation::Check { kind, left, right, site } => self.check(kind, (left, right), site),
            Operation::Atomic { operator, address, value } => Step::Atomic {
                operator,
                access: Access::of(self.scalar(value)),
                to,
                address: self.register(address),
                from: self.register(value),
            },
            Operation::AtomicLoad { address } => {
                Step::AtomicLoad { access: Access::of(result()), to, address: self.register(address) }
            }
            Operation::CompareExchange { address, expected, replacement } => Step::CompareExchange {
                access: Access::of(self.scalar(expected)),
                to,
                address: self.register(address),
                expected: self.register(expected),
                replacement: self.register(replacement),
            },
        };
        self.step(step);
    }

    fn slot_address(&self, to: Register, slot: Slot, offset: u32) -> Step {
        match self.function.slot(slot).storage {
            Storage::Frame | Storage::Incoming => Step::FrameAddress { to, offset: self.slot_offset(slot) + offset },
            Storage::Pointer(value) => Step::Beside { to, from: self.register(value), offset: u64::from(offset) },
        }
    }

    fn symbol_address(&mut self, to: Register, symbol: SymbolId, offset: i64) -> Step {
        match self.image.target(self.code.module, symbol) {
            Target::Function(function) => Step::Constant {
                to,
                bits: super::memory::Memory::code_address(function as usize).wrapping_add_signed(offset),
            },
            Target::Datum(address) => Step::Constant { to, bits: address.wrapping_add_signed(offset) },
            Target::Missing => {
                self.code.names.push(self.module.symbol_name(symbol).to_owned());
                Step::NoSymbol { name: self.code.names.len() as u32 - 1 }
            }
        }
    }
}
