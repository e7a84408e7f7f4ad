//! Running a program in this process. Owns the layout of an image in memory, its relocation and the call of its
//! entry. Must not know Cranelift: it runs the artifacts that an object would be made of, so the program is the same.

mod builtins;
mod debugger;
mod mapping;
mod resolve;
mod symbol_file;
mod unwinder;

use mir::artifact::{RelocationKind, UnwindRow};
use mir::backend::Positions;
use mir::debug::Records;
use mir::{Artifacts, BackendError, DebugInformation, LoadError, LoadedFunction, LoadedProgram, Surroundings};
use rustc_hash::FxHashMap;

use crate::function_table::FunctionTable;
use crate::image::{self, Fixup, Image, Place, Section, Target};
use crate::{Machine, fields, object, unwind};
use mapping::Mapping;
use resolve::Libraries;
use symbol_file::{Contents, Named, Part};
use unwind::Reader;

/// Memory is protected in pages of at most this size on the described targets.
const PAGE: u64 = 0x1_0000;
/// Bytes of a stub that jumps to an address anywhere.
const STUB: u64 = 16;

/// Links artifacts in memory.
pub(crate) fn load(
    artifacts: &[(&Artifacts, Option<&Records>)],
    positions: &dyn Positions,
    entry: &str,
    surroundings: &Surroundings<'_>,
    debug: DebugInformation,
) -> Result<Box<dyn LoadedProgram>, LoadError> {
    let machine = host()?;
    let units: Vec<&Artifacts> = artifacts.iter().map(|(unit, _)| *unit).collect();
    let image = image::join(&units, positions, surroundings.shared)?;
    let function = |name: &str| {
        let mut definitions = image.definitions.iter();
        definitions
            .find(|definition| definition.name == name && definition.place.section == Section::Text)
            .map(|definition| definition.place)
            .ok_or_else(|| BackendError::new(format!("the program has no function `{name}`")))
    };
    let entry = function(entry)?;
    let libraries = Libraries::open(surroundings.libraries)?;
    let mut addresses = libraries.addresses(&image.undefined)?;
    let functions = FunctionTable::of(&image);
    let layout = Layout::of(&image, &functions);
    let mut mapping = Mapping::new(layout.size as usize)?;
    let base = mapping.address();
    let shared = shared_places(&image, &libraries, surroundings.shared)?;
    let moved = |place: Place| shared.iter().find(|known| known.from == place).map(|known| known.to);
    let symbol_file = match debug {
        DebugInformation::None => None,
        DebugInformation::Lines | DebugInformation::Full => {
            let code_bytes = image.bytes[Section::Text as usize].len() as u64;
            let debug = object::debug_sections(artifacts, &image, code_bytes, positions, debug)?;
            // Nobody knows how long a debugger, or the program itself, reads it.
            let file: &'static [u8] =
                symbol_file::write(machine, &contents(machine, &image, (&layout, &moved), base, debug))?.leak();
            Some(file)
        }
    };
    for (name, address) in image.undefined.iter().zip(&mut addresses) {
        if *name == mir::FUNCTION_TABLE_START {
            *address = base + layout.functions;
        } else if *name == mir::FUNCTION_TABLE_END {
            *address = base + layout.functions + functions.bytes.len() as u64;
        } else if *name == mir::SYMBOL_FILE
            && let Some(file) = symbol_file
        {
            *address = debugger::bounds(file);
        }
    }
    fill(machine, &image, &layout, (&addresses, &moved), base, mapping.bytes())?;
    write_functions(&functions, &layout, mapping.bytes());
    let offered = surroundings.offered.iter();
    let offered: Vec<u64> =
        offered.map(|name| Ok(base + layout.of_place(function(name)?))).collect::<Result<_, BackendError>>()?;
    libraries.offer(&offered)?;
    for datum in &shared {
        let start = layout.of_place(datum.from) as usize;
        libraries.fill(datum.to, &mapping.bytes()[start..start + datum.size as usize]);
    }
    mapping.protect(layout.code_end as usize, layout.constants_end as usize)?;
    if surroundings.shows_callers {
        unwinder::register(unwind::addressed_frames(machine, Reader::Process, frames(&image, &layout, base)));
    }
    let code = base + layout.sections[Section::Text as usize];
    let listed = image.functions.iter().filter(|_| surroundings.lists_functions);
    let functions = listed.map(|(start, function)| LoadedFunction {
        name: function.symbol.clone(),
        address: code + start,
        bytes: function.code.len() as u64,
    });
    let functions = functions.collect();
    Ok(Box::new(Program { mapping, entry: layout.of_place(entry) as usize, symbol_file, functions }))
}

