//! A plan and its entries as data. Owns which Cranelift type carries a part; must not know the order of entries.

use std::fmt;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::cranelift::thunk::{AddressPlace, Thunk};
use crate::description::{Carrier, Extend, FnAbi, Part, Piece, ValueIndex, pieces};

/// Everything a Cranelift backend needs to declare, call or enter a function.
///
/// The same plan serves both sides: a caller produces each entry's value, a callee consumes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Plan {
    /// The parameters of the Cranelift signature, in order.
    pub params: SmallVec<[Entry; 8]>,
    /// The results of the Cranelift signature, in order; each carries a part of [`ValueIndex::Result`].
    pub results: SmallVec<[Entry; 2]>,
    /// If present, which is on x86-64 only, a call has to do what Cranelift's cannot: it calls the code of this thunk. The
    /// callee's side knows nothing of it.
    pub thunk: Option<Thunk>,
    /// How many parts of the result, its first ones, travel in x87 registers, the first on top. Cranelift knows no such
    /// registers and leaves them alone, so they are no entries: a caller calls [`X87Transfer::Pop`] for each directly behind
    /// the call, a callee [`X87Transfer::Push`] for each, the last first, directly before it returns.
    ///
    /// [`X87Transfer::Pop`]: crate::cranelift::X87Transfer::Pop
    /// [`X87Transfer::Push`]: crate::cranelift::X87Transfer::Push
    pub x87_results: u8,
}

impl Plan {
    /// Where one more parameter of type `i64` comes to lie behind the others, on x86-64 by System V: there a thunk finds
    /// the address of a function that is called through a pointer.
    pub fn address_place(&self) -> AddressPlace {
        let (mut general, mut vector, mut stack) = (0, 0, 0);
        for entry in &self.params {
            match (entry.purpose, entry.ty) {
                (Purpose::StructArgument { bytes }, _) => stack += bytes,
                (_, ClifType::I8 | ClifType::I16 | ClifType::I32 | ClifType::I64) if general < 6 => general += 1,
                (_, ClifType::F32 | ClifType::F64 | ClifType::I8X16) if vector < 8 => vector += 1,
                (_, ClifType::I8X16) => stack = stack.next_multiple_of(16) + 16,
                (_, ClifType::I8 | ClifType::I16 | ClifType::I32 | ClifType::I64 | ClifType::F32 | ClifType::F64) => {
                    stack += 8
                }
            }
        }
        if general < 6 { AddressPlace::Register(general) } else { AddressPlace::Stack(stack) }
    }
}

/// One parameter or result of a Cranelift signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Entry {
    /// Its type.
    pub ty: ClifType,
    /// How whoever passes it widens it.
    pub extend: Extend,
    /// What it is for.
    pub purpose: Purpose,
    /// What it carries.
    pub carries: Carries,
}

/// The value types of Cranelift that appear in plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ClifType {
    /// `i8`.
    I8,
    /// `i16`.
    I16,
    /// `i32`.
    I32,
    /// `i64`.
    I64,
    /// `f32`.
    F32,
    /// `f64`.
    F64,
    /// `i8x16`.
    I8X16,
}

impl fmt::Display for ClifType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            ClifType::I8 => "i8",
            ClifType::I16 => "i16",
            ClifType::I32 => "i32",
            ClifType::I64 => "i64",
            ClifType::F32 => "f32",
            ClifType::F64 => "f64",
            ClifType::I8X16 => "i8x16",
        })
    }
}

/// As Cranelift writes it: `i32 uext`, `i64 sret`.
impl fmt::Display for Entry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.ty)?;
        formatter.write_str(match self.extend {
            Extend::None => "",
            Extend::Zero => " uext",
            Extend::Sign => " sext",
        })?;
        match self.purpose {
            Purpose::Normal => Ok(()),
            Purpose::StructReturn => formatter.write_str(" sret"),
            Purpose::StructArgument { bytes } => write!(formatter, " sarg({bytes})"),
        }
    }
}

