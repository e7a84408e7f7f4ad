//! Artifacts joined. Owns the order and place of functions and data in sections, the site tables, and the resolution
//! of names that are defined here. Must not know object files or addresses: the object writer and the in-process
//! loader finish the same image, so that a program runs the same either way.

use mir::artifact::{CodeArtifact, DataArtifact, Relocation, RelocationKind};
use mir::backend::Positions;
use mir::{Artifacts, BackendError, Linkage, SiteTables};
use rustc_hash::FxHashMap;

use crate::fields::{change_word, write_branch, write_distance};

/// Where code and data go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Section {
    /// Code.
    Text,
    /// Data that never changes and holds no addresses.
    Constant,
    /// Data that does not change once its addresses are filled in.
    Relocated,
    /// Data that changes.
    Data,
    /// Data that changes and begins as zeros; it has no bytes in the image.
    Zero,
}

impl Section {
    /// All sections, in order of declaration.
    pub(crate) const ALL: [Section; 5] =
        [Section::Text, Section::Constant, Section::Relocated, Section::Data, Section::Zero];

    /// Where a datum goes.
    pub(crate) fn of(data: &DataArtifact) -> Section {
        match (data.constant, data.relocations.is_empty()) {
            (true, true) => Section::Constant,
            (true, false) => Section::Relocated,
            (false, true) if data.bytes.iter().all(|byte| *byte == 0) => Section::Zero,
            (false, _) => Section::Data,
        }
    }
}

/// A place in the image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    /// In which section.
    pub section: Section,
    /// Bytes from its start.
    pub offset: u64,
}

/// What an address in the image refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Target {
    /// Something defined here.
    Place(Place),
    /// A position in [`Image::definitions`] whose address is not a constant distance away: the linker may replace it by an
    /// equal definition, or its place is in a library.
    Merged(u32),
    /// A position in [`Image::undefined`].
    Undefined(u32),
}

/// An address to fill in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fixup {
    /// Where.
    pub at: Place,
    /// How.
    pub kind: RelocationKind,
    /// Of what.
    pub target: Target,
    /// What is added.
    pub addend: i64,
}

/// A symbol that is defined here.
pub(crate) struct Definition<'a> {
    /// Its name.
    pub name: &'a str,
    /// Where it is.
    pub place: Place,
    /// Bytes.
    pub size: u64,
    /// Who sees it.
    pub linkage: Linkage,
}

/// Joined artifacts.
pub(crate) struct Image<'a> {
    /// Bytes by section; those of [`Section::Zero`] are only counted.
    pub bytes: [Vec<u8>; 5],
    /// Alignment by section.
    pub align: [u64; 5],
    /// Bytes of [`Section::Zero`].
    pub zero_bytes: u64,
    /// Symbols defined here, functions before data, in the artifacts' order.
    pub definitions: Vec<Definition<'a>>,
    /// Names defined elsewhere, in the order of first use.
    pub undefined: Vec<&'a str>,
    /// Addresses to fill in.
    pub fixups: Vec<Fixup>,
    /// The functions with their places in the text, in order.
    pub functions: Vec<(u64, &'a CodeArtifact)>,
}

/// Joins artifacts in their order. Of equal names that may be merged, the first counts.
///
/// The data named by `elsewhere` is part of the image, but reached as if it were not: somebody may move it.
pub(crate) fn join<'a>(
    artifacts: &[&'a Artifacts],
    positions: &dyn Positions,
    elsewhere: &[&str],
) -> Result<Image<'a>, BackendError> {
    let mut joiner = Joiner {
        elsewhere,
        image: Image {
            bytes: Default::default(),
            align: [16, 1, 8, 1, 1],
            zero_bytes: 0,
            definitions: Vec::new(),
            undefined: Vec::new(),
            fixups: Vec::new(),
            functions: Vec::new(),
        },
        by_name: FxHashMap::default(),
        undefined: FxHashMap::default(),
        // Both machines whose code is finished here have their lowest byte first.
        sites: SiteTables::new(true),
    };
    let code_bytes = artifacts.iter().map(|artifacts| artifacts.statistics.code_bytes as usize).sum::<usize>();
    joiner.image.bytes[Section::Text as usize].reserve(code_bytes + code_bytes / 16);
    let mut data = Vec::new();
    for artifacts in artifacts {
        if artifacts.object.is_some() {
            return Err(BackendError::new("an object of another backend cannot be joined"));
        }
        for function in &artifacts.functions {
            joiner.function(function)?;
        }
    }
    for artifact in artifacts.iter().flat_map(|artifacts| &artifacts.data) {
        if let Some(place) = joiner.data(artifact)? {
            data.push((place, artifact));
        }
    }
    for index in 0..joiner.image.functions.len() {
        let (start, function) = joiner.image.functions[index];
        joiner.references_of_function(start, function, positions);
    }
    for (place, artifact) in data {
        for relocation in &artifact.relocations {
            joiner.reference(place, relocation, &artifact.symbols, None);
        }
    }
    Ok(joiner.image)
}

