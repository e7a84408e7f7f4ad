//! What the memory of slots holds, as far as the current block has seen it: a scalar that was stored or loaded is not
//! loaded again, and what was only stored to pass it on is not stored at all. Owns the tables and who may change which
//! slot; must not know instructions of CLIF beyond the stores it is told of. Nothing is known across blocks: values
//! that live that long cost the single-pass register allocator as much memory traffic as they save.
//!
//! Why this is no pass of `mir`: the interpreter finds undefined bits and broken borrows at accesses, so it must see
//! every one; LLVM does this better by itself; and how long a value is worth its register, and when a load would wait
//! for narrower stores, is so for Cranelift's code only. It changes no meaning: who may write a slot is read off MIR
//! (`origins`, `escapes`), and random programs run on all engines.

use cranelift_codegen::ir::types::{F32, I32};
use cranelift_codegen::ir::{self, Type};
use mir::{Function, Operation, Slot, SlotKind, Storage, Use, Value};

const NONE: u32 = u32::MAX;

/// How many scalars are known of a slot at most: an array that is filled one by one must not take quadratic time.
const MOST_PIECES: u32 = 32;

/// Who uses a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    /// The loads and stores of this function and nobody else: once nothing loads from it, nothing need be stored.
    Temporary,
    /// The same, and the debugger, which shows a variable.
    Variable,
    /// Whoever has its address.
    Shared,
}

/// One slot.
#[derive(Clone, Copy, Debug)]
struct SlotState {
    owner: Owner,
    /// Whether anything that is left in the code reads its memory, or writes it in a way that is not in `stores`.
    used: bool,
    /// When the list of pieces was begun.
    begun: u64,
    /// The first piece.
    first: u32,
    /// How many pieces the list has.
    count: u32,
}

/// A scalar in memory.
#[derive(Clone, Copy, Debug)]
struct Piece {
    known: Known,
    /// Whether it was stored as such, so that a wider load would have to wait until the store has left the processor.
    stored: bool,
    learned: u64,
    next: u32,
}

/// A scalar that a slot holds at an offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub offset: u32,
    pub ty: Type,
    pub value: ir::Value,
}

/// The tables.
#[derive(Default)]
pub(super) struct Contents {
    slots: Vec<SlotState>,
    /// By value: the slot and the offset that it is the address of, or [`NONE`].
    origins: Vec<(u32, u32)>,
    /// By value: whether it is used otherwise than to load, store or copy.
    escapes: Vec<bool>,
    pieces: Vec<Piece>,
    stores: Vec<(u32, ir::Inst)>,
    /// Never goes back, so that no table need be cleared between functions.
    clock: u64,
    block_begun: u64,
    last_call: u64,
    last_write_by_others: u64,
}

impl Contents {
    /// Finds out who uses which slot of a function. For a debugger the place of the result is a variable: what a function
    /// ends in may be all that its line does.
    pub(super) fn begin_function(&mut self, function: &Function, is_debugged: bool) {
        self.slots.clear();
        let fresh = SlotState { owner: Owner::Temporary, used: false, begun: 0, first: NONE, count: 0 };
        self.slots.resize(function.slots.len(), fresh);
        self.origins.clear();
        self.origins.resize(function.values.len(), (NONE, 0));
        self.escapes.clear();
        self.escapes.resize(function.values.len(), false);
        self.stores.clear();
        for slot in function.variables.iter().filter_map(|variable| variable.slot) {
            self.slots[slot.index()].owner = Owner::Variable;
        }
        let results = function.slots.iter().zip(&mut self.slots).filter(|(slot, _)| slot.kind == SlotKind::Return);
        results.filter(|_| is_debugged).for_each(|(_, state)| state.owner = Owner::Variable);
        for instruction in &function.instructions {
            self.survey(function, instruction.operation, instruction.result);
        }
        let escapes = &mut self.escapes;
        for block in &function.blocks {
            function.each_terminator_operand(block.terminator, |value| escapes[value.index()] = true);
        }
        for ((slot, _), escapes) in self.origins.iter().zip(&self.escapes) {
            if *escapes && *slot != NONE {
                self.slots[*slot as usize].owner = Owner::Shared;
            }
        }
        self.begin_block();
    }

    fn survey(&mut self, function: &Function, operation: Operation, result: Value) {
        if let Operation::SlotAddress { slot, offset } = operation {
            match function.slot(slot).storage {
                Storage::Frame | Storage::Incoming => self.origins[result.index()] = (slot.0, offset),
                Storage::Pointer(_) => {}
            }
        }
        function.each_use(operation, |value, used| match used {
            Use::Access => {}
            Use::Datum => self.escapes[value.index()] = true,
        });
    }

    /// Begins a block: nothing is known.
    pub(super) fn begin_block(&mut self) {
        self.clock += 1;
        self.block_begun = self.clock;
        self.last_call = self.clock;
        self.last_write_by_others = self.clock;
        self.pieces.clear();
    }

