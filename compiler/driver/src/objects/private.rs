//! Keeps what an object has for itself to itself. Owns the change of a finished ELF object's symbol table; must not know
//! whose symbols they are: hidden ones become local, the others stay as they are.
//!
//! Until the pieces of a program are joined, they find each other's functions by hidden symbols. Left like that, two
//! objects of ours could not be linked into one C program, since both bring the runtime's functions. Nothing is moved:
//! the entries of the table change places, and everything that counts them is told.

use debug::elf::SHT_LLVM_ADDRSIG;
use object::elf::{
    FileHeader64, Rel64, Rela64, SHT_GROUP, SHT_REL, SHT_RELA, SHT_SYMTAB, SHT_SYMTAB_SHNDX, STB_GLOBAL, STB_LOCAL,
    STB_WEAK, STV_HIDDEN, SectionHeader64, Sym64,
};
use object::endian::{Endianness, U32};
use object::pod::{Pod, bytes_of, slice_from_bytes};
use object::read::elf::{FileHeader, SectionHeader, Sym};

/// A section as far as it concerns symbols.
struct Section {
    kind: u32,
    link: u32,
    /// Where its header is in the file, and its contents.
    header: usize,
    start: usize,
    size: usize,
}

/// Makes the hidden definitions of a relocatable object local.
///
/// # Errors
/// The object cannot be read; in words.
pub(super) fn keep_hidden_symbols(bytes: &mut [u8]) -> Result<(), String> {
    change(bytes).map_err(|Unreadable(reason)| format!("the object's symbols cannot be read: {reason}"))
}

struct Unreadable(String);

impl From<object::Error> for Unreadable {
    fn from(error: object::Error) -> Unreadable {
        Unreadable(error.to_string())
    }
}

/// Something lies outside of the file.
fn outside() -> Unreadable {
    Unreadable("it ends too early".to_owned())
}

fn change(bytes: &mut [u8]) -> Result<(), Unreadable> {
    let header = FileHeader64::<Endianness>::parse(&*bytes)?;
    let endian = header.endian()?;
    let sections = sections(header, endian, bytes)?;
    let Some(table) = sections.iter().position(|section| section.kind == SHT_SYMTAB) else {
        return Ok(());
    };
    let symbols: Vec<Sym64<Endianness>> = contents(bytes, &sections[table])?;
    let (order, locals) = order(&symbols, endian);
    // Where each symbol has gone.
    let mut places = vec![0u32; symbols.len()];
    let size = size_of::<Sym64<Endianness>>();
    for (place, &(old, is_now_local)) in order.iter().enumerate() {
        let mut symbol = symbols[old];
        if is_now_local {
            symbol.set_st_info(STB_LOCAL, symbol.st_type());
            symbol.st_other &= !STV_VISIBILITY;
        }
        places[old] = place as u32;
        put(bytes, sections[table].start + place * size, &symbol);
    }
    let mut head: SectionHeader64<Endianness> = get(bytes, sections[table].header)?;
    head.sh_info = U32::new(endian, locals);
    put(bytes, sections[table].header, &head);
    for section in sections.iter().filter(|section| section.link as usize == table) {
        match section.kind {
            SHT_RELA => {
                for (number, mut entry) in contents::<Rela64<Endianness>>(bytes, section)?.into_iter().enumerate() {
                    let symbol = moved(&places, entry.r_sym(endian, false))?;
                    entry.set_r_info(endian, false, symbol, entry.r_type(endian, false));
                    put(bytes, section.start + number * size_of::<Rela64<Endianness>>(), &entry);
                }
            }
            SHT_REL => {
                for (number, mut entry) in contents::<Rel64<Endianness>>(bytes, section)?.into_iter().enumerate() {
                    let symbol = moved(&places, entry.r_sym(endian))?;
                    entry.set_r_info(endian, symbol, entry.r_type(endian));
                    put(bytes, section.start + number * size_of::<Rel64<Endianness>>(), &entry);
                }
            }
            SHT_GROUP => {
                let mut head: SectionHeader64<Endianness> = get(bytes, section.header)?;
                head.sh_info = U32::new(endian, moved(&places, head.sh_info.get(endian))?);
                put(bytes, section.header, &head);
            }
            SHT_SYMTAB_SHNDX => {
                let indices: Vec<U32<Endianness>> = contents(bytes, section)?;
                for (old, index) in indices.iter().enumerate() {
                    let place = moved(&places, old as u32)? as usize;
                    put(bytes, section.start + place * size_of::<U32<Endianness>>(), index);
                }
            }
            SHT_LLVM_ADDRSIG => {
                // It counts symbols in a form whose length depends on the numbers. Linkers pass over one that belongs
                // to no symbol table, as stripping tools leave it.
                let mut head: SectionHeader64<Endianness> = get(bytes, section.header)?;
                head.sh_link = U32::new(endian, 0);
                put(bytes, section.header, &head);
            }
            _ => {}
        }
    }
    Ok(())
}

