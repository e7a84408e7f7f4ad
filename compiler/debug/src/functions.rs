//! Entries of functions. Owns where each stands among the entries: a method is declared in its type, any other function in its
//! module's namespace; one that was built into others has an entry that says what it is, which its code and theirs refer to.
//! Must not know how variables and scopes are told.

use gimli::constants;
use gimli::write::{Address, AttributeValue, DwarfUnit, Expression, UnitEntryId};
use mir::debug::DebugFunction;
use mir::{CodeArtifact, Position, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Object;
use crate::expressions::of_steps;
use crate::frames::Frames;
use crate::known::{Known, KnownFunctions};
use crate::lines::Lines;
use crate::names::Names;
use crate::parts::Parts;
use crate::read::{ReadCall, ReadFunction, ReadObject};
use crate::types::{Place, Types};
use crate::units::UnitCode;
use crate::variables::{Level, Told};

/// A function in an object.
#[derive(Clone, Copy)]
pub struct PlacedFunction<'object> {
    /// The number of its section of code.
    pub section: usize,
    /// Bytes from the start of the section.
    pub start: u64,
    /// What is known of its code.
    pub code: Code<'object>,
}

/// Who tells of code.
#[derive(Clone, Copy)]
pub enum Code<'object> {
    /// The artifact that it lies in.
    Made(&'object CodeArtifact),
    /// What was read of its object.
    Read(&'object ReadObject, &'object ReadFunction),
}

impl<'object> PlacedFunction<'object> {
    /// Its symbol.
    pub(crate) fn symbol(&self) -> &'object str {
        match self.code {
            Code::Made(code) => &code.symbol,
            Code::Read(object, function) => &object.symbols[function.symbol as usize],
        }
    }

    /// Bytes of code.
    pub(crate) fn bytes(&self) -> u32 {
        match self.code {
            Code::Made(code) => code.code.len() as u32,
            Code::Read(_, function) => function.bytes,
        }
    }

    /// Its first byte.
    pub(crate) fn address(&self, offset: u32) -> Address {
        address(self.section, self.start + u64::from(offset))
    }
}

/// An address in the code of the object.
pub(crate) fn address(section: usize, offset: u64) -> Address {
    Address::Symbol { symbol: section, addend: offset as i64 }
}

/// Writes functions.
pub(crate) struct Functions<'a, 'object> {
    pub dwarf: &'a mut DwarfUnit,
    pub lines: &'a mut Lines<'object>,
    pub names: &'a mut Names<'object>,
    pub types: Types<'object>,
    pub parts: Parts,
    pub object: &'a Object<'object>,
    /// The code of the unit at hand.
    pub code: &'a UnitCode<'object>,
    known: &'a KnownFunctions<'object>,
    /// The modules of those that are told.
    pub modules: FxHashSet<&'object str>,
    /// The entries of what was built into others, and of functions with code.
    abstracts: FxHashMap<&'object str, UnitEntryId>,
    entries: FxHashMap<&'object str, UnitEntryId>,
    /// Calls whose entries wait for those of what they call: where they stand, and whose code they are in.
    calls: Vec<(UnitEntryId, PlacedFunction<'object>, &'object ReadCall)>,
}

impl<'a, 'object> Functions<'a, 'object> {
    pub(crate) fn new(
        dwarf: &'a mut DwarfUnit,
        lines: &'a mut Lines<'object>,
        names: &'a mut Names<'object>,
        object: &'a Object<'object>,
        (code, known): (&'a UnitCode<'object>, &'a KnownFunctions<'object>),
    ) -> Self {
        Functions {
            dwarf,
            lines,
            names,
            types: Types::default(),
            parts: Parts::default(),
            object,
            code,
            known,
            modules: FxHashSet::default(),
            abstracts: FxHashMap::default(),
            entries: FxHashMap::default(),
            calls: Vec::new(),
        }
    }

    /// Adds a function: its entry, its rows, its variables.
    pub(crate) fn add(&mut self, function: &PlacedFunction<'object>) {
        let symbol = function.symbol();
        let Some(known) = self.known.of(symbol) else { return };
        let entry = match known.named {
            Some(named) if self.known.is_inlined(symbol) => self.instance(known, named),
            Some(named) => self.named(known, named),
            None => self.artificial(symbol),
        };
        self.entries.insert(symbol, entry);
        self.code(entry, function);
        match function.code {
            Code::Made(code) => {
                self.lines.add(function, code, known);
                if self.object.is_full {
                    self.variables(&Level::of_artifact(*function, code, known, entry));
                }
            }
            Code::Read(object, read) => {
                let frames = Frames::new(read);
                self.lines.add_read(function, (object, &frames), known);
                self.frames(function, (object, &frames), known, entry);
            }
        }
        self.types.finish(&mut Place { dwarf: self.dwarf, names: self.names });
    }

