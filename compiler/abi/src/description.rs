//! The output: where each value of a signature travels. Owns plain data with no behaviour beyond look-ups; the
//! rules that fill it are in one file per convention. Self-contained: nothing here names a type of the arena,
//! so it can be stored, compared and sent between processes.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::convention::Convention;
use crate::registers::Register;
use crate::why::Why;

/// How one function is called.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FnAbi {
    /// The convention that decided.
    pub convention: Convention,
    /// The result.
    pub result: ValueAbi,
    /// The parameters, in the order of the signature.
    pub params: SmallVec<[ValueAbi; 4]>,
    /// What the call as a whole needs.
    pub call: Call,
    /// Every memory copy the convention forces or provokes, in order of parameters, then the result.
    pub copies: SmallVec<[CopyPlan; 2]>,
}

/// How one value travels.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ValueAbi {
    /// Size of the value in bytes, its own tail padding included.
    pub size: u64,
    /// Alignment of the value's type in bytes.
    pub align: u32,
    /// Whether the type is a record, an array or a complex number rather than a scalar or vector.
    pub aggregate: bool,
    /// Where it travels.
    pub placement: Placement,
    /// The clauses that decided, in the order in which they were applied.
    pub why: SmallVec<[Why; 4]>,
}

/// Where one value travels.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Placement {
    /// It is not passed at all.
    Ignore,
    /// In pieces, each in a register or a stack slot of its own. Bytes that no part covers are padding.
    Parts(Parts),
    /// Through memory (parameters only).
    Memory(Memory),
    /// Results only: the caller passes the address of `size` bytes, the callee writes the value there.
    Sret {
        /// Where the address travels to the callee.
        pointer: Location,
        /// The register that holds the address again when the callee returns, if the convention wants that.
        returned_in: Option<Register>,
    },
}

/// The pieces of one value.
pub type Parts = SmallVec<[Part; 2]>;

/// A parameter that travels through memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Memory {
    /// The caller passes the address of a copy that it made and that the callee may change.
    ByPointer {
        /// Where the address travels.
        pointer: Location,
        /// Alignment in bytes of the copy; a callee may read that many bytes even of a smaller value. More than the
        /// value's own only for short vectors on Windows.
        align: u32,
    },
    /// The value's bytes lie in the argument area itself.
    OnStack {
        /// Bytes from the stack pointer at the call instruction.
        offset: u32,
        /// Bytes the area gives to it, a multiple of 8 (but on Apple's); those after the value's size are padding.
        slot: u32,
        /// Alignment in bytes of the slot.
        align: u32,
    },
}

/// One piece of a value.
///
/// Only `len` bytes of the value belong to it. `len` may be smaller than the carrier (three bytes in an `I32`):
/// then the remaining bits of the carrier mean nothing, and a load of the whole carrier would read past the
/// value. [`Part::pieces`] cuts such a part into loads that stay inside.
///
/// Two parts may carry the same bytes: a variadic `double` on Windows travels in a vector and in a general register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Part {
    /// First byte of the piece in the value's memory image.
    pub offset: u32,
    /// Number of bytes of the value.
    pub len: u32,
    /// The machine type that carries the bytes.
    pub carrier: Carrier,
    /// How the carrier is widened by whoever passes it.
    pub extend: Extend,
    /// Where it travels.
    pub location: Location,
}

/// The machine type that carries a part. In the floating-point and vector registers of IBM z a narrow one stands in the high
/// bits, not in the low ones: what lies in memory, from the register's left end on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Carrier {
    /// 8 bits in a general register.
    I8,
    /// 16 bits in a general register.
    I16,
    /// 32 bits in a general register.
    I32,
    /// 64 bits in a general register.
    I64,
    /// The low 16 bits of a vector register. On RISC-V and LoongArch the bits above are ones up to 32 at least (NaN-boxing).
    F16,
    /// The low 16 bits of a vector register, as a `__bf16`.
    BF16,
    /// The low 32 bits of a vector register. POWER holds it as the `double` of the same value.
    F32,
    /// The low 64 bits of a vector register: a `double`, or two `float`s, or anything of up to 8 bytes.
    F64,
    /// An x87 register, or 10 bytes in a stack slot of 16.
    X87,
    /// A binary128 in a vector register.
    F128,
    /// All 128 bits of a vector register, or as many as the part has bytes.
    V128,
    /// The low 64 bits of a vector register as lanes, each with one element of a short vector that is narrower.
    Lanes {
        /// Bytes of a lane, 2 or 4.
        bytes: u8,
    },
}

/// How a value is widened to the convention's minimal width, [`Convention::extension_bits`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Extend {
    /// The high bits mean nothing.
    None,
    /// The high bits are 0.
    Zero,
    /// The high bits are copies of the sign.
    Sign,
}

