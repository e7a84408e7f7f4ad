//! Sections as plain data. Owns the form in which gimli's output leaves this room; knows nothing of what is in them.

use gimli::SectionId;
use gimli::write::{EndianVec, RelocateWriter, RelocationTarget, Sections};

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

/// One section while it is written.
#[derive(Clone)]
pub(crate) struct SectionWriter {
    /// How many sections of code there are: the numbers of data follow.
    code_sections: usize,
    bytes: EndianVec<gimli::LittleEndian>,
    relocations: Vec<Relocation>,
}

impl SectionWriter {
    /// For an object with so many sections of code.
    pub(crate) fn new(code_sections: usize) -> SectionWriter {
        SectionWriter { code_sections, bytes: EndianVec::new(gimli::LittleEndian), relocations: Vec::new() }
    }
}

impl RelocateWriter for SectionWriter {
    type Writer = EndianVec<gimli::LittleEndian>;

    fn writer(&self) -> &Self::Writer {
        &self.bytes
    }

    fn writer_mut(&mut self) -> &mut Self::Writer {
        &mut self.bytes
    }

    fn relocate(&mut self, relocation: gimli::write::Relocation) {
        let target = match relocation.target {
            RelocationTarget::Symbol(number) => match number.checked_sub(self.code_sections) {
                Some(datum) => Target::Data(datum),
                None => Target::Code(number),
            },
            RelocationTarget::Section(section) => Target::Section(section.name()),
        };
        let gimli::write::Relocation { offset, size, addend, .. } = relocation;
        self.relocations.push(Relocation { offset: offset as u64, size, target, addend });
    }
}

/// The sections that are not empty.
pub(crate) fn collect(sections: &mut Sections<SectionWriter>) -> Vec<Section> {
    let mut collected = Vec::new();
    let done: Result<(), gimli::write::Error> = sections.for_each_mut(|id: SectionId, section| {
        let empty = SectionWriter::new(section.code_sections);
        let SectionWriter { bytes, relocations, .. } = std::mem::replace(section, empty);
        let bytes = bytes.into_vec();
        if !bytes.is_empty() {
            collected.push(Section { name: id.name(), bytes, relocations });
        }
        Ok(())
    });
    debug_assert!(done.is_ok());
    collected
}