/// The bits of a symbol's `st_other` that say who sees it.
const STV_VISIBILITY: u8 = 3;

/// The symbols in their new order, each with whether it becomes local, and how many are local then. ELF wants local ones
/// first.
fn order(symbols: &[Sym64<Endianness>], endian: Endianness) -> (Vec<(usize, bool)>, u32) {
    let becomes_local = |symbol: &Sym64<Endianness>| {
        [STB_GLOBAL, STB_WEAK].contains(&symbol.st_bind())
            && symbol.st_visibility() == STV_HIDDEN
            && !symbol.is_undefined(endian)
            && !symbol.is_common(endian)
    };
    let all = symbols.iter().enumerate();
    let marked = all.map(|(old, symbol)| (old, becomes_local(symbol), symbol.st_bind() == STB_LOCAL));
    let (local, global): (Vec<_>, Vec<_>) = marked.partition(|(_, becomes, is)| *becomes || *is);
    let locals = local.len() as u32;
    let joined = local.into_iter().chain(global);
    (joined.map(|(old, becomes, _)| (old, becomes)).collect(), locals)
}

fn moved(places: &[u32], symbol: u32) -> Result<u32, Unreadable> {
    places.get(symbol as usize).copied().ok_or_else(outside)
}

fn sections(header: &FileHeader64<Endianness>, endian: Endianness, bytes: &[u8]) -> Result<Vec<Section>, Unreadable> {
    let first = header.e_shoff.get(endian) as usize;
    let table = header.section_headers(endian, bytes)?;
    let sections = table.iter().enumerate().map(|(number, section)| Section {
        kind: section.sh_type(endian),
        link: section.sh_link(endian),
        header: first + number * size_of::<SectionHeader64<Endianness>>(),
        start: section.sh_offset(endian) as usize,
        size: section.sh_size(endian) as usize,
    });
    Ok(sections.collect())
}

fn contents<T: Pod>(bytes: &[u8], section: &Section) -> Result<Vec<T>, Unreadable> {
    let found = bytes.get(section.start..).unwrap_or_default();
    let (entries, _) = slice_from_bytes::<T>(found, section.size / size_of::<T>()).map_err(|()| outside())?;
    Ok(entries.to_vec())
}

fn get<T: Pod>(bytes: &[u8], at: usize) -> Result<T, Unreadable> {
    let found = bytes.get(at..).unwrap_or_default();
    let (entries, _) = slice_from_bytes::<T>(found, 1).map_err(|()| outside())?;
    entries.first().copied().ok_or_else(outside)
}

/// Replaces something that was read from there.
fn put<T: Pod>(bytes: &mut [u8], at: usize, value: &T) {
    let value = bytes_of(value);
    bytes[at..at + value.len()].copy_from_slice(value);
}

#[cfg(test)]
mod tests {
    use object::elf::{STV_DEFAULT, STV_HIDDEN};
    use object::write::{Object, Relocation, StandardSection, Symbol, SymbolSection};
    use object::{
        Architecture, BinaryFormat, Endianness, File, Object as _, ObjectSection as _, ObjectSymbol as _,
        RelocationFlags, RelocationTarget, SymbolFlags, SymbolKind, SymbolScope,
    };