/// Where a part or a pointer travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Location {
    /// In a register.
    Register(Register),
    /// In the argument area; on WebAssembly in the buffer of variadic arguments.
    Stack {
        /// Bytes from the stack pointer at the call instruction (or from the start of the buffer) to the first byte
        /// that carries the part. On big-endian targets a small integer stands at the end of its slot.
        offset: u32,
        /// Bytes that carry the part.
        size: u32,
        /// Bytes the area gives to it.
        slot: u32,
    },
    /// WebAssembly: the parameter (or the result) of this number of the function's type.
    Operand(u16),
}

/// What a call as a whole needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Call {
    /// Bytes of the argument area, `shadow_bytes` included, rounded up to 16.
    pub stack_bytes: u32,
    /// Alignment in bytes of the argument area.
    pub stack_align: u32,
    /// Bytes at the start of the argument area in front of the first argument that travels on the stack: the home
    /// space of Windows (32), the register save area of IBM z (160), the header of POWER (32); 0 elsewhere.
    pub shadow_bytes: u32,
    /// x86-64 System V, variadic calls: the number of vector registers used, an upper bound of which the
    /// caller puts in `al`.
    pub vector_registers: Option<u8>,
    /// Present if the function is declared with `...`.
    pub variadic: Option<VariadicLayout>,
}

/// Where the unnamed arguments begin: what a callee's `va_start` needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct VariadicLayout {
    /// Number of named parameters.
    pub fixed: u16,
    /// General argument registers that named parameters use. On WebAssembly the operands, the address of the result
    /// included: the operand of this number is the address of the buffer.
    pub named_general: u8,
    /// Vector argument registers that named parameters use.
    pub named_vector: u8,
    /// Bytes of the argument area that named parameters use, [`Call::shadow_bytes`] included: where unnamed ones begin.
    pub named_stack_bytes: u32,
}

/// Names one value of a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ValueIndex {
    /// The parameter of this number, from 0.
    Param(u16),
    /// The result.
    Result,
}

/// A memory copy that passing a value costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CopyPlan {
    /// Which value.
    pub value: ValueIndex,
    /// Who copies.
    pub side: Side,
    /// Bytes copied: the value's size, never that of its slot or registers.
    pub bytes: u64,
    /// Alignment in bytes that source and destination have at least.
    pub align: u32,
    /// Why it is needed.
    pub reason: CopyReason,
    /// Whether a compiler that knows more may leave it out: the source is dead afterwards, or the value is
    /// built in place.
    pub elidable: bool,
}

/// The two ends of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Side {
    /// The calling function.
    Caller,
    /// The called function.
    Callee,
}

/// Why a value is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CopyReason {
    /// The callee owns its argument and may change it: the caller copies into the argument area or into a
    /// temporary whose address it passes.
    Argument,
    /// The callee puts register parts together in memory, because the value is used as a whole.
    CalleeLocal,
    /// The callee writes the result to the address that the caller gave.
    ReturnSlot,
    /// The caller puts the register parts of a result together in memory.
    AbiTemporary,
}

/// What this crate refuses to describe, and why. Never a wrong call instead.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Unsupported {
    /// The target, type or value, in words for the user.
    pub what: String,
    /// Why it is refused.
    pub why: String,
}

impl Unsupported {
    pub(crate) fn new(what: impl Into<String>, why: impl Into<String>) -> Unsupported {
        Unsupported { what: what.into(), why: why.into() }
    }
}

impl std::fmt::Display for Unsupported {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} is not supported: {}", self.what, self.why)
    }
}

impl std::error::Error for Unsupported {}

impl FnAbi {
    /// The description of one value.
    pub fn value(&self, index: ValueIndex) -> &ValueAbi {
        match index {
            ValueIndex::Param(number) => &self.params[number as usize],
            ValueIndex::Result => &self.result,
        }
    }

    /// The copies that one value may cost.
    pub fn copies_of(&self, index: ValueIndex) -> impl Iterator<Item = &CopyPlan> {
        self.copies.iter().filter(move |copy| copy.value == index)
    }

    /// The copies that each call costs for a value. Register parts are stored and results are built in place: a compiler
    /// that copies memory for these does so for reasons of its own.
    pub fn copies_for_call(&self, index: ValueIndex) -> impl Iterator<Item = &CopyPlan> {
        self.copies_of(index).filter(|copy| copy.reason == CopyReason::Argument)
    }
}

impl ValueAbi {
    /// The rule that sends the value to memory, if it travels there.
    pub fn forced_to_memory(&self) -> Option<Why> {
        let travels_in_memory = match &self.placement {
            Placement::Memory(_) => true,
            Placement::Ignore | Placement::Parts(_) | Placement::Sret { .. } => false,
        };
        // Behind it may stand the rule that sends the address of a copy to memory too.
        let mut rules = self.why.iter().filter(|_| travels_in_memory);
        rules.find(|why| why.forces_memory().is_some()).copied()
    }

