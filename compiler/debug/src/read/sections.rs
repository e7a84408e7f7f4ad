//! Sections of an object that is not linked yet. Owns how an address that the linker fills in is written as a number: the
//! section of code in the high bits, so that distances within one are right and two sections never meet.

use gimli::{EndianSlice, LittleEndian, Relocate, RelocateReader};
use rustc_hash::FxHashMap;

/// Bits for an offset in a section.
const OFFSET_BITS: u32 = 40;

/// A section as an object file has it.
#[derive(Clone, Debug, Default)]
pub struct SectionData {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What the linker fills in.
    pub relocations: Relocations,
}

/// What the linker fills into a section.
#[derive(Clone, Debug, Default)]
pub struct Relocations {
    values: FxHashMap<usize, u64>,
}

pub(super) type Reader<'data> = RelocateReader<EndianSlice<'data, LittleEndian>, &'data Relocations>;

impl SectionData {
    pub(super) fn reader(&self) -> Reader<'_> {
        RelocateReader::new(EndianSlice::new(&self.bytes, LittleEndian), &self.relocations)
    }
}

impl Relocations {
    /// Says that at an offset there will be the address of a byte in the section of code with this number.
    pub fn code(&mut self, offset: u64, section: usize, target: u64) {
        self.values.insert(offset as usize, (section as u64 + 1) << OFFSET_BITS | target);
    }

    /// Says that at an offset there will be that of a byte in another section of debug information.
    pub fn offset(&mut self, offset: u64, target: u64) {
        self.values.insert(offset as usize, target);
    }
}

/// The section of code and the offset in it that an address stands for; none if it is no address of code.
pub(super) fn code_place(address: u64) -> Option<(usize, u64)> {
    let section = (address >> OFFSET_BITS).checked_sub(1)?;
    Some((section as usize, address & ((1 << OFFSET_BITS) - 1)))
}

impl Relocate for &Relocations {
    fn relocate_address(&self, offset: usize, value: u64) -> gimli::Result<u64> {
        Ok(self.values.get(&offset).copied().unwrap_or(value))
    }

    fn relocate_offset(&self, offset: usize, value: usize) -> gimli::Result<usize> {
        Ok(self.values.get(&offset).map_or(value, |value| *value as usize))
    }
}
