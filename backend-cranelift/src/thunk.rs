//! Calls that Cranelift cannot make. Owns the thunks of a unit: what each calls, their symbols, and the artifacts of the
//! code that `abi` gives. Must not know any signature.

use std::ops::Index;

use abi::cranelift::{AddressPlace, Thunk, ThunkCallee};
use mir::artifact::{CodeArtifact, Relocation, RelocationKind, UnwindChange, UnwindRow};
use mir::{Linkage, Module, SymbolId};
use rustc_hash::FxHashMap;

/// The numbers of `rbp` and `rsp` in DWARF.
const FRAME_POINTER: u16 = 6;
const STACK_POINTER: u16 = 7;

/// What a call in a unit goes through.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Detour {
    pub thunk: Thunk,
    pub callee: DetourCallee,
}

/// What a thunk of a unit calls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum DetourCallee {
    Symbol(SymbolId),
    Address(AddressPlace),
}

/// Which of a unit's.
pub(crate) type DetourId = u32;

/// What calls of a unit go through, each once.
#[derive(Default)]
pub(crate) struct Detours {
    all: Vec<Detour>,
    ids: FxHashMap<Detour, DetourId>,
}

impl Detours {
    /// Forgets the last unit.
    pub(crate) fn clear(&mut self) {
        self.all.clear();
        self.ids.clear();
    }

    /// The one that is this.
    pub(crate) fn id(&mut self, detour: Detour) -> DetourId {
        *self.ids.entry(detour).or_insert_with(|| {
            self.all.push(detour);
            self.all.len() as DetourId - 1
        })
    }
}

impl Index<DetourId> for Detours {
    type Output = Detour;

    fn index(&self, id: DetourId) -> &Detour {
        &self.all[id as usize]
    }
}

impl Detour {
    /// The thunk's symbol: it says all that its code depends on, so that units can share it.
    pub(crate) fn name(self, unit: &Module) -> String {
        let mut name = match self.callee {
            DetourCallee::Symbol(symbol) => unit.symbol_name(symbol).to_owned(),
            DetourCallee::Address(AddressPlace::Register(number)) => format!("lang.register{number}"),
            DetourCallee::Address(AddressPlace::Stack(offset)) => format!("lang.stack{offset}"),
        };
        if let Some(area) = self.thunk.area {
            name.push_str(&format!(".area{}.align{}", area.bytes, area.align));
        }
        if let Some(count) = self.thunk.vector_count {
            name.push_str(&format!(".al{count}"));
        }
        // A program may choose no name that ends so, and no name of the language has this sign.
        name + "$thunk"
    }

    /// The thunk's code.
    pub(crate) fn artifact(self, unit: &Module) -> CodeArtifact {
        let (callee, symbols) = match self.callee {
            DetourCallee::Symbol(symbol) => (ThunkCallee::Symbol, vec![unit.symbol_name(symbol).to_owned()]),
            DetourCallee::Address(place) => (ThunkCallee::Address(place), Vec::new()),
        };
        let code = self.thunk.code(callee);
        let relocation = |offset| Relocation { offset, kind: RelocationKind::X86Call32, symbol: 0, addend: -4 };
        let row = |code_offset, change| UnwindRow { code_offset, change };
        let unwind = code.frame.map_or(Vec::new(), |frame| {
            vec![
                row(frame.saved, UnwindChange::FrameOffset(16)),
                row(frame.saved, UnwindChange::Saved { register: FRAME_POINTER, offset: -16 }),
                row(frame.made, UnwindChange::FrameRegister(FRAME_POINTER)),
                row(frame.left, UnwindChange::FrameAddress { register: STACK_POINTER, offset: 8 }),
            ]
        });
        CodeArtifact {
            symbol: self.name(unit),
            linkage: Linkage::Merge,
            align: 16,
            code: code.bytes,
            symbols,
            relocations: code.callee.map(relocation).into_iter().collect(),
            sites: Vec::new(),
            lines: Vec::new(),
            unwind,
            variables: Vec::new(),
        }
    }
}
