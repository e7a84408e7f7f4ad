//! One lowered function of MIR to one function of CLIF. Owns the walk over blocks and the tables that map ids of
//! MIR to entities of CLIF; must not decide anything that MIR leaves open. MIR is in SSA form with block
//! parameters as CLIF is, so values are mapped through one flat table and CLIF's own SSA construction is unused.

mod arithmetic;
mod call;
mod convert;
mod operation;
mod reuse;
mod switch;

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::types::{F32, F64, I8, I16, I32, I64, I128};
use cranelift_codegen::ir::{
    self, BlockArg, ExtFuncData, ExternalName, FuncRef, GlobalValue, GlobalValueData, InstBuilder, MemFlags,
    MemFlagsData, SigRef, SourceLoc, StackSlotData, StackSlotKind, TrapCode, UserExternalName, UserFuncName,
};
use cranelift_codegen::isa::{CallConv, TargetIsa};
use mir::{
    BackendError, Block, BlockCall, Function, Instruction, Module, Scalar, SiteId, Slot, Storage, SymbolId, Terminator,
    Value,
};

pub(crate) use call::Plans;
use reuse::Reuse;

use crate::library::Library;

/// The spaces of names that Cranelift's relocations use.
pub(crate) mod space {
    /// Symbols of the module, by id.
    pub(crate) const SYMBOL: u32 = 0;
    /// The site table of the function being compiled.
    pub(crate) const SITES: u32 = 1;
    /// The thunk that calls a symbol of the module with a number in `al`.
    pub(crate) const THUNK: u32 = 2;
    /// Functions of [`crate::library::Library`], by position.
    pub(crate) const LIBRARY: u32 = 3;
}

/// A check failed; the instruction's source location names the site.
pub(crate) const CHECK: TrapCode = TrapCode::unwrap_user(1);
/// Code that is never reached.
pub(crate) const UNREACHABLE: TrapCode = TrapCode::unwrap_user(2);
/// Marks a source location that is the number of a site, not a position.
pub(crate) const SITE_FLAG: u32 = 1 << 31;

/// How a failed check leaves its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CheckForm {
    /// By a conditional trap, which [`crate::failure`] turns into a call.
    Trap,
    /// The same, but no constants are put behind the traps, where there is little room for them.
    TrapWithoutPool,
    /// By a branch to one cold block with the site number as argument.
    Block,
}

impl CheckForm {
    /// How many operands may be floating-point constants, which Cranelift puts behind the code: 16 bytes each, with up
    /// to 15 bytes between them and the code. The last trap becomes a jump over at most 127 bytes, and an integer of
    /// 64 bits may want a place too.
    fn pool(self) -> u32 {
        match self {
            CheckForm::Trap => 6,
            CheckForm::TrapWithoutPool => 0,
            CheckForm::Block => u32::MAX,
        }
    }
}

/// Where a slot is.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// In the frame.
    Slot(ir::StackSlot),
    /// At an address that is known on entry.
    Address(ir::Value),
}

/// Tables that are kept between functions of a unit, so that their memory is allocated once.
#[derive(Default)]
pub(crate) struct Tables {
    values: Vec<Option<ir::Value>>,
    blocks: Vec<ir::Block>,
    slots: Vec<Place>,
    reuse: Reuse,
    order: Vec<Block>,
    visited: Vec<bool>,
    pending: Vec<(Block, bool)>,
    block_arguments: Vec<BlockArg>,
    arguments: Vec<ir::Value>,
    functions: Vec<Option<FuncRef>>,
    thunks: Vec<Option<FuncRef>>,
    data: Vec<Option<GlobalValue>>,
    signatures: Vec<Option<SigRef>>,
    library: [Option<FuncRef>; Library::ALL.len()],
    used_symbols: Vec<SymbolId>,
    used_signatures: Vec<mir::AbiId>,
}

impl Tables {
    /// The frame slot that a MIR slot of the last translated function became, if it has one.
    pub(crate) fn frame_slot(&self, slot: Slot) -> Option<ir::StackSlot> {
        match self.slots.get(slot.index())? {
            Place::Slot(slot) => Some(*slot),
            Place::Address(_) => None,
        }
    }

    /// Makes room for a unit's symbols and signatures.
    pub(crate) fn prepare(&mut self, module: &Module) {
        for table in [&mut self.functions, &mut self.thunks] {
            table.clear();
            table.resize(module.symbols.len(), None);
        }
        self.data.clear();
        self.data.resize(module.symbols.len(), None);
        self.signatures.clear();
        self.signatures.resize(module.abis.len(), None);
        self.used_symbols.clear();
        self.used_signatures.clear();
    }

