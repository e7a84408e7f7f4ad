//! Sections as plain data. Owns the form in which gimli's output leaves this room; knows nothing of what is in them.

use gimli::leb128::write::Leb128;
use gimli::write::{Address, Error, Sections, Writer};
use gimli::{LittleEndian, SectionId};

/// A section of debug information.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its name, with the point.
    pub name: &'static str,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Addresses to fill in.
    pub relocations: Vec<Relocation>,
}

impl Section {
    /// Whether it is a list of texts, each with a zero behind it, of which linkers may make one.
    pub fn is_text(&self) -> bool {
        matches!(self.name, ".debug_str" | ".debug_line_str")
    }
}

/// An address in a section that is known when the object is linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relocation {
    /// Byte offset in the section.
    pub offset: u64,
    /// Bytes: 4 or 8.
    pub size: u8,
    /// Of what.
    pub target: Target,
    /// What is added.
    pub addend: i64,
}

/// What such an address is counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The start of a section of the object's code, by its number.
    Code(usize),
    /// A datum of the object, by its number.
    Data(usize),
    /// The start of a section of debug information, by its name.
    Section(&'static str),
}

/// One section while it is written. Most of what is written is a byte, or a number of one: they are put at the end as they
/// are.
#[derive(Clone)]
pub(crate) struct SectionWriter {
    /// How many sections of code there are: the numbers of data follow.
    code_sections: usize,
    bytes: Vec<u8>,
    relocations: Vec<Relocation>,
}

impl SectionWriter {
    /// For an object with so many sections of code.
    pub(crate) fn new(code_sections: usize) -> SectionWriter {
        SectionWriter { code_sections, bytes: Vec::new(), relocations: Vec::new() }
    }

    /// Leaves room for an address that is filled in later.
    fn relocate(&mut self, size: u8, target: Target, addend: i64) -> Result<(), Error> {
        self.relocations.push(Relocation { offset: self.bytes.len() as u64, size, target, addend });
        self.write_udata(0, size)
    }
}

impl Writer for SectionWriter {
    type Endian = LittleEndian;

    fn endian(&self) -> LittleEndian {
        LittleEndian
    }

    fn len(&self) -> usize {
        self.bytes.len()
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn write_at(&mut self, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        let place = self.bytes.get_mut(offset..).ok_or(Error::OffsetOutOfBounds)?;
        place.get_mut(..bytes.len()).ok_or(Error::LengthOutOfBounds)?.copy_from_slice(bytes);
        Ok(())
    }

    fn write_u8(&mut self, value: u8) -> Result<(), Error> {
        self.bytes.push(value);
        Ok(())
    }

    fn write_uleb128(&mut self, value: u64) -> Result<(), Error> {
        match value {
            0..0x80 => self.write_u8(value as u8),
            _ => self.write(Leb128::unsigned(value).bytes()),
        }
    }

    fn write_address(&mut self, address: Address, size: u8) -> Result<(), Error> {
        match address {
            Address::Constant(value) => self.write_udata(value, size),
            Address::Symbol { symbol, addend } => {
                let target = match symbol.checked_sub(self.code_sections) {
                    Some(datum) => Target::Data(datum),
                    None => Target::Code(symbol),
                };
                self.relocate(size, target, addend)
            }
        }
    }

    fn write_offset(&mut self, value: usize, section: SectionId, size: u8) -> Result<(), Error> {
        self.relocate(size, Target::Section(section.name()), value as i64)
    }

    fn write_offset_at(&mut self, offset: usize, value: usize, section: SectionId, size: u8) -> Result<(), Error> {
        let target = Target::Section(section.name());
        self.relocations.push(Relocation { offset: offset as u64, size, target, addend: value as i64 });
        self.write_udata_at(offset, 0, size)
    }
}

/// The sections that are not empty.
pub(crate) fn collect(sections: &mut Sections<SectionWriter>) -> Vec<Section> {
    let mut collected = Vec::new();
    let done: Result<(), Error> = sections.for_each_mut(|id: SectionId, section| {
        let empty = SectionWriter::new(section.code_sections);
        let SectionWriter { bytes, relocations, .. } = std::mem::replace(section, empty);
        if !bytes.is_empty() {
            collected.push(Section { name: id.name(), bytes, relocations });
        }
        Ok(())
    });
    debug_assert!(done.is_ok());
    collected
}