    use super::keep_hidden_symbols;

    /// Visibility, whether it is defined, whether it is weak.
    const SYMBOLS: [(&str, u8, bool, bool); 6] = [
        ("exported", STV_DEFAULT, true, false),
        ("hidden", STV_HIDDEN, true, false),
        ("elsewhere", STV_DEFAULT, false, false),
        ("hidden_elsewhere", STV_HIDDEN, false, false),
        ("weak_and_hidden", STV_HIDDEN, true, true),
        ("last", STV_DEFAULT, true, true),
    ];

    /// An object with these symbols, and one relocation for each, at 8 times its number.
    fn object(endianness: Endianness, architecture: Architecture) -> Vec<u8> {
        let mut object = Object::new(BinaryFormat::Elf, architecture, endianness);
        let section = object.section_id(StandardSection::Data);
        object.append_section_data(section, &[0; 8 * SYMBOLS.len()], 8);
        for (number, (name, visibility, is_defined, weak)) in SYMBOLS.into_iter().enumerate() {
            let symbol = object.add_symbol(Symbol {
                name: name.as_bytes().to_vec(),
                value: if is_defined { number as u64 } else { 0 },
                size: 0,
                kind: SymbolKind::Data,
                scope: if is_defined { SymbolScope::Dynamic } else { SymbolScope::Unknown },
                weak,
                section: if is_defined { SymbolSection::Section(section) } else { SymbolSection::Undefined },
                flags: SymbolFlags::Elf { st_info: (if weak { 2 } else { 1 }) << 4, st_other: visibility },
            });
            let relocation = Relocation {
                offset: 8 * number as u64,
                symbol,
                addend: number as i64,
                flags: RelocationFlags::Elf { r_type: 1 },
            };
            object.add_relocation(section, relocation).expect("it can be written");
        }
        object.write().expect("it can be written")
    }

    #[test]
    fn hidden_definitions_become_local_and_relocations_follow() {
        for (endianness, architecture) in
            [(Endianness::Little, Architecture::X86_64), (Endianness::Big, Architecture::S390x)]
        {
            let mut bytes = object(endianness, architecture);
            let before = bytes.len();
            keep_hidden_symbols(&mut bytes).expect("it is an object");
            assert_eq!(bytes.len(), before);
            let file = File::parse(&*bytes).expect("it is an object still");
            let is_global =
                |name: &str| file.symbols().find(|symbol| symbol.name() == Ok(name)).map(|symbol| symbol.is_global());
            for (name, visibility, is_defined, _) in SYMBOLS {
                let stays = !(is_defined && visibility == STV_HIDDEN);
                assert_eq!(is_global(name), Some(stays), "{name}");
            }
            // ELF wants local symbols first.
            let globals: Vec<bool> = file.symbols().map(|symbol| symbol.is_global()).collect();
            assert!(globals.is_sorted(), "{globals:?}");
            let section = file.sections().find(|section| section.relocations().count() > 0).expect("the section");
            let mut seen = 0;
            for (offset, relocation) in section.relocations() {
                let RelocationTarget::Symbol(index) = relocation.target() else { panic!("no symbol") };
                let symbol = file.symbol_by_index(index).expect("it is there");
                assert_eq!(symbol.name(), Ok(SYMBOLS[offset as usize / 8].0));
                assert_eq!(relocation.addend(), offset as i64 / 8);
                seen += 1;
            }
            assert_eq!(seen, SYMBOLS.len());
            let once = bytes.clone();
            keep_hidden_symbols(&mut bytes).expect("it is an object");
            assert_eq!(bytes, once, "a second time changes nothing");
        }
    }

    #[test]
    fn what_is_cut_off_is_refused() {
        let whole = object(Endianness::Little, Architecture::X86_64);
        for length in 0..whole.len() {
            let mut bytes = whole[..length].to_vec();
            // Some of them end behind everything that is read.
            let _ = keep_hidden_symbols(&mut bytes);
        }
        assert!(keep_hidden_symbols(&mut whole[..whole.len() / 2].to_vec()).is_err());
    }
}
