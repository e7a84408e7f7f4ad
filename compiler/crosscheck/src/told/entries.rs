//! Entries of an object as paths and texts. Owns the walk over DWARF and how a type is spelled that has no name.

use std::collections::{BTreeMap, BTreeSet};

use gimli::{
    AttributeValue, DebuggingInformationEntry, Dwarf, EndianSlice, Reader as _, Relocate, RelocateReader,
    RunTimeEndian, UnitOffset, UnitRef, constants,
};
use object::read::{Object, ObjectSection, RelocationMap};
use rustc_hash::FxHashMap;

/// What the linker fills into a section.
#[derive(Debug, Default)]
struct Filled(RelocationMap);

type Reader<'data> = RelocateReader<EndianSlice<'data, RunTimeEndian>, &'data Filled>;

impl Relocate for &Filled {
    fn relocate_address(&self, offset: usize, value: u64) -> gimli::Result<u64> {
        Ok(self.0.relocate(offset as u64, value))
    }

    fn relocate_offset(&self, offset: usize, value: usize) -> gimli::Result<usize> {
        Ok(self.0.relocate(offset as u64, value as u64) as usize)
    }
}

/// Adds the entries of an object.
pub(super) fn read(object: &[u8], told: &mut BTreeMap<String, BTreeSet<String>>) -> Result<(), String> {
    let file = object::File::parse(object).map_err(|error| error.to_string())?;
    let endian = if file.is_little_endian() { RunTimeEndian::Little } else { RunTimeEndian::Big };
    let mut sections: FxHashMap<String, (&[u8], Filled)> = FxHashMap::default();
    for section in file.sections() {
        let Ok(name) = section.name() else { continue };
        if !name.starts_with(".debug_") {
            continue;
        }
        let mut filled = RelocationMap::default();
        for (offset, relocation) in section.relocations() {
            filled.add(&file, offset, relocation).map_err(|error| format!("{name}: {error}"))?;
        }
        let bytes = section.data().map_err(|error| error.to_string())?;
        sections.insert(name.to_owned(), (bytes, Filled(filled)));
    }
    let nothing = Filled::default();
    let dwarf = Dwarf::load(|id| -> gimli::Result<Reader<'_>> {
        let (bytes, filled) = sections.get(id.name()).map_or((&[][..], &nothing), |(bytes, filled)| (*bytes, filled));
        Ok(RelocateReader::new(EndianSlice::new(bytes, endian), filled))
    });
    let read = || -> gimli::Result<()> {
        let dwarf = dwarf?;
        let mut units = dwarf.units();
        while let Some(header) = units.next()? {
            let unit = dwarf.unit(header)?;
            Unit::read(unit.unit_ref(&dwarf))?.tell(told);
        }
        Ok(())
    };
    read().map_err(|error| error.to_string())
}

/// An entry.
struct Entry {
    tag: constants::DwTag,
    name: Option<String>,
    /// The entry around it.
    parent: Option<usize>,
    /// The entry that says what this one is.
    origin: Option<UnitOffset>,
    ty: Option<UnitOffset>,
    /// What else is said, as it is compared.
    says: Vec<String>,
    /// Whether it and what is in it are a code generator's own affair.
    is_left_out: bool,
}

/// The entries of a unit.
struct Unit {
    entries: Vec<Entry>,
    numbers: FxHashMap<UnitOffset, usize>,
}

/// Numbers that are compared.
const NUMBERS: [(constants::DwAt, &str); 8] = [
    (constants::DW_AT_decl_line, "line"),
    (constants::DW_AT_data_member_location, "offset"),
    (constants::DW_AT_byte_size, "size"),
    (constants::DW_AT_encoding, "encoding"),
    (constants::DW_AT_const_value, "value"),
    (constants::DW_AT_count, "count"),
    (constants::DW_AT_declaration, "declaration"),
    (constants::DW_AT_external, "external"),
];

/// Types in types without a name are spelled so deep.
const MOST_NESTED: usize = 24;

impl Unit {
    fn read(unit: UnitRef<'_, Reader<'_>>) -> gimli::Result<Unit> {
        let mut read = Unit { entries: Vec::new(), numbers: FxHashMap::default() };
        let mut open: Vec<(isize, usize)> = Vec::new();
        let mut entries = unit.entries();
        while let Some(entry) = entries.next_dfs()? {
            while open.last().is_some_and(|(depth, _)| *depth >= entry.depth()) {
                open.pop();
            }
            let number = read.entries.len();
            let parent = open.last().map(|(_, parent)| *parent);
            let is_in_left_out = parent.is_some_and(|parent| read.entries[parent].is_left_out);
            let mut found = Entry::read(unit, entry, parent)?;
            found.is_left_out |= is_in_left_out;
            read.numbers.insert(entry.offset(), number);
            read.entries.push(found);
            open.push((entry.depth(), number));
        }
        Ok(read)
    }

