//! One lowered function of MIR to one function of CLIF. Owns the walk over blocks and the tables that map ids of
//! MIR to entities of CLIF; must not decide anything that MIR leaves open. MIR is in SSA form with block
//! parameters as CLIF is, so values are mapped through one flat table and the builder's variables are unused.

mod access;
mod arithmetic;
mod call;
mod contents;
mod convert;
mod failures;
mod operation;
mod reuse;
mod switch;
mod tables;

use cranelift_codegen::ir::types::{F32, F64, I8, I16, I32, I64, I128};
use cranelift_codegen::ir::{
    self, ExtFuncData, ExternalName, FuncRef, GlobalValue, GlobalValueData, InstBuilder, MemFlags, MemFlagsData,
    SigRef, SourceLoc, StackSlotData, StackSlotKind, UserExternalName, UserFuncName,
};
use cranelift_codegen::isa::{CallConv, TargetIsa};
use cranelift_codegen::settings::OptLevel;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use mir::{BackendError, BlockCall, Function, Instruction, Module, Scalar, Slot, Storage, SymbolId, Terminator, Value};

pub(crate) use call::Plans;
pub(crate) use failures::{CheckForm, SourceBits, UNREACHABLE};
pub(crate) use tables::Tables;

use crate::library::Library;
use failures::{CHECK, Failed};
use tables::{Definition, Place};

/// The spaces of names that Cranelift's relocations use.
pub(crate) mod space {
    /// Symbols of the module, by id.
    pub(crate) const SYMBOL: u32 = 0;
    /// The site table of the function being compiled.
    pub(crate) const SITES: u32 = 1;
    /// Thunks that calls of the unit go through, by their place in the table.
    pub(crate) const THUNK: u32 = 2;
    /// Functions of [`crate::library::Library`], by position.
    pub(crate) const LIBRARY: u32 = 3;
}

/// What the translation of a function needs beside the function.
pub(crate) struct Surroundings<'a> {
    /// The unit.
    pub module: &'a Module,
    /// The instruction set.
    pub isa: &'a dyn TargetIsa,
    /// Whether source positions are recorded.
    pub lines: bool,
    /// How checks fail.
    pub checks: CheckForm,
}

impl Surroundings<'_> {
    /// The same for checks that tell an index: what an optimiser makes of a comparison may not have the index in a register.
    fn index_checks(&self) -> CheckForm {
        match self.isa.flags().opt_level() {
            OptLevel::None => self.checks,
            _ => CheckForm::Block,
        }
    }
}

struct Translator<'a> {
    module: &'a Module,
    function: &'a Function,
    plans: &'a mut Plans,
    tables: &'a mut Tables,
    builder: FunctionBuilder<'a>,
    convention: CallConv,
    lines: bool,
    checks: CheckForm,
    /// The same for checks that tell an index.
    index_checks: CheckForm,
    /// Whether a debugger is to find each check and each line, for which code may be a little slower.
    is_debugged: bool,
    /// In block form: where failed checks go.
    failed: Vec<Failed>,
    /// The site table, once its address was needed.
    sites: Option<GlobalValue>,
    access: AccessFlags,
    /// How many operands may still be loaded from behind the code.
    pool: u32,
}

/// The flags of loads and stores, interned once per function.
#[derive(Clone, Copy)]
struct AccessFlags {
    aligned: MemFlags,
    any: MemFlags,
}

