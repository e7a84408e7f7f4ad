//! Code: functions as the machine runs them. Owns the compact operations, which name cells instead of values and
//! places in one list instead of blocks; must not know how they are made or what they do.

use std::rc::Rc;

use crate::ids::Align;
use crate::instruction::{AtomicOperator, BinaryOperator, CheckKind, CheckedOperator, Comparison, UnaryOperator};
use crate::scalar::Scalar;
use crate::site::Told;
use crate::watch::Watch;

use super::cell::Form;
use super::memory::Layout;

/// The number of a cell in the cells of a call; of a wide value that of its low half, which the high half follows.
pub type Register = u32;

/// One step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    Constant {
        to: Register,
        bits: u64,
    },
    /// The address of a slot plus an offset.
    FrameAddress {
        to: Register,
        offset: u32,
    },
    /// A symbol that nothing defines.
    NoSymbol {
        name: u32,
    },
    /// An address that a parameter brought, plus an offset.
    Beside {
        to: Register,
        from: Register,
        offset: u64,
    },
    Load {
        to: Register,
        address: Register,
        offset: i32,
        access: Access,
        align: Align,
    },
    Store {
        from: Register,
        address: Register,
        offset: i32,
        access: Access,
        align: Align,
    },
    Copy {
        to: Register,
        from: Register,
        bytes: u64,
        align: Align,
    },
    Zero {
        to: Register,
        bytes: u64,
        align: Align,
    },
    /// Integers of up to 64 bits, and truth values.
    Unary {
        operator: UnaryOperator,
        form: Form,
        to: Register,
        from: Register,
    },
    UnaryFloat {
        operator: UnaryOperator,
        double: bool,
        to: Register,
        from: Register,
    },
    /// Integers of up to 64 bits, and truth values.
    Binary {
        operator: BinaryOperator,
        form: Form,
        to: Register,
        left: Register,
        right: Register,
    },
    BinaryFloat {
        operator: BinaryOperator,
        double: bool,
        to: Register,
        left: Register,
        right: Register,
    },
    Checked {
        operator: CheckedOperator,
        form: Form,
        to: Register,
        left: Register,
        right: Register,
        site: u32,
    },
    /// On operands of up to 64 bits.
    Check {
        kind: CheckKind,
        form: Form,
        /// Bits of the right operand's type.
        width: u8,
        /// How the operands are told if the check fails.
        told: Option<Told>,
        left: Register,
        right: Register,
        site: u32,
    },
    /// Of cells: integers of up to 64 bits, addresses, truth values.
    Compare {
        operator: Comparison,
        signed: bool,
        to: Register,
        left: Register,
        right: Register,
    },
    CompareFloat {
        operator: Comparison,
        double: bool,
        to: Register,
        left: Register,
        right: Register,
    },
    /// Wraps to a form: conversions between integers of up to 64 bits, and everything that keeps bits.
    Fit {
        to: Register,
        from: Register,
        form: Form,
    },
    /// Every other conversion.
    Convert {
        to: Register,
        from: Register,
        source: Scalar,
        target: Scalar,
    },
    /// `base + index * scale`
    Offset {
        to: Register,
        base: Register,
        index: Register,
        scale: u64,
    },
    Select {
        to: Register,
        condition: Register,
        if_true: Register,
        if_false: Register,
        wide: bool,
    },
    Atomic {
        operator: AtomicOperator,
        access: Access,
        to: Register,
        address: Register,
        from: Register,
    },
    AtomicLoad {
        access: Access,
        to: Register,
        address: Register,
    },
    CompareExchange {
        access: Access,
        to: Register,
        address: Register,
        expected: Register,
        replacement: Register,
    },
    /// What the program tells of a borrow.
    Tell {
        watch: Watch,
        to: Register,
        address: Register,
        bytes: Register,
    },
    /// The address without the identity of a borrow; where it becomes a number, identities cannot be followed further.
    Real {
        to: Register,
        from: Register,
        becomes_number: bool,
    },
    /// A 128-bit operation.
    Wide {
        operation: WideOperation,
        signed: bool,
        to: Register,
        left: Register,
        right: Register,
        site: u32,
    },
    Call {
        call: u32,
    },
    Jump {
        target: u32,
    },
    /// Moves cells, one after the other, and jumps.
    Move {
        start: u32,
        count: u32,
        target: u32,
    },
    Branch {
        condition: Register,
        if_true: u32,
        if_false: u32,
    },
    Switch {
        value: Register,
        table: u32,
    },
    Return {
        list: u32,
    },
    Panic {
        site: u32,
    },
    Unreachable,
}

