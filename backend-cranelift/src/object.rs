//! The ELF object. Owns sections, symbols and relocations in the terms of the `object` crate. Must not know how
//! artifacts are joined. The bytes depend on the image only.

use mir::artifact::RelocationKind;
use mir::backend::Positions;
use mir::debug::Records;
use mir::{Artifacts, BackendError, DebugInformation, Linkage};
use object::elf;
use object::write::{Object, Relocation, SectionId, StandardSection, Symbol, SymbolId, SymbolSection};
use object::{
    Architecture, BinaryFormat, Endianness, RelocationFlags, SectionKind, SymbolFlags, SymbolKind, SymbolScope,
};
use rustc_hash::FxHashMap;

use crate::Machine;
use crate::function_table::FunctionTable;
use crate::image::{self, Image, Section, Target};
use crate::unwind::EhFrame;

/// Joins artifacts to a relocatable object.
pub(crate) fn assemble(
    machine: Machine,
    artifacts: &[(&Artifacts, Option<&Records>)],
    positions: &dyn Positions,
    debug: DebugInformation,
) -> Result<Vec<u8>, BackendError> {
    let units: Vec<&Artifacts> = artifacts.iter().map(|(unit, _)| *unit).collect();
    // A program may keep data that a shared library shows in a place of its own (a copy relocation), so both go through the
    // table of addresses; for a program's own the linker turns that into an addition.
    let data = units.iter().flat_map(|unit| &unit.data);
    let shown = data.filter(|data| data.linkage == Linkage::Export && !data.constant);
    let shown: Vec<&str> = shown.map(|data| data.symbol.as_str()).collect();
    let mut image = image::join(&units, positions, &shown)?;
    let architecture = match machine {
        Machine::X86_64 => Architecture::X86_64,
        Machine::Aarch64 => Architecture::Aarch64,
    };
    let mut object = Object::new(BinaryFormat::Elf, architecture, Endianness::Little);
    let table = FunctionTable::of(&image);
    let code_bytes = image.bytes[Section::Text as usize].len() as u64;
    let sections = sections(&mut object, &mut image);
    let starts = sections.map(|section| object.section_symbol(section));
    let definitions: Vec<SymbolId> = image
        .definitions
        .iter()
        .map(|definition| {
            let section = definition.place.section;
            add_symbol(&mut object, definition, sections[section as usize])
        })
        .collect();
    let undefined: Vec<SymbolId> = image.undefined.iter().map(|name| object.add_symbol(undefined(name))).collect();
    let failed = |error: object::write::Error| BackendError::new(format!("the object cannot be written: {error}"));
    for fixup in &image.fixups {
        let (symbol, addend) = match fixup.target {
            Target::Place(place) => (starts[place.section as usize], fixup.addend + place.offset as i64),
            Target::Merged(index) => (definitions[index as usize], fixup.addend),
            Target::Undefined(index) => (undefined[index as usize], fixup.addend),
        };
        let r_type = relocation_type(machine, fixup.kind)?;
        let relocation = Relocation { offset: fixup.at.offset, symbol, addend, flags: RelocationFlags::Elf { r_type } };
        object.add_relocation(sections[fixup.at.section as usize], relocation).map_err(failed)?;
    }
    add_frames(&mut object, machine, &image, starts[Section::Text as usize]).map_err(failed)?;
    add_functions(&mut object, machine, table, starts[Section::Text as usize]).map_err(failed)?;
    if debug != DebugInformation::None {
        let sections = debug_sections(artifacts, &image, code_bytes, positions, debug)?;
        let places = (starts[Section::Text as usize], &*definitions);
        add_debug(&mut object, machine, sections, places).map_err(failed)?;
    }
    let stack = object.add_section(Vec::new(), b".note.GNU-stack".to_vec(), SectionKind::Other);
    object.section_mut(stack).flags = object::SectionFlags::Elf { sh_flags: 0 };
    object.write().map_err(failed)
}

