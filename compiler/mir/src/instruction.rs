//! Instructions. Owns the operations and their meaning; must not know how a processor does them.
//!
//! An instruction is plain `Copy` data of 32 bytes in one vector per function. The type of an operation is the
//! type of its operands and of its result, which the function's table of values holds; the sign is in the type.
//! Lists (arguments of calls and of blocks) are ranges in vectors of the function.

use serde::{Deserialize, Serialize};

use crate::ids::{AliasId, Align, CallId, SiteId, Slot, SymbolId, Value};
use crate::scalar::Scalar;

/// One step of a block.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Instruction {
    /// What is done.
    pub operation: Operation,
    /// The value it defines, or [`Value::NONE`]. A lowered call defines this one and those that follow it.
    pub result: Value,
    /// Byte offset of the source expression, relative to the item's chunk.
    pub source: u32,
}

/// What an instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Operation {
    /// A scalar of up to 64 bits. Integers are extended to 64 bits by their sign; of an `F32` the low 32 bits count.
    Constant {
        /// The bits.
        bits: u64,
    },
    /// A 128-bit integer.
    WideConstant {
        /// The low 64 bits.
        low: u64,
        /// The high 64 bits.
        high: u64,
    },
    /// The address of a slot plus an offset inside of it.
    SlotAddress {
        /// The slot.
        slot: Slot,
        /// Bytes from its start.
        offset: u32,
    },
    /// The address of a function or datum, plus an offset.
    SymbolAddress {
        /// The function or datum.
        symbol: SymbolId,
        /// Bytes from its start.
        offset: i64,
    },
    /// The address of an entry of the function's site table.
    SiteAddress {
        /// The entry.
        site: SiteId,
    },
    /// Reads a scalar of the result's type.
    Load {
        /// Where.
        address: Value,
        /// Bytes added to the address.
        offset: i32,
        /// What is known of the sum.
        align: Align,
        /// What memory it may touch.
        alias: AliasId,
    },
    /// Writes a scalar.
    Store {
        /// What.
        value: Value,
        /// Where.
        address: Value,
        /// Bytes added to the address.
        offset: i32,
        /// What is known of the sum.
        align: Align,
        /// What memory it may touch.
        alias: AliasId,
    },
    /// Copies memory; source and destination are the same place or do not overlap.
    Copy {
        /// Where to.
        destination: Value,
        /// Where from.
        source: Value,
        /// How much: the size of the value, never that of a slot or of registers.
        bytes: u64,
        /// What is known of both addresses.
        align: Align,
        /// Why.
        reason: CopyReason,
        /// What memory it may touch at both.
        alias: AliasId,
    },
    /// Fills memory with zeros.
    Zero {
        /// Where.
        destination: Value,
        /// How much.
        bytes: u64,
        /// What is known of the address.
        align: Align,
    },
    /// Arithmetic on one operand of the result's type.
    Unary {
        /// Which.
        operator: UnaryOperator,
        /// The operand.
        value: Value,
    },
    /// Arithmetic that never fails on two operands of the result's type; see [`BinaryOperator`] for shifts.
    Binary {
        /// Which.
        operator: BinaryOperator,
        /// Left operand.
        left: Value,
        /// Right operand.
        right: Value,
    },
    /// Integer arithmetic that panics when the exact result does not fit: a branch to one cold block per function
    /// and kind, with the site as its argument.
    Checked {
        /// Which.
        operator: CheckedOperator,
        /// Left operand.
        left: Value,
        /// Right operand.
        right: Value,
        /// Where it panics.
        site: SiteId,
    },
    /// Panics unless a condition on two integers of one type holds; see [`CheckKind`].
    Check {
        /// Which condition.
        kind: CheckKind,
        /// Left operand.
        left: Value,
        /// Right operand.
        right: Value,
        /// Where it panics.
        site: SiteId,
    },
    /// Compares two scalars of one type; the result is a `Bool`.
    Compare {
        /// How.
        operator: Comparison,
        /// Left operand.
        left: Value,
        /// Right operand.
        right: Value,
    },
    /// Converts a value to the result's type: integers wrap or are extended by the source's sign, `Bool` becomes
    /// 0 or 1, integers to floats and floats to floats round to nearest even, floats to integers saturate with
    /// NaN as 0, pointers and 64-bit integers keep their bits. Never to a `Bool`.
    Convert {
        /// The operand.
        value: Value,
    },
    /// Keeps the bits, changes the type to one of the same size. Never to a `Bool`.
    Reinterpret {
        /// The operand.
        value: Value,
    },
    /// The low or high 64 bits of a 128-bit integer, as a `U64`.
    Half {
        /// The operand.
        value: Value,
        /// Which half.
        high: bool,
    },
    /// A 128-bit integer from two `U64`.
    Concatenate {
        /// The low half.
        low: Value,
        /// The high half.
        high: Value,
    },
    /// The address `base + index * scale`, wrapping.
    Offset {
        /// A pointer.
        base: Value,
        /// An `I64` or `U64`.
        index: Value,
        /// Bytes per index, at least 1.
        scale: u64,
    },
    /// One of two values of one type.
    Select {
        /// A `Bool`.
        condition: Value,
        /// If it is 1.
        if_true: Value,
        /// If it is 0.
        if_false: Value,
    },
    /// Changes an integer in memory at once for all threads, sequentially consistent; the result is the old
    /// value.
    Atomic {
        /// How.
        operator: AtomicOperator,
        /// Where; aligned to the integer's size.
        address: Value,
        /// The operand.
        value: Value,
    },
    /// Reads an integer from memory at once, sequentially consistent.
    AtomicLoad {
        /// Where; aligned to the integer's size.
        address: Value,
    },
    /// Replaces an integer in memory if it is what is expected, at once for all threads, sequentially consistent; the result
    /// is the old value.
    CompareExchange {
        /// Where; aligned to the integer's size.
        address: Value,
        /// What is replaced.
        expected: Value,
        /// By what.
        replacement: Value,
    },
    /// Calls a function.
    Call {
        /// The entry in the function's table of calls.
        call: CallId,
    },
}

