//! What is read out of Cranelift's result. Owns the plain data that becomes of code, relocations, sites, lines, frames
//! and variables. Must not know how an instruction is translated nor what becomes of an artifact.

use std::ops::Range;

use cranelift_codegen::binemit::Reloc;
use cranelift_codegen::entity::EntityRef;
use cranelift_codegen::ir::{self, ExternalName, LibCall, UserExternalName, UserExternalNameRef};
use cranelift_codegen::isa::TargetIsa;
use cranelift_codegen::{CompiledCode, Final, FinalizedMachReloc, FinalizedRelocTarget, MachSrcLoc};
use mir::artifact::{
    CodeArtifact, DataArtifact, LineRecord, Relocation, RelocationKind, VariableLocation, VariablePlace,
};
use mir::{Function, Global, Module, SymbolId};
use rustc_hash::FxHashMap;

use crate::failure::Tail;
use crate::library::Library;
use crate::thunk::{DetourId, Detours};
use crate::translate::{SourceBits, Tables, space};
use crate::{Machine, unwind};

/// A compiled function and where it came from.
pub(crate) struct Compiled<'a> {
    /// The unit.
    pub unit: &'a Module,
    /// The function in MIR.
    pub function: &'a Function,
    /// The function in CLIF.
    pub clif: &'a ir::Function,
    /// What MIR's ids became.
    pub tables: &'a Tables,
    /// Cranelift's result.
    pub result: &'a CompiledCode,
    /// The processor.
    pub machine: Machine,
    /// The instruction set.
    pub isa: &'a dyn TargetIsa,
    /// Whether lines and variables are recorded.
    pub source_positions: bool,
}

impl Compiled<'_> {
    /// The function as an artifact, with its finished code. The ways that its calls take are added to `detours`.
    pub(crate) fn artifact(
        &self,
        code: Vec<u8>,
        tail: Option<Tail>,
        detours: &mut Vec<DetourId>,
    ) -> Result<CodeArtifact, String> {
        let (unit, function) = (self.unit, self.function);
        let name = unit.symbol_name(function.symbol);
        let references = self.clif.params.user_named_funcs();
        let mut names = Names::with_references(references.len());
        let mut relocations = Vec::with_capacity(self.result.buffer.relocs().len() + 3);
        for relocation in self.result.buffer.relocs() {
            let symbol = match &relocation.target {
                FinalizedRelocTarget::ExternalName(ExternalName::User(reference)) => {
                    names.of_reference(*reference, || {
                        let external = &references[*reference];
                        if external.namespace == space::THUNK {
                            detours.push(external.index);
                        }
                        symbol_name(unit, &self.tables.detours, name, external)
                    })
                }
                FinalizedRelocTarget::ExternalName(other) => names.of_text(library_function(other)?.name()),
                FinalizedRelocTarget::Func(_) => {
                    return Err("Cranelift refers to the inside of the function".into());
                }
            };
            relocations.push(self::relocation(relocation, symbol)?);
        }
        if let Some(tail) = tail {
            let sites = names.of_text(&mir::site_table_symbol(name));
            let panic = if tail.tells_index { Library::PanicIndex } else { Library::Panic };
            let panic = names.of_text(panic.name());
            relocations.extend(self.tail_relocations(tail, sites, panic));
        }
        let rows = unwind::rows(self.machine, self.isa, &self.result.buffer.unwind_info);
        let debug = self.source_positions;
        Ok(CodeArtifact {
            symbol: name.to_owned(),
            linkage: function.linkage,
            align: 16,
            symbols: names.texts,
            relocations,
            sites: function.sites.iter().map(|site| site.record(&unit.strings)).collect(),
            lines: if debug { lines(self.result, function) } else { Vec::new() },
            unwind: rows.map_err(|error| error.to_string())?,
            variables: if debug { self.variables(code.len() as u32) } else { Vec::new() },
            code,
        })
    }

    fn tail_relocations(&self, tail: Tail, sites: u32, panic: u32) -> Vec<Relocation> {
        let at = |offset, kind, symbol, addend| Relocation { offset, kind, symbol, addend };
        match self.machine {
            Machine::X86_64 => vec![
                at(tail.sites, RelocationKind::X86PcRelative32, sites, -4),
                at(tail.panic, RelocationKind::X86Call32, panic, -4),
            ],
            Machine::Aarch64 => vec![
                at(tail.sites, RelocationKind::Aarch64Page21, sites, 0),
                at(tail.sites + 4, RelocationKind::Aarch64AddLow12, sites, 0),
                at(tail.panic, RelocationKind::Aarch64Call26, panic, 0),
            ],
        }
    }

    /// Ranges of the code with the source offsets that they come from, by rising code offset; empty without debug
    /// information.
    pub(crate) fn sources(&self) -> Vec<(Range<u32>, u32)> {
        let locations = self.result.buffer.get_srclocs_sorted().iter();
        let located = locations.filter_map(|location| {
            let source = source_offset(location, self.function)?;
            Some((location.start..location.end, source))
        });
        located.filter(|_| self.source_positions).collect()
    }

    /// Variables live in frame slots for the whole function.
    fn variables(&self, end: u32) -> Vec<VariableLocation> {
        let Some(layout) = self.result.buffer.frame_layout() else {
            return Vec::new();
        };
        let located = |(index, variable): (usize, &mir::Variable)| {
            let slot = variable.slot?;
            let (slot, is_address) = match self.tables.frame_slot(slot) {
                Some(slot) => (slot, false),
                None => (self.tables.address_slot(slot)?, true),
            };
            let from_frame_pointer = i64::from(layout.stackslots[slot].offset) - i64::from(layout.frame_to_fp_offset);
            // Both machines push the frame pointer and the return address: the frame's address is two words up.
            let from_frame = match self.machine {
                Machine::X86_64 | Machine::Aarch64 => from_frame_pointer - 16,
            };
            let place = match is_address {
                true => VariablePlace::ThroughFrame(from_frame),
                false => VariablePlace::Frame(from_frame),
            };
            Some(VariableLocation { variable: index as u32, start: 0, end, place })
        };
        self.function.variables.iter().enumerate().filter_map(located).collect()
    }
}