/// Debug information of an image, as MIR told it of its units. The numbers of data in it are those of the definitions.
pub(crate) fn debug_sections(
    artifacts: &[(&Artifacts, Option<&Records>)],
    image: &Image<'_>,
    code_bytes: u64,
    positions: &dyn Positions,
    debug: DebugInformation,
) -> Result<Vec<debug::Section>, BackendError> {
    let all: Vec<&Records> = artifacts.iter().filter_map(|(_, records)| *records).collect();
    let functions: Vec<debug::PlacedFunction<'_>> = image
        .functions
        .iter()
        .map(|(start, code)| debug::PlacedFunction { section: 0, start: *start, code: debug::Code::Made(code) })
        .collect();
    let is_full = debug == DebugInformation::Full;
    let data: Vec<debug::PlacedDatum<'_>> = image
        .definitions
        .iter()
        .map(|definition| debug::PlacedDatum { symbol: definition.name, bytes: definition.size })
        .collect();
    let (code_bytes, is_optimised) = (&[code_bytes], false);
    debug::sections(&debug::Object {
        records: &all,
        functions: &functions,
        code_bytes,
        data: &data,
        positions,
        is_full,
        is_optimised,
    })
    .map_err(|error| BackendError::new(format!("debug information cannot be written: {error}")))
}

fn add_debug(
    object: &mut Object<'_>,
    machine: Machine,
    mut sections: Vec<debug::Section>,
    (text, definitions): (SymbolId, &[SymbolId]),
) -> object::write::Result<()> {
    let mut ids = FxHashMap::default();
    for section in &mut sections {
        let kind = if section.is_text() { SectionKind::DebugString } else { SectionKind::Debug };
        let id = object.add_section(Vec::new(), section.name.as_bytes().to_vec(), kind);
        object.set_section_data(id, std::mem::take(&mut section.bytes), 1);
        ids.insert(section.name, id);
    }
    for section in &sections {
        let id = ids[section.name];
        for relocation in &section.relocations {
            let symbol = match relocation.target {
                debug::Target::Code(_) => text,
                debug::Target::Data(number) => definitions[number],
                debug::Target::Section(name) => object.section_symbol(ids[name]),
            };
            let r_type = match (machine, relocation.size) {
                (Machine::X86_64, 8) => elf::R_X86_64_64,
                (Machine::X86_64, _) => elf::R_X86_64_32,
                (Machine::Aarch64, 8) => elf::R_AARCH64_ABS64,
                (Machine::Aarch64, _) => elf::R_AARCH64_ABS32,
            };
            let flags = RelocationFlags::Elf { r_type };
            let relocation = Relocation { offset: relocation.offset, symbol, addend: relocation.addend, flags };
            object.add_relocation(id, relocation)?;
        }
    }
    Ok(())
}

fn sections(object: &mut Object<'_>, image: &mut Image<'_>) -> [SectionId; 5] {
    Section::ALL.map(|section| {
        let id = object.section_id(match section {
            Section::Text => StandardSection::Text,
            Section::Constant => StandardSection::ReadOnlyData,
            Section::Relocated => StandardSection::ReadOnlyDataWithRel,
            Section::Data => StandardSection::Data,
            Section::Zero => StandardSection::UninitializedData,
        });
        let align = image.align[section as usize];
        match section {
            Section::Zero => {
                object.append_section_bss(id, image.zero_bytes, align);
            }
            Section::Text | Section::Constant | Section::Relocated | Section::Data => {
                object.set_section_data(id, std::mem::take(&mut image.bytes[section as usize]), align);
            }
        }
        id
    })
}

fn add_symbol(object: &mut Object<'_>, definition: &image::Definition<'_>, section: SectionId) -> SymbolId {
    let (scope, weak) = match definition.linkage {
        Linkage::Local => (SymbolScope::Compilation, false),
        Linkage::Hidden => (SymbolScope::Linkage, false),
        Linkage::Export => (SymbolScope::Dynamic, false),
        Linkage::Merge | Linkage::Available => (SymbolScope::Linkage, true),
    };
    let kind = if definition.place.section == Section::Text { SymbolKind::Text } else { SymbolKind::Data };
    object.add_symbol(Symbol {
        name: definition.name.as_bytes().to_vec(),
        value: definition.place.offset,
        size: definition.size,
        kind,
        scope,
        weak,
        section: SymbolSection::Section(section),
        flags: SymbolFlags::None,
    })
}