/// What debuggers are told of an image that lies at `base`.
fn contents<'a>(
    machine: Machine,
    image: &Image<'a>,
    (layout, moved): (&Layout, &dyn Fn(Place) -> Option<u64>),
    base: u64,
    debug: Vec<debug::Section>,
) -> Contents<'a> {
    let mut parts: Vec<Part> = Section::ALL
        .into_iter()
        .map(|section| {
            let (name, is_writable) = match section {
                Section::Text => (".text", false),
                Section::Constant => (".rodata", false),
                Section::Relocated => (".data.rel.ro", false),
                Section::Data => (".data", true),
                Section::Zero => (".bss", true),
            };
            let bytes = match section {
                Section::Zero => image.zero_bytes,
                Section::Text | Section::Constant | Section::Relocated | Section::Data => {
                    image.bytes[section as usize].len() as u64
                }
            };
            let address = base + layout.sections[section as usize];
            Part { name, address, bytes, is_code: section == Section::Text, is_writable }
        })
        .collect();
    let stubs = (base + layout.stubs, image.undefined.len() as u64 * STUB);
    // Of this name, because debuggers pass through what is called so.
    parts.push(Part { name: ".plt", address: stubs.0, bytes: stubs.1, is_code: true, is_writable: false });
    let named = image.definitions.iter().map(|definition| Named {
        name: definition.name,
        part: definition.place.section as usize,
        address: moved(definition.place).unwrap_or_else(|| base + layout.of_place(definition.place)),
        bytes: definition.size,
    });
    let code = base + layout.sections[Section::Text as usize];
    let frames = unwind::addressed_frames(machine, Reader::Debugger, frames(image, layout, base));
    Contents { parts, named: named.collect(), code, frames, debug }
}

/// Of each function, and of the stubs, its start, its length and how its caller is found.
fn frames<'a>(image: &Image<'a>, layout: &Layout, base: u64) -> impl Iterator<Item = (u64, u64, &'a [UnwindRow])> {
    let code = base + layout.sections[Section::Text as usize];
    let functions = image.functions.iter();
    let functions =
        functions.map(move |(start, function)| (code + start, function.code.len() as u64, function.unwind.as_slice()));
    functions.chain([(base + layout.stubs, image.undefined.len() as u64 * STUB, &[][..])])
}

/// A datum whose place is in the first library, because C names it there.
struct SharedDatum {
    /// Where it is in the image: what it starts as.
    from: Place,
    /// Its address.
    to: u64,
    size: u64,
}

fn shared_places(image: &Image<'_>, libraries: &Libraries, names: &[&str]) -> Result<Vec<SharedDatum>, BackendError> {
    let definitions = image.definitions.iter();
    let shared =
        definitions.filter(|definition| definition.place.section != Section::Text && names.contains(&definition.name));
    let shared = shared.map(|definition| {
        let place = libraries.datum(definition.name);
        let to = place.ok_or_else(|| BackendError::in_symbol(definition.name, "the library has no room for it"))?;
        Ok(SharedDatum { from: definition.place, to, size: definition.size })
    });
    shared.collect()
}

