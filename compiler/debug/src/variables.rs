//! Variables and scopes of code. Owns where each stands: a variable lies in the block of its scope, which holds the code that
//! comes from there. Must not know how functions are told apart.

use gimli::constants;
use gimli::write::{AttributeValue, Range, RangeList, UnitEntryId};
use mir::artifact::{LineRecord, VariablePlace};
use mir::debug::{FunctionRecords, NOBODY_WROTE};
use mir::{CodeArtifact, Position, Type, Variable, VariableId};

use crate::expressions::{of_location, of_place, within};
use crate::frames::Frame;
use crate::functions::{Code, Functions, PlacedFunction};
use crate::known::Known;
use crate::parts::{Parts, told_of_changing};
use crate::read::ReadLocation;
use crate::scopes::{self, CodeRange, Innermost, OUTSIDE};
use crate::types::Place;

/// Scopes inside each other beyond so many are one: a `let` opens a scope, and what writes the entries goes into each.
const MOST_NESTED: u32 = 200;

/// The code of one function within that of a function of the object, which may be its own.
pub(crate) struct Level<'frame, 'object> {
    /// Whose code it lies in.
    pub function: PlacedFunction<'object>,
    known: Known<'object>,
    pub entry: UnitEntryId,
    lines: &'frame [LineRecord],
    /// By rising numbers of variables.
    places: Vec<(u32, Located<'object>)>,
}

/// Where a variable lies.
#[derive(Clone, Copy)]
enum Located<'object> {
    Place(VariablePlace),
    Read(&'object ReadLocation),
}

impl<'frame, 'object: 'frame> Level<'frame, 'object> {
    /// All code of an artifact.
    pub(crate) fn of_artifact(
        function: PlacedFunction<'object>,
        code: &'object CodeArtifact,
        known: Known<'object>,
        entry: UnitEntryId,
    ) -> Self {
        let place = |location: &mir::artifact::VariableLocation| (location.variable, Located::Place(location.place));
        let places = code.variables.iter().map(place).collect();
        debug_assert!(code.variables.is_sorted_by_key(|location| location.variable));
        Level { function, known, entry, lines: &code.lines, places }
    }

    /// The code of a frame.
    pub(crate) fn of_frame(
        function: PlacedFunction<'object>,
        frame: &'frame Frame<'object>,
        known: Known<'object>,
        entry: UnitEntryId,
    ) -> Self {
        let place = |variable: &'object crate::read::ReadVariable| (variable.number, Located::Read(&variable.location));
        let mut places: Vec<_> = frame.body.variables.iter().map(place).collect();
        places.sort_by_key(|(number, _)| *number);
        Level { function, known, entry, lines: &frame.lines, places }
    }
}

/// Which scope of a function is innermost where, and the entry of each.
pub(crate) type Scopes<'object> = (Innermost<'object>, Vec<UnitEntryId>);

/// A frame whose entries are written, for what was built into it.
pub(crate) struct Told<'object> {
    pub symbol: &'object str,
    entry: UnitEntryId,
    scopes: Option<Scopes<'object>>,
    /// Of one that is passed over the position of the call that led to it.
    pub position: Option<Option<Position>>,
}

impl<'object> Told<'object> {
    pub(crate) fn new(level: &Level<'_, 'object>, scopes: Option<Scopes<'object>>) -> Self {
        Told { symbol: &level.known.records.symbol, entry: level.entry, scopes, position: None }
    }

    /// One that debuggers are not shown; what was built into it was built into what is around it.
    pub(crate) fn passed_over(entry: UnitEntryId, symbol: &'object str, position: Option<Position>) -> Self {
        Told { symbol, entry, scopes: None, position: Some(position) }
    }

    /// The entry of the innermost scope that contains a place.
    pub(crate) fn at(&self, source: u32) -> UnitEntryId {
        let inner = self.scopes.as_ref().and_then(|(innermost, scopes)| scopes.get(innermost.of(source)?));
        *inner.unwrap_or(&self.entry)
    }
}