/// Why memory is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CopyReason {
    /// The callee owns its argument: the caller passes a copy.
    Argument,
    /// The callee puts its parameter into a local of its own.
    CalleeLocal,
    /// A result is written to where the caller wants it.
    ReturnSlot,
    /// The value is less aligned in memory than its slot of the argument area: it goes there by way of an aligned
    /// temporary.
    AbiTemporary,
    /// A closure keeps a value.
    Capture,
    /// The program assigns or initialises.
    Assignment,
}

impl CopyReason {
    /// What people are told.
    pub fn in_words(self) -> &'static str {
        match self {
            CopyReason::Argument => "argument",
            CopyReason::CalleeLocal => "callee local",
            CopyReason::ReturnSlot => "return slot",
            CopyReason::AbiTemporary => "ABI temporary",
            CopyReason::Capture => "capture",
            CopyReason::Assignment => "assignment",
        }
    }
}

/// Operators of [`Operation::Unary`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum UnaryOperator {
    /// Negation; integers wrap.
    Negate,
    /// All bits of an integer, or the truth of a `Bool`, inverted.
    Not,
}

impl UnaryOperator {
    /// Whether there is such an operation on a type.
    pub fn applies_to(self, ty: Scalar) -> bool {
        match self {
            UnaryOperator::Negate => ty.is_integer() || ty.is_float(),
            UnaryOperator::Not => ty.is_integer() || ty == Scalar::Bool,
        }
    }
}

/// Operators of [`Operation::Binary`]. Integers wrap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BinaryOperator {
    /// Integers and floats.
    Add,
    /// Integers and floats.
    Subtract,
    /// Integers and floats.
    Multiply,
    /// Integers, truncating, and floats. Integer divisors are checked before: 0, and -1 under the smallest
    /// number, have no defined result.
    Divide,
    /// Integers, with the dividend's sign. Divisors are checked before; what remains for -1 is 0.
    Remainder,
    /// Integers and `Bool`.
    And,
    /// Integers and `Bool`.
    Or,
    /// Integers and `Bool`.
    Xor,
    /// Integers; the right side is any integer type, checked before to be below the left side's width.
    ShiftLeft,
    /// As [`BinaryOperator::ShiftLeft`]; copies the sign of a signed left side.
    ShiftRight,
}

impl BinaryOperator {
    /// Whether there is such an operation on a type, that of the left side and of the result.
    pub fn applies_to(self, ty: Scalar) -> bool {
        match self {
            BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply | BinaryOperator::Divide => {
                ty.is_integer() || ty.is_float()
            }
            BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Xor => ty.is_integer() || ty == Scalar::Bool,
            BinaryOperator::Remainder | BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => ty.is_integer(),
        }
    }

    /// Whether the right side is a number of bits, of any integer type, instead of a value of the left side's type.
    pub fn is_shift(self) -> bool {
        matches!(self, BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight)
    }
}

/// Operators of [`Operation::Checked`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CheckedOperator {
    /// Addition.
    Add,
    /// Subtraction.
    Subtract,
    /// Multiplication.
    Multiply,
}

/// Conditions of [`Operation::Check`]: what must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CheckKind {
    /// Left is below right, both taken as unsigned: an index below a length.
    Below,
    /// Left is not 0; right is the same value: a divisor.
    NotZero,
    /// Not (left is the smallest number and right is -1): a signed division.
    QuotientFits,
    /// Left, of any integer type and taken as unsigned, is below the width in bits of right's type: a shift.
    ShiftInRange,
    /// Left, a `Bool`, is true; right is the same value: an assertion.
    True,
}

/// Operators of [`Operation::Compare`]. Integers by their sign; floats as IEEE: any comparison with NaN is false,
/// except `NotEqual`; of truth values, false is less than true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

/// Operators of [`Operation::Atomic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AtomicOperator {
    /// Adds, wrapping.
    Add,
    /// Subtracts, wrapping.
    Subtract,
    /// Replaces.
    Exchange,
    /// `and`, bit by bit.
    And,
    /// `or`, bit by bit.
    Or,
}