/// A program in memory.
struct Program {
    mapping: Mapping,
    /// Where its entry is in the mapping.
    entry: usize,
    /// What debuggers are told of it, if they are told anything.
    symbol_file: Option<&'static [u8]>,
    functions: Vec<LoadedFunction>,
}

impl LoadedProgram for Program {
    fn functions(&self) -> &[LoadedFunction] {
        &self.functions
    }

    fn run(self: Box<Self>, arguments: &[String]) -> i32 {
        if let Some(symbol_file) = self.symbol_file {
            debugger::register(symbol_file);
        }
        let status = self.mapping.call_main(self.entry, arguments);
        self.mapping.keep();
        status
    }
}

fn host() -> Result<Machine, BackendError> {
    let target = abi::Target::host().ok_or_else(|| BackendError::new("programs cannot run in this process here"))?;
    Machine::of(&target)
}

/// Where things are in the mapping: code and stubs; constants, relocated data and the table of addresses; data.
struct Layout {
    sections: [u64; 5],
    stubs: u64,
    code_end: u64,
    table: u64,
    /// Entries of the table of addresses.
    slots: FxHashMap<Target, u64>,
    /// The function table.
    functions: u64,
    constants_end: u64,
    size: u64,
}

impl Layout {
    fn of(image: &Image<'_>, functions: &FunctionTable) -> Layout {
        let mut next = 0u64;
        let mut place = |bytes: u64, align: u64| {
            let start = next.next_multiple_of(align);
            next = start + bytes;
            start
        };
        let length = |section: Section| image.bytes[section as usize].len() as u64;
        let align = |section: Section| image.align[section as usize];
        let text = place(length(Section::Text), align(Section::Text));
        let stubs = place(image.undefined.len() as u64 * STUB, STUB);
        let code_end = place(0, PAGE);
        let constant = place(length(Section::Constant), align(Section::Constant));
        let relocated = place(length(Section::Relocated), align(Section::Relocated));
        let mut slots = FxHashMap::default();
        for fixup in image.fixups.iter().filter(|fixup| uses_table(fixup.kind)) {
            let next = slots.len() as u64;
            slots.entry(fixup.target).or_insert(next);
        }
        let table = place(slots.len() as u64 * 8, 8);
        let functions = place(functions.bytes.len() as u64, mir::FUNCTION_ROW_ALIGN);
        let constants_end = place(0, PAGE);
        let data = place(length(Section::Data), align(Section::Data));
        let zero = place(image.zero_bytes, align(Section::Zero));
        let size = place(0, PAGE);
        Layout {
            sections: [text, constant, relocated, data, zero],
            stubs,
            code_end,
            table,
            slots,
            functions,
            constants_end,
            size,
        }
    }

    fn of_place(&self, place: Place) -> u64 {
        self.sections[place.section as usize] + place.offset
    }
}

fn uses_table(kind: RelocationKind) -> bool {
    matches!(
        kind,
        RelocationKind::X86GotPcRelative32 | RelocationKind::Aarch64GotPage21 | RelocationKind::Aarch64GotLow12
    )
}