impl<'object> Functions<'_, 'object> {
    /// Tells the variables.
    pub(crate) fn variables(&mut self, level: &Level<'_, 'object>) -> Scopes<'object> {
        let FunctionRecords { scopes, variables, .. } = level.known.records;
        // Nobody steps through the standard library: of its functions, what they were called with is told.
        let is_library = level.known.is_library;
        let is_told = |variable: &Variable| variable.parameter.is_some() || !is_library;
        let stored = self.stored(level);
        let innermost = Innermost::new(scopes);
        let ranges = scopes::code(&innermost, level.lines, level.function.bytes());
        let mut has_variables = vec![false; scopes.len()];
        for variable in variables.iter().filter(|variable| variable.parameter.is_none() && is_told(variable)) {
            has_variables[variable.scope.index()] = true;
        }
        // The entry of each scope; a parent stands before its children.
        let mut entries = Vec::with_capacity(scopes.len());
        let mut depths = Vec::with_capacity(scopes.len());
        for (number, scope) in scopes.iter().enumerate() {
            let (around, depth) = match scope.parent {
                Some(parent) => (entries[parent.index()], depths[parent.index()]),
                None => (level.entry, 0),
            };
            let is_block =
                scope.parent.is_some() && has_variables[number] && !ranges[number].is_empty() && depth < MOST_NESTED;
            entries.push(if is_block { self.block(&level.function, around, &ranges[number]) } else { around });
            depths.push(depth + u32::from(is_block));
        }
        let mut order: Vec<usize> = (0..variables.len()).filter(|number| is_told(&variables[*number])).collect();
        order.sort_by_key(|number| (variables[*number].parameter.is_none(), variables[*number].parameter, *number));
        for number in order {
            let variable = &variables[number];
            // Where no code is, nobody can ask.
            if variable.parameter.is_none() && ranges[variable.scope.index()].is_empty() {
                continue;
            }
            let location = level.places.binary_search_by_key(&(number as u32), |(variable, _)| *variable);
            let location = location.ok().map(|at| level.places[at].1);
            let around = entries[variable.scope.index()];
            let stored = stored.filter(|_| variable.parameter.is_some());
            self.variable(level, around, (VariableId::new(number), variable), (location, stored));
        }
        (innermost, entries)
    }

    /// The code in which parameters are where they are said to be, if it is not all that debuggers stop in: in functions without
    /// lines they stop at the first byte, before anything is stored. An optimiser says itself what is where.
    fn stored(&self, level: &Level<'_, 'object>) -> Option<CodeRange> {
        if !level.known.is_library || self.object.is_optimised {
            return None;
        }
        let behind = match level.function.code {
            Code::Made(_) => None,
            Code::Read(..) => level.lines.iter().rposition(|line| line.source_offset == NOBODY_WROTE),
        };
        let begin = level.known.begin();
        let mut lines = level.lines[behind.map_or(0, |last| last + 1)..].iter();
        let first = lines.find(|line| ![begin, NOBODY_WROTE, OUTSIDE].contains(&line.source_offset))?;
        Some((first.code_offset, level.function.bytes()))
    }

    fn block(&mut self, function: &PlacedFunction<'object>, around: UnitEntryId, ranges: &[CodeRange]) -> UnitEntryId {
        let entry = self.dwarf.unit.add(around, constants::DW_TAG_lexical_block);
        self.ranges(entry, function, ranges);
        entry
    }

    /// Says which code of a function an entry stands for.
    pub(crate) fn ranges(&mut self, entry: UnitEntryId, function: &PlacedFunction<'object>, ranges: &[CodeRange]) {
        if let &[(from, to)] = ranges {
            let entry = self.dwarf.unit.get_mut(entry);
            entry.set(constants::DW_AT_low_pc, AttributeValue::Address(function.address(from)));
            entry.set(constants::DW_AT_high_pc, AttributeValue::Udata(u64::from(to - from)));
        } else {
            // Where all code is in one section, the unit says where ranges count from.
            let (base, start) = match self.code.distance(function) {
                Some(distance) => (None, distance),
                None => (Some(Range::BaseAddress { address: function.address(0) }), 0),
            };
            let pair = |(from, to): &CodeRange| Range::OffsetPair {
                begin: start + u64::from(*from),
                end: start + u64::from(*to),
            };
            let list = base.into_iter().chain(ranges.iter().map(pair)).collect();
            let list = self.dwarf.unit.ranges.add(RangeList(list));
            self.dwarf.unit.get_mut(entry).set(constants::DW_AT_ranges, AttributeValue::RangeListRef(list));
        }
    }

    fn variable(
        &mut self,
        level: &Level<'_, 'object>,
        around: UnitEntryId,
        (number, variable): (VariableId, &Variable),
        (location, stored): (Option<Located<'object>>, Option<CodeRange>),
    ) {
        let said = self.names.said(level.known.unit);
        let (name, ty) = (said.key(variable.name), variable.source_type.map(|node| said.of_node(node)));
        let read = match (location, ty, variable.ty) {
            (Some(Located::Read(read)), Some(ty), _) => self.parts.told(self.names, level.known.unit, ty, read),
            (Some(Located::Read(read)), None, Type::Scalar(scalar)) => Parts::told_of_scalar(scalar, read),
            (Some(Located::Read(_)), None, Type::Aggregate(_)) | (Some(Located::Place(_)) | None, ..) => None,
        };
        let read = match level.known.records.changing.get(number.index()) {
            Some(true) => read.as_ref().and_then(told_of_changing),
            Some(false) | None => read,
        };
        let mut place = Place { dwarf: self.dwarf, names: self.names };
        let tag = match variable.parameter {
            Some(_) => constants::DW_TAG_formal_parameter,
            None => constants::DW_TAG_variable,
        };
        let ty = match (ty, variable.ty) {
            (Some(ty), _) => self.types.entry(&mut place, level.known.unit, ty),
            (None, Type::Scalar(scalar)) => self.types.scalar(&mut place, scalar.name(), scalar),
            // Of bytes alone nobody can make anything.
            (None, Type::Aggregate(_)) => return,
        };
        let entry = place.add(around, tag, name);
        place.set_type(entry, ty);
        let start = level.function.address(0);
        let location = match (location, stored) {
            (Some(Located::Place(known)), None) => {
                Some((constants::DW_AT_location, AttributeValue::Exprloc(of_place(known))))
            }
            (Some(Located::Place(known)), Some(stored)) => {
                let ranges = vec![(stored, of_place(known))];
                Some((constants::DW_AT_location, within(start, ranges, &mut place)))
            }
            (Some(Located::Read(_)), stored) => read.map(|read| {
                let read = match (read, stored) {
                    (ReadLocation::Always(steps), Some(stored)) => ReadLocation::Ranges(vec![(stored, steps)]),
                    (read, _) => read,
                };
                of_location(&read, start, &mut place, &mut self.types)
            }),
            (None, _) => None,
        };
        if let Some((attribute, value)) = location {
            place.dwarf.unit.get_mut(entry).set(attribute, value);
        }
        self.notes(entry, level.known, Some(number));
        let declared = |origin| self.object.positions.position_from(origin, variable.offset).0;
        let declared = level.known.origin.map(declared);
        self.declare(entry, declared);
    }
}
