//! Debug information in ELF objects: for code generators that make an object whole, and write DWARF in the terms that
//! [`crate::read`] reads. Owns the way of the sections out of the file and, told anew, back into it; what they say is the rest
//! of this crate's. Code, data and symbols stay what they are. Must not know who made the object.

use mir::debug::Records;
use mir::{DebugInformation, Optimisation, Options, Positions};
use object::build::elf::{self as build, Builder, SectionId, SymbolId};
use object::build::{ByteString, Bytes, Id};
use object::elf;
use rustc_hash::FxHashMap;

use crate::read::{ReadObject, Relocations, SectionData, read};
use crate::{Code, Object, PlacedDatum, PlacedFunction, Section, Target, sections};

/// The type of sections with LLVM's list of symbols whose addresses matter: it names them by their numbers.
pub const SHT_LLVM_ADDRSIG: u32 = 0x6fff_4c03;

/// The beginning of the names of sections with debug information.
const PREFIX: &[u8] = b".debug_";

/// An object of a code generator with debug information as `records` and `positions` have it: `records` are those of the
/// units in the object (`Records::of`, made of them before they were compiled), `positions` what says where their functions stand
/// in the text now, and `options` those that the code was made with. Where the code generator told nothing, nothing is told.
///
/// # Errors
/// Says what of the object cannot be read, or what DWARF or ELF cannot hold: it is no ELF object of one of our machines, or
/// holds groups of sections.
pub fn with_debug_information(
    object: &[u8],
    records: &[&Records],
    positions: &dyn Positions,
    options: &Options,
) -> Result<Vec<u8>, String> {
    let mut builder: Builder<'_> = Builder::read(object).map_err(|error| error.to_string())?;
    let code = code_sections(&builder);
    let code_bytes: Vec<u64> = code.iter().map(|id| builder.sections.get(*id).sh_size).collect();
    let mut read = read_object(&builder, &code)?;
    // Of code that is not there nothing is told.
    read.functions.retain(|function| {
        let end = function.start.checked_add(function.bytes.into());
        code_bytes.get(function.section).is_some_and(|bytes| end.is_some_and(|end| end <= *bytes))
    });
    let functions: Vec<PlacedFunction<'_>> = read
        .functions
        .iter()
        .map(|function| PlacedFunction {
            section: function.section,
            start: function.start,
            code: Code::Read(&read, function),
        })
        .collect();
    let named = named_data(&builder);
    let data: Vec<PlacedDatum<'_>> =
        named.iter().map(|(_, symbol, bytes)| PlacedDatum { symbol, bytes: *bytes }).collect();
    let told = sections(&Object {
        records,
        functions: &functions,
        code_bytes: &code_bytes,
        data: &data,
        positions,
        is_full: options.debug == DebugInformation::Full,
        is_optimised: options.optimisation != Optimisation::None,
    })?;
    let data: Vec<SymbolId> = named.iter().map(|(id, ..)| *id).collect();
    replace(&mut builder, (&code, &data), told)?;
    name_sections(&mut builder);
    let mut bytes = Vec::new();
    builder.write(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

fn code_sections(builder: &Builder<'_>) -> Vec<SectionId> {
    let is_code = |section: &&build::Section<'_>| section.sh_flags & u64::from(elf::SHF_EXECINSTR) != 0;
    builder.sections.iter().filter(is_code).map(build::Section::id).collect()
}

/// The data that has symbols here, with their names and sizes.
fn named_data(builder: &Builder<'_>) -> Vec<(SymbolId, String, u64)> {
    let is_datum = |symbol: &&build::Symbol<'_>| symbol.st_type() == elf::STT_OBJECT && symbol.section.is_some();
    let named = builder.symbols.iter().filter(is_datum);
    named.map(|symbol| (symbol.id(), String::from_utf8_lossy(&symbol.name).into_owned(), symbol.st_size)).collect()
}

fn is_debug(section: &build::Section<'_>) -> bool {
    section.name.starts_with(PREFIX)
}

/// Reads what the code generator says.
fn read_object(builder: &Builder<'_>, code: &[SectionId]) -> Result<ReadObject, String> {
    let mut sections: FxHashMap<String, SectionData> = FxHashMap::default();
    let mut filled: FxHashMap<usize, Relocations> = FxHashMap::default();
    for section in &builder.sections {
        let (build::SectionData::Relocation(relocations), Some(of)) = (&section.data, section.sh_info_section) else {
            continue;
        };
        let filled = filled.entry(of.index()).or_default();
        for relocation in relocations {
            let Some(symbol) = relocation.symbol.map(|symbol| builder.symbols.get(symbol)) else { continue };
            let Some(target) = symbol.section else { continue };
            let place = symbol.st_value.wrapping_add_signed(relocation.r_addend);
            match code.iter().position(|code| *code == target) {
                Some(number) => filled.code(relocation.r_offset, number, place),
                None => filled.offset(relocation.r_offset, place),
            }
        }
    }
    for section in builder.sections.iter().filter(|section| is_debug(section)) {
        let build::SectionData::Data(bytes) = &section.data else { continue };
        let relocations = filled.remove(&section.id().index()).unwrap_or_default();
        let data = SectionData { bytes: bytes.to_vec(), relocations };
        sections.insert(String::from_utf8_lossy(&section.name).into_owned(), data);
    }
    read(|name| sections.get(name))
}

/// Puts sections in the place of those that are there.
fn replace(
    builder: &mut Builder<'_>,
    (code, data): (&[SectionId], &[SymbolId]),
    mut sections: Vec<Section>,
) -> Result<(), String> {
    let old: Vec<SectionId> =
        builder.sections.iter().filter(|section| is_debug(section)).map(build::Section::id).collect();
    for section in &mut builder.sections {
        let is_about_old = section.sh_info_section.is_some_and(|of| old.contains(&of));
        // The numbers of symbols change.
        section.delete |= old.contains(&section.id()) || is_about_old || section.sh_type == SHT_LLVM_ADDRSIG;
        if section.sh_type == elf::SHT_GROUP {
            return Err("it has groups of sections, whose numbers change".to_owned());
        }
    }
    builder.delete_orphan_symbols();
    let table = builder.sections.iter().find(|section| section.sh_type == elf::SHT_SYMTAB).map(build::Section::id);
    let starts: Vec<SymbolId> = code.iter().map(|id| section_symbol(builder, *id)).collect();
    let mut ids: FxHashMap<&'static str, (SectionId, SymbolId)> = FxHashMap::default();
    for told in &mut sections {
        let (name, is_text) = (told.name, told.is_text());
        let section = builder.sections.add();
        section.name = ByteString::from(name.as_bytes());
        section.sh_type = elf::SHT_PROGBITS;
        section.sh_addralign = 1;
        (section.sh_flags, section.sh_entsize) =
            if is_text { (u64::from(elf::SHF_MERGE | elf::SHF_STRINGS), 1) } else { (0, 0) };
        section.data = build::SectionData::Data(Bytes::from(std::mem::take(&mut told.bytes)));
        let id = section.id();
        ids.insert(name, (id, section_symbol(builder, id)));
    }
    let machine = builder.header.e_machine;
    for Section { name, relocations, .. } in sections {
        if relocations.is_empty() {
            continue;
        }
        let filled = relocations.iter().map(|relocation| {
            let symbol = match relocation.target {
                Target::Code(section) => starts[section],
                Target::Data(number) => data[number],
                Target::Section(name) => ids[name].1,
            };
            let r_type = relocation_type(machine, relocation.size)?;
            Ok(build::Relocation {
                r_offset: relocation.offset,
                symbol: Some(symbol),
                r_type,
                r_addend: relocation.addend,
            })
        });
        let filled = filled.collect::<Result<Vec<_>, String>>()?;
        let section = builder.sections.add();
        section.name = ByteString::from(format!(".rela{name}").into_bytes());
        section.sh_type = elf::SHT_RELA;
        section.sh_flags = u64::from(elf::SHF_INFO_LINK);
        (section.sh_addralign, section.sh_entsize) = (8, 24);
        (section.sh_link_section, section.sh_info_section) = (table, Some(ids[name].0));
        section.data = build::SectionData::Relocation(filled);
    }
    Ok(())
}

/// LLVM keeps the names of sections where those of symbols are; what writes the object wants them apart.
fn name_sections(builder: &mut Builder<'_>) {
    let is_there = builder.sections.iter().any(|section| matches!(section.data, build::SectionData::SectionString));
    if !is_there {
        let section = builder.sections.add();
        section.name = ByteString::from(&b".shstrtab"[..]);
        section.sh_type = elf::SHT_STRTAB;
        section.sh_addralign = 1;
        section.data = build::SectionData::SectionString;
    }
}

/// The symbol of the start of a section.
fn section_symbol(builder: &mut Builder<'_>, section: SectionId) -> SymbolId {
    let is_it = |symbol: &&build::Symbol<'_>| symbol.section == Some(section) && symbol.st_type() == elf::STT_SECTION;
    if let Some(known) = builder.symbols.iter().find(is_it) {
        return known.id();
    }
    let symbol = builder.symbols.add();
    symbol.section = Some(section);
    symbol.set_st_info(elf::STB_LOCAL, elf::STT_SECTION);
    symbol.id()
}

fn relocation_type(machine: u16, bytes: u8) -> Result<u32, String> {
    Ok(match (machine, bytes) {
        (elf::EM_X86_64, 8) => elf::R_X86_64_64,
        (elf::EM_X86_64, 4) => elf::R_X86_64_32,
        (elf::EM_AARCH64, 8) => elf::R_AARCH64_ABS64,
        (elf::EM_AARCH64, 4) => elf::R_AARCH64_ABS32,
        _ => return Err(format!("an address of {bytes} bytes cannot be filled in on the machine {machine}")),
    })
}
