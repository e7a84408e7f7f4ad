//! The symbol file of a program in memory: an image of an ELF executable that has no code of its own, but says where code and
//! data lie, what they are called, and all that debuggers are told of them. Owns its form. Must not know how a debugger
//! finds it, nor how addresses come about.

use std::borrow::Cow;

use mir::BackendError;
use object::elf;
use object::write::StringId;
use object::write::elf::{FileHeader, SectionHeader, SectionIndex, Sym, Writer};
use object::{Endianness, write};

use crate::Machine;

/// A part of the memory of a program.
pub(super) struct Part {
    /// As sections are called in executables.
    pub name: &'static str,
    /// Where it lies.
    pub address: u64,
    /// How long it is.
    pub bytes: u64,
    /// Whether it is code.
    pub is_code: bool,
    /// Whether the program writes to it.
    pub is_writable: bool,
}

/// Something with a name.
pub(super) struct Named<'a> {
    /// The linker's name.
    pub name: &'a str,
    /// The number of the part in which it lies.
    pub part: usize,
    /// Where it lies.
    pub address: u64,
    /// How long it is.
    pub bytes: u64,
}

/// What a symbol file says.
pub(super) struct Contents<'a> {
    /// The parts in memory.
    pub parts: Vec<Part>,
    /// What lies in them; debug information names data by their numbers here.
    pub named: Vec<Named<'a>>,
    /// Where the code begins, from which debug information counts.
    pub code: u64,
    /// How to find callers: `.debug_frame`.
    pub frames: Vec<u8>,
    /// Debug information.
    pub debug: Vec<debug::Section>,
}

/// A section whose bytes stand in the file.
struct Stored<'a> {
    name: StringId,
    is_text: bool,
    bytes: Cow<'a, [u8]>,
    offset: usize,
}

/// Writes the image.
pub(super) fn write(machine: Machine, contents: &Contents<'_>) -> Result<Vec<u8>, BackendError> {
    let debug = contents
        .debug
        .iter()
        .map(|section| Ok((section.name, section.is_text(), Cow::from(linked(section, contents)?))));
    let mut given: Vec<(&'static str, bool, Cow<'_, [u8]>)> = debug.collect::<Result<_, BackendError>>()?;
    given.push((".debug_frame", false, Cow::from(&contents.frames)));
    let failed = |error: write::Error| BackendError::new(format!("the symbol file cannot be written: {error}"));
    let mut image = Vec::new();
    let mut writer = Writer::new(Endianness::Little, true, &mut image);
    writer.reserve_file_header();
    let mut sections: Vec<(StringId, SectionIndex)> = Vec::with_capacity(contents.parts.len());
    for part in &contents.parts {
        sections.push((writer.add_section_name(part.name.as_bytes()), writer.reserve_section_index()));
    }
    let mut stored = Vec::with_capacity(given.len());
    for (name, is_text, bytes) in given {
        let name = writer.add_section_name(name.as_bytes());
        writer.reserve_section_index();
        let offset = writer.reserve(bytes.len(), 1);
        stored.push(Stored { name, is_text, bytes, offset });
    }
    writer.reserve_null_symbol_index();
    let mut names = Vec::with_capacity(contents.named.len());
    for named in &contents.named {
        names.push(writer.add_string(named.name.as_bytes()));
        writer.reserve_symbol_index(Some(sections[named.part].1));
    }
    writer.reserve_symtab_section_index();
    writer.reserve_strtab_section_index();
    writer.reserve_shstrtab_section_index();
    writer.reserve_symtab();
    writer.reserve_strtab();
    writer.reserve_shstrtab();
    writer.reserve_section_headers();

    writer.write_file_header(&header(machine)).map_err(failed)?;
    for section in &stored {
        writer.write(&section.bytes);
    }
    writer.write_null_symbol();
    for (named, name) in contents.named.iter().zip(names) {
        writer.write_symbol(&symbol(named, name, contents.parts[named.part].is_code, sections[named.part].1));
    }
    writer.write_strtab();
    writer.write_shstrtab();
    writer.write_null_section_header();
    for (part, (name, _)) in contents.parts.iter().zip(&sections) {
        writer.write_section_header(&in_memory(part, *name));
    }
    for section in &stored {
        writer.write_section_header(&in_file(section));
    }
    writer.write_symtab_section_header(1);
    writer.write_strtab_section_header();
    writer.write_shstrtab_section_header();
    Ok(image)
}

/// The bytes of a section with its addresses filled in. Offsets into other sections stay as they are: of each there is one.
fn linked(section: &debug::Section, contents: &Contents<'_>) -> Result<Vec<u8>, BackendError> {
    let mut bytes = section.bytes.clone();
    for relocation in &section.relocations {
        let value = match relocation.target {
            debug::Target::Code(_) => contents.code.wrapping_add_signed(relocation.addend),
            debug::Target::Data(number) => contents.named[number].address.wrapping_add_signed(relocation.addend),
            debug::Target::Section(_) => relocation.addend as u64,
        };
        let at = relocation.offset as usize;
        let length = usize::from(relocation.size);
        let written = value.to_le_bytes();
        if written[length..].iter().any(|byte| *byte != 0) {
            return Err(BackendError::new("debug information is too large for its offsets"));
        }
        bytes[at..at + length].copy_from_slice(&written[..length]);
    }
    Ok(bytes)
}

