//! The object that holds the counters of all functions, one behind the other, so that a test can lay them into a file. It owns
//! the section; which counters there are, `coverage` knows.

use mir::BackendError;
use object::write::{Object, Symbol, SymbolSection};
use object::{BinaryFormat, Endianness, SectionFlags, SectionKind, SymbolFlags, SymbolKind, SymbolScope};

use super::{architecture, file_flags};
use crate::coverage::{COUNTER_PAGE, Counters};

/// Linkers lay it beside the other memory that begins as zero, whole and in one piece.
const SECTION: &[u8] = b".bss.lang_counters";

pub(super) fn counters_object(counters: &Counters, target: &abi::Target) -> Result<Vec<u8>, BackendError> {
    let endianness = if target.is_little_endian() { Endianness::Little } else { Endianness::Big };
    let mut object = Object::new(BinaryFormat::Elf, architecture(target)?, endianness);
    object.flags = file_flags(target);
    let section = object.add_section(Vec::new(), SECTION.to_vec(), SectionKind::UninitializedData);
    // What is laid into a file is whole pages, in which nothing else may lie.
    object.append_section_bss(section, counters.file_bytes(), COUNTER_PAGE);
    let mut add = |name: &str, value: u64, size: u64| {
        object.add_symbol(Symbol {
            name: name.as_bytes().to_vec(),
            value,
            size,
            kind: SymbolKind::Data,
            scope: SymbolScope::Linkage,
            weak: false,
            section: SymbolSection::Section(section),
            flags: SymbolFlags::None,
        });
    };
    add(lower::coverage::COUNTERS, 0, 0);
    for (symbol, bytes) in counters.symbols() {
        add(&lower::coverage::counters_symbol(symbol), bytes.start, bytes.end - bytes.start);
    }
    let stack = object.add_section(Vec::new(), b".note.GNU-stack".to_vec(), SectionKind::Other);
    object.section_mut(stack).flags = SectionFlags::Elf { sh_flags: 0 };
    object.write().map_err(|error| BackendError::new(format!("the object of the counters cannot be written: {error}")))
}
