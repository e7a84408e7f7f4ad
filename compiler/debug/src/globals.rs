//! Globals and constants. Owns their entries, in the namespaces of their modules: what has a place in the object is told by its
//! symbol, a constant without a place by its value. Of what an optimiser left no symbol, or one of another size, nothing is
//! told. Must not know what made the object.

use gimli::constants;
use gimli::write::{Address, AttributeValue, Expression, UnitEntryId};
use mir::ScalarClass;
use mir::debug::{DebugDatum, DebugType, Held, Shape};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::functions::Functions;
use crate::types::Place;

/// Data in an object.
#[derive(Clone, Copy, Debug)]
pub struct PlacedDatum<'object> {
    /// Its symbol.
    pub symbol: &'object str,
    /// How long it is.
    pub bytes: u64,
}

impl<'object> Functions<'_, 'object> {
    /// Tells the globals and constants of all units.
    pub(crate) fn data(&mut self) {
        let units = 0..self.object.records.len();
        let all: Vec<_> = units
            .flat_map(|unit| self.names.said(unit).data().map(move |(datum, notes)| (unit, datum, notes)))
            .collect();
        let wanted: FxHashSet<&str> = all.iter().filter_map(|(_, datum, _)| symbol(*datum)).collect();
        let data = self.object.data.iter().enumerate().filter(|(_, placed)| wanted.contains(placed.symbol));
        let places: FxHashMap<&str, (usize, u64)> =
            data.map(|(number, placed)| (placed.symbol, (number, placed.bytes))).collect();
        let mut told = FxHashSet::default();
        for (unit, datum, notes) in all {
            // A constant is told by each unit that uses it.
            if told.contains(datum.key) {
                continue;
            }
            let Some(value) = self.value(unit, datum, &places) else { continue };
            told.insert(datum.key);
            let mut place = Place { dwarf: self.dwarf, names: self.names };
            let ty = self.types.entry(&mut place, unit, datum.ty);
            let around = place.names.module(place.dwarf, datum.module);
            let entry = place.add(around, constants::DW_TAG_variable, datum.name);
            place.set_type(entry, ty);
            for note in notes {
                if let Some(text) = place.names.said(unit).noted_by(*note) {
                    place.note(entry, text);
                }
            }
            self.datum(entry, datum, value);
        }
        self.types.finish(&mut Place { dwarf: self.dwarf, names: self.names });
    }

    fn datum(
        &mut self,
        entry: UnitEntryId,
        datum: DebugDatum<'_>,
        (attribute, value): (constants::DwAt, AttributeValue),
    ) {
        let attributes = self.dwarf.unit.get_mut(entry);
        attributes.set(constants::DW_AT_external, AttributeValue::Flag(true));
        attributes.set(attribute, value);
        let declared = self.position(datum.key, datum.offset);
        self.declare(entry, declared);
    }

    /// The attribute that says what it is or where it lies; nothing of what is not in this object.
    fn value(
        &self,
        unit: usize,
        datum: DebugDatum<'_>,
        places: &FxHashMap<&str, (usize, u64)>,
    ) -> Option<(constants::DwAt, AttributeValue)> {
        let mut location = Expression::new();
        match datum.held {
            Held::Known(bytes, bits) => {
                let is_signed = self.is_signed(unit, datum.ty);
                return Some((constants::DW_AT_const_value, constant(is_signed, bytes, bits)));
            }
            Held::InMemory(bytes) | Held::Object(_, bytes) => {
                let (number, _) = places.get(symbol(datum)?).filter(|(_, found)| *found == bytes)?;
                location.op_addr(self.data_address(*number));
            }
        }
        Some((constants::DW_AT_location, AttributeValue::Exprloc(location)))
    }

    /// Whether a number has a sign; nothing of what is no integer.
    fn is_signed(&self, unit: usize, ty: DebugType) -> Option<bool> {
        let (_, shape) = self.names.shape(unit, ty)?;
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

    /// The address of a datum of the object: their numbers follow those of the sections of code.
    fn data_address(&self, number: usize) -> Address {
        Address::Symbol { symbol: self.object.code_bytes.len() + number, addend: 0 }
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