/// Writes the image as it is when the mapping starts at `base`.
fn fill(
    machine: Machine,
    image: &Image<'_>,
    layout: &Layout,
    (addresses, moved): (&[u64], &dyn Fn(Place) -> Option<u64>),
    base: u64,
    memory: &mut [u8],
) -> Result<(), BackendError> {
    for section in Section::ALL {
        let start = layout.sections[section as usize] as usize;
        let bytes = &image.bytes[section as usize];
        memory[start..start + bytes.len()].copy_from_slice(bytes);
    }
    for (index, address) in addresses.iter().enumerate() {
        let at = (layout.stubs + index as u64 * STUB) as usize;
        // jmp [rip + 2], or ldr x16, #8; br x16; the address stands behind it.
        let jump: [u8; 8] = match machine {
            Machine::X86_64 => [0xff, 0x25, 2, 0, 0, 0, 0x0f, 0x0b],
            Machine::Aarch64 => [0x50, 0, 0, 0x58, 0, 0x02, 0x1f, 0xd6],
        };
        memory[at..at + 8].copy_from_slice(&jump);
        memory[at + 8..at + 16].copy_from_slice(&address.to_le_bytes());
    }
    let address_of = |target: Target| match target {
        Target::Place(place) => base + layout.of_place(place),
        Target::Merged(index) => {
            let place = image.definitions[index as usize].place;
            moved(place).unwrap_or_else(|| base + layout.of_place(place))
        }
        Target::Undefined(index) => addresses[index as usize],
    };
    for (target, slot) in &layout.slots {
        let at = (layout.table + slot * 8) as usize;
        memory[at..at + 8].copy_from_slice(&address_of(*target).to_le_bytes());
    }
    for fixup in &image.fixups {
        let at = layout.of_place(fixup.at);
        let is_call = matches!(fixup.kind, RelocationKind::X86Call32 | RelocationKind::Aarch64Call26);
        let target = match fixup.target {
            Target::Undefined(index) if is_call => base + layout.stubs + u64::from(index) * STUB,
            target if uses_table(fixup.kind) => base + layout.table + layout.slots[&target] * 8,
            target => address_of(target),
        };
        if !apply(memory, fixup, at, base + at, target.wrapping_add_signed(fixup.addend)) {
            return Err(BackendError::new(format!("an address is out of reach of a relocation {:?}", fixup.kind)));
        }
    }
    Ok(())
}

/// Writes the function table.
fn write_functions(table: &FunctionTable, layout: &Layout, memory: &mut [u8]) {
    let start = layout.functions as usize;
    memory[start..start + table.bytes.len()].copy_from_slice(&table.bytes);
    let text = layout.sections[Section::Text as usize];
    for (row, function) in &table.rows {
        let at = layout.functions + row;
        let distance = (text + function).wrapping_sub(at) as i64;
        // Code and constants of one program are never 2 GB apart: a call between functions reaches no further.
        let written = fields::write_distance(memory, at, distance);
        debug_assert!(written);
    }
}

/// Writes one address; says whether it could be.
fn apply(memory: &mut [u8], fixup: &Fixup, at: u64, place: u64, target: u64) -> bool {
    let distance = target.wrapping_sub(place) as i64;
    let page_distance = ((target & !0xfff).wrapping_sub(place & !0xfff) as i64) >> 12;
    match fixup.kind {
        RelocationKind::Absolute64 => {
            memory[at as usize..at as usize + 8].copy_from_slice(&target.to_le_bytes());
            true
        }
        RelocationKind::X86PcRelative32 | RelocationKind::X86Call32 | RelocationKind::X86GotPcRelative32 => {
            fields::write_distance(memory, at, distance)
        }
        RelocationKind::Aarch64Call26 => fields::write_branch(memory, at, distance),
        RelocationKind::Aarch64Page21 | RelocationKind::Aarch64GotPage21 => {
            let pages = page_distance as u32;
            fields::change_word(memory, at, |word| word | ((pages & 3) << 29) | (((pages >> 2) & 0x7_ffff) << 5));
            (-(1 << 20)..1 << 20).contains(&page_distance)
        }
        RelocationKind::Aarch64AddLow12 => {
            fields::change_word(memory, at, |word| word | ((target as u32 & 0xfff) << 10));
            true
        }
        RelocationKind::Aarch64GotLow12 => {
            fields::change_word(memory, at, |word| word | (((target as u32 & 0xfff) >> 3) << 10));
            true
        }
        RelocationKind::Absolute32
        | RelocationKind::RiscvCall
        | RelocationKind::RiscvGotHigh20
        | RelocationKind::RiscvPcRelativeLow12
        | RelocationKind::RiscvPcRelativeHigh20
        | RelocationKind::S390xPcRelative32
        | RelocationKind::S390xCall32
        | RelocationKind::S390xGotEntry32 => false,
    }
}
