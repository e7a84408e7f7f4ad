//! Parts in memory and in values. Owns how a part is read from or written to exactly its own bytes; must not know
//! which value it belongs to.
//!
//! A part that is narrower than its carrier (3, 5, 6 or 7 bytes) is moved by two accesses of the next smaller
//! power of two that overlap in the middle: the bytes they share are the same in both, so joining them by `or` is
//! right, and nothing behind the part is touched. Longer ones are a word and the rest. That is two loads, a shift and an `or`; going through a zeroed
//! 8-byte temporary would cost more and stall on the narrow stores before the wide load.

use abi::{Carrier, FnAbi, Part, Placement};

use crate::ids::{AliasId, Align, Value};
use crate::instruction::{BinaryOperator, Operation};
use crate::scalar::Scalar;
use crate::signature::Signature;
use crate::types::Type;

use super::rewriter::{Rewriter, Values};

/// Whether every parameter and the result is a scalar that travels as one part of its own type.
pub fn travels_as_itself(signature: &Signature, description: &FnAbi) -> bool {
    let itself = |ty: &Type, placement: &Placement| match (ty, placement) {
        (Type::Scalar(scalar), Placement::Parts(parts)) => match parts.as_slice() {
            [part] => same_register(*scalar, part),
            _ => false,
        },
        (Type::Scalar(_) | Type::Aggregate(_), Placement::Ignore | Placement::Memory(_) | Placement::Sret { .. })
        | (Type::Aggregate(_), Placement::Parts(_)) => false,
    };
    signature.parameters.iter().zip(&description.params).all(|(ty, value)| itself(ty, &value.placement))
        && signature.result.as_ref().is_none_or(|ty| itself(ty, &description.result.placement))
}

/// Whether the part is the scalar itself.
pub fn same_register(scalar: Scalar, part: &Part) -> bool {
    carrier_scalar(part.carrier)
        .is_ok_and(|carrier| carrier.bytes() == scalar.bytes() && carrier.is_float() == scalar.is_float())
}

/// The scalar that a part is in the lowered form.
pub fn carrier_scalar(carrier: Carrier) -> Result<Scalar, abi::Unsupported> {
    match carrier {
        Carrier::I8 => Ok(Scalar::U8),
        Carrier::I16 => Ok(Scalar::U16),
        Carrier::I32 => Ok(Scalar::U32),
        Carrier::I64 => Ok(Scalar::U64),
        Carrier::F32 => Ok(Scalar::F32),
        Carrier::F64 => Ok(Scalar::F64),
        // The bits of a register that holds no number of the intermediate representation.
        Carrier::X87 | Carrier::F128 | Carrier::V128 => Ok(Scalar::U128),
        Carrier::F16 | Carrier::BF16 | Carrier::Lanes { .. } => Err(abi::Unsupported {
            what: format!("a value that travels as {carrier:?}"),
            why: "no scalar of the intermediate representation has that form".to_owned(),
        }),
    }
}

/// Bytes of the widest integer that halves are made of.
const WORD_BYTES: u32 = 8;