    /// Forgets what belongs to the last function. The tables by symbol are as long as the unit, so only the
    /// entries that were used are cleared.
    fn reset(&mut self, function: &Function) {
        self.values.clear();
        self.values.resize(function.values.len(), None);
        self.blocks.clear();
        self.slots.clear();
        self.reuse.begin_function(function.slots.len());
        self.order.clear();
        self.library = [None; Library::ALL.len()];
        for symbol in self.used_symbols.drain(..) {
            self.functions[symbol.index()] = None;
            self.thunks[symbol.index()] = None;
            self.data[symbol.index()] = None;
        }
        for signature in self.used_signatures.drain(..) {
            self.signatures[signature.index()] = None;
        }
    }
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

struct Translator<'a> {
    module: &'a Module,
    function: &'a Function,
    plans: &'a mut Plans,
    tables: &'a mut Tables,
    cursor: FuncCursor<'a>,
    convention: CallConv,
    lines: bool,
    checks: CheckForm,
    /// In block form: where failed checks go.
    failed: Option<ir::Block>,
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
    target: &mut ir::Function,
) -> Result<(), BackendError> {
    let module = surroundings.module;
    let in_function = |message: String| BackendError::in_symbol(module.symbol_name(function.symbol), message);
    tables.reset(function);
    let convention = surroundings.isa.default_call_conv();
    // Locations are stored relative to the first one; relative to 0, none is the value that means 'no location'.
    target.params.ensure_base_srcloc(SourceLoc::new(0));
    target.name = UserFuncName::user(space::SYMBOL, function.symbol.0);
    let abi = function
        .abi
        .ok_or_else(|| in_function("the function is not in lowered form".into()))?;
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
        cursor: FuncCursor::new(target),
        convention,
        lines: surroundings.lines,
        checks: surroundings.checks,
        failed: None,
        sites: None,
        access,
        pool: surroundings.checks.pool(),
    };
    translator.run(abi).map_err(in_function)
}