/// Cranelift's argument purposes that appear in plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Purpose {
    /// `ArgumentPurpose::Normal`.
    Normal,
    /// `ArgumentPurpose::StructReturn`: Cranelift chooses the register and returns it where that is due.
    StructReturn,
    /// `ArgumentPurpose::StructArgument`: the value of the entry is an address; Cranelift's caller copies so
    /// many bytes (a multiple of 8) from there into the argument area, its callee gets the address of the area.
    StructArgument {
        /// Bytes copied.
        bytes: u32,
    },
}

/// What an entry carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Carries {
    /// A part of a value that travels in parts, as its carrier. The entry's type is that of the carrier, but
    /// `F32` holds an `F16` carrier in its low half, and `I8X16` any 16-byte carrier. On RISC-V the upper half of such
    /// an `F32` is all ones, as NaN-boxing wants it. On Apple's stack an `I16` holds an `F16` carrier.
    Part {
        /// Which value.
        value: ValueIndex,
        /// Index into its parts.
        part: u8,
    },
    /// The address of the copy of a parameter that travels by pointer.
    Pointer {
        /// Which parameter.
        param: u16,
    },
    /// The address that the result is written to.
    SretPointer,
    /// Bytes of a parameter that travels in the argument area. On Apple's the entry's type has `len` bytes. Only `len` bytes may be read; the others of
    /// the word mean nothing. See [`crate::description::pieces`]. An entry of type `F64` holds the word's bits.
    Word {
        /// Which parameter.
        param: u16,
        /// First byte in the value's memory image.
        offset: u32,
        /// Bytes, 1 to 8.
        len: u32,
    },
    /// The address of the leading bytes of a large parameter that travels in the argument area, with
    /// [`Purpose::StructArgument`]; the bytes behind them follow as a [`Carries::Word`]. In the callee it is
    /// the address of the whole value, which the callee owns and may change.
    Block {
        /// Which parameter.
        param: u16,
    },
    /// Nothing: it keeps a register or a word of padding busy. Any value will do.
    Dummy,
}

/// What an entry carries, for values that lie in memory: where to load it from, or where to store it to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// Bytes of a value. Bits of the entry's type that no piece covers mean nothing.
    Bytes {
        /// Which value.
        value: ValueIndex,
        /// Which of its bytes, each piece with its place in the entry's value.
        pieces: SmallVec<[Piece; 3]>,
    },
    /// The address of a value. The callee owns the memory of a parameter and may change it: with [`Purpose::Normal`] the
    /// caller passes the address of a copy, with [`Purpose::StructArgument`] Cranelift copies.
    Address(ValueIndex),
    /// Nothing: any value will do.
    Nothing,
}

impl Entry {
    /// What this entry of the plan of `abi` carries.
    ///
    /// # Panics
    /// If the entry is of the plan of another description.
    pub fn content(&self, abi: &FnAbi) -> Content {
        match self.carries {
            Carries::Part { value, part } => {
                Content::Bytes { value, pieces: abi.value(value).parts()[usize::from(part)].pieces() }
            }
            Carries::Word { param, offset, len } => {
                Content::Bytes { value: ValueIndex::Param(param), pieces: pieces(offset, len) }
            }
            Carries::Pointer { param } | Carries::Block { param } => Content::Address(ValueIndex::Param(param)),
            Carries::SretPointer => Content::Address(ValueIndex::Result),
            Carries::Dummy => Content::Nothing,
        }
    }
}

pub(super) fn struct_return() -> Entry {
    Entry { purpose: Purpose::StructReturn, ..entry(ClifType::I64, Carries::SretPointer) }
}

pub(super) fn entry(ty: ClifType, carries: Carries) -> Entry {
    Entry { ty, extend: Extend::None, purpose: Purpose::Normal, carries }
}

pub(super) fn part_entry(value: ValueIndex, part_index: u8, part: &Part) -> Entry {
    let ty = match part.carrier {
        Carrier::I8 => ClifType::I8,
        Carrier::I16 => ClifType::I16,
        Carrier::I32 => ClifType::I32,
        Carrier::I64 => ClifType::I64,
        Carrier::F16 | Carrier::BF16 | Carrier::F32 => ClifType::F32,
        Carrier::F64 | Carrier::Lanes { .. } => ClifType::F64,
        Carrier::F128 | Carrier::V128 | Carrier::X87 => ClifType::I8X16,
    };
    Entry { extend: part.extend, ..entry(ty, Carries::Part { value, part: part_index }) }
}