impl Rewriter<'_> {
    /// Reads a part of the value at `address`, whose alignment is known.
    pub fn load_part(&mut self, part: &Part, address: Value, align: Align) -> Result<Value, abi::Unsupported> {
        let carrier = carrier_scalar(part.carrier)?;
        if u64::from(part.len) == carrier.bytes() {
            return Ok(self.load(carrier, address, part.offset, align));
        }
        let integer = integer_of(carrier.bytes() as u32);
        let bits = if part.len > WORD_BYTES {
            let low = self.load(Scalar::U64, address, part.offset, align);
            let high = self.load_bytes(part.len - WORD_BYTES, Scalar::U64, address, part.offset + WORD_BYTES, align);
            self.define(Scalar::U128, Operation::Concatenate { low, high })
        } else {
            self.load_bytes(part.len, integer, address, part.offset, align)
        };
        Ok(if carrier.is_float() { self.reinterpret(bits, carrier) } else { bits })
    }

    /// Reads 1 to 8 bytes into an integer that holds them.
    fn load_bytes(&mut self, len: u32, integer: Scalar, address: Value, offset: u32, align: Align) -> Value {
        let (piece, second) = halves(len);
        let low = self.load(piece, address, offset, align);
        let low = self.convert(low, integer);
        if second == 0 {
            return low;
        }
        let high = self.load(piece, address, offset + second, align);
        let high = self.convert(high, integer);
        let amount = self.constant(Scalar::U32, u64::from(8 * second));
        let high = self.binary(BinaryOperator::ShiftLeft, high, amount);
        self.binary(BinaryOperator::Or, low, high)
    }

    /// Writes a part of the value at `address`, whose alignment is known.
    pub fn store_part(&mut self, part: &Part, value: Value, address: Value, align: Align) {
        let carrier = self.function.value_type(value);
        if u64::from(part.len) == carrier.bytes() {
            self.store(value, address, part.offset, align);
            return;
        }
        let integer = integer_of(carrier.bytes() as u32);
        let bits = if carrier.is_float() { self.reinterpret(value, integer) } else { value };
        if part.len > WORD_BYTES {
            let low = self.define(Scalar::U64, Operation::Half { value: bits, high: false });
            let high = self.define(Scalar::U64, Operation::Half { value: bits, high: true });
            self.store(low, address, part.offset, align);
            self.store_bytes(part.len - WORD_BYTES, high, address, part.offset + WORD_BYTES, align);
        } else {
            self.store_bytes(part.len, bits, address, part.offset, align);
        }
    }

    /// Writes the lowest 1 to 8 bytes of an integer that holds them.
    fn store_bytes(&mut self, len: u32, bits: Value, address: Value, offset: u32, align: Align) {
        let (piece, second) = halves(len);
        let low = self.convert(bits, piece);
        self.store(low, address, offset, align);
        if second > 0 {
            let amount = self.constant(Scalar::U32, u64::from(8 * second));
            let high = self.binary(BinaryOperator::ShiftRight, bits, amount);
            let high = self.convert(high, piece);
            self.store(high, address, offset + second, align);
        }
    }

    /// The parts of a scalar that travels in parts.
    pub fn split_scalar(&mut self, value: Value, parts: &[Part], out: &mut Values) -> Result<(), abi::Unsupported> {
        let scalar = self.function.value_type(value);
        if let [part] = parts {
            let carrier = carrier_scalar(part.carrier)?;
            out.push(if same_register(scalar, part) { value } else { self.widen_to_carrier(value, scalar, carrier) });
            return Ok(());
        }
        for part in parts {
            out.push(self.define(Scalar::U64, Operation::Half { value, high: part.offset > 0 }));
        }
        Ok(())
    }

    /// Defines `result`, a scalar that has travelled in parts, from them.
    pub fn join_scalar(&mut self, result: Value, parts: &[Value]) {
        let scalar = self.function.value_type(result);
        match *parts {
            [low, high] => self.emit(Operation::Concatenate { low, high }, result),
            [part] => {
                let carrier = self.function.value_type(part);
                if carrier.is_float() == scalar.is_float() {
                    self.emit(Operation::Convert { value: part }, result);
                } else {
                    let narrow = self.convert(part, integer_of(scalar.bytes() as u32));
                    self.emit(Operation::Reinterpret { value: narrow }, result);
                }
            }
            _ => unreachable!("a scalar travels in one or two parts"),
        }
    }

    /// The values that a call or the caller defines for these parts: consecutive new ones.
    pub fn part_values(&mut self, parts: &[Part]) -> Result<Values, abi::Unsupported> {
        parts.iter().map(|part| Ok(self.function.new_value(carrier_scalar(part.carrier)?))).collect()
    }

    /// A float in a general register, or a narrow integer in a wide one.
    fn widen_to_carrier(&mut self, value: Value, scalar: Scalar, carrier: Scalar) -> Value {
        let bits = if scalar.is_float() && !carrier.is_float() {
            self.reinterpret(value, integer_of(scalar.bytes() as u32))
        } else {
            value
        };
        self.convert(bits, carrier)
    }

    fn load(&mut self, ty: Scalar, address: Value, offset: u32, align: Align) -> Value {
        let align = known_align(ty, align, offset);
        self.define(ty, Operation::Load { address, offset: offset as i32, align, alias: AliasId::ANY })
    }

    fn store(&mut self, value: Value, address: Value, offset: u32, align: Align) {
        let align = known_align(self.function.value_type(value), align, offset);
        let store = Operation::Store { value, address, offset: offset as i32, align, alias: AliasId::ANY };
        self.emit(store, Value::NONE);
    }

    fn convert(&mut self, value: Value, to: Scalar) -> Value {
        if self.function.value_type(value) == to { value } else { self.define(to, Operation::Convert { value }) }
    }

    fn reinterpret(&mut self, value: Value, to: Scalar) -> Value {
        self.define(to, Operation::Reinterpret { value })
    }

    fn constant(&mut self, ty: Scalar, bits: u64) -> Value {
        self.define(ty, Operation::Constant { bits })
    }

    fn binary(&mut self, operator: BinaryOperator, left: Value, right: Value) -> Value {
        let ty = self.function.value_type(left);
        self.define(ty, Operation::Binary { operator, left, right })
    }
}

/// What is known of an address `offset` bytes after an aligned one, up to the alignment that the access can use.
fn known_align(ty: Scalar, align: Align, offset: u32) -> Align {
    align.at_offset(u64::from(offset)).min(Align::new(ty.bytes()))
}

/// For 1 to 8 bytes: the widest access that does not leave them, and where a second one ends with the last byte
/// (0 if one access is all).
fn halves(len: u32) -> (Scalar, u32) {
    let bytes = 1 << len.ilog2();
    (integer_of(bytes), len - bytes)
}

fn integer_of(bytes: u32) -> Scalar {
    match bytes {
        0 | 1 => Scalar::U8,
        2 => Scalar::U16,
        3 | 4 => Scalar::U32,
        5..=8 => Scalar::U64,
        9.. => Scalar::U128,
    }
}
