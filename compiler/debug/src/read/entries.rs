//! Entries that are read: functions with code, what was built into them, where variables lie, calls. Owns the walk over them.

use gimli::{AttributeValue, DebuggingInformationEntry, Reader as _, UnitOffset, UnitRef, constants};
use rustc_hash::FxHashMap;

use super::expressions::{Step, steps};
use super::sections::{Reader, code_place};
use super::{ReadBody, ReadCall, ReadConstant, ReadFunction, ReadInlined, ReadLocation, ReadVariable, Symbols};
use crate::scopes::CodeRange;

type Entry<'data> = DebuggingInformationEntry<Reader<'data>>;

/// An entry whose inner ones are being read.
enum Open {
    Function(Box<ReadFunction>),
    Inlined(ReadInlined),
    Call(ReadCall),
    /// What has no code: nothing in it counts.
    Other,
}

/// The walk over the entries of a unit.
struct Walk<'a, 'data> {
    unit: UnitRef<'a, Reader<'data>>,
    symbols: &'a mut Symbols,
    names: FxHashMap<UnitOffset, Option<String>>,
    open: Vec<(isize, Open)>,
    /// The place of the function around.
    section: usize,
    start: u64,
}

/// Reads the functions of a unit.
pub(super) fn read(
    unit: UnitRef<'_, Reader<'_>>,
    symbols: &mut Symbols,
    functions: &mut Vec<ReadFunction>,
) -> gimli::Result<()> {
    let mut walk = Walk { unit, symbols, names: FxHashMap::default(), open: Vec::new(), section: 0, start: 0 };
    let mut entries = unit.entries();
    while let Some(entry) = entries.next_dfs()? {
        let depth = entry.depth();
        while walk.open.last().is_some_and(|(open, _)| *open >= depth) {
            functions.extend(walk.close());
        }
        walk.entry(entry)?;
    }
    while !walk.open.is_empty() {
        functions.extend(walk.close());
    }
    Ok(())
}