fn undefined(name: &str) -> Symbol {
    Symbol {
        name: name.as_bytes().to_vec(),
        value: 0,
        size: 0,
        kind: SymbolKind::Unknown,
        scope: SymbolScope::Unknown,
        weak: mir::may_be_missing(name),
        section: SymbolSection::Undefined,
        flags: SymbolFlags::None,
    }
}

fn add_functions(
    object: &mut Object<'_>,
    machine: Machine,
    table: FunctionTable,
    text: SymbolId,
) -> object::write::Result<()> {
    let name = mir::FUNCTION_TABLE_SECTION.as_bytes().to_vec();
    let section = object.add_section(Vec::new(), name, SectionKind::ReadOnlyData);
    object.set_section_data(section, table.bytes, mir::FUNCTION_ROW_ALIGN);
    for (row, start) in table.rows {
        let r_type = distance_type(machine);
        let relocation =
            Relocation { offset: row, symbol: text, addend: start as i64, flags: RelocationFlags::Elf { r_type } };
        object.add_relocation(section, relocation)?;
    }
    Ok(())
}

/// The relocation that writes a distance of 32 bits.
fn distance_type(machine: Machine) -> u32 {
    match machine {
        Machine::X86_64 => elf::R_X86_64_PC32,
        Machine::Aarch64 => elf::R_AARCH64_PREL32,
    }
}

fn add_frames(
    object: &mut Object<'_>,
    machine: Machine,
    image: &Image<'_>,
    text: SymbolId,
) -> object::write::Result<()> {
    let mut frames = EhFrame::new(machine);
    for (start, function) in &image.functions {
        frames.add(*start, function.code.len() as u32, &function.unwind);
    }
    let section = object.section_id(StandardSection::EhFrame);
    object.set_section_data(section, frames.bytes, 8);
    let r_type = distance_type(machine);
    for (field, start) in frames.starts {
        let flags = RelocationFlags::Elf { r_type };
        object.add_relocation(
            section,
            Relocation { offset: u64::from(field), symbol: text, addend: start as i64, flags },
        )?;
    }
    Ok(())
}

fn relocation_type(machine: Machine, kind: RelocationKind) -> Result<u32, BackendError> {
    match kind {
        RelocationKind::Absolute64 => Ok(match machine {
            Machine::X86_64 => elf::R_X86_64_64,
            Machine::Aarch64 => elf::R_AARCH64_ABS64,
        }),
        RelocationKind::X86PcRelative32 => Ok(elf::R_X86_64_PC32),
        RelocationKind::X86Call32 => Ok(elf::R_X86_64_PLT32),
        // Cranelift loads from the table by `mov` with a REX prefix, which linkers turn into `lea` if they can.
        RelocationKind::X86GotPcRelative32 => Ok(elf::R_X86_64_REX_GOTPCRELX),
        RelocationKind::Aarch64Call26 => Ok(elf::R_AARCH64_CALL26),
        RelocationKind::Aarch64Page21 => Ok(elf::R_AARCH64_ADR_PREL_PG_HI21),
        RelocationKind::Aarch64AddLow12 => Ok(elf::R_AARCH64_ADD_ABS_LO12_NC),
        RelocationKind::Aarch64GotPage21 => Ok(elf::R_AARCH64_ADR_GOT_PAGE),
        RelocationKind::Aarch64GotLow12 => Ok(elf::R_AARCH64_LD64_GOT_LO12_NC),
        RelocationKind::Absolute32
        | RelocationKind::RiscvCall
        | RelocationKind::RiscvGotHigh20
        | RelocationKind::RiscvPcRelativeLow12
        | RelocationKind::RiscvPcRelativeHigh20
        | RelocationKind::S390xPcRelative32
        | RelocationKind::S390xCall32
        | RelocationKind::S390xGotEntry32 => {
            Err(BackendError::new(format!("relocations of the kind {kind:?} are not supported")))
        }
    }
}