fn header(machine: Machine) -> FileHeader {
    let e_machine = match machine {
        Machine::X86_64 => elf::EM_X86_64,
        Machine::Aarch64 => elf::EM_AARCH64,
    };
    // Not a relocatable file: debuggers would give its parts addresses of their own.
    FileHeader { os_abi: 0, abi_version: 0, e_type: elf::ET_EXEC, e_machine, e_entry: 0, e_flags: 0 }
}

fn symbol(named: &Named<'_>, name: StringId, is_code: bool, section: SectionIndex) -> Sym {
    let kind = if is_code { elf::STT_FUNC } else { elf::STT_OBJECT };
    Sym {
        name: Some(name),
        section: Some(section),
        st_info: (elf::STB_GLOBAL << 4) | kind,
        st_other: elf::STV_DEFAULT,
        st_shndx: 0,
        st_value: named.address,
        st_size: named.bytes,
    }
}

/// What lies in memory and not in the file.
fn in_memory(part: &Part, name: StringId) -> SectionHeader {
    let access = match (part.is_code, part.is_writable) {
        (true, _) => elf::SHF_EXECINSTR,
        (false, true) => elf::SHF_WRITE,
        (false, false) => 0,
    };
    SectionHeader {
        name: Some(name),
        sh_type: elf::SHT_NOBITS,
        sh_flags: u64::from(elf::SHF_ALLOC | access),
        sh_addr: part.address,
        sh_offset: 0,
        sh_size: part.bytes,
        sh_link: 0,
        sh_info: 0,
        sh_addralign: 1,
        sh_entsize: 0,
    }
}

fn in_file(section: &Stored<'_>) -> SectionHeader {
    let (flags, entry) = if section.is_text { (elf::SHF_MERGE | elf::SHF_STRINGS, 1) } else { (0, 0) };
    SectionHeader {
        name: Some(section.name),
        sh_type: elf::SHT_PROGBITS,
        sh_flags: u64::from(flags),
        sh_addr: 0,
        sh_offset: section.offset as u64,
        sh_size: section.bytes.len() as u64,
        sh_link: 0,
        sh_info: 0,
        sh_addralign: 1,
        sh_entsize: entry,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use object::{Object, ObjectSection, ObjectSymbol};

    /// Addresses in it are final: a debugger adds nothing.
    #[test]
    fn parts_names_and_addresses_are_read_back() {
        let relocation = |offset, size, target, addend| debug::Relocation { offset, size, target, addend };
        let section = debug::Section {
            name: ".debug_info",
            bytes: vec![0; 24],
            relocations: vec![
                relocation(0, 8, debug::Target::Code(0), 0x10),
                relocation(8, 4, debug::Target::Section(".debug_str"), 7),
                relocation(16, 8, debug::Target::Data(0), 0),
            ],
        };
        let part = |name, address, is_code| Part { name, address, bytes: 0x100, is_code, is_writable: !is_code };
        let contents = Contents {
            parts: vec![part(".text", 0x7f00_0000_1000, true), part(".data", 0x7f00_0000_2000, false)],
            named: vec![Named { name: "a.datum", part: 1, address: 0x7f00_0000_2008, bytes: 8 }],
            code: 0x7f00_0000_1000,
            frames: vec![1, 2, 3],
            debug: vec![section],
        };
        let image = write(Machine::X86_64, &contents).expect("it fits");
        let file = object::File::parse(&*image).expect("it is an ELF file");
        assert_eq!(file.kind(), object::ObjectKind::Executable);
        let code = file.section_by_name(".text").expect("it is there");
        assert_eq!((code.address(), code.size(), code.data()), (0x7f00_0000_1000, 0x100, Ok(&[][..])));
        let names: Vec<_> = file.symbols().map(|symbol| (symbol.name(), symbol.address(), symbol.size())).collect();
        assert_eq!(names, [(Ok("a.datum"), 0x7f00_0000_2008, 8)]);
        let frames = file.section_by_name(".debug_frame").expect("it is there");
        assert_eq!(frames.data(), Ok(&[1, 2, 3][..]));
        let info = file.section_by_name(".debug_info").expect("it is there");
        let mut expected = 0x7f00_0000_1010_u64.to_le_bytes().to_vec();
        expected.extend([7, 0, 0, 0, 0, 0, 0, 0]);
        expected.extend(0x7f00_0000_2008_u64.to_le_bytes());
        assert_eq!(info.data(), Ok(&*expected));
    }

    #[test]
    fn offsets_beyond_their_bytes_are_refused() {
        let relocation = debug::Relocation { offset: 0, size: 4, target: debug::Target::Code(0), addend: 0 };
        let section = debug::Section { name: ".debug_info", bytes: vec![0; 4], relocations: vec![relocation] };
        let contents = Contents { parts: vec![], named: vec![], code: 0x7f00_0000_1000, frames: vec![], debug: vec![] };
        let error = linked(&section, &contents).expect_err("an address has more than 4 bytes");
        assert_eq!(error.message, "debug information is too large for its offsets");
    }
}