impl<'data> Walk<'_, 'data> {
    fn entry(&mut self, entry: &Entry<'data>) -> gimli::Result<()> {
        let opened = match entry.tag() {
            constants::DW_TAG_subprogram => self.function(entry)?,
            constants::DW_TAG_inlined_subroutine => self.inlined(entry)?,
            constants::DW_TAG_call_site => self.call(entry)?,
            constants::DW_TAG_formal_parameter | constants::DW_TAG_variable => {
                self.variable(entry)?;
                return Ok(());
            }
            constants::DW_TAG_call_site_parameter => {
                let (place, value) =
                    (self.steps(entry, constants::DW_AT_location), self.steps(entry, constants::DW_AT_call_value));
                if let (Some((_, Open::Call(call))), Some(place), Some(value)) = (self.open.last_mut(), place, value) {
                    call.arguments.push((place, value));
                }
                return Ok(());
            }
            _ => return Ok(()),
        };
        self.open.push((entry.depth(), opened));
        Ok(())
    }

    /// Ends the innermost entry; gives it if it is a function.
    fn close(&mut self) -> Option<ReadFunction> {
        let (_, ended) = self.open.pop()?;
        match ended {
            Open::Function(function) => return Some(*function),
            Open::Inlined(inlined) => self.body()?.inlined.push(inlined),
            Open::Call(call) => self.body()?.calls.push(call),
            Open::Other => {}
        }
        None
    }

    fn body(&mut self) -> Option<&mut ReadBody> {
        match &mut self.open.last_mut()?.1 {
            Open::Function(function) => Some(&mut function.body),
            Open::Inlined(inlined) => Some(&mut inlined.body),
            Open::Call(_) | Open::Other => None,
        }
    }

    fn function(&mut self, entry: &Entry<'data>) -> gimli::Result<Open> {
        let mut ranges = self.unit.die_ranges(entry)?;
        // Code in several pieces is left out: its offsets have no one start.
        let (Some(range), None) = (ranges.next()?, ranges.next()?) else { return Ok(Open::Other) };
        let (Some((section, start)), Some(symbol)) = (code_place(range.begin), self.symbol(entry)?) else {
            return Ok(Open::Other);
        };
        (self.section, self.start) = (section, start);
        Ok(Open::Function(Box::new(ReadFunction {
            symbol,
            section,
            start,
            bytes: range.end.saturating_sub(range.begin) as u32,
            frame: self.steps(entry, constants::DW_AT_frame_base).unwrap_or_default(),
            tells_all_calls: entry.has_attr(constants::DW_AT_call_all_calls),
            rows: Vec::new(),
            body: ReadBody::default(),
        })))
    }

    fn inlined(&mut self, entry: &Entry<'data>) -> gimli::Result<Open> {
        let Some(symbol) = self.symbol(entry)? else { return Ok(Open::Other) };
        let mut ranges = Vec::new();
        let mut found = self.unit.die_ranges(entry)?;
        while let Some(range) = found.next()? {
            ranges.extend(self.range(range));
        }
        ranges.sort_unstable();
        let line = entry.attr_value(constants::DW_AT_call_line).and_then(|line| line.udata_value());
        let call = line.and_then(|line| u32::try_from(line).ok()?.checked_sub(1));
        Ok(Open::Inlined(ReadInlined { symbol, ranges, call, body: ReadBody::default() }))
    }

    /// Code of the function around, from its start on.
    fn range(&self, range: gimli::Range) -> Option<CodeRange> {
        let (begin, end) = (code_place(range.begin)?, code_place(range.end)?);
        (begin.0 == self.section && end.0 == self.section && begin.1 < end.1).then_some(())?;
        let offset = |place: u64| u32::try_from(place.checked_sub(self.start)?).ok();
        Some((offset(begin.1)?, offset(end.1)?))
    }

    fn call(&mut self, entry: &Entry<'data>) -> gimli::Result<Open> {
        let behind = entry.attr_value(constants::DW_AT_call_return_pc);
        let (address, is_tail) = match behind {
            Some(address) => (Some(address), false),
            None => (entry.attr_value(constants::DW_AT_call_pc), true),
        };
        let address = address.map(|address| self.unit.attr_address(address)).transpose()?.flatten();
        let place = address.and_then(code_place).filter(|(section, _)| *section == self.section);
        let offset = place.and_then(|(_, place)| u32::try_from(place.checked_sub(self.start)?).ok());
        let Some(code_offset) = offset else { return Ok(Open::Other) };
        let callee = match entry.attr_value(constants::DW_AT_call_origin) {
            Some(AttributeValue::UnitRef(callee)) => self.name(callee)?.map(|name| self.symbols.number(&name)),
            _ => None,
        };
        let target = self.steps(entry, constants::DW_AT_call_target);
        Ok(Open::Call(ReadCall { code_offset, is_tail, callee, target, arguments: Vec::new() }))
    }

    fn variable(&mut self, entry: &Entry<'data>) -> gimli::Result<()> {
        if self.body().is_none() {
            return Ok(());
        }
        let Some(number) = self.entry_name(entry)?.and_then(|name| name.parse().ok()) else { return Ok(()) };
        let Some(location) = self.location(entry)? else { return Ok(()) };
        if let Some(body) = self.body() {
            body.variables.push(ReadVariable { number, location });
        }
        Ok(())
    }

    fn location(&self, entry: &Entry<'data>) -> gimli::Result<Option<ReadLocation>> {
        let Some(value) = entry.attr_value(constants::DW_AT_location) else {
            return Ok(entry.attr_value(constants::DW_AT_const_value).and_then(constant).map(ReadLocation::Constant));
        };
        if let AttributeValue::Exprloc(expression) = &value {
            return Ok(steps(self.unit, expression).map(ReadLocation::Always));
        }
        let Some(mut list) = self.unit.attr_locations(value)? else { return Ok(None) };
        let mut ranges = Vec::new();
        while let Some(place) = list.next()? {
            ranges.extend(self.range(place.range).zip(steps(self.unit, &place.data)));
        }
        Ok((!ranges.is_empty()).then_some(ReadLocation::Ranges(ranges)))
    }

    fn steps(&self, entry: &Entry<'data>, what: constants::DwAt) -> Option<Vec<Step>> {
        steps(self.unit, &entry.attr_value(what)?.exprloc_value()?)
    }

    fn symbol(&mut self, entry: &Entry<'data>) -> gimli::Result<Option<u32>> {
        Ok(self.entry_name(entry)?.map(|name| self.symbols.number(&name)))
    }

    /// The name of an entry, or of the one that it is an instance of.
    fn entry_name(&mut self, entry: &Entry<'data>) -> gimli::Result<Option<String>> {
        if let Some(name) = entry.attr_value(constants::DW_AT_name) {
            return Ok(Some(self.unit.attr_string(name)?.to_string_lossy()?.into_owned()));
        }
        match entry.attr_value(constants::DW_AT_abstract_origin) {
            Some(AttributeValue::UnitRef(origin)) => self.name(origin),
            _ => Ok(None),
        }
    }

    /// The name of the entry at an offset.
    fn name(&mut self, offset: UnitOffset) -> gimli::Result<Option<String>> {
        if let Some(known) = self.names.get(&offset) {
            return Ok(known.clone());
        }
        let entry = self.unit.entry(offset)?;
        // An entry that were an instance of itself has no name.
        self.names.insert(offset, None);
        let name = self.entry_name(&entry)?;
        self.names.insert(offset, name.clone());
        Ok(name)
    }
}

fn constant(value: AttributeValue<Reader<'_>>) -> Option<ReadConstant> {
    match value {
        AttributeValue::Sdata(value) => Some(ReadConstant::Signed(value)),
        AttributeValue::Block(bytes) => Some(ReadConstant::Bytes(bytes.to_slice().ok()?.into_owned())),
        other => Some(ReadConstant::Unsigned(other.udata_value()?)),
    }
}
