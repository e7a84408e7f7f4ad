//! Calls that Cranelift cannot make, and registers that it does not know. Owns the thunks of a unit: what each calls, their
//! symbols, and the artifacts of the code that `abi` gives. Must not know any signature.

use std::ops::Index;

use abi::cranelift::{AddressPlace, Thunk, ThunkCallee, X87Transfer};
use mir::artifact::{CodeArtifact, Relocation, RelocationKind, UnwindChange, UnwindRow};
use mir::{Linkage, Module, SymbolId};
use rustc_hash::FxHashMap;

/// The numbers of `rbp` and `rsp` in DWARF.
const FRAME_POINTER: u16 = 6;
const STACK_POINTER: u16 = 7;

/// What a unit calls instead of or beside a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Detour {
    /// What a call goes through.
    Call { thunk: Thunk, callee: DetourCallee },
    /// What moves a number to or from the x87 registers.
    X87(X87Transfer),
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
        let name = match self {
            Detour::Call { thunk, callee } => call_name(thunk, callee, unit),
            Detour::X87(X87Transfer::Pop) => "lang.x87.pop".to_owned(),
            Detour::X87(X87Transfer::Push) => "lang.x87.push".to_owned(),
        };
        // A program may choose no name that ends so, and no name of the language has this sign.
        name + "$thunk"
    }

    /// The thunk's code.
    pub(crate) fn artifact(self, unit: &Module) -> CodeArtifact {
        let (symbols, code) = match self {
            Detour::Call { thunk, callee: DetourCallee::Symbol(symbol) } => {
                (vec![unit.symbol_name(symbol).to_owned()], thunk.code(ThunkCallee::Symbol))
            }
            Detour::Call { thunk, callee: DetourCallee::Address(place) } => {
                (Vec::new(), thunk.code(ThunkCallee::Address(place)))
            }
            Detour::X87(transfer) => (Vec::new(), transfer.code()),
        };
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

fn call_name(thunk: Thunk, callee: DetourCallee, unit: &Module) -> String {
    let mut name = match callee {
        DetourCallee::Symbol(symbol) => unit.symbol_name(symbol).to_owned(),
        DetourCallee::Address(AddressPlace::Register(number)) => format!("lang.register{number}"),
        DetourCallee::Address(AddressPlace::Stack(offset)) => format!("lang.stack{offset}"),
    };
    if let Some(area) = thunk.area {
        name.push_str(&format!(".area{}.align{}", area.bytes, area.align));
    }
    if let Some(count) = thunk.vector_count {
        name.push_str(&format!(".al{count}"));
    }
    name
}