/// Translates `function` into `target`, which is empty.
pub(crate) fn translate(
    surroundings: &Surroundings<'_>,
    function: &Function,
    plans: &mut Plans,
    tables: &mut Tables,
    context: &mut FunctionBuilderContext,
    target: &mut ir::Function,
) -> Result<(), BackendError> {
    let module = surroundings.module;
    let in_function = |message: String| BackendError::in_symbol(module.symbol_name(function.symbol), message);
    let is_debugged = surroundings.lines && surroundings.isa.flags().opt_level() == OptLevel::None;
    tables.reset(function, is_debugged);
    let convention = surroundings.isa.default_call_conv();
    // Locations are stored relative to the first one; relative to 0, none is the value that means 'no location'.
    target.params.ensure_base_srcloc(SourceLoc::new(0));
    // Else the table would grow by each instruction.
    target.srclocs.resize(2 * function.instructions.len());
    target.name = UserFuncName::user(space::SYMBOL, function.symbol.0);
    let abi = function.abi.ok_or_else(|| in_function("the function is not in lowered form".into()))?;
    target.signature = plans.of(module, abi).map_err(in_function)?.signature(convention);
    // Every access of MIR is to memory that may be accessed: what may not be is not in defined behaviour.
    let any = MemFlagsData::new().with_notrap();
    let access = AccessFlags {
        aligned: target.dfg.mem_flags.insert_unchecked(any.with_aligned()),
        any: target.dfg.mem_flags.insert_unchecked(any),
    };
    let mut translator = Translator {
        module,
        function,
        plans,
        tables,
        builder: FunctionBuilder::new(target, context),
        convention,
        lines: surroundings.lines,
        checks: surroundings.checks,
        index_checks: surroundings.index_checks(),
        is_debugged,
        failed: Vec::new(),
        sites: None,
        access,
        pool: surroundings.checks.pool(),
    };
    let translated = translator.run(abi).map_err(in_function);
    // The context is used again even if this function was refused.
    translator.builder.seal_all_blocks();
    translator.builder.finalize(surroundings.isa.frontend_config());
    translated
}

impl<'a> Translator<'a> {
    fn run(&mut self, abi: mir::AbiId) -> Result<(), String> {
        self.make_blocks();
        self.order_blocks();
        self.builder.switch_to_block(self.tables.blocks[Function::ENTRY.index()]);
        self.enter(abi)?;
        for position in 0..self.tables.order.len() {
            let block = self.tables.order[position];
            if position > 0 {
                self.builder.switch_to_block(self.tables.blocks[block.index()]);
            }
            self.tables.reuse.begin_block();
            self.tables.contents.begin_block();
            let data = *self.function.block(block);
            for index in data.start..data.end {
                let instruction = &self.function.instructions[index as usize];
                self.locate(instruction.source);
                self.operation(instruction)?;
            }
            self.locate(data.source);
            self.terminator(data.terminator)?;
        }
        self.finish_failures();
        self.finish_slots();
        Ok(())
    }

    fn make_blocks(&mut self) {
        for data in &self.function.blocks {
            let block = self.builder.create_block();
            self.tables.blocks.push(block);
            for parameter in data.parameters.iter() {
                let ty = machine_type(self.function.value_type(parameter));
                let value = self.builder.append_block_param(block, ty);
                self.tables.values[parameter.index()] = Definition::Value(value);
            }
        }
    }

    /// Lists the reachable blocks in reverse postorder, so that each value is translated before its uses.
    fn order_blocks(&mut self) {
        let Tables { order, visited, pending, .. } = &mut *self.tables;
        visited.clear();
        visited.resize(self.function.blocks.len(), false);
        pending.clear();
        pending.push((Function::ENTRY, false));
        visited[Function::ENTRY.index()] = true;
        while let Some((block, finished)) = pending.pop() {
            if finished {
                order.push(block);
                continue;
            }
            pending.push((block, true));
            let mut visit = |call: &BlockCall| {
                if !std::mem::replace(&mut visited[call.block.index()], true) {
                    pending.push((call.block, false));
                }
            };
            match &self.function.block(block).terminator {
                Terminator::Jump(call) => visit(call),
                Terminator::Branch { if_true, if_false, .. } => {
                    visit(if_false);
                    visit(if_true);
                }
                Terminator::Switch { cases, default, .. } => {
                    visit(default);
                    self.function.case_list(*cases).iter().for_each(|case| visit(&case.target));
                }
                Terminator::Return(_) | Terminator::Unreachable | Terminator::Panic { .. } => {}
            }
        }
        order.reverse();
    }

    /// Says which source position the next instructions belong to.
    fn locate(&mut self, source: u32) {
        if self.lines {
            self.builder.set_srcloc(SourceLoc::new(source & !failures::SITE_FLAG));
        }
    }

