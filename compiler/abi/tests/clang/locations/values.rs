//! The values that travel: bytes that name themselves, and which of them are no padding. Owns their choice, such that
//! no processor changes them on the way (a float never is a signalling NaN).

use std::fmt::Write;

use abi::{Signature, Target, Ty, TyId, TypeArena};

/// The bytes of a value, and the ranges of them that are no padding: offset and length.
pub struct Value {
    pub size: u64,
    pub bytes: Vec<u8>,
    pub ranges: Vec<(u64, u64)>,
}

impl Value {
    /// Declares the data and the ranges of value `number` of signature `index` in C.
    pub fn write(&self, index: usize, number: usize, source: &mut String) {
        let bytes: Vec<String> = self.bytes.iter().map(u8::to_string).collect();
        let ranges: Vec<String> = self.ranges.iter().map(|(offset, len)| format!("{{{offset}, {len}}}")).collect();
        let (bytes, ranges) = (bytes.join(", "), ranges.join(", "));
        writeln!(source, "static const unsigned char d{index}_{number}[] = {{{bytes}}};").unwrap();
        writeln!(source, "static const Range g{index}_{number}[] = {{{ranges}}};").unwrap();
    }
}

/// The result, then the parameters.
pub fn values(target: &Target, arena: &TypeArena, signature: &Signature, index: usize) -> Vec<Value> {
    let all = std::iter::once(&signature.result).chain(&signature.params);
    all.enumerate()
        .map(|(number, ty)| {
            let size = arena.layout(target, *ty).size;
            let name = |byte: u64| (byte * 37 + number as u64 * 101 + index as u64 * 11 + 1) as u8;
            let mut value = Value { size, bytes: (0..size).map(name).collect(), ranges: Vec::new() };
            leaves(target, arena, *ty, 0, &mut value);
            value.ranges.sort_unstable();
            value
        })
        .collect()
}

/// Walks to the scalars: notes their ranges and makes their bytes numbers that every processor leaves alone.
fn leaves(target: &Target, arena: &TypeArena, ty: TyId, offset: u64, value: &mut Value) {
    let size = arena.layout(target, ty).size;
    let first = offset as usize;
    let mut whole = size;
    match arena.get(ty) {
        Ty::Void => return,
        Ty::Bool => value.bytes[first] &= 1,
        Ty::Int { .. } | Ty::BitInt { .. } | Ty::Pointer | Ty::Vector(_) => {}
        Ty::F16 | Ty::BF16 | Ty::F32 | Ty::F64 | Ty::F128 => {
            value.bytes[first + highest(target, size as usize)] = 0x3d;
        }
        Ty::DoubleDouble => {
            value.bytes[first + highest(target, 8)] = 0x3d;
            value.bytes[first + 8 + highest(target, 8)] = 0x38;
        }
        Ty::X87 => {
            value.bytes[first + 7] |= 0x80;
            value.bytes[first + 9] = 0x3f;
            whole = 10;
        }
        Ty::Complex(element) => {
            leaves(target, arena, element, offset, value);
            leaves(target, arena, element, offset + size / 2, value);
            return;
        }
        Ty::Array(array) => {
            let step = arena.layout(target, array.element).size;
            (0..array.count).for_each(|number| leaves(target, arena, array.element, offset + number * step, value));
            return;
        }
        Ty::Record(record) => {
            for field in &arena.record(record).fields {
                assert!(field.bit_width.is_none(), "bit-fields are compared in IR only");
                leaves(target, arena, field.ty, offset + field.offset_bits / 8, value);
            }
            return;
        }
    }
    value.ranges.push((offset, whole));
}

/// Where the byte with the sign stands in a number of so many bytes.
fn highest(target: &Target, bytes: usize) -> usize {
    if target.is_little_endian() { bytes - 1 } else { 0 }
}