    /// Adds what its entries say.
    fn tell(&self, told: &mut BTreeMap<String, BTreeSet<String>>) {
        for entry in &self.entries {
            if entry.is_left_out || is_surroundings(entry.tag) {
                continue;
            }
            let path = self.path(entry);
            // Functions of the standard library have code in one of the objects and none in the other.
            if path.starts_with("namespace std/") && path.contains("/subprogram ") {
                continue;
            }
            let mut says = entry.says.clone();
            if let Some(ty) = entry.ty {
                says.push(format!("type {}", self.spelled(ty, 0)));
            }
            told.entry(path).or_default().extend(says);
        }
    }

    fn at(&self, offset: UnitOffset) -> Option<&Entry> {
        Some(&self.entries[*self.numbers.get(&offset)?])
    }

    /// The entry with all around it, from the outermost on.
    fn path(&self, entry: &Entry) -> String {
        let mut words = Vec::new();
        let mut inner = Some(entry);
        // Entries stand before what they are around, and an origin is said once; a damaged one must not make this endless.
        while let Some(known) = inner
            && words.len() < self.entries.len()
        {
            let origin = known.origin.and_then(|origin| self.at(origin)).unwrap_or(known);
            if origin.tag != constants::DW_TAG_compile_unit {
                words.push(origin.word());
            }
            inner = origin.parent.map(|parent| &self.entries[parent]);
        }
        words.reverse();
        words.join("/")
    }

    /// A type, by its name or by what it is made of.
    fn spelled(&self, ty: UnitOffset, depth: usize) -> String {
        let Some(entry) = self.at(ty) else { return "missing".to_owned() };
        if entry.name.is_some() {
            return self.path(entry);
        }
        let inner = match entry.ty {
            Some(_) if depth == MOST_NESTED => "…".to_owned(),
            Some(inner) => self.spelled(inner, depth + 1),
            None => "nothing".to_owned(),
        };
        // How many elements an array has is said within it.
        let number = self.numbers.get(&ty).copied();
        let of_this = |inner: &&Entry| inner.parent == number && inner.tag == constants::DW_TAG_subrange_type;
        let counts = self.entries[number.unwrap_or(0)..].iter().skip(1).take_while(|inner| inner.parent >= number);
        let counts: Vec<&str> = counts.filter(of_this).flat_map(|range| &range.says).map(String::as_str).collect();
        format!("{} {} of {inner}", entry.word(), counts.join(" "))
    }
}

impl Entry {
    fn read<'data>(
        unit: UnitRef<'_, Reader<'data>>,
        entry: &DebuggingInformationEntry<Reader<'data>>,
        parent: Option<usize>,
    ) -> gimli::Result<Entry> {
        let text = |value| -> gimli::Result<String> { Ok(unit.attr_string(value)?.to_string_lossy()?.into_owned()) };
        let reference = |what| match entry.attr_value(what) {
            Some(AttributeValue::UnitRef(offset)) => Some(offset),
            _ => None,
        };
        let mut says = Vec::new();
        for (what, word) in NUMBERS {
            let Some(value) = entry.attr_value(what) else { continue };
            says.push(match value {
                AttributeValue::Flag(is_set) => format!("{word} {is_set}"),
                AttributeValue::Encoding(encoding) => format!("{word} {encoding}"),
                AttributeValue::Block(bytes) => format!("{word} {:x?}", bytes.to_slice()?),
                value => match (value.sdata_value(), value.udata_value()) {
                    (Some(value), _) => format!("{word} {value}"),
                    (None, Some(value)) => format!("{word} {value}"),
                    (None, None) => format!("{word} {}", text(value).unwrap_or_default()),
                },
            });
        }
        if let Some(AttributeValue::FileIndex(file)) = entry.attr_value(constants::DW_AT_decl_file)
            && let Some(program) = &unit.line_program
            && let Some(file) = program.header().file(file)
        {
            says.push(format!("file {}", text(file.path_name())?));
        }
        let is_left_out = matches!(entry.tag(), constants::DW_TAG_call_site | constants::DW_TAG_inlined_subroutine)
            // What is only called from here is declared by the linker's name.
            || entry.has_attr(constants::DW_AT_linkage_name);
        Ok(Entry {
            tag: entry.tag(),
            name: entry.attr_value(constants::DW_AT_name).map(text).transpose()?,
            parent,
            origin: reference(constants::DW_AT_specification).or(reference(constants::DW_AT_abstract_origin)),
            ty: reference(constants::DW_AT_type),
            says,
            is_left_out,
        })
    }

    /// What it is, and its name.
    fn word(&self) -> String {
        let tag = match self.tag.static_string() {
            Some(tag) => tag.trim_start_matches("DW_TAG_").to_owned(),
            None => format!("tag {:#x}", self.tag.0),
        };
        self.name.as_ref().map_or_else(|| tag.clone(), |name| format!("{tag} {name}"))
    }
}

/// What is seen by what stands in it or by who names it.
fn is_surroundings(tag: constants::DwTag) -> bool {
    matches!(
        tag,
        constants::DW_TAG_compile_unit
            | constants::DW_TAG_namespace
            | constants::DW_TAG_lexical_block
            | constants::DW_TAG_base_type
            | constants::DW_TAG_subrange_type
            | constants::DW_TAG_pointer_type
            | constants::DW_TAG_reference_type
            | constants::DW_TAG_array_type
            | constants::DW_TAG_subroutine_type
    )
}