    /// Tells the code of a function and what was built into it.
    fn frames(
        &mut self,
        function: &PlacedFunction<'object>,
        (object, frames): (&'object ReadObject, &Frames<'object>),
        known: Known<'object>,
        entry: UnitEntryId,
    ) {
        let level = Level::of_frame(*function, &frames.frames[0], known, entry);
        let mut told = vec![self.level(&level, &frames.frames[0].body.calls)];
        for frame in &frames.frames[1..] {
            let call = frame.call.unwrap_or(0);
            let symbol = object.symbols[frame.symbol as usize].as_str();
            let around: &Told<'_> = &told[frame.parent];
            let around_entry = around.at(call);
            // Of one that is passed over, the call that leads here from what is told stood further out.
            let position = around.position.unwrap_or_else(|| self.position(around.symbol, call));
            let known = self.known.of(symbol).filter(|known| !known.is_library);
            let known = known.and_then(|known| Some((known, known.named?))).filter(|_| !frame.ranges.is_empty());
            let Some((known, named)) = known else {
                told.push(Told::passed_over(around_entry, symbol, position));
                continue;
            };
            let origin = self.abstract_entry(known, named);
            let entry = self.dwarf.unit.add(around_entry, constants::DW_TAG_inlined_subroutine);
            self.dwarf.unit.get_mut(entry).set(constants::DW_AT_abstract_origin, AttributeValue::UnitRef(origin));
            self.ranges(entry, function, frame.ranges);
            self.called(entry, position);
            let level = Level::of_frame(*function, frame, known, entry);
            told.push(self.level(&level, &frame.body.calls));
        }
    }

