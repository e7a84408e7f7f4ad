//! Scalars: what one SSA value can be. Owns their widths and classes; must not know any source type.
//! They carry their sign, so that an instruction needs no signed and unsigned form and a signature can be
//! turned back into the C type it stands for.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Scalar {
    /// One byte holding 0 or 1.
    Bool,
    /// Signed, 8 bits.
    I8,
    /// Signed, 16 bits.
    I16,
    /// Signed, 32 bits.
    I32,
    /// Signed, 64 bits.
    I64,
    /// Signed, 128 bits.
    I128,
    /// Unsigned, 8 bits.
    U8,
    /// Unsigned, 16 bits.
    U16,
    /// Unsigned, 32 bits.
    U32,
    /// Unsigned, 64 bits.
    U64,
    /// Unsigned, 128 bits.
    U128,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
    /// An address, of code or data; 64 bits on every described target.
    Pointer,
}

impl Scalar {
    /// All scalars, in order of declaration.
    pub const ALL: [Scalar; 14] = [
        Scalar::Bool,
        Scalar::I8,
        Scalar::I16,
        Scalar::I32,
        Scalar::I64,
        Scalar::I128,
        Scalar::U8,
        Scalar::U16,
        Scalar::U32,
        Scalar::U64,
        Scalar::U128,
        Scalar::F32,
        Scalar::F64,
        Scalar::Pointer,
    ];

    /// Size in memory, in bytes.
    pub const fn bytes(self) -> u64 {
        match self {
            Scalar::Bool | Scalar::I8 | Scalar::U8 => 1,
            Scalar::I16 | Scalar::U16 => 2,
            Scalar::I32 | Scalar::U32 | Scalar::F32 => 4,
            Scalar::I64 | Scalar::U64 | Scalar::F64 | Scalar::Pointer => 8,
            Scalar::I128 | Scalar::U128 => 16,
        }
    }

    /// Width in bits; 8 for a `Bool`.
    pub const fn bits(self) -> u32 {
        self.bytes() as u32 * 8
    }

    /// Whether it is an integer whose high bit is a sign.
    pub const fn is_signed(self) -> bool {
        match self {
            Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::I128 => true,
            Scalar::Bool
            | Scalar::U8
            | Scalar::U16
            | Scalar::U32
            | Scalar::U64
            | Scalar::U128
            | Scalar::F32
            | Scalar::F64
            | Scalar::Pointer => false,
        }
    }

    /// Whether it is an integer: neither `Bool`, float nor pointer.
    pub const fn is_integer(self) -> bool {
        match self {
            Scalar::I8
            | Scalar::I16
            | Scalar::I32
            | Scalar::I64
            | Scalar::I128
            | Scalar::U8
            | Scalar::U16
            | Scalar::U32
            | Scalar::U64
            | Scalar::U128 => true,
            Scalar::Bool | Scalar::F32 | Scalar::F64 | Scalar::Pointer => false,
        }
    }

    /// Whether it is a floating-point number.
    pub const fn is_float(self) -> bool {
        matches!(self, Scalar::F32 | Scalar::F64)
    }

    /// The name in the text form.
    pub const fn name(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::I8 => "i8",
            Scalar::I16 => "i16",
            Scalar::I32 => "i32",
            Scalar::I64 => "i64",
            Scalar::I128 => "i128",
            Scalar::U8 => "u8",
            Scalar::U16 => "u16",
            Scalar::U32 => "u32",
            Scalar::U64 => "u64",
            Scalar::U128 => "u128",
            Scalar::F32 => "f32",
            Scalar::F64 => "f64",
            Scalar::Pointer => "ptr",
        }
    }

    /// The scalar of a name.
    pub fn from_name(name: &str) -> Option<Scalar> {
        Scalar::ALL.into_iter().find(|scalar| scalar.name() == name)
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_their_scalar() {
        for (position, scalar) in Scalar::ALL.into_iter().enumerate() {
            assert_eq!(Scalar::from_name(scalar.name()), Some(scalar));
            assert_eq!(scalar as usize, position);
        }
        assert_eq!(Scalar::from_name("i24"), None);
    }
}
