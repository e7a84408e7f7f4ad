//! One lowered function of MIR to one function of LLVM. Owns the walk over blocks and the tables that map ids of MIR to
//! values and blocks of LLVM; must not decide anything that MIR leaves open. Block parameters become phis; everything
//! else is in SSA form already.

mod arithmetic;
mod bits;
mod call;
mod checks;
mod convert;
mod debug;
mod entry;
mod memory;
mod names;
mod operation;
mod terminator;

use std::rc::Rc;

use inkwell::basic_block::BasicBlock;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValueEnum, FloatValue, FunctionValue, IntValue, PhiValue, PointerValue};
use mir::debug::NOBODY_WROTE;
use mir::{Function, Operation, Scalar, Slot, SymbolId, Terminator, Value};

use crate::copies::Copies;
use crate::failure::{Failure, Outcome};
use crate::shape::Shape;
use crate::unit::Unit;
use checks::Failures;
use names::Names;
use terminator::Returns;

/// Translates a body into the declared function.
pub(crate) fn body<'ctx>(unit: &mut Unit<'_, 'ctx>, function: &Function) -> Outcome<()> {
    let llvm = unit.function(function.symbol).ok_or("the function is not declared as one")?;
    let shape = unit.shapes.of(function.signature, function.abi)?;
    if function.abi.is_none() {
        return Err("the function is not in lowered form".into());
    }
    if let Some(copies) = &mut unit.copies {
        let sites = mir::copies_of(unit.mir, function);
        copies.begin(unit.mir.symbol_name(function.symbol), function.linkage, llvm, sites);
    }
    if let Some(debug) = &mut unit.debug {
        debug.begin(unit.mir.symbol_name(function.symbol), function.linkage, llvm);
    }
    let mut translator = Translator {
        names: Names::new(unit.mir, function),
        order: function.reverse_postorder(),
        values: vec![None; function.values.len()],
        slots: Vec::with_capacity(function.slots.len()),
        blocks: vec![None; function.blocks.len()],
        phis: vec![Vec::new(); function.blocks.len()],
        failures: Failures::default(),
        returns: Returns::default(),
        is_last_word: false,
        unit,
        function,
        llvm,
        shape,
    };
    translator.run()
}

struct Translator<'t, 'a, 'ctx> {
    unit: &'t mut Unit<'a, 'ctx>,
    function: &'t Function,
    llvm: FunctionValue<'ctx>,
    shape: Rc<Shape<'ctx>>,
    names: Names<'t>,
    /// The reachable blocks in reverse postorder, so that each value is translated before its uses; of two ways on, the
    /// one taken first stands first.
    order: Vec<mir::Block>,
    values: Vec<Option<BasicValueEnum<'ctx>>>,
    slots: Vec<PointerValue<'ctx>>,
    blocks: Vec<Option<BasicBlock<'ctx>>>,
    phis: Vec<Vec<PhiValue<'ctx>>>,
    failures: Failures<'ctx>,
    returns: Returns<'ctx>,
    /// Whether nothing comes behind the instruction: a call that stands here does not return.
    is_last_word: bool,
}

impl<'ctx> Translator<'_, '_, 'ctx> {
    fn run(&mut self) -> Outcome<()> {
        for position in 0..self.order.len() {
            let block = self.order[position];
            let name = self.names.block(block);
            self.blocks[block.index()] = Some(self.unit.context.append_basic_block(self.llvm, &name));
        }
        self.prepare_returns();
        self.unit.builder.position_at_end(self.block(Function::ENTRY)?);
        self.locate(self.function.block(Function::ENTRY).source);
        let mut is_prologue = self.unit.debug.is_some() && self.unit.copies.is_none() && !self.unit.optimises();
        self.enter()?;
        self.declare_variables()?;
        self.make_phis()?;
        for position in 0..self.order.len() {
            let block = self.order[position];
            self.unit.builder.position_at_end(self.block(block)?);
            let data = *self.function.block(block);
            for index in data.start..data.end {
                let instruction = self.function.instructions[index as usize];
                self.is_last_word = index + 1 == data.end && data.terminator == Terminator::Unreachable;
                is_prologue &= instruction.source == NOBODY_WROTE;
                if is_prologue && matches!(instruction.operation, Operation::Store { .. }) {
                    self.locate_parameter();
                } else {
                    self.locate_line(instruction.source);
                }
                self.operation(&instruction)?;
            }
            self.locate_line(data.source);
            self.terminator(data.terminator)?;
        }
        self.finish_failures()?;
        self.finish_returns()
    }