    fn level(&mut self, level: &Level<'_, 'object>, calls: &'object [ReadCall]) -> Told<'object> {
        self.calls.extend(calls.iter().map(|call| (level.entry, level.function, call)));
        let scopes = self.object.is_full.then(|| self.variables(level));
        Told::new(level, scopes)
    }

    pub(crate) fn position(&self, symbol: &str, offset: u32) -> Option<Position> {
        self.object.positions.position(symbol, offset)
    }

    /// What nobody wrote: it has a name and code.
    fn artificial(&mut self, symbol: &'object str) -> UnitEntryId {
        let mut place = Place { dwarf: self.dwarf, names: self.names };
        let root = place.dwarf.unit.root();
        let entry = place.add(root, constants::DW_TAG_subprogram, symbol);
        place.dwarf.unit.get_mut(entry).set(constants::DW_AT_artificial, AttributeValue::Flag(true));
        entry
    }

    fn named(&mut self, known: Known<'object>, named: DebugFunction<'object>) -> UnitEntryId {
        self.modules.insert(named.module);
        let mut place = Place { dwarf: self.dwarf, names: self.names };
        let owner = match self.object.is_full {
            true => self.types.owner(&mut place, named.owner),
            false => None,
        };
        let around = owner.unwrap_or_else(|| {
            let module = place.names.module(place.dwarf, named.module);
            // Its type has no entry that functions could stand in; those that the language knows by itself are in no module.
            match named.owner.rsplit_once('.').map_or(named.owner, |(_, owner)| owner) {
                "" => module,
                owner => place.names.around(place.dwarf, module, owner),
            }
        });
        let entry = place.add(around, constants::DW_TAG_subprogram, named.name);
        // In a type functions are declared only.
        let definition = owner.map(|_| {
            let unit = &mut self.dwarf.unit;
            unit.get_mut(entry).set(constants::DW_AT_declaration, AttributeValue::Flag(true));
            let definition = unit.add(unit.root(), constants::DW_TAG_subprogram);
            unit.get_mut(definition).set(constants::DW_AT_specification, AttributeValue::UnitRef(entry));
            definition
        });
        self.describe(entry, known, named);
        definition.unwrap_or(entry)
    }

    /// The entry that says what a function is which was built into others.
    fn abstract_entry(&mut self, known: Known<'object>, named: DebugFunction<'object>) -> UnitEntryId {
        let symbol = known.records.symbol.as_str();
        if let Some(entry) = self.abstracts.get(symbol) {
            return *entry;
        }
        let entry = self.named(known, named);
        let inline = AttributeValue::Inline(constants::DW_INL_inlined);
        self.dwarf.unit.get_mut(entry).set(constants::DW_AT_inline, inline);
        self.abstracts.insert(symbol, entry);
        entry
    }

    /// The entry of the code of its own that such a function has.
    fn instance(&mut self, known: Known<'object>, named: DebugFunction<'object>) -> UnitEntryId {
        let origin = self.abstract_entry(known, named);
        let unit = &mut self.dwarf.unit;
        let entry = unit.add(unit.root(), constants::DW_TAG_subprogram);
        unit.get_mut(entry).set(constants::DW_AT_abstract_origin, AttributeValue::UnitRef(origin));
        entry
    }

    /// What is said once of a function: what it gives, and where it is declared.
    fn describe(&mut self, entry: UnitEntryId, known: Known<'object>, named: DebugFunction<'object>) {
        if self.object.is_full
            && let Some(result) = named.result
        {
            let mut place = Place { dwarf: self.dwarf, names: self.names };
            let result = self.types.entry(&mut place, known.unit, result);
            place.set_type(entry, result);
        }
        self.notes(entry, known, None);
        self.declare(entry, known.declared);
        self.dwarf.unit.get_mut(entry).set(constants::DW_AT_external, AttributeValue::Flag(true));
    }

    /// Tells what is noted about a function, or about a variable of it.
    pub(crate) fn notes(&mut self, entry: UnitEntryId, known: Known<'object>, about: Option<VariableId>) {
        if !self.object.is_full {
            return;
        }
        for note in known.records.notes.iter().filter(|note| note.variable == about) {
            if let Some(text) = self.names.said(known.unit).note(note.node) {
                Place { dwarf: self.dwarf, names: self.names }.note(entry, text);
            }
        }
    }

    pub(crate) fn declare(&mut self, entry: UnitEntryId, declared: Option<Position>) {
        self.stands(entry, declared, [constants::DW_AT_decl_file, constants::DW_AT_decl_line]);
    }

    fn called(&mut self, entry: UnitEntryId, position: Option<Position>) {
        self.stands(entry, position, [constants::DW_AT_call_file, constants::DW_AT_call_line]);
    }

    fn stands(&mut self, entry: UnitEntryId, position: Option<Position>, [file_of, line_of]: [constants::DwAt; 2]) {
        let Some(position) = position else { return };
        let file = self.lines.file(position.file);
        let entry = self.dwarf.unit.get_mut(entry);
        entry.set(file_of, AttributeValue::FileIndex(Some(file)));
        entry.set(line_of, AttributeValue::Udata(u64::from(position.line)));
    }

    fn code(&mut self, entry: UnitEntryId, function: &PlacedFunction<'object>) {
        let base = match function.code {
            Code::Made(_) => {
                let mut base = Expression::new();
                base.op(constants::DW_OP_call_frame_cfa);
                base
            }
            Code::Read(_, read) => {
                let mut place = Place { dwarf: self.dwarf, names: self.names };
                of_steps(&read.frame, &mut place, &mut self.types)
            }
        };
        let tells_all_calls = matches!(function.code, Code::Read(_, read) if read.tells_all_calls);
        let entry = self.dwarf.unit.get_mut(entry);
        entry.set(constants::DW_AT_low_pc, AttributeValue::Address(function.address(0)));
        entry.set(constants::DW_AT_high_pc, AttributeValue::Udata(u64::from(function.bytes())));
        entry.set(constants::DW_AT_frame_base, AttributeValue::Exprloc(base));
        if tells_all_calls {
            entry.set(constants::DW_AT_call_all_calls, AttributeValue::Flag(true));
        }
    }

    /// Tells the calls, now that all functions have their entries.
    pub(crate) fn finish(mut self) {
        for (around, function, call) in std::mem::take(&mut self.calls) {
            let Code::Read(object, _) = function.code else { continue };
            let callee = call.callee.map(|callee| self.callee(object.symbols[callee as usize].as_str()));
            let mut place = Place { dwarf: self.dwarf, names: self.names };
            let entry = place.add(around, constants::DW_TAG_call_site, "");
            let target = call.target.as_ref().map(|target| of_steps(target, &mut place, &mut self.types));
            let attributes = place.dwarf.unit.get_mut(entry);
            let address = AttributeValue::Address(function.address(call.code_offset));
            if call.is_tail {
                attributes.set(constants::DW_AT_call_tail_call, AttributeValue::Flag(true));
                attributes.set(constants::DW_AT_call_pc, address);
            } else {
                attributes.set(constants::DW_AT_call_return_pc, address);
            }
            if let Some(callee) = callee {
                attributes.set(constants::DW_AT_call_origin, AttributeValue::UnitRef(callee));
            }
            if let Some(target) = target {
                attributes.set(constants::DW_AT_call_target, AttributeValue::Exprloc(target));
            }
            for (argument, value) in &call.arguments {
                let parameter = place.add(entry, constants::DW_TAG_call_site_parameter, "");
                let (argument, value) =
                    (of_steps(argument, &mut place, &mut self.types), of_steps(value, &mut place, &mut self.types));
                let parameter = place.dwarf.unit.get_mut(parameter);
                parameter.set(constants::DW_AT_location, AttributeValue::Exprloc(argument));
                parameter.set(constants::DW_AT_call_value, AttributeValue::Exprloc(value));
            }
        }
    }

    /// The entry of what is called. What has its code elsewhere is declared by the name that the linker knows it by.
    fn callee(&mut self, symbol: &'object str) -> UnitEntryId {
        if let Some(known) = self.entries.get(symbol) {
            return *known;
        }
        let mut place = Place { dwarf: self.dwarf, names: self.names };
        let root = place.dwarf.unit.root();
        let entry = place.add(root, constants::DW_TAG_subprogram, symbol);
        let name = place.dwarf.strings.add(symbol);
        let attributes = place.dwarf.unit.get_mut(entry);
        attributes.set(constants::DW_AT_linkage_name, AttributeValue::StringRef(name));
        attributes.set(constants::DW_AT_declaration, AttributeValue::Flag(true));
        attributes.set(constants::DW_AT_external, AttributeValue::Flag(true));
        self.entries.insert(symbol, entry);
        entry
    }
}
