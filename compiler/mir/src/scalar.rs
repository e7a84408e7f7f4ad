//! Scalars: what one SSA value can be. Owns this list; the facts of numbers are [`abi::numbers`]'. Must not know any source
//! type.
//! They carry their sign, so that an instruction needs no signed and unsigned form and a signature can be
//! turned back into the C type it stands for.

use std::fmt;

use abi::{FloatKind, IntKind};
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

/// What a scalar is: the question of most that is done by type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalarClass {
    /// A truth value.
    Bool,
    /// An integer.
    Integer(IntKind),
    /// A floating-point number.
    Float(FloatKind),
    /// An address.
    Pointer,
}

/// The width of each scalar, in order of declaration.
const BITS: [u8; Scalar::ALL.len()] = {
    let mut bits = [0; Scalar::ALL.len()];
    let mut index = 0;
    while index < bits.len() {
        bits[index] = match Scalar::ALL[index].class() {
            ScalarClass::Bool => 8,
            ScalarClass::Integer(kind) => kind.bits() as u8,
            ScalarClass::Float(kind) => kind.bits() as u8,
            ScalarClass::Pointer => 64,
        };
        index += 1;
    }
    bits
};

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

    /// What it is.
    #[inline]
    pub const fn class(self) -> ScalarClass {
        match self {
            Scalar::Bool => ScalarClass::Bool,
            Scalar::I8 => ScalarClass::Integer(IntKind::I8),
            Scalar::I16 => ScalarClass::Integer(IntKind::I16),
            Scalar::I32 => ScalarClass::Integer(IntKind::I32),
            Scalar::I64 => ScalarClass::Integer(IntKind::I64),
            Scalar::I128 => ScalarClass::Integer(IntKind::I128),
            Scalar::U8 => ScalarClass::Integer(IntKind::U8),
            Scalar::U16 => ScalarClass::Integer(IntKind::U16),
            Scalar::U32 => ScalarClass::Integer(IntKind::U32),
            Scalar::U64 => ScalarClass::Integer(IntKind::U64),
            Scalar::U128 => ScalarClass::Integer(IntKind::U128),
            Scalar::F32 => ScalarClass::Float(FloatKind::F32),
            Scalar::F64 => ScalarClass::Float(FloatKind::F64),
            Scalar::Pointer => ScalarClass::Pointer,
        }
    }

    /// The scalar of an integer.
    #[inline]
    pub const fn integer(kind: IntKind) -> Scalar {
        match kind {
            IntKind::I8 => Scalar::I8,
            IntKind::I16 => Scalar::I16,
            IntKind::I32 => Scalar::I32,
            IntKind::I64 => Scalar::I64,
            IntKind::I128 => Scalar::I128,
            IntKind::U8 => Scalar::U8,
            IntKind::U16 => Scalar::U16,
            IntKind::U32 => Scalar::U32,
            IntKind::U64 => Scalar::U64,
            IntKind::U128 => Scalar::U128,
        }
    }

    /// The scalar of a floating-point number.
    #[inline]
    pub const fn float(kind: FloatKind) -> Scalar {
        match kind {
            FloatKind::F32 => Scalar::F32,
            FloatKind::F64 => Scalar::F64,
        }
    }

    /// Size in memory, in bytes.
    #[inline]
    pub const fn bytes(self) -> u64 {
        self.bits() as u64 / 8
    }

    /// Width in bits; 8 for a `Bool`.
    #[inline]
    pub const fn bits(self) -> u32 {
        // Asked of every instruction, so it is looked up.
        BITS[self as usize] as u32
    }

    /// Whether it has more bits than a register.
    #[inline]
    pub const fn is_wide(self) -> bool {
        self.bits() > 64
    }

    /// Whether it is an integer whose high bit is a sign.
    #[inline]
    pub const fn is_signed(self) -> bool {
        match self.class() {
            ScalarClass::Integer(kind) => kind.is_signed(),
            ScalarClass::Bool | ScalarClass::Float(_) | ScalarClass::Pointer => false,
        }
    }

    /// Whether it is an integer: neither `Bool`, float nor pointer.
    #[inline]
    pub const fn is_integer(self) -> bool {
        matches!(self.class(), ScalarClass::Integer(_))
    }

    /// Whether it is a floating-point number.
    #[inline]
    pub const fn is_float(self) -> bool {
        matches!(self.class(), ScalarClass::Float(_))
    }

    /// The name in the text form.
    pub const fn name(self) -> &'static str {
        match self.class() {
            ScalarClass::Bool => "bool",
            ScalarClass::Integer(kind) => kind.name(),
            ScalarClass::Float(kind) => kind.name(),
            ScalarClass::Pointer => "ptr",
        }
    }

    /// The scalar of a name.
    pub fn from_name(name: &str) -> Option<Scalar> {
        let packed = packed(name.as_bytes())?;
        PACKED_NAMES.iter().position(|known| *known == packed).map(|position| Scalar::ALL[position])
    }
}

/// The names as numbers: every value of a text says its type, and a comparison of numbers is one instruction.
const PACKED_NAMES: [u64; Scalar::ALL.len()] = {
    let mut names = [0; Scalar::ALL.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = packed(Scalar::ALL[index].name().as_bytes()).expect("no name is longer");
        index += 1;
    }
    names
};

/// At most eight bytes as a number; none of them is zero.
const fn packed(bytes: &[u8]) -> Option<u64> {
    if bytes.len() > 8 {
        return None;
    }
    let (mut number, mut index) = (0, 0);
    while index < bytes.len() {
        number = number << 8 | bytes[index] as u64;
        index += 1;
    }
    Some(number)
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

    #[test]
    fn a_number_is_the_scalar_of_its_kind() {
        for scalar in Scalar::ALL {
            match scalar.class() {
                ScalarClass::Integer(kind) => assert_eq!(Scalar::integer(kind), scalar),
                ScalarClass::Float(kind) => assert_eq!(Scalar::float(kind), scalar),
                ScalarClass::Bool | ScalarClass::Pointer => assert!(!scalar.is_integer() && !scalar.is_float()),
            }
        }
    }
}
