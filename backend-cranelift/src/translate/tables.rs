//! Memory that is kept between functions of a unit. Owns the tables that map ids of MIR to entities of CLIF; must not
//! know how they are filled.

use cranelift_codegen::ir::{self, BlockArg, FuncRef, GlobalValue, SigRef};
use mir::{Block, Function, Linkage, Module, Slot, SymbolId};
use rustc_hash::FxHashMap;

use super::contents::{Contents, Known};
use super::reuse::Reuse;
use crate::library::Library;
use crate::thunk::{DetourId, Detours};

/// Where a slot is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// In the frame.
    Slot(ir::StackSlot),
    /// At an address that is known on entry.
    Address(ir::Value),
}

/// What a value of MIR became.
#[derive(Clone, Copy, Debug)]
pub(super) enum Definition {
    /// Nothing yet; or the address of a slot, which is made where it is used.
    Open,
    /// A constant of up to 64 bits, which is made where it is used.
    Constant(u64),
    /// A value of CLIF.
    Value(ir::Value),
}

/// Tables that are kept between functions of a unit, so that their memory is allocated once.
#[derive(Default)]
pub(crate) struct Tables {
    pub(super) values: Vec<Definition>,
    pub(super) blocks: Vec<ir::Block>,
    pub(super) slots: Vec<Place>,
    /// Where debuggers find the addresses of slots that have no fixed place in the frame.
    pub(super) addresses: Vec<Option<ir::StackSlot>>,
    pub(super) reuse: Reuse,
    pub(super) contents: Contents,
    pub(super) known: Vec<Known>,
    pub(super) order: Vec<Block>,
    pub(super) visited: Vec<bool>,
    pub(super) pending: Vec<(Block, bool)>,
    pub(super) block_arguments: Vec<BlockArg>,
    pub(super) arguments: Vec<ir::Value>,
    pub(super) functions: Vec<Option<FuncRef>>,
    /// What calls of the unit go through instead of their callee.
    pub(crate) detours: Detours,
    /// Those that the function's calls have gone through already.
    pub(super) detour_references: FxHashMap<(DetourId, SigRef), FuncRef>,
    pub(super) data: Vec<Option<GlobalValue>>,
    /// The unit's own data that others may name.
    pub(super) exported_data: Vec<SymbolId>,
    pub(super) signatures: Vec<Option<SigRef>>,
    pub(super) library: [Option<FuncRef>; Library::ALL.len()],
    pub(super) used_symbols: Vec<SymbolId>,
    pub(super) used_signatures: Vec<mir::AbiId>,
}

impl Tables {
    /// The frame slot that a MIR slot of the last translated function became, if it has one.
    pub(crate) fn frame_slot(&self, slot: Slot) -> Option<ir::StackSlot> {
        match self.slots.get(slot.index())? {
            Place::Slot(slot) => Some(*slot),
            Place::Address(_) => None,
        }
    }

    /// The frame slot that holds the address of a MIR slot, if that is told to debuggers.
    pub(crate) fn address_slot(&self, slot: Slot) -> Option<ir::StackSlot> {
        self.addresses.get(slot.index()).copied().flatten()
    }

    /// Makes room for a unit's symbols and signatures.
    pub(crate) fn prepare(&mut self, module: &Module) {
        self.functions.clear();
        self.functions.resize(module.symbols.len(), None);
        self.detours.clear();
        self.data.clear();
        self.data.resize(module.symbols.len(), None);
        let exported = module.globals.iter().filter(|global| global.linkage == Linkage::Export);
        self.exported_data.clear();
        self.exported_data.extend(exported.map(|global| global.symbol));
        self.signatures.clear();
        self.signatures.resize(module.abis.len(), None);
        self.used_symbols.clear();
        self.used_signatures.clear();
    }

    /// Forgets what belongs to the last function. The tables by symbol are as long as the unit, so only the
    /// entries that were used are cleared. For a debugger the function's result is stored where it is told.
    pub(super) fn reset(&mut self, function: &Function, is_debugged: bool) {
        self.values.clear();
        self.values.resize(function.values.len(), Definition::Open);
        self.blocks.clear();
        self.slots.clear();
        self.addresses.clear();
        self.reuse.begin_function(function.slots.len());
        self.contents.begin_function(function, is_debugged);
        self.order.clear();
        self.library = [None; Library::ALL.len()];
        self.detour_references.clear();
        for symbol in self.used_symbols.drain(..) {
            self.functions[symbol.index()] = None;
            self.data[symbol.index()] = None;
        }
        for signature in self.used_signatures.drain(..) {
            self.signatures[signature.index()] = None;
        }
    }
}