impl<'a> Translator<'a> {
    fn run(&mut self, abi: mir::AbiId) -> Result<(), String> {
        self.make_blocks();
        self.order_blocks();
        self.cursor.insert_block(self.tables.blocks[Function::ENTRY.index()]);
        self.enter(abi)?;
        for position in 0..self.tables.order.len() {
            let block = self.tables.order[position];
            if position > 0 {
                self.cursor.insert_block(self.tables.blocks[block.index()]);
            }
            self.tables.reuse.begin_block();
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
        Ok(())
    }

    fn make_blocks(&mut self) {
        for data in &self.function.blocks {
            let block = self.cursor.func.dfg.make_block();
            self.tables.blocks.push(block);
            for parameter in data.parameters.iter() {
                let ty = machine_type(self.function.value_type(parameter));
                let value = self.cursor.func.dfg.append_block_param(block, ty);
                self.tables.values[parameter.index()] = Some(value);
            }
        }
    }

    /// Lists the reachable blocks in reverse postorder, so that each value is translated before its uses.
    fn order_blocks(&mut self) {
        let Tables {
            order,
            visited,
            pending,
            ..
        } = &mut *self.tables;
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
                    self.function
                        .case_list(*cases)
                        .iter()
                        .for_each(|case| visit(&case.target));
                }
                Terminator::Return(_) | Terminator::Unreachable | Terminator::Panic { .. } => {}
            }
        }
        order.reverse();
    }

    /// Says which source position the next instructions belong to.
    fn locate(&mut self, source: u32) {
        if self.lines {
            self.cursor.set_srcloc(SourceLoc::new(source & !SITE_FLAG));
        }
    }

    fn value(&self, value: Value) -> ir::Value {
        self.tables.values[value.index()].expect("the verifier checks that definitions dominate uses")
    }

    fn define(&mut self, result: Value, value: ir::Value) {
        if result.is_some() {
            self.tables.values[result.index()] = Some(value);
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
                let place = self.cursor.func.create_sized_stack_slot(data);
                if slack == 0 {
                    return Ok(Place::Slot(place));
                }
                let start = self.cursor.ins().stack_addr(I64, place, 0);
                let raised = self.cursor.ins().iadd_imm_s(start, align as i64 - 1);
                Ok(Place::Address(self.cursor.ins().band_imm_s(raised, -(align as i64))))
            }
        }
    }

    fn slot_address(&mut self, slot: Slot, offset: u32) -> ir::Value {
        match self.tables.slots[slot.index()] {
            Place::Slot(place) if offset == 0 => {
                if let Some(known) = self.tables.reuse.address(slot.index()) {
                    return known;
                }
                let address = self.cursor.ins().stack_addr(I64, place, 0);
                self.tables.reuse.keep_address(slot.index(), address);
                address
            }
            Place::Slot(place) => self.cursor.ins().stack_addr(I64, place, offset as i32),
            Place::Address(address) if offset == 0 => address,
            Place::Address(address) => self.cursor.ins().iadd_imm_s(address, i64::from(offset)),
        }
    }

    fn symbol_address(&mut self, symbol: SymbolId, offset: i64) -> ir::Value {
        let global = match self.tables.data[symbol.index()] {
            Some(global) => global,
            None => {
                // What this unit defines is near; anything else may be in a shared library.
                let colocated = match self.module.symbols.get(symbol).declaration {
                    mir::Declaration::Function | mir::Declaration::Global => true,
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
        let address = self.cursor.ins().symbol_value(I64, global);
        if offset == 0 {
            address
        } else {
            self.cursor.ins().iadd_imm_s(address, offset)
        }
    }

    fn global(&mut self, name: UserExternalName, colocated: bool) -> GlobalValue {
        let name = ExternalName::user(self.cursor.func.declare_imported_user_function(name));
        self.cursor.func.create_global_value(GlobalValueData::Symbol {
            name,
            offset: 0.into(),
            colocated,
            tls: false,
        })
    }

    /// The address of the function's site table.
    fn sites(&mut self) -> ir::Value {
        let global = match self.sites {
            Some(global) => global,
            None => {
                let global = self.global(UserExternalName::new(space::SITES, 0), true);
                *self.sites.insert(global)
            }
        };
        self.cursor.ins().symbol_value(I64, global)
    }

    fn site_address(&mut self, site: SiteId) -> ir::Value {
        let table = self.sites();
        self.cursor
            .ins()
            .iadd_imm_s(table, i64::from(site.0) * mir::SITE_ENTRY_BYTES as i64)
    }

    /// Leaves for the panic function if a condition, a truth value or an integer, is not 0.
    fn fail_if(&mut self, condition: ir::Value, site: SiteId) {
        match self.checks {
            CheckForm::Trap | CheckForm::TrapWithoutPool => {
                let located = self.at_site(site);
                self.cursor.ins().trapnz(condition, CHECK);
                self.cursor.set_srcloc(located);
            }
            CheckForm::Block => {
                let failed = match self.failed {
                    Some(failed) => failed,
                    None => {
                        let failed = self.cursor.func.dfg.make_block();
                        self.cursor.func.dfg.append_block_param(failed, I64);
                        *self.failed.insert(failed)
                    }
                };
                let next = self.cursor.func.dfg.make_block();
                let number = self.cursor.ins().iconst(I64, i64::from(site.0));
                self.cursor.ins().brif(condition, failed, &[number.into()], next, &[]);
                self.cursor.insert_block(next);
            }
        }
    }

    /// Makes the next instructions stand for a site; gives the source location to go back to.
    fn at_site(&mut self, site: SiteId) -> SourceLoc {
        let located = self.cursor.srcloc();
        self.cursor.set_srcloc(SourceLoc::new(SITE_FLAG | site.0));
        located
    }

    fn finish_failures(&mut self) {
        let Some(failed) = self.failed else { return };
        self.cursor.insert_block(failed);
        self.cursor.func.layout.set_cold(failed);
        let number = self.cursor.func.dfg.block_params(failed)[0];
        let offset = self.cursor.ins().imul_imm_s(number, mir::SITE_ENTRY_BYTES as i64);
        let table = self.sites();
        let address = self.cursor.ins().iadd(table, offset);
        self.panic(address);
    }

    fn panic(&mut self, site_address: ir::Value) {
        self.call_library(Library::Panic, &[site_address]);
        self.cursor.ins().trap(UNREACHABLE);
    }

    fn terminator(&mut self, terminator: Terminator) -> Result<(), String> {
        match terminator {
            Terminator::Jump(call) => {
                self.block_arguments(call);
                let block = self.tables.blocks[call.block.index()];
                self.cursor.ins().jump(block, &self.tables.block_arguments);
            }
            Terminator::Branch {
                condition,
                if_true,
                if_false,
            } => {
                self.block_arguments(if_true);
                let split = self.tables.block_arguments.len();
                self.add_block_arguments(if_false);
                let condition = self.value(condition);
                let (taken, other) = self.tables.block_arguments.split_at(split);
                let blocks = [if_true, if_false].map(|call| self.tables.blocks[call.block.index()]);
                self.cursor.ins().brif(condition, blocks[0], taken, blocks[1], other);
            }
            Terminator::Switch { value, cases, default } => self.switch(value, cases, default),
            Terminator::Return(value) => self.leave(value)?,
            Terminator::Unreachable => {
                self.cursor.ins().trap(UNREACHABLE);
            }
            Terminator::Panic { site } => {
                let address = self.site_address(site);
                self.panic(address);
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
                let signature = self.cursor.func.import_signature(function.signature(self.convention));
                let reference = self.import(UserExternalName::new(space::LIBRARY, index as u32), signature);
                *self.tables.library[index].insert(reference)
            }
        };
        self.cursor.ins().call(reference, arguments)
    }

    /// Declares a function to call directly. Direct calls are always near: the linker and the in-process loader
    /// put a stub within reach of those that are not.
    fn import(&mut self, name: UserExternalName, signature: SigRef) -> FuncRef {
        let name = ExternalName::user(self.cursor.func.declare_imported_user_function(name));
        self.cursor.func.import_function(ExtFuncData {
            name,
            signature,
            colocated: true,
            patchable: false,
        })
    }

    fn first_result(&self, instruction: ir::Inst) -> ir::Value {
        self.cursor.func.dfg.first_result(instruction)
    }

    /// The two halves of a 128-bit result that a library function gives as a pair.
    fn wide_result(&mut self, instruction: ir::Inst) -> ir::Value {
        let results = self.cursor.func.dfg.inst_results(instruction);
        let (low, high) = (results[0], results[1]);
        self.cursor.ins().iconcat(low, high)
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