struct Joiner<'a, 'names> {
    image: Image<'a>,
    /// Data that is reached through the table of addresses, though it is defined here.
    elsewhere: &'names [&'names str],
    /// Positions in the image's definitions.
    by_name: FxHashMap<&'a str, u32>,
    /// Positions in the image's undefined names.
    undefined: FxHashMap<&'a str, u32>,
    /// What is known of the site tables in the constant section.
    sites: SiteTables,
}

impl<'a> Joiner<'a, '_> {
    fn define(&mut self, definition: Definition<'a>) {
        self.by_name.insert(definition.name, self.image.definitions.len() as u32);
        self.image.definitions.push(definition);
    }

    /// Whether a name is taken by a definition that the new one is equal to.
    fn is_merged(&self, name: &str, linkage: Linkage) -> Result<bool, BackendError> {
        let Some(known) = self.by_name.get(name) else {
            return Ok(false);
        };
        match (self.image.definitions[*known as usize].linkage, linkage) {
            (Linkage::Merge, Linkage::Merge) => Ok(true),
            _ => Err(BackendError::in_symbol(name, "the symbol is defined twice")),
        }
    }

    fn function(&mut self, function: &'a CodeArtifact) -> Result<(), BackendError> {
        if self.is_merged(&function.symbol, function.linkage)? {
            return Ok(());
        }
        let offset = self.append(Section::Text, u64::from(function.align), &function.code);
        let place = Place { section: Section::Text, offset };
        let size = function.code.len() as u64;
        self.define(Definition { name: &function.symbol, place, size, linkage: function.linkage });
        self.image.functions.push((offset, function));
        Ok(())
    }

    fn data(&mut self, data: &'a DataArtifact) -> Result<Option<Place>, BackendError> {
        if self.is_merged(&data.symbol, data.linkage)? {
            return Ok(None);
        }
        let section = Section::of(data);
        let size = data.bytes.len() as u64;
        let offset = match section {
            Section::Zero => {
                let offset = self.image.zero_bytes.next_multiple_of(data.align);
                self.image.zero_bytes = offset + size;
                self.raise_align(section, data.align);
                offset
            }
            Section::Text | Section::Constant | Section::Relocated | Section::Data => {
                self.append(section, data.align, &data.bytes)
            }
        };
        let place = Place { section, offset };
        self.define(Definition { name: &data.symbol, place, size, linkage: data.linkage });
        Ok(Some(place))
    }

    fn append(&mut self, section: Section, align: u64, bytes: &[u8]) -> u64 {
        self.raise_align(section, align);
        let target = &mut self.image.bytes[section as usize];
        let start = target.len().next_multiple_of(align as usize);
        // Between functions: instructions that trap rather than run on.
        target.resize(start, if section == Section::Text { 0xcc } else { 0 });
        target.extend_from_slice(bytes);
        start as u64
    }

    fn raise_align(&mut self, section: Section, align: u64) {
        let known = &mut self.image.align[section as usize];
        *known = (*known).max(align);
    }

    fn references_of_function(&mut self, start: u64, function: &'a CodeArtifact, positions: &dyn Positions) {
        let sites = self.site_table(function, positions);
        let at = Place { section: Section::Text, offset: start };
        for relocation in &function.relocations {
            let name = &function.symbols[relocation.symbol as usize];
            let is_sites = name.strip_suffix(".sites") == Some(&function.symbol);
            self.reference(at, relocation, &function.symbols, sites.filter(|_| is_sites));
        }
    }

    /// Writes the table of a function's sites: where each stands, and what to say when it fails.
    fn site_table(&mut self, function: &CodeArtifact, positions: &dyn Positions) -> Option<Place> {
        if function.sites.is_empty() {
            return None;
        }
        let section = Section::Constant;
        self.raise_align(section, SiteTables::ALIGN);
        let bytes = &mut self.image.bytes[section as usize];
        let offset = self.sites.write(bytes, &function.symbol, &function.sites, positions);
        Some(Place { section, offset })
    }

    /// Fills an address in, or notes that it is to be.
    fn reference(&mut self, owner: Place, relocation: &Relocation, names: &'a [String], own: Option<Place>) {
        let at = Place { section: owner.section, offset: owner.offset + u64::from(relocation.offset) };
        let (target, kind) = match own {
            Some(place) => (Target::Place(place), self.without_table(at, relocation.kind)),
            None => self.target(&names[relocation.symbol as usize], at, relocation.kind),
        };
        let fixup = Fixup { at, kind, target, addend: relocation.addend };
        match target {
            Target::Place(place) if place.section == at.section && apply_within(&mut self.image, fixup, place) => {}
            Target::Place(_) | Target::Merged(_) | Target::Undefined(_) => self.image.fixups.push(fixup),
        }
    }

    /// What a name refers to, and how its address is written.
    fn target(&mut self, name: &'a str, at: Place, kind: RelocationKind) -> (Target, RelocationKind) {
        if let Some(known) = self.by_name.get(name) {
            let definition = &self.image.definitions[*known as usize];
            return match definition.linkage {
                Linkage::Export if self.elsewhere.contains(&name) => (Target::Merged(*known), kind),
                Linkage::Local | Linkage::Hidden | Linkage::Export => {
                    (Target::Place(definition.place), self.without_table(at, kind))
                }
                Linkage::Merge | Linkage::Available => (Target::Merged(*known), kind),
            };
        }
        let undefined = &mut self.image.undefined;
        let index = *self.undefined.entry(name).or_insert_with(|| {
            undefined.push(name);
            undefined.len() as u32 - 1
        });
        (Target::Undefined(index), kind)
    }

    /// Cranelift loads every address from a table when code is position-independent. That of something defined here is
    /// a constant distance away: as linkers do, the load becomes an addition.
    fn without_table(&mut self, at: Place, kind: RelocationKind) -> RelocationKind {
        let bytes = &mut self.image.bytes[at.section as usize];
        match kind {
            RelocationKind::X86GotPcRelative32 => {
                const MOV_LOAD: u8 = 0x8b;
                const LEA: u8 = 0x8d;
                let opcode = &mut bytes[at.offset as usize - 2];
                if *opcode != MOV_LOAD {
                    return kind;
                }
                *opcode = LEA;
                RelocationKind::X86PcRelative32
            }
            RelocationKind::Aarch64GotPage21 => RelocationKind::Aarch64Page21,
            RelocationKind::Aarch64GotLow12 => {
                const ADD: u32 = 0x9100_0000;
                const REGISTERS: u32 = 0x3ff;
                change_word(bytes, at.offset, |load| (load & REGISTERS) | ADD);
                RelocationKind::Aarch64AddLow12
            }
            RelocationKind::Absolute64
            | RelocationKind::Absolute32
            | RelocationKind::X86PcRelative32
            | RelocationKind::X86Call32
            | RelocationKind::Aarch64Call26
            | RelocationKind::Aarch64Page21
            | RelocationKind::Aarch64AddLow12
            | RelocationKind::RiscvCall
            | RelocationKind::RiscvGotHigh20
            | RelocationKind::RiscvPcRelativeLow12
            | RelocationKind::RiscvPcRelativeHigh20
            | RelocationKind::S390xPcRelative32
            | RelocationKind::S390xCall32
            | RelocationKind::S390xGotEntry32 => kind,
        }
    }
}

/// Fills in a distance within one section, which no linker changes. Says whether that was possible.
fn apply_within(image: &mut Image<'_>, fixup: Fixup, target: Place) -> bool {
    let bytes = &mut image.bytes[fixup.at.section as usize];
    let distance = target.offset as i64 + fixup.addend - fixup.at.offset as i64;
    match fixup.kind {
        RelocationKind::X86PcRelative32 | RelocationKind::X86Call32 => write_distance(bytes, fixup.at.offset, distance),
        RelocationKind::Aarch64Call26 => write_branch(bytes, fixup.at.offset, distance),
        RelocationKind::Absolute64
        | RelocationKind::Absolute32
        | RelocationKind::X86GotPcRelative32
        | RelocationKind::Aarch64Page21
        | RelocationKind::Aarch64AddLow12
        | RelocationKind::Aarch64GotPage21
        | RelocationKind::Aarch64GotLow12
        | RelocationKind::RiscvCall
        | RelocationKind::RiscvGotHigh20
        | RelocationKind::RiscvPcRelativeLow12
        | RelocationKind::RiscvPcRelativeHigh20
        | RelocationKind::S390xPcRelative32
        | RelocationKind::S390xCall32
        | RelocationKind::S390xGotEntry32 => false,
    }
}