fn lines(compiled: &CompiledCode, function: &Function) -> Vec<LineRecord> {
    let mut lines: Vec<LineRecord> = Vec::new();
    for location in compiled.buffer.get_srclocs_sorted() {
        let Some(source_offset) = source_offset(location, function) else {
            continue;
        };
        if lines.last().is_none_or(|last| last.source_offset != source_offset) {
            lines.push(LineRecord { code_offset: location.start, source_offset });
        }
    }
    lines
}

fn source_offset(location: &MachSrcLoc<Final>, function: &Function) -> Option<u32> {
    match (location.loc.bits(), SourceBits(location.loc.bits()).site()) {
        (u32::MAX, _) => None,
        (_, Some(site)) => Some(function.sites[site as usize].offset),
        (bits, None) => Some(bits),
    }
}

/// A datum as an artifact.
pub(crate) fn data(unit: &Module, global: &Global) -> DataArtifact {
    let mut symbols = Vec::new();
    let mut known = FxHashMap::default();
    let relocations = global.relocations.iter().map(|relocation| Relocation {
        offset: relocation.offset as u32,
        kind: RelocationKind::Absolute64,
        symbol: *known.entry(relocation.symbol).or_insert_with(|| {
            symbols.push(unit.symbol_name(relocation.symbol).to_owned());
            symbols.len() as u32 - 1
        }),
        addend: relocation.addend,
    });
    DataArtifact {
        symbol: unit.symbol_name(global.symbol).to_owned(),
        linkage: global.linkage,
        constant: global.constant,
        align: global.align.bytes(),
        bytes: global.bytes.clone(),
        relocations: relocations.collect(),
        symbols,
    }
}

/// The names that a function's relocations use, each once.
struct Names {
    /// Positions of names by Cranelift's references, which are dense.
    by_reference: Vec<Option<u32>>,
    texts: Vec<String>,
}

impl Names {
    fn with_references(count: usize) -> Names {
        Names { by_reference: vec![None; count], texts: Vec::with_capacity(count) }
    }

    fn of_reference(&mut self, reference: UserExternalNameRef, text: impl FnOnce() -> String) -> u32 {
        *self.by_reference[reference.index()].get_or_insert_with(|| {
            self.texts.push(text());
            self.texts.len() as u32 - 1
        })
    }

    /// A name that may be there already; asked for a few times per function.
    fn of_text(&mut self, text: &str) -> u32 {
        let known = self.texts.iter().position(|known| known == text);
        known.unwrap_or_else(|| {
            self.texts.push(text.to_owned());
            self.texts.len() - 1
        }) as u32
    }
}

/// What a name in Cranelift's terms stands for.
pub(crate) fn symbol_name(unit: &Module, detours: &Detours, function: &str, external: &UserExternalName) -> String {
    match external.namespace {
        space::SITES => mir::site_table_symbol(function),
        space::THUNK => detours[external.index].name(unit),
        space::LIBRARY => Library::ALL[external.index as usize].name().to_owned(),
        _ => unit.symbol_name(SymbolId(external.index)).to_owned(),
    }
}

/// The functions that Cranelift calls of its own accord: it copies large arguments.
fn library_function(name: &ExternalName) -> Result<Library, String> {
    match name {
        ExternalName::LibCall(LibCall::Memcpy) => Ok(Library::Memcpy),
        ExternalName::LibCall(LibCall::Memset) => Ok(Library::Memset),
        ExternalName::LibCall(other) => Err(format!("Cranelift wants the library function {other}")),
        ExternalName::KnownSymbol(_) | ExternalName::TestCase(_) | ExternalName::User(_) => {
            Err("Cranelift refers to a symbol of an unknown kind".into())
        }
    }
}

fn relocation(relocation: &FinalizedMachReloc, symbol: u32) -> Result<Relocation, String> {
    let kind = match relocation.kind {
        Reloc::Abs8 => RelocationKind::Absolute64,
        Reloc::X86PCRel4 => RelocationKind::X86PcRelative32,
        Reloc::X86CallPCRel4 | Reloc::X86CallPLTRel4 => RelocationKind::X86Call32,
        Reloc::X86GOTPCRel4 => RelocationKind::X86GotPcRelative32,
        Reloc::Arm64Call => RelocationKind::Aarch64Call26,
        Reloc::Aarch64AdrPrelPgHi21 => RelocationKind::Aarch64Page21,
        Reloc::Aarch64AddAbsLo12Nc => RelocationKind::Aarch64AddLow12,
        Reloc::Aarch64AdrGotPage21 => RelocationKind::Aarch64GotPage21,
        Reloc::Aarch64Ld64GotLo12Nc => RelocationKind::Aarch64GotLow12,
        other => {
            return Err(format!("Cranelift uses the relocation {other:?}, which is not supported"));
        }
    };
    Ok(Relocation { offset: relocation.offset, kind, symbol, addend: relocation.addend })
}
