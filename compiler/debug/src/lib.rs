//! Debug information: what code generators say of the code they made (lines, places of variables) and MIR of the program
//! (scopes, types, names) becomes DWARF 5, as plain data: sections with relocations. Owns how a program of the language is
//! told to debuggers. Must not know Cranelift, LLVM nor salsa: what it reads is made by whoever makes code.
//!
//! Everything is written when an object is: artifacts and records count from the start of an item's chunk, and only here
//! they meet the places of the items, so that moving an item compiles nothing. A code generator that writes DWARF itself
//! writes it in the same terms; that is read (`read`) and told again. Where such a code generator makes whole ELF objects, [`elf`]
//! takes its sections out of them and puts the new ones in; all else here knows no files of objects.

pub mod elf;
mod expressions;
mod frames;
mod functions;
mod globals;
mod known;
mod lines;
mod names;
mod parts;
pub mod read;
mod scopes;
mod sections;
mod summaries;
mod types;
mod units;
mod variables;

pub use functions::{Code, PlacedFunction};
pub use globals::PlacedDatum;
pub use sections::{Relocation, Section, Target};

use gimli::write::{AttributeValue, DwarfUnit, LineStringTable, Sections, StringTable, UnitTable};
use gimli::{Encoding, Format, constants};
use mir::Positions;
use mir::debug::Records;

use functions::Functions;
use globals::Data;
use known::KnownFunctions;
use lines::{Files, Lines};
use names::Names;
use sections::SectionWriter;

/// How everything is written.
const ENCODING: Encoding = Encoding { format: Format::Dwarf32, version: 5, address_size: 8 };

/// The code of one object.
pub struct Object<'object> {
    /// What MIR says of all units of the program that are in it.
    pub records: &'object [&'object Records],
    /// Its functions by rising places.
    pub functions: &'object [PlacedFunction<'object>],
    /// Bytes of each of its sections of code.
    pub code_bytes: &'object [u64],
    /// Its data with symbols, of which [`Target::Data`] names some.
    pub data: &'object [PlacedDatum<'object>],
    /// Where they stand in the text.
    pub positions: &'object dyn Positions,
    /// Whether variables and types are told, too, and not only functions and lines.
    pub is_full: bool,
    /// Whether an optimiser made the code: what it says of no place then stands at none.
    pub is_optimised: bool,
}

/// Writes the sections of an object. They are empty if no function has a place in the text.
///
/// # Errors
/// Says what DWARF cannot hold.
pub fn sections(object: &Object<'_>) -> Result<Vec<Section>, String> {
    let mut names = Names::new(object.records);
    let known = KnownFunctions::new(object, &names);
    let (mut line_strings, mut strings) = (LineStringTable::default(), StringTable::default());
    let mut sections = Sections::new(SectionWriter::new(object.code_bytes.len()));
    let mut data = Data::new(object, &names);
    let files = Files::new(object.positions, &mut line_strings);
    let units = units::of(object);
    for (number, code) in units.iter().enumerate() {
        let mut dwarf = DwarfUnit::new(ENCODING);
        dwarf.strings = strings;
        names.begin_unit();
        let mut lines = Lines::new(&files, object);
        head(&mut dwarf, object, &files);
        code.tell(&mut dwarf, object);
        let mut functions = Functions::new(&mut dwarf, &mut lines, &mut names, object, (code, &known));
        for function in code.functions {
            functions.add(function);
        }
        functions.data(&mut data, number + 1 == units.len());
        functions.finish();
        dwarf.unit.line_program = lines.finish();
        let mut unit = UnitTable::default();
        unit.add(dwarf.unit);
        strings = dwarf.strings;
        unit.write(&mut sections, &mut line_strings, &mut strings).map_err(|error| error.to_string())?;
    }
    line_strings.write(&mut sections.debug_line_str).map_err(|error| error.to_string())?;
    strings.write(&mut sections.debug_str).map_err(|error| error.to_string())?;
    let mut sections = sections::collect(&mut sections);
    if object.is_full && !sections.is_empty() {
        sections.push(summaries::section());
    }
    Ok(sections)
}

/// What holds for all units.
fn head(dwarf: &mut DwarfUnit, object: &Object<'_>, files: &Files) {
    let name = dwarf.strings.add(files.main_file());
    let folder = dwarf.strings.add(object.positions.folder());
    let producer = dwarf.strings.add(concat!("lang ", env!("CARGO_PKG_VERSION")));
    let root = dwarf.unit.get_mut(dwarf.unit.root());
    root.set(constants::DW_AT_producer, AttributeValue::StringRef(producer));
    // A language of its own would make lldb show no variables at all; of those it knows, this one has names in modules.
    root.set(constants::DW_AT_language, AttributeValue::Language(constants::DW_LANG_C_plus_plus_14));
    root.set(constants::DW_AT_name, AttributeValue::StringRef(name));
    root.set(constants::DW_AT_comp_dir, AttributeValue::StringRef(folder));
}