    fn value(&mut self, value: Value) -> ir::Value {
        match self.tables.values[value.index()] {
            Definition::Value(known) => known,
            Definition::Constant(bits) => self.constant(self.scalar(value), bits),
            Definition::Open => {
                let origin = self.tables.contents.origin(value);
                let (slot, offset) = origin.expect("the verifier checks that definitions dominate uses");
                self.slot_address(slot, offset)
            }
        }
    }

    fn define(&mut self, result: Value, value: ir::Value) {
        if result.is_some() {
            self.tables.values[result.index()] = Definition::Value(value);
        }
    }

    fn scalar(&self, value: Value) -> Scalar {
        self.function.value_type(value)
    }

    /// Makes the frame's slots. Slots that live in memory given by the caller are entered by [`Self::enter`].
    fn make_slot(&mut self, slot: &mir::SlotData) -> Result<Place, String> {
        const FRAME_ALIGN: u64 = 16;
        match slot.storage {
            Storage::Pointer(value) => Ok(Place::Address(self.value(value))),
            Storage::Frame | Storage::Incoming => {
                let align = slot.align.bytes();
                // Cranelift aligns frames to 16 bytes only: beyond that, the address is rounded up by hand.
                let slack = align.saturating_sub(FRAME_ALIGN);
                let size = u32::try_from(slot.size.saturating_add(slack))
                    .ok()
                    .filter(|size| *size <= i32::MAX as u32)
                    .ok_or_else(|| format!("a variable of {} bytes does not fit in a stack frame", slot.size))?;
                let exponent = slot.align.exponent().min(FRAME_ALIGN.trailing_zeros() as u8);
                let data = StackSlotData::new(StackSlotKind::ExplicitSlot, size, exponent);
                let place = self.builder.func.create_sized_stack_slot(data);
                if slack == 0 {
                    return Ok(Place::Slot(place));
                }
                let start = self.builder.ins().stack_addr(I64, place, 0);
                let raised = self.builder.ins().iadd_imm_s(start, align as i64 - 1);
                Ok(Place::Address(self.builder.ins().band_imm_s(raised, -(align as i64))))
            }
        }
    }