/// Operations on 128-bit integers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WideOperation {
    /// Arithmetic on one operand.
    Unary(UnaryOperator),
    /// Arithmetic that does not panic.
    Binary(BinaryOperator),
    /// Arithmetic that panics.
    Checked(CheckedOperator),
    /// A comparison; the result is one cell.
    Compare(Comparison),
    /// A check of wide operands; there is no result.
    Check(CheckKind),
    /// A shift of so many bits is in range; there is no result.
    ShiftCheck(u8),
    /// Puts two cells together.
    Concatenate,
    /// Keeps the bits.
    Copy,
}

/// How a scalar lies in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Bool,
    Signed8,
    Unsigned8,
    Signed16,
    Unsigned16,
    Signed32,
    Unsigned32,
    Whole,
    Wide,
}

impl Access {
    /// The access of a type.
    pub fn of(scalar: Scalar) -> Access {
        match scalar {
            Scalar::Bool => Access::Bool,
            Scalar::I8 => Access::Signed8,
            Scalar::U8 => Access::Unsigned8,
            Scalar::I16 => Access::Signed16,
            Scalar::U16 => Access::Unsigned16,
            Scalar::I32 => Access::Signed32,
            Scalar::U32 | Scalar::F32 => Access::Unsigned32,
            Scalar::I64 | Scalar::U64 | Scalar::F64 | Scalar::Pointer => Access::Whole,
            Scalar::I128 | Scalar::U128 => Access::Wide,
        }
    }
}

/// A move of one cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Move {
    pub to: Register,
    pub from: Register,
}

/// Where a switch goes.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Values, rising, with their places.
    pub cases: Vec<(u64, u32)>,
    pub default: u32,
}

/// Something that goes over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pass {
    /// A scalar.
    Scalar { from: Register, wide: bool },
    /// So many bytes in memory.
    Bytes { address: Register, bytes: u64 },
}

/// Where something goes that came over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Take {
    /// A scalar.
    Scalar { to: Register, form: Form, wide: bool },
    /// Bytes, for a slot with this offset.
    Slot { offset: u32 },
}

/// A call.
#[derive(Clone, Debug)]
pub struct CallStep {
    pub callee: CalleeStep,
    pub arguments: Vec<Pass>,
    pub result: ResultStep,
    /// The call in its module, for functions of the host.
    pub origin: crate::ids::CallId,
}

/// What is called.
#[derive(Clone, Copy, Debug)]
pub enum CalleeStep {
    /// A function of the program or the host.
    Function(u32),
    /// The function at an address.
    Address(Register),
}

/// What becomes of a result.
#[derive(Clone, Debug)]
pub enum ResultStep {
    /// Scalars.
    Scalars(Vec<Take>),
    /// Bytes, at an address.
    Bytes { address: Register, bytes: u64 },
}

/// What a return gives.
#[derive(Clone, Debug)]
pub enum ReturnStep {
    /// Scalars.
    Scalars(Vec<Pass>),
    /// So many bytes at an address.
    Bytes { address: Register, bytes: u64 },
    /// So many bytes of a slot.
    Slot { offset: u32, bytes: u64 },
}

/// A function.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// Its number in the program.
    pub function: u32,
    /// The module it stands in.
    pub module: u32,
    /// Its steps; the last one is [`Step::Unreachable`], for what returns and should not.
    pub steps: Vec<Step>,
    /// The source offset of each step.
    pub sources: Vec<u32>,
    /// How many cells a call has.
    pub cells: u32,
    /// Where its slots lie.
    pub layout: Rc<Layout>,
    /// Where its parameters go.
    pub parameters: Vec<Take>,
    pub calls: Vec<CallStep>,
    pub returns: Vec<ReturnStep>,
    pub moves: Vec<Move>,
    pub tables: Vec<Table>,
    /// Names of symbols that nothing defines.
    pub names: Vec<String>,
    /// The address of its site table.
    pub sites: u64,
}