    /// A function was called. It may have changed what it has the address of; and variables are in memory anyway, so
    /// loading them again is cheaper than keeping them through the call.
    pub(super) fn called(&mut self) {
        self.clock += 1;
        self.last_call = self.clock;
        self.last_write_by_others = self.clock;
    }

    /// Something was written to an address that is not known to be a slot's.
    pub(super) fn written_somewhere(&mut self) {
        self.clock += 1;
        self.last_write_by_others = self.clock;
    }

    /// The slot and the offset that a value is the address of.
    pub(super) fn origin(&self, address: Value) -> Option<(Slot, u32)> {
        let (slot, offset) = self.origins[address.index()];
        (slot != NONE).then_some((Slot(slot), offset))
    }

    /// Something reads a slot's memory, or writes it other than by a store that [`Self::stored`] is told of.
    pub(super) fn used(&mut self, slot: Slot) {
        self.slots[slot.index()].used = true;
    }

    /// The scalar of a type that a slot holds, if it is known.
    pub(super) fn scalar(&self, slot: Slot, offset: u32, ty: Type) -> Option<ir::Value> {
        self.valid(slot)
            .find(|piece| piece.known.offset == offset && piece.known.ty == ty)
            .map(|piece| piece.known.value)
    }

    /// Two halves that were just stored where a scalar of 8 bytes is to be loaded. The processor could not serve
    /// the load until both stores have left it, so they are better put together in registers.
    pub(super) fn halves(&self, slot: Slot, offset: u32) -> Option<[ir::Value; 2]> {
        let half = |offset| {
            self.valid(slot)
                .find(|piece| piece.stored && piece.known.offset == offset && matches!(piece.known.ty, F32 | I32))
                .map(|piece| piece.known.value)
        };
        Some([half(offset)?, half(offset + 4)?])
    }

    /// A slot was found to hold a scalar.
    pub(super) fn learned(&mut self, slot: Slot, known: Known) {
        self.add(slot, known, false);
    }

    /// A scalar was stored to a slot by an instruction.
    pub(super) fn stored(&mut self, slot: Slot, known: Known, store: ir::Inst) {
        self.overwritten(slot, known.offset, u64::from(known.ty.bytes()));
        self.add(slot, known, true);
        if self.slots[slot.index()].owner == Owner::Temporary {
            self.stores.push((slot.0, store));
        }
    }

    /// Memory of a slot was written.
    pub(super) fn overwritten(&mut self, slot: Slot, offset: u32, bytes: u64) {
        let state = &mut self.slots[slot.index()];
        if state.begun != self.block_begun {
            return;
        }
        let range = u64::from(offset)..u64::from(offset) + bytes;
        let mut link = state.first;
        while link != NONE {
            let piece = &mut self.pieces[link as usize];
            let start = u64::from(piece.known.offset);
            if start < range.end && range.start < start + u64::from(piece.known.ty.bytes()) {
                piece.learned = 0;
            }
            link = piece.next;
        }
    }

    /// Fills a list with what is known of a slot's range: scalars side by side from its start, as far as they are
    /// known. Gives whether they fill it.
    pub(super) fn range(&self, slot: Slot, offset: u32, bytes: u64, list: &mut Vec<Known>) -> bool {
        list.clear();
        let end = u64::from(offset) + bytes;
        let mut next = u64::from(offset);
        while next < end {
            let found = self
                .valid(slot)
                .find(|piece| u64::from(piece.known.offset) == next && next + u64::from(piece.known.ty.bytes()) <= end);
            let Some(piece) = found else { return false };
            list.push(piece.known);
            next += u64::from(piece.known.ty.bytes());
        }
        true
    }

    /// The stores to slots whose memory nothing reads.
    pub(super) fn stores_to_nowhere(&mut self) -> impl Iterator<Item = ir::Inst> {
        let slots = &self.slots;
        self.stores.drain(..).filter(|(slot, _)| !slots[*slot as usize].used).map(|(_, store)| store)
    }

    /// Whether a slot needs no memory.
    pub(super) fn is_unused(&self, slot: usize) -> bool {
        let state = self.slots[slot];
        state.owner == Owner::Temporary && !state.used
    }

    fn add(&mut self, slot: Slot, known: Known, stored: bool) {
        let state = &mut self.slots[slot.index()];
        if state.begun != self.block_begun || state.count == MOST_PIECES {
            state.begun = self.block_begun;
            state.first = NONE;
            state.count = 0;
        }
        let next = std::mem::replace(&mut state.first, self.pieces.len() as u32);
        state.count += 1;
        self.pieces.push(Piece { known, stored, learned: self.clock, next });
    }

    fn valid(&self, slot: Slot) -> impl Iterator<Item = &Piece> {
        let state = self.slots[slot.index()];
        let since = match state.owner {
            Owner::Temporary => self.block_begun,
            Owner::Variable => self.last_call,
            Owner::Shared => self.last_write_by_others,
        };
        let mut link = if state.begun == self.block_begun { state.first } else { NONE };
        std::iter::from_fn(move || {
            while link != NONE {
                let piece = &self.pieces[link as usize];
                link = piece.next;
                if piece.learned >= since {
                    return Some(piece);
                }
            }
            None
        })
    }
}
