//! What ranges in patterns are made of: integers, floats and lengths as points of one ordered line of 128 bits, so that
//! ranges of all of them are cut by the same code. Owns how each lies on that line and what a range is. Must not know
//! patterns. A point does not say what it stands for: numbers of different types are never compared.

use abi::{FloatKind, IntKind};

/// A value of an integer or floating-point type, or a length: ordered as such values are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Number(u128);

/// Where zero lies on the line, for types with negative values.
const ZERO: u128 = 1 << 127;

impl Number {
    /// An integer, given as its bits extended to 128 by the sign of its type.
    pub fn integer(kind: IntKind, bits: u128) -> Number {
        Number(if kind.is_signed() { bits ^ ZERO } else { bits })
    }

    /// The bits of an integer of this type, extended to 128 by its sign.
    pub fn bits(self, kind: IntKind) -> u128 {
        if kind.is_signed() { self.0 ^ ZERO } else { self.0 }
    }

    /// A length.
    pub fn length(length: u64) -> Number {
        Number(u128::from(length))
    }

    /// The length that this is.
    pub fn to_length(self) -> u64 {
        u64::try_from(self.0).unwrap_or(u64::MAX)
    }

    /// An `f64`; no number if it is NaN, which equals nothing. Both zeros are one number, as they are equal.
    pub fn f64(value: f64) -> Option<Number> {
        let magnitude = u128::from(value.abs().to_bits());
        (!value.is_nan()).then_some(Number(if value < 0.0 { ZERO - magnitude } else { ZERO + magnitude }))
    }

    /// An `f32`, as [`Number::f64`].
    pub fn f32(value: f32) -> Option<Number> {
        let magnitude = u128::from(value.abs().to_bits());
        (!value.is_nan()).then_some(Number(if value < 0.0 { ZERO - magnitude } else { ZERO + magnitude }))
    }

    /// The `f64` that this is.
    pub fn to_f64(self) -> f64 {
        let magnitude = f64::from_bits(self.0.abs_diff(ZERO) as u64);
        if self.0 < ZERO { -magnitude } else { magnitude }
    }

    /// The `f32` that this is.
    pub fn to_f32(self) -> f32 {
        let magnitude = f32::from_bits(self.0.abs_diff(ZERO) as u32);
        if self.0 < ZERO { -magnitude } else { magnitude }
    }

    /// The next number, unless this is the last of the line.
    pub(super) fn after(self) -> Option<Number> {
        self.0.checked_add(1).map(Number)
    }

    /// The number before, unless this is the first of the line.
    pub(super) fn before(self) -> Option<Number> {
        self.0.checked_sub(1).map(Number)
    }
}

/// All numbers from the first to the last, both included; none if the last is below the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NumberRange {
    /// The lowest.
    pub first: Number,
    /// The highest.
    pub last: Number,
}

impl NumberRange {
    /// No number.
    pub const EMPTY: NumberRange = NumberRange { first: Number(1), last: Number(0) };

    /// One number.
    pub fn one(number: Number) -> NumberRange {
        NumberRange { first: number, last: number }
    }

    /// `first..=last`.
    pub fn inclusive(first: Number, last: Number) -> NumberRange {
        NumberRange { first, last }
    }

    /// `first..end`.
    pub fn exclusive(first: Number, end: Number) -> NumberRange {
        end.before().map_or(NumberRange::EMPTY, |last| NumberRange { first, last })
    }

    /// All values of an integer type.
    pub fn of_integer(kind: IntKind) -> NumberRange {
        let unused = 128 - kind.bits();
        let (first, last) = match kind.is_signed() {
            true => ((i128::MIN >> unused) as u128, (i128::MAX >> unused) as u128),
            false => (0, u128::MAX >> unused),
        };
        NumberRange { first: Number::integer(kind, first), last: Number::integer(kind, last) }
    }

    /// All values of a floating-point type but NaN.
    pub fn of_float(kind: FloatKind) -> NumberRange {
        let infinity = match kind {
            FloatKind::F32 => u128::from(f32::INFINITY.to_bits()),
            FloatKind::F64 => u128::from(f64::INFINITY.to_bits()),
        };
        NumberRange { first: Number(ZERO - infinity), last: Number(ZERO + infinity) }
    }

    /// All lengths.
    pub(super) fn of_lengths() -> NumberRange {
        NumberRange { first: Number(0), last: Number(u128::from(u64::MAX)) }
    }

    /// Whether there is no number in it.
    pub fn is_empty(self) -> bool {
        self.last < self.first
    }

    /// Whether there is exactly one number in it.
    pub fn is_one(self) -> bool {
        self.first == self.last
    }

    /// Whether a number lies in it.
    pub fn contains(self, number: Number) -> bool {
        self.first <= number && number <= self.last
    }

    /// The numbers that lie in both.
    pub(super) fn within(self, other: NumberRange) -> NumberRange {
        NumberRange { first: self.first.max(other.first), last: self.last.min(other.last) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_keep_their_order() {
        for kind in IntKind::ALL {
            let all = NumberRange::of_integer(kind);
            let zero = Number::integer(kind, 0);
            assert!(all.contains(zero) && all.first.bits(kind) == kind_minimum(kind));
            assert_eq!(all.first < zero, kind.is_signed());
            assert_eq!(Number::integer(kind, all.last.bits(kind)), all.last);
        }
        let floats = [f64::NEG_INFINITY, f64::MIN, -1.0, -5e-324, 0.0, 5e-324, 1.0, f64::MAX, f64::INFINITY];
        let numbers: Vec<Number> = floats.iter().filter_map(|value| Number::f64(*value)).collect();
        assert!(numbers.is_sorted_by(|a, b| a < b));
        assert!(numbers.iter().zip(floats).all(|(number, value)| number.to_f64() == value));
        assert_eq!(Number::f64(-0.0), Number::f64(0.0));
        assert_eq!((Number::f64(f64::NAN), Number::f32(f32::NAN)), (None, None));
        let small = Number::f32(-1.5).expect("not NaN");
        assert!(small.to_f32() == -1.5 && NumberRange::of_float(FloatKind::F32).contains(small));
        assert_eq!(NumberRange::of_float(FloatKind::F64).first.to_f64(), f64::NEG_INFINITY);
    }

    fn kind_minimum(kind: IntKind) -> u128 {
        if kind.is_signed() { (-1i128 << (kind.bits() - 1)) as u128 } else { 0 }
    }

    #[test]
    fn ranges_without_numbers_are_empty() {
        let number = |value| Number::integer(IntKind::U8, value);
        assert!(NumberRange::exclusive(number(0), number(0)).is_empty());
        assert!(NumberRange::exclusive(number(5), number(5)).is_empty());
        assert!(NumberRange::inclusive(number(6), number(5)).is_empty());
        assert_eq!(NumberRange::exclusive(number(4), number(5)), NumberRange::one(number(4)));
    }
}
