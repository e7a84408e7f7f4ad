//! The numbers of fixed width that every target has: widths, ranges and names. Owns these facts, so that the types of a
//! language and the values of its intermediate code need no lists of their own; must not know layouts, which are the
//! target's.

use serde::{Deserialize, Serialize};

/// An integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum IntKind {
    /// `i8`
    I8,
    /// `i16`
    I16,
    /// `i32`
    I32,
    /// `i64`
    I64,
    /// `i128`
    I128,
    /// `u8`
    U8,
    /// `u16`
    U16,
    /// `u32`
    U32,
    /// `u64`
    U64,
    /// `u128`
    U128,
}

/// A floating-point type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FloatKind {
    /// `f32`
    F32,
    /// `f64`
    F64,
}

impl IntKind {
    /// The integer type of the same size without a sign.
    pub const fn unsigned(self) -> IntKind {
        match self {
            IntKind::I8 | IntKind::U8 => IntKind::U8,
            IntKind::I16 | IntKind::U16 => IntKind::U16,
            IntKind::I32 | IntKind::U32 => IntKind::U32,
            IntKind::I64 | IntKind::U64 => IntKind::U64,
            IntKind::I128 | IntKind::U128 => IntKind::U128,
        }
    }

    /// All of them, in the order of their discriminants.
    pub const ALL: [IntKind; 10] = [
        IntKind::I8,
        IntKind::I16,
        IntKind::I32,
        IntKind::I64,
        IntKind::I128,
        IntKind::U8,
        IntKind::U16,
        IntKind::U32,
        IntKind::U64,
        IntKind::U128,
    ];

    /// Width in bits.
    #[inline]
    pub const fn bits(self) -> u32 {
        match self {
            IntKind::I8 | IntKind::U8 => 8,
            IntKind::I16 | IntKind::U16 => 16,
            IntKind::I32 | IntKind::U32 => 32,
            IntKind::I64 | IntKind::U64 => 64,
            IntKind::I128 | IntKind::U128 => 128,
        }
    }

    /// Whether it has negative values.
    #[inline]
    pub const fn is_signed(self) -> bool {
        match self {
            IntKind::I8 | IntKind::I16 | IntKind::I32 | IntKind::I64 | IntKind::I128 => true,
            IntKind::U8 | IntKind::U16 | IntKind::U32 | IntKind::U64 | IntKind::U128 => false,
        }
    }

    /// The largest value.
    #[inline]
    pub const fn maximum(self) -> u128 {
        let all = u128::MAX >> (128 - self.bits());
        if self.is_signed() { all >> 1 } else { all }
    }

    /// The magnitude of the smallest value: 128 for `i8`, 0 for unsigned types.
    #[inline]
    pub const fn minimum_magnitude(self) -> u128 {
        if self.is_signed() { self.maximum() + 1 } else { 0 }
    }

    /// Whether `magnitude`, negated if `negative`, is a value of the type.
    #[inline]
    pub const fn fits(self, magnitude: u128, negative: bool) -> bool {
        magnitude <= if negative { self.minimum_magnitude() } else { self.maximum() }
    }

    /// The bits of `value` that the type has, extended to 128 by its sign: the value wrapped to the type.
    #[inline]
    pub const fn wrap(self, value: u128) -> u128 {
        let unused = 128 - self.bits();
        if self.is_signed() { ((value << unused) as i128 >> unused) as u128 } else { value << unused >> unused }
    }

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            IntKind::I8 => "i8",
            IntKind::I16 => "i16",
            IntKind::I32 => "i32",
            IntKind::I64 => "i64",
            IntKind::I128 => "i128",
            IntKind::U8 => "u8",
            IntKind::U16 => "u16",
            IntKind::U32 => "u32",
            IntKind::U64 => "u64",
            IntKind::U128 => "u128",
        }
    }
}

impl FloatKind {
    /// Both.
    pub const ALL: [FloatKind; 2] = [FloatKind::F32, FloatKind::F64];

    /// Width in bits.
    pub const fn bits(self) -> u32 {
        match self {
            FloatKind::F32 => 32,
            FloatKind::F64 => 64,
        }
    }

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            FloatKind::F32 => "f32",
            FloatKind::F64 => "f64",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_include_both_ends_and_no_more() {
        assert!(IntKind::I8.fits(128, true) && !IntKind::I8.fits(129, true));
        assert!(IntKind::I8.fits(127, false) && !IntKind::I8.fits(128, false));
        assert!(IntKind::U8.fits(255, false) && !IntKind::U8.fits(256, false));
        assert!(IntKind::U8.fits(0, true) && !IntKind::U8.fits(1, true));
        assert!(IntKind::I128.fits(1 << 127, true) && !IntKind::I128.fits(1 << 127, false));
        assert!(IntKind::U128.fits(u128::MAX, false));
    }

    #[test]
    fn wrapping_keeps_the_low_bits_and_the_sign() {
        assert_eq!(IntKind::I8.wrap(200), -56_i128 as u128);
        assert_eq!(IntKind::U8.wrap(-1_i128 as u128), 255);
        assert_eq!(IntKind::I128.wrap(u128::MAX), u128::MAX);
    }
}