    fn make_phis(&mut self) -> Outcome<()> {
        let entry = self.block(Function::ENTRY)?;
        for position in 1..self.order.len() {
            let block = self.order[position];
            let parameters = self.function.block(block).parameters;
            if parameters.count == 0 {
                continue;
            }
            self.unit.builder.position_at_end(self.block(block)?);
            for parameter in parameters.iter() {
                let ty = self.unit.types.value(self.scalar(parameter));
                let phi = self.unit.builder.build_phi(ty, "")?;
                self.phis[block.index()].push(phi);
                self.define(parameter, phi.as_basic_value());
            }
        }
        self.unit.builder.position_at_end(entry);
        Ok(())
    }

    /// Gives the next instructions a location, if copies are told apart by theirs or debuggers are told.
    fn locate(&self, source: u32) {
        let (copies, debug) = (&self.unit.copies, &self.unit.debug);
        let location = match (copies, debug) {
            (Some(copies), _) => copies.plain(self.unit.context, source),
            (None, Some(debug)) => debug.location(self.unit.context, source),
            (None, None) => return,
        };
        self.unit.builder.set_current_debug_location(location);
    }

    /// Gives the next instruction the location of stores of parameters, by whose last one debuggers are told where the
    /// function's own code begins.
    fn locate_parameter(&self) {
        if let Some(debug) = &self.unit.debug {
            self.unit.builder.set_current_debug_location(debug.parameters(self.unit.context));
        }
    }

    /// The same where each instruction has a location of its own.
    fn locate_line(&self, source: u32) {
        if self.unit.debug.is_some() || self.unit.copies.as_ref().is_some_and(Copies::has_lines) {
            self.locate(source);
        }
    }

    fn block(&self, block: mir::Block) -> Outcome<BasicBlock<'ctx>> {
        self.blocks[block.index()].ok_or_else(|| "a reachable block is not listed".into())
    }

    fn current_block(&self) -> BasicBlock<'ctx> {
        self.unit.builder.get_insert_block().expect("the builder stands in a block while a body is translated")
    }

    fn new_block(&self, name: &str) -> BasicBlock<'ctx> {
        self.unit.context.append_basic_block(self.llvm, name)
    }

    fn scalar(&self, value: Value) -> Scalar {
        self.function.value_type(value)
    }

    fn define(&mut self, result: Value, value: BasicValueEnum<'ctx>) {
        if result.is_some() {
            self.values[result.index()] = Some(value);
        }
    }

    fn value(&self, value: Value) -> BasicValueEnum<'ctx> {
        self.values[value.index()].expect("the verifier checks that definitions dominate uses")
    }

    fn integer(&self, value: Value) -> Outcome<IntValue<'ctx>> {
        match self.value(value) {
            BasicValueEnum::IntValue(value) => Ok(value),
            other => Err(wrong("an integer", other.get_type())),
        }
    }

    fn float(&self, value: Value) -> Outcome<FloatValue<'ctx>> {
        match self.value(value) {
            BasicValueEnum::FloatValue(value) => Ok(value),
            other => Err(wrong("a floating-point number", other.get_type())),
        }
    }

    fn pointer(&self, value: Value) -> Outcome<PointerValue<'ctx>> {
        match self.value(value) {
            BasicValueEnum::PointerValue(value) => Ok(value),
            // Addresses may be computed as integers.
            BasicValueEnum::IntValue(value) => {
                Ok(self.unit.builder.build_int_to_ptr(value, self.unit.types.pointer(), "")?)
            }
            other => Err(wrong("an address", other.get_type())),
        }
    }

    fn slot(&self, slot: Slot) -> PointerValue<'ctx> {
        self.slots[slot.index()]
    }

    fn symbol_address(&self, symbol: SymbolId, offset: i64) -> Outcome<PointerValue<'ctx>> {
        Ok(self.unit.moved(self.unit.address(symbol)?, offset))
    }
}

fn wrong(wanted: &str, found: BasicTypeEnum<'_>) -> Failure {
    format!("the code has {found} where {wanted} is needed; it does not pass MIR's verifier").into()
}