    /// Puts the address of what has no fixed place in the frame where debuggers find it: its register is soon used for
    /// something else.
    fn told_address(&mut self, place: Place) -> Option<ir::StackSlot> {
        let Place::Address(address) = place else { return None };
        if !self.is_debugged {
            return None;
        }
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, 8, 3);
        let slot = self.builder.func.create_sized_stack_slot(data);
        self.builder.ins().stack_store(I64, address, slot, 0);
        Some(slot)
    }

    fn slot_address(&mut self, slot: Slot, offset: u32) -> ir::Value {
        match self.tables.slots[slot.index()] {
            Place::Slot(place) if offset == 0 => {
                if let Some(known) = self.tables.reuse.address(slot.index()) {
                    return known;
                }
                let address = self.builder.ins().stack_addr(I64, place, 0);
                self.tables.reuse.keep_address(slot.index(), address);
                address
            }
            Place::Slot(place) => self.builder.ins().stack_addr(I64, place, offset as i32),
            Place::Address(address) if offset == 0 => address,
            Place::Address(address) => self.builder.ins().iadd_imm_s(address, i64::from(offset)),
        }
    }

    fn symbol_address(&mut self, symbol: SymbolId, offset: i64) -> ir::Value {
        let global = match self.tables.data[symbol.index()] {
            Some(global) => global,
            None => {
                // What this unit defines is near; anything else may be in a shared library, and so may data that C names.
                let colocated = match self.module.symbols.get(symbol).declaration {
                    mir::Declaration::Function => true,
                    mir::Declaration::Global => !self.tables.exported_data.contains(&symbol),
                    mir::Declaration::Undeclared
                    | mir::Declaration::ImportedFunction(_)
                    | mir::Declaration::ImportedGlobal(_) => false,
                };
                let global = self.global(UserExternalName::new(space::SYMBOL, symbol.0), colocated);
                self.tables.data[symbol.index()] = Some(global);
                self.tables.used_symbols.push(symbol);
                global
            }
        };
        let address = self.builder.ins().symbol_value(I64, global);
        if offset == 0 { address } else { self.builder.ins().iadd_imm_s(address, offset) }
    }

    fn global(&mut self, name: UserExternalName, colocated: bool) -> GlobalValue {
        let name = ExternalName::user(self.builder.func.declare_imported_user_function(name));
        self.builder.func.create_global_value(GlobalValueData::Symbol { name, offset: 0.into(), colocated, tls: false })
    }

    fn terminator(&mut self, terminator: Terminator) -> Result<(), String> {
        match terminator {
            Terminator::Jump(call) => {
                self.block_arguments(call);
                let block = self.tables.blocks[call.block.index()];
                self.builder.ins().jump(block, &self.tables.block_arguments);
            }
            Terminator::Branch { condition, if_true, if_false } => {
                self.block_arguments(if_true);
                let split = self.tables.block_arguments.len();
                self.add_block_arguments(if_false);
                let condition = self.value(condition);
                let (taken, other) = self.tables.block_arguments.split_at(split);
                let blocks = [if_true, if_false].map(|call| self.tables.blocks[call.block.index()]);
                self.builder.ins().brif(condition, blocks[0], taken, blocks[1], other);
            }
            Terminator::Switch { value, cases, default } => self.switch(value, cases, default),
            Terminator::Return(value) => self.leave(value)?,
            Terminator::Unreachable => {
                self.builder.ins().trap(UNREACHABLE);
            }
            Terminator::Panic { site } => {
                let address = self.site_address(site);
                self.panic(address, None);
            }
        }
        Ok(())
    }

    fn block_arguments(&mut self, call: BlockCall) {
        self.tables.block_arguments.clear();
        self.add_block_arguments(call);
    }

    fn add_block_arguments(&mut self, call: BlockCall) {
        for argument in self.function.list(call.arguments) {
            let value = self.value(*argument);
            self.tables.block_arguments.push(value.into());
        }
    }

    fn call_library(&mut self, function: Library, arguments: &[ir::Value]) -> ir::Inst {
        let index = function as usize;
        let reference = match self.tables.library[index] {
            Some(reference) => reference,
            None => {
                let signature = self.builder.func.import_signature(function.signature(self.convention));
                let reference = self.import(UserExternalName::new(space::LIBRARY, index as u32), signature);
                *self.tables.library[index].insert(reference)
            }
        };
        self.builder.ins().call(reference, arguments)
    }

    /// Declares a function to call directly. Direct calls are always near: the linker and the in-process loader
    /// put a stub within reach of those that are not.
    fn import(&mut self, name: UserExternalName, signature: SigRef) -> FuncRef {
        let name = ExternalName::user(self.builder.func.declare_imported_user_function(name));
        self.builder.func.import_function(ExtFuncData { name, signature, colocated: true, patchable: false })
    }

    fn first_result(&self, instruction: ir::Inst) -> ir::Value {
        self.builder.func.dfg.first_result(instruction)
    }

    /// The two halves of a 128-bit result that a library function gives as a pair.
    fn wide_result(&mut self, instruction: ir::Inst) -> ir::Value {
        let results = self.builder.func.dfg.inst_results(instruction);
        let (low, high) = (results[0], results[1]);
        self.builder.ins().iconcat(low, high)
    }

    fn results(&self, instruction: &Instruction) -> Scalar {
        self.function.value_type(instruction.result)
    }
}

/// The type of CLIF that a scalar is computed in.
fn machine_type(scalar: Scalar) -> ir::Type {
    match scalar {
        Scalar::Bool | Scalar::I8 | Scalar::U8 => I8,
        Scalar::I16 | Scalar::U16 => I16,
        Scalar::I32 | Scalar::U32 => I32,
        Scalar::I64 | Scalar::U64 | Scalar::Pointer => I64,
        Scalar::I128 | Scalar::U128 => I128,
        Scalar::F32 => F32,
        Scalar::F64 => F64,
    }
}
