//! What a code generator wrote of its own code: DWARF whose functions and files are called by symbols, whose lines are byte
//! offsets plus one and whose variables are called by their numbers. Owns the way from its sections to plain data; the words
//! are those of `backend-llvm`. Must not know what the symbols stand for. What it cannot read it leaves out, so that
//! debuggers say of it that it is not there.

mod entries;
mod expressions;
mod rows;
mod sections;

use gimli::Dwarf;
use rustc_hash::FxHashMap;

pub use expressions::{BaseType, Step};
pub use sections::{Relocations, SectionData};

use crate::scopes::CodeRange;
use sections::Reader;

/// The functions of an object.
#[derive(Clone, Debug, Default)]
pub struct ReadObject {
    /// Symbols of functions, which others name by their numbers here.
    pub symbols: Vec<String>,
    /// Those that have code, by rising places.
    pub functions: Vec<ReadFunction>,
}

/// A function with code in one piece.
#[derive(Clone, Debug)]
pub struct ReadFunction {
    /// The number of its symbol.
    pub symbol: u32,
    /// The number of its section.
    pub section: usize,
    /// Bytes from the start of the section.
    pub start: u64,
    /// Bytes of code.
    pub bytes: u32,
    /// What the places of its variables count from.
    pub frame: Vec<Step>,
    /// Whether its calls are all told.
    pub tells_all_calls: bool,
    /// Which code comes from where, by rising code offsets.
    pub rows: Vec<ReadRow>,
    /// What is told of its code.
    pub body: ReadBody,
}

/// What is told of the code of a function, be it its own or where it was built into another one. Code offsets count from the
/// start of the function whose code it is.
#[derive(Clone, Debug, Default)]
pub struct ReadBody {
    /// Variables that lie somewhere.
    pub variables: Vec<ReadVariable>,
    /// Functions that were built into it.
    pub inlined: Vec<ReadInlined>,
    /// Its calls.
    pub calls: Vec<ReadCall>,
}

/// Code from an offset to that of the next row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadRow {
    /// First byte of the code.
    pub code_offset: u32,
    /// The number of a function's symbol and a byte offset in its chunk; nothing of what nobody wrote.
    pub source: Option<(u32, u32)>,
    /// Whether a debugger may stop here.
    pub is_statement: bool,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct ReadVariable {
    /// Its number among those of its function.
    pub number: u32,
    /// Where it lies.
    pub location: ReadLocation,
}

/// Where a variable lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadLocation {
    /// Always there.
    Always(Vec<Step>),
    /// There while some code runs.
    Ranges(Vec<(CodeRange, Vec<Step>)>),
    /// It has always the same value.
    Constant(ReadConstant),
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadConstant {
    /// A number with a sign.
    Signed(i64),
    /// A number without.
    Unsigned(u64),
    /// The bytes as in memory.
    Bytes(Vec<u8>),
}

/// A function that was built into another one.
#[derive(Clone, Debug)]
pub struct ReadInlined {
    /// The number of its symbol.
    pub symbol: u32,
    /// Its code.
    pub ranges: Vec<CodeRange>,
    /// Where the call stood: a byte offset in the chunk of the function around it.
    pub call: Option<u32>,
    /// What is told of this code.
    pub body: ReadBody,
}

/// A call.
#[derive(Clone, Debug)]
pub struct ReadCall {
    /// The code behind it; of a call that takes the caller's place, its own.
    pub code_offset: u32,
    /// Whether the callee takes the caller's place.
    pub is_tail: bool,
    /// The number of the symbol of what is called, if it is always the same.
    pub callee: Option<u32>,
    /// Where the address of what is called is.
    pub target: Option<Vec<Step>>,
    /// Where an argument is, and its value before the call.
    pub arguments: Vec<(Vec<Step>, Vec<Step>)>,
}

/// Symbols while they are met.
#[derive(Default)]
pub(crate) struct Symbols {
    numbers: FxHashMap<String, u32>,
    names: Vec<String>,
}

impl Symbols {
    fn number(&mut self, name: &str) -> u32 {
        if let Some(known) = self.numbers.get(name) {
            return *known;
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }
}

/// Reads the sections that `section` gives by name; it gives none that there is not.
///
/// # Errors
/// Says what is no DWARF.
pub fn read<'data>(section: impl Fn(&str) -> Option<&'data SectionData>) -> Result<ReadObject, String> {
    let nothing = SectionData::default();
    let dwarf = Dwarf::load(|id| -> Result<Reader<'_>, gimli::Error> {
        Ok(section(id.name()).map_or_else(|| nothing.reader(), SectionData::reader))
    });
    let read = || -> Result<ReadObject, gimli::Error> {
        let dwarf = dwarf?;
        let mut symbols = Symbols::default();
        let mut functions = Vec::new();
        let mut units = dwarf.units();
        while let Some(header) = units.next()? {
            let unit = dwarf.unit(header)?;
            let first = functions.len();
            entries::read(unit.unit_ref(&dwarf), &mut symbols, &mut functions)?;
            let functions = &mut functions[first..];
            functions.sort_by_key(|function| (function.section, function.start));
            rows::read(unit.unit_ref(&dwarf), &mut symbols, functions)?;
        }
        functions.sort_by_key(|function: &ReadFunction| (function.section, function.start));
        Ok(ReadObject { symbols: symbols.names, functions })
    };
    read().map_err(|error| error.to_string())
}
