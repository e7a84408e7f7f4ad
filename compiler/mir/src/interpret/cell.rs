//! Cells: what a value is while it runs. Owns the extended form of narrow integers and the mask of undefined bits;
//! must not know operations.
//!
//! A value of up to 64 bits is one cell, extended to 64 bits by its type's sign, its mask likewise; a 128-bit integer
//! is two, the low half first.

use crate::scalar::Scalar;

/// 64 bits, and which of them are undefined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The bits; those that are undefined have any value.
    pub bits: u64,
    /// A 1 for every undefined bit.
    pub undefined: u64,
}

impl Cell {
    /// Bits that are all defined.
    #[inline(always)]
    pub fn defined(bits: u64) -> Cell {
        Cell { bits, undefined: 0 }
    }
}

/// How the bits of a type lie in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// How many bits of a cell are not the type's.
    pub shift: u8,
    /// Whether they are copies of the highest one that is, instead of 0.
    pub signed: bool,
}

impl Form {
    /// The form of a type of up to 64 bits; of a wide one that of its halves.
    pub fn of(scalar: Scalar) -> Form {
        Form { shift: (64 - scalar.bits().min(64)) as u8, signed: scalar.is_signed() && scalar.bits() <= 64 }
    }

    /// How many bits the type has.
    #[inline(always)]
    pub fn bits(self) -> u64 {
        64 - u64::from(self.shift)
    }

    /// Wraps bits to the type and extends them.
    #[inline(always)]
    pub fn fit(self, bits: u64) -> u64 {
        let shift = u32::from(self.shift);
        if self.signed {
            (bits.wrapping_shl(shift).cast_signed() >> shift).cast_unsigned()
        } else {
            bits.wrapping_shl(shift) >> shift
        }
    }

    /// Wraps a cell to the type and extends it, its mask too.
    #[inline(always)]
    pub fn fit_cell(self, cell: Cell) -> Cell {
        Cell { bits: self.fit(cell.bits), undefined: self.fit(cell.undefined) }
    }
}

/// Whether values of the type take two cells.
pub fn is_wide(scalar: Scalar) -> bool {
    scalar.bits() > 64
}
