//! From a description to the pieces that `common.c` moves and compares: which bytes of a value lie where in a bank or
//! in the argument area. Owns the reading of [`abi::Location`] on either byte order.

use abi::{Carrier, Convention, Extend, Location, Memory, Part, Placement, RegisterClass, Target, ValueAbi};

use super::registers::Bank;
use super::values::Value;

/// Collects the initialisers of C's `Piece`s.
pub struct Pieces<'a> {
    pub target: &'a Target,
    pub bank: &'a Bank,
    /// Whether the bytes that widening adds are looked at.
    pub widened: bool,
    pub out: Vec<String>,
}

impl Pieces<'_> {
    /// Where the bytes of a value are; `data` is the name of their C array.
    pub fn value(&mut self, abi: &ValueAbi, value: &Value, data: &str) {
        match &abi.placement {
            Placement::Ignore | Placement::Sret { .. } => {}
            Placement::Parts(parts) => {
                for part in parts {
                    self.part(part, value, data);
                    if self.widened {
                        self.widened(part, value);
                    }
                }
            }
            Placement::Memory(Memory::OnStack { offset: at, .. }) => {
                for (offset, len) in &value.ranges {
                    self.push("STACK", 0, *at, *offset, *len, &format!("{data} + {offset}"));
                }
            }
            Placement::Memory(Memory::ByPointer { pointer, .. }) => {
                let (place, index, at) = match *pointer {
                    Location::Register(register) => ("POINTED_BY_GENERAL", self.bank.general(register), 0),
                    Location::Stack { offset, .. } => ("POINTED_BY_STACK", 0, offset),
                    Location::Operand(_) => panic!("WebAssembly is compared in IR only"),
                };
                for (offset, len) in &value.ranges {
                    self.push(place, index, at, *offset, *len, &format!("{data} + {offset}"));
                }
            }
        }
    }

    fn part(&mut self, part: &Part, value: &Value, data: &str) {
        let (start, end) = (u64::from(part.offset), u64::from(part.offset + part.len));
        for (offset, len) in &value.ranges {
            let (from, to) = (start.max(*offset), end.min(offset + len));
            if from < to {
                let (place, index, at, base) = self.place(part);
                let data = format!("{data} + {from}");
                self.push(place, index, at, base + from - start, to - from, &data);
            }
        }
    }

    /// Place, number, offset in the argument area and first byte of a part.
    fn place(&self, part: &Part) -> (&'static str, usize, u32, u64) {
        match part.location {
            Location::Register(register) => {
                let (place, index) = self.bank.find(register);
                // A short integer is the low end of a general register: its last bytes on a big-endian target.
                let base = match register.class() {
                    RegisterClass::General if !self.target.is_little_endian() => 8u64.saturating_sub(part.len.into()),
                    RegisterClass::General | RegisterClass::Float | RegisterClass::Vector | RegisterClass::X87 => 0,
                };
                let as_double = part.carrier == Carrier::F32
                    && place == "FLOAT"
                    && self.target.convention() == Convention::PowerElfV2;
                (if as_double { "FLOAT_AS_DOUBLE" } else { place }, index, 0, base)
            }
            Location::Stack { offset, .. } => ("STACK", 0, offset, 0),
            Location::Operand(_) => panic!("WebAssembly is compared in IR only"),
        }
    }

    /// The bytes that widening adds, as a piece of its own: above the number on little-endian targets, in front of it
    /// on big-endian ones.
    fn widened(&mut self, part: &Part, value: &Value) {
        let little = self.target.is_little_endian();
        let sign = part.offset + if little { part.len - 1 } else { 0 };
        let negative = value.bytes.get(sign as usize).is_some_and(|byte| byte & 0x80 != 0);
        let fill = match part.extend {
            Extend::None => return,
            Extend::Sign if negative => 255,
            Extend::Sign | Extend::Zero => 0,
        };
        let added = (self.target.convention().extension_bits() / 8).saturating_sub(part.len);
        let fill = vec![fill.to_string(); 8].join(", ");
        let data = format!("(const unsigned char[8]){{{fill}}}");
        let (place, index, at, base) = self.place(part);
        match (little, place) {
            (true, "GENERAL" | "STACK") => self.push(place, index, at, u64::from(part.len), added.into(), &data),
            (false, "STACK") => self.push(place, index, at - added, 0, added.into(), &data),
            (false, "GENERAL") => self.push(place, index, at, base - u64::from(added), added.into(), &data),
            // Only a flipped description puts an integer there.
            (_, _) => {}
        }
    }

    fn push(&mut self, place: &str, index: usize, at: u32, offset: u64, bytes: u64, data: &str) {
        if bytes > 0 {
            self.out.push(format!("{{{place}, {index}, {at}, {offset}, {bytes}, {data}}}"));
        }
    }
}
