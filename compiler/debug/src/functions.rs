//! Entries of functions, their scopes and variables. Owns where each stands among the entries: a method is declared in its
//! type, any other function in its module's namespace; a variable lies in the block of its scope, which holds the code that
//! comes from there.

use gimli::constants;
use gimli::write::{Address, AttributeValue, DwarfUnit, Expression, Range, RangeList, UnitEntryId};
use mir::artifact::{VariableLocation, VariablePlace};
use mir::debug::{DebugFunction, FunctionRecords};
use mir::{CodeArtifact, Position, Type, Variable};
use rustc_hash::FxHashMap;

use crate::Object;
use crate::lines::Lines;
use crate::names::Names;
use crate::scopes::{self, CodeRange};
use crate::types::{Place, Types};

/// A function in an object.
#[derive(Clone, Copy)]
pub struct PlacedFunction<'object> {
    /// Bytes from the start of the object's code.
    pub start: u64,
    /// Its code.
    pub code: &'object CodeArtifact,
    /// The place of its unit in [`Object::records`], and what MIR says of it.
    pub records: Option<(usize, &'object FunctionRecords)>,
}

/// An address in the code of the object.
pub(crate) fn address(offset: u64) -> Address {
    Address::Symbol { symbol: 0, addend: offset as i64 }
}

/// Scopes inside each other beyond so many are one: a `let` opens a scope, and what writes the entries goes into each.
const MOST_NESTED: u32 = 200;

/// Writes functions.
pub(crate) struct Functions<'a, 'object> {
    pub dwarf: &'a mut DwarfUnit,
    pub lines: &'a mut Lines<'object>,
    pub names: &'a mut Names<'object>,
    pub types: &'a mut Types<'object>,
    pub object: &'a Object<'object>,
}

/// One function while it is written.
struct Written<'object> {
    place: PlacedFunction<'object>,
    /// The number of its unit.
    unit: usize,
    records: &'object FunctionRecords,
    entry: UnitEntryId,
}

