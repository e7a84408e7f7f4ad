//! Globals and constants. Owns their entries, in the namespaces of their modules: what has a place in the object is told by its
//! symbol, a constant without a place by its value. Of what an optimiser left no symbol, or one of another size, nothing is
//! told. Must not know what made the object.

use gimli::constants;
use gimli::write::{Address, AttributeValue, Expression};
use mir::debug::{DebugDatum, DebugType, Held, Shape};
use mir::{Operand, ScalarClass};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Object;
use crate::functions::Functions;
use crate::names::Names;
use crate::types::Place;

/// Data in an object.
#[derive(Clone, Copy, Debug)]
pub struct PlacedDatum<'object> {
    /// Its symbol.
    pub symbol: &'object str,
    /// How long it is.
    pub bytes: u64,
}

/// The globals and constants of an object that can be told, each once.
pub(crate) struct Data<'object>(Vec<Datum<'object>>);

struct Datum<'object> {
    /// The place in [`Object::records`] of the unit that says so.
    unit: usize,
    said: DebugDatum<'object>,
    notes: &'object [Operand],
    /// The attribute that says what it is or where it lies.
    value: (constants::DwAt, AttributeValue),
    is_told: bool,
}

impl<'object> Data<'object> {
    pub(crate) fn new(object: &Object<'object>, names: &Names<'object>) -> Self {
        if !object.is_full {
            return Data(Vec::new());
        }
        let units = 0..object.records.len();
        let all: Vec<_> =
            units.flat_map(|unit| names.said(unit).data().map(move |(datum, notes)| (unit, datum, notes))).collect();
        let wanted: FxHashSet<&str> = all.iter().filter_map(|(_, datum, _)| symbol(*datum)).collect();
        let data = object.data.iter().enumerate().filter(|(_, placed)| wanted.contains(placed.symbol));
        let places: FxHashMap<&str, (usize, u64)> =
            data.map(|(number, placed)| (placed.symbol, (number, placed.bytes))).collect();
        let mut told = FxHashSet::default();
        let mut data = Vec::new();
        for (unit, said, notes) in all {
            // A constant is told by each unit that uses it.
            if told.contains(said.key) {
                continue;
            }
            if let Some(value) = value(object, names, (unit, said), &places) {
                told.insert(said.key);
                data.push(Datum { unit, said, notes, value, is_told: false });
            }
        }
        Data(data)
    }
}

/// The attribute that says what a datum is or where it lies; nothing of what is not in this object.
fn value(
    object: &Object<'_>,
    names: &Names<'_>,
    (unit, datum): (usize, DebugDatum<'_>),
    places: &FxHashMap<&str, (usize, u64)>,
) -> Option<(constants::DwAt, AttributeValue)> {
    let mut location = Expression::new();
    match datum.held {
        Held::Known(bytes, bits) => {
            let is_signed = is_signed(names, unit, datum.ty);
            return Some((constants::DW_AT_const_value, constant(is_signed, bytes, bits)));
        }
        Held::InMemory(bytes) | Held::Object(_, bytes) => {
            let (number, _) = places.get(symbol(datum)?).filter(|(_, found)| *found == bytes)?;
            // The numbers of data follow those of the sections of code.
            location.op_addr(Address::Symbol { symbol: object.code_bytes.len() + number, addend: 0 });
        }
    }
    Some((constants::DW_AT_location, AttributeValue::Exprloc(location)))
}

/// Whether a number has a sign; nothing of what is no integer.
fn is_signed(names: &Names<'_>, unit: usize, ty: DebugType) -> Option<bool> {
    let (_, shape) = names.shape(unit, ty)?;
    match shape {
        Shape::Scalar(scalar) | Shape::Enumeration(scalar, _) => match scalar.class() {
            ScalarClass::Float(_) => None,
            ScalarClass::Integer(kind) => Some(kind.is_signed()),
            ScalarClass::Bool | ScalarClass::Pointer => Some(false),
        },
        Shape::Pointer(_) | Shape::Reference(_) | Shape::Code => Some(false),
        Shape::Array(..)
        | Shape::Structure(..)
        | Shape::Union(..)
        | Shape::Variants(_)
        | Shape::Text
        | Shape::Opaque => None,
    }
}

impl<'object> Functions<'_, 'object> {
    /// Tells the data of the modules of which functions are told here: lldb looks for a name in the unit at hand before it
    /// looks at those of libraries. The last unit of an object tells what no other one does, too.
    pub(crate) fn data(&mut self, data: &mut Data<'object>, is_last: bool) {
        for Datum { said, unit, notes, value, is_told } in &mut data.0 {
            let is_here = self.modules.contains(said.module) || is_last && !*is_told;
            if !is_here {
                continue;
            }
            *is_told = true;
            let mut place = Place { dwarf: self.dwarf, names: self.names };
            let ty = self.types.entry(&mut place, *unit, said.ty);
            let around = place.names.module(place.dwarf, said.module);
            let entry = place.add(around, constants::DW_TAG_variable, said.name);
            place.set_type(entry, ty);
            for note in *notes {
                if let Some(text) = place.names.said(*unit).noted_by(*note) {
                    place.note(entry, text);
                }
            }
            let attributes = place.dwarf.unit.get_mut(entry);
            attributes.set(constants::DW_AT_external, AttributeValue::Flag(true));
            attributes.set(value.0, value.1.clone());
            let declared = self.object.positions.position(said.key, said.offset);
            self.declare(entry, declared);
        }
        self.types.finish(&mut Place { dwarf: self.dwarf, names: self.names });
    }
}

/// The symbol that a place or value is found by.
fn symbol<'text>(datum: DebugDatum<'text>) -> Option<&'text str> {
    match datum.held {
        Held::InMemory(_) => Some(datum.key),
        Held::Object(symbol, _) => Some(symbol),
        Held::Known(..) => None,
    }
}

/// A value of so many bytes. Debuggers read the bytes of a float, and of what is longer than their numbers.
fn constant(signed: Option<bool>, bytes: u64, bits: u128) -> AttributeValue {
    match signed {
        Some(is_signed) if bytes <= 8 => {
            let unused = 128 - 8 * bytes as u32;
            match is_signed {
                true => AttributeValue::Sdata(((bits << unused) as i128 >> unused) as i64),
                false => AttributeValue::Udata(bits as u64),
            }
        }
        Some(_) | None => AttributeValue::Block(bits.to_le_bytes()[..bytes.min(16) as usize].to_vec()),
    }
}
