//! The units of DWARF of an object. Owns which functions each tells and which code it stands for. Must not know how anything is
//! told.
//!
//! What gimli keeps of a unit is several times what it writes, and gone when it is written: so the functions of a large program
//! are told in several units. What was built into others refers to entries of its unit, so such code is told in one.

use gimli::constants;
use gimli::write::{Address, AttributeValue, DwarfUnit, Range, RangeList};

use crate::Object;
use crate::functions::{Code, PlacedFunction, address};

/// How many functions a unit tells at most.
const MOST_FUNCTIONS: usize = 1000;

/// What a unit tells of.
pub(crate) struct UnitCode<'object> {
    pub functions: &'object [PlacedFunction<'object>],
    /// The section of its code, if it lies in one, and the places there of its first byte and of the one behind the last.
    whole: Option<(usize, u64, u64)>,
}

/// The units of an object: at least one.
pub(crate) fn of<'object>(object: &Object<'object>) -> Vec<UnitCode<'object>> {
    let functions = object.functions;
    let section = only_section(object);
    let end = section.map_or(0, |section| object.code_bytes[section]);
    let is_whole = functions.len() <= MOST_FUNCTIONS || functions.iter().any(|function| !is_made(function));
    let Some(section) = section.filter(|_| !is_whole) else {
        return vec![UnitCode { functions, whole: section.map(|section| (section, 0, end)) }];
    };
    let mut units = Vec::new();
    let (mut start, mut left) = (0, functions);
    while !left.is_empty() {
        let (functions, behind) = left.split_at(MOST_FUNCTIONS.min(left.len()));
        let next = behind.first().map_or(end, |function| function.start);
        units.push(UnitCode { functions, whole: Some((section, start, next)) });
        (start, left) = (next, behind);
    }
    units
}

fn is_made(function: &PlacedFunction<'_>) -> bool {
    matches!(function.code, Code::Made(_))
}

/// The section with all code, if there is no other one.
fn only_section(object: &Object<'_>) -> Option<usize> {
    let mut sections = (0..object.code_bytes.len()).filter(|section| object.code_bytes[*section] > 0);
    sections.next().filter(|_| sections.next().is_none())
}

impl UnitCode<'_> {
    /// What ranges of a function's code count from where the unit says so itself: bytes from there to the function.
    pub(crate) fn distance(&self, function: &PlacedFunction<'_>) -> Option<u64> {
        self.whole.map(|(_, start, _)| function.start - start)
    }

    /// Says which code the unit stands for.
    pub(crate) fn tell(&self, dwarf: &mut DwarfUnit, object: &Object<'_>) {
        let (base, end) = match self.whole {
            Some((section, start, end)) => {
                (address(section, start), (constants::DW_AT_high_pc, AttributeValue::Udata(end - start)))
            }
            None => {
                let sections = object.code_bytes.iter().enumerate();
                let sections = sections.filter(|(_, bytes)| **bytes > 0 || object.code_bytes.len() == 1);
                let range =
                    |(section, bytes): (usize, &u64)| Range::StartLength { begin: address(section, 0), length: *bytes };
                let ranges = dwarf.unit.ranges.add(RangeList(sections.map(range).collect()));
                (Address::Constant(0), (constants::DW_AT_ranges, AttributeValue::RangeListRef(ranges)))
            }
        };
        let root = dwarf.unit.get_mut(dwarf.unit.root());
        root.set(constants::DW_AT_low_pc, AttributeValue::Address(base));
        root.set(end.0, end.1);
    }
}