    /// Whether the value travels in pieces.
    pub fn is_in_parts(&self) -> bool {
        match &self.placement {
            Placement::Parts(_) => true,
            Placement::Ignore | Placement::Memory(_) | Placement::Sret { .. } => false,
        }
    }

    /// The pieces; empty unless the value travels in parts.
    pub fn parts(&self) -> &[Part] {
        match &self.placement {
            Placement::Parts(parts) => parts,
            Placement::Ignore | Placement::Memory(_) | Placement::Sret { .. } => &[],
        }
    }
}

impl Carrier {
    /// Bytes of the carrier itself.
    pub const fn bytes(self) -> u32 {
        match self {
            Carrier::I8 => 1,
            Carrier::I16 | Carrier::F16 | Carrier::BF16 => 2,
            Carrier::I32 | Carrier::F32 => 4,
            Carrier::I64 | Carrier::F64 | Carrier::Lanes { .. } => 8,
            Carrier::X87 => 10,
            Carrier::F128 | Carrier::V128 => 16,
        }
    }

    /// Whether it travels in general registers.
    pub const fn is_integer(self) -> bool {
        match self {
            Carrier::I8 | Carrier::I16 | Carrier::I32 | Carrier::I64 => true,
            Carrier::F16
            | Carrier::BF16
            | Carrier::F32
            | Carrier::F64
            | Carrier::X87
            | Carrier::F128
            | Carrier::V128
            | Carrier::Lanes { .. } => false,
        }
    }

    /// The smallest integer carrier of at least `bytes` (1 to 8).
    pub const fn integer(bytes: u32) -> Carrier {
        match bytes {
            0 | 1 => Carrier::I8,
            2 => Carrier::I16,
            3 | 4 => Carrier::I32,
            5.. => Carrier::I64,
        }
    }
}

impl std::fmt::Display for Location {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Location::Register(register) => write!(formatter, "{register}"),
            Location::Stack { offset, .. } => write!(formatter, "stack+{offset}"),
            Location::Operand(number) => write!(formatter, "operand {number}"),
        }
    }
}

/// One load or store of a power of two of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// First byte in the value's memory image.
    pub offset: u32,
    /// 1, 2, 4, 8 or 16 bytes.
    pub bytes: u32,
    /// How many bits to the left its lowest bit stands in the carrier (little-endian targets).
    pub shift_bits: u32,
}

impl Part {
    /// Loads (or stores) of powers of two that together move exactly the part's bytes and nothing behind them.
    pub fn pieces(&self) -> SmallVec<[Piece; 3]> {
        match self.carrier {
            Carrier::Lanes { bytes: lane } => {
                let count = self.carrier.bytes() / u32::from(lane);
                let bytes = self.len / count;
                let element = |index: u32| Piece {
                    offset: self.offset + index * bytes,
                    bytes,
                    shift_bits: 8 * index * u32::from(lane),
                };
                (0..count).map(element).collect()
            }
            Carrier::I8
            | Carrier::I16
            | Carrier::I32
            | Carrier::I64
            | Carrier::F16
            | Carrier::BF16
            | Carrier::F32
            | Carrier::F64
            | Carrier::X87
            | Carrier::F128
            | Carrier::V128 => pieces(self.offset, self.len),
        }
    }
}

/// Cuts `len` bytes at `offset` into pieces of powers of two, largest first.
pub fn pieces(offset: u32, len: u32) -> SmallVec<[Piece; 3]> {
    let mut pieces = SmallVec::new();
    let mut done = 0;
    while done < len {
        let left = len - done;
        let bytes = (1 << left.ilog2()).min(16);
        pieces.push(Piece { offset: offset + done, bytes, shift_bits: 8 * done });
        done += bytes;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_each_byte_once_and_none_behind() {
        for len in 0..=16 {
            let mut next = 5;
            for piece in pieces(5, len) {
                assert_eq!(piece.offset, next);
                assert_eq!(piece.shift_bits, 8 * (piece.offset - 5));
                assert!(piece.bytes.is_power_of_two());
                next += piece.bytes;
            }
            assert_eq!(next, 5 + len);
        }
        assert_eq!(pieces(8, 7).iter().map(|piece| piece.bytes).collect::<Vec<_>>(), [4, 2, 1]);
    }

    #[test]
    fn pieces_of_lanes_are_elements() {
        let part = Part {
            offset: 0,
            len: 4,
            carrier: Carrier::Lanes { bytes: 2 },
            extend: Extend::None,
            location: Location::Register(Register::v(0)),
        };
        let pieces: Vec<_> = part.pieces().iter().map(|piece| (piece.offset, piece.bytes, piece.shift_bits)).collect();
        assert_eq!(pieces, [(0, 1, 0), (1, 1, 16), (2, 1, 32), (3, 1, 48)]);
    }
}