impl<'object> Functions<'_, 'object> {
    /// Adds a function: its entry, its rows, its variables.
    pub(crate) fn add(&mut self, function: &PlacedFunction<'object>) {
        let Some((unit, records)) = function.records else {
            return;
        };
        let named = records.function.and_then(|node| self.names.said(unit).function(node));
        let declared = named.and_then(|named| self.position(function.code, named.offset));
        self.lines.add(function.start, function.code, named.map_or(0, |named| named.offset), declared);
        let entry = match named {
            Some(named) => self.named(unit, named, declared),
            None => self.artificial(&records.symbol),
        };
        self.code(entry, function);
        if self.object.is_full {
            self.variables(&Written { place: *function, unit, records, entry });
            self.types.finish(&mut Place { dwarf: self.dwarf, names: self.names });
        }
    }

    fn position(&self, code: &CodeArtifact, offset: u32) -> Option<Position> {
        self.object.positions.position(&code.symbol, offset)
    }

    /// What nobody wrote: it has a name and code.
    fn artificial(&mut self, symbol: &str) -> UnitEntryId {
        let mut place = Place { dwarf: self.dwarf, names: self.names };
        let root = place.dwarf.unit.root();
        let entry = place.add(root, constants::DW_TAG_subprogram, symbol);
        place.dwarf.unit.get_mut(entry).set(constants::DW_AT_artificial, AttributeValue::Flag(true));
        entry
    }

    fn named(&mut self, unit: usize, named: DebugFunction<'object>, declared: Option<Position>) -> UnitEntryId {
        let mut place = Place { dwarf: self.dwarf, names: self.names };
        let owner = match self.object.is_full {
            true => self.types.owner(&mut place, named.owner),
            false => None,
        };
        let around = owner.unwrap_or_else(|| {
            let module = place.names.module(place.dwarf, named.module);
            match named.owner.rsplit_once('.') {
                // Its type has no entry that functions could stand in.
                Some((_, owner)) => place.names.around(place.dwarf, module, owner),
                None => module,
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
        self.describe(entry, unit, named, declared);
        definition.unwrap_or(entry)
    }

    /// What is said once of a function: what it gives, and where it is declared.
    fn describe(&mut self, entry: UnitEntryId, unit: usize, named: DebugFunction<'object>, declared: Option<Position>) {
        if self.object.is_full
            && let Some(result) = named.result
        {
            let mut place = Place { dwarf: self.dwarf, names: self.names };
            let result = self.types.entry(&mut place, unit, result);
            place.set_type(entry, result);
        }
        self.declare(entry, declared);
        self.dwarf.unit.get_mut(entry).set(constants::DW_AT_external, AttributeValue::Flag(true));
    }

    fn declare(&mut self, entry: UnitEntryId, declared: Option<Position>) {
        let Some(declared) = declared else { return };
        let file = self.lines.file(declared.file);
        let entry = self.dwarf.unit.get_mut(entry);
        entry.set(constants::DW_AT_decl_file, AttributeValue::FileIndex(Some(file)));
        entry.set(constants::DW_AT_decl_line, AttributeValue::Udata(u64::from(declared.line)));
    }

    fn code(&mut self, entry: UnitEntryId, function: &PlacedFunction<'object>) {
        let entry = self.dwarf.unit.get_mut(entry);
        entry.set(constants::DW_AT_low_pc, AttributeValue::Address(address(function.start)));
        entry.set(constants::DW_AT_high_pc, AttributeValue::Udata(function.code.code.len() as u64));
        let mut base = Expression::new();
        base.op(constants::DW_OP_call_frame_cfa);
        entry.set(constants::DW_AT_frame_base, AttributeValue::Exprloc(base));
    }

    fn variables(&mut self, written: &Written<'object>) {
        let FunctionRecords { scopes, variables, .. } = written.records;
        let code = written.place.code;
        let ranges = scopes::code(scopes, &code.lines, code.code.len() as u32);
        let places: FxHashMap<u32, &VariableLocation> =
            code.variables.iter().map(|location| (location.variable, location)).collect();
        let mut has_variables = vec![false; scopes.len()];
        for variable in variables.iter().filter(|variable| variable.parameter.is_none()) {
            has_variables[variable.scope.index()] = true;
        }
        // The entry of each scope; a parent stands before its children.
        let mut entries = Vec::with_capacity(scopes.len());
        let mut depths = Vec::with_capacity(scopes.len());
        for (number, scope) in scopes.iter().enumerate() {
            let (around, depth) = match scope.parent {
                Some(parent) => (entries[parent.index()], depths[parent.index()]),
                None => (written.entry, 0),
            };
            let is_block =
                scope.parent.is_some() && has_variables[number] && !ranges[number].is_empty() && depth < MOST_NESTED;
            entries.push(if is_block { self.block(written, around, &ranges[number]) } else { around });
            depths.push(depth + u32::from(is_block));
        }
        let mut order: Vec<usize> = (0..variables.len()).collect();
        order.sort_by_key(|number| (variables[*number].parameter.is_none(), variables[*number].parameter, *number));
        for number in order {
            let variable = &variables[number];
            // Where no code is, nobody can ask.
            if variable.parameter.is_none() && ranges[variable.scope.index()].is_empty() {
                continue;
            }
            let location = places.get(&(number as u32)).map(|location| location.place);
            self.variable(written, entries[variable.scope.index()], variable, location);
        }
    }

    fn block(&mut self, written: &Written<'object>, around: UnitEntryId, ranges: &[CodeRange]) -> UnitEntryId {
        let entry = self.dwarf.unit.add(around, constants::DW_TAG_lexical_block);
        let start = written.place.start;
        if let &[(from, to)] = ranges {
            let entry = self.dwarf.unit.get_mut(entry);
            entry.set(constants::DW_AT_low_pc, AttributeValue::Address(address(start + u64::from(from))));
            entry.set(constants::DW_AT_high_pc, AttributeValue::Udata(u64::from(to - from)));
        } else {
            let list = ranges.iter().map(|(from, to)| Range::StartLength {
                begin: address(start + u64::from(*from)),
                length: u64::from(to - from),
            });
            let list = self.dwarf.unit.ranges.add(RangeList(list.collect()));
            self.dwarf.unit.get_mut(entry).set(constants::DW_AT_ranges, AttributeValue::RangeListRef(list));
        }
        entry
    }

    fn variable(
        &mut self,
        written: &Written<'object>,
        around: UnitEntryId,
        variable: &Variable,
        location: Option<VariablePlace>,
    ) {
        let said = self.names.said(written.unit);
        let (name, ty) = (said.key(variable.name), variable.source_type.map(|node| said.of_node(node)));
        let mut place = Place { dwarf: self.dwarf, names: self.names };
        let tag = match variable.parameter {
            Some(_) => constants::DW_TAG_formal_parameter,
            None => constants::DW_TAG_variable,
        };
        let ty = match (ty, variable.ty) {
            (Some(ty), _) => Some(self.types.entry(&mut place, written.unit, ty)),
            (None, Type::Scalar(scalar)) => Some(self.types.scalar(&mut place, scalar.name(), scalar)),
            (None, Type::Aggregate(_)) => None,
        };
        let entry = place.add(around, tag, name);
        if let Some(ty) = ty {
            place.set_type(entry, ty);
        }
        if let Some(location) = location {
            let location = AttributeValue::Exprloc(expression(location));
            place.dwarf.unit.get_mut(entry).set(constants::DW_AT_location, location);
        }
        let declared = self.position(written.place.code, variable.offset);
        self.declare(entry, declared);
    }
}

fn expression(place: VariablePlace) -> Expression {
    let mut expression = Expression::new();
    match place {
        VariablePlace::Frame(offset) => expression.op_fbreg(offset),
        VariablePlace::ThroughFrame(offset) => {
            expression.op_fbreg(offset);
            expression.op_deref();
        }
        VariablePlace::Register(register) => expression.op_reg(gimli::Register(register)),
    }
    expression
}
