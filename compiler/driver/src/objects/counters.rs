//! The object that holds the counters of all functions, one behind the other, so that a test can lay them into a file. It owns
//! the section; which counters there are, `coverage` knows.

use mir::BackendError;
use object::SectionKind;

use super::{add_datum, data_object, finished};
use crate::coverage::{COUNTER_PAGE, Counters};

/// Linkers lay it beside the other memory that begins as zero, whole and in one piece.
const SECTION: &[u8] = b".bss.lang_counters";

pub(super) fn counters_object(counters: &Counters, target: &abi::Target) -> Result<Vec<u8>, BackendError> {
    let mut object = data_object(target)?;
    let section = object.add_section(Vec::new(), SECTION.to_vec(), SectionKind::UninitializedData);
    // What is laid into a file is whole pages, in which nothing else may lie.
    object.append_section_bss(section, counters.file_bytes(), COUNTER_PAGE);
    add_datum(&mut object, section, lower::coverage::COUNTERS, 0..0);
    for (symbol, bytes) in counters.symbols() {
        add_datum(&mut object, section, &lower::coverage::counters_symbol(symbol), bytes);
    }
    finished(&mut object, "counters")
}
