//! Where a value lies, as DWARF says it step by step. Owns which steps are understood; an expression with another one is not
//! read at all, since half of a place is a wrong one.

use gimli::constants::{self, DwAte, DwOp};
use gimli::{Operation, Reader as _, UnitOffset, UnitRef};

use super::sections::{Reader, code_place};

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// An operation without operands.
    Plain(DwOp),
    /// Puts a number on the stack.
    Unsigned(u64),
    /// Puts a number on the stack.
    Signed(i64),
    /// So many bytes from the frame's base.
    Frame(i64),
    /// In a register.
    Register(u16),
    /// So many bytes from what is in a register.
    RegisterOffset(u16, i64),
    /// The last steps were about so many bytes.
    Piece(u64),
    /// Adds a number.
    Add(u64),
    /// Reads so many bytes.
    Read(u8),
    /// These bytes are the value.
    Value(Vec<u8>),
    /// Takes it for another type; for a plain number without one.
    Convert(Option<BaseType>),
    /// What it was when the function was entered.
    Entry(Vec<Step>),
    /// The address of a byte in a section of code.
    Address(usize, u64),
}

impl Step {
    /// Whether it leads to where something lies while the program runs, and is no number that was known before.
    pub(crate) fn is_place(&self) -> bool {
        match self {
            Step::Frame(_) | Step::Register(_) | Step::RegisterOffset(..) | Step::Entry(_) | Step::Address(..) => true,
            Step::Plain(_)
            | Step::Unsigned(_)
            | Step::Signed(_)
            | Step::Piece(_)
            | Step::Add(_)
            | Step::Read(_)
            | Step::Value(_)
            | Step::Convert(_) => false,
        }
    }
}

/// A type of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BaseType {
    /// `DW_ATE_…`.
    pub encoding: DwAte,
    /// Bytes.
    pub bytes: u64,
}

/// The steps of an expression, if all are understood.
pub(super) fn steps<'data>(
    unit: UnitRef<'_, Reader<'data>>,
    expression: &gimli::Expression<Reader<'data>>,
) -> Option<Vec<Step>> {
    let mut operations = expression.clone().operations(unit.encoding());
    let mut steps = Vec::new();
    while let Some(operation) = operations.next().ok()? {
        steps.push(step(unit, operation)?);
    }
    Some(steps)
}

fn step<'data>(unit: UnitRef<'_, Reader<'data>>, operation: Operation<Reader<'data>>) -> Option<Step> {
    let generic = |offset: UnitOffset| (offset.0 == 0).then_some(());
    Some(match operation {
        Operation::Deref { base_type, size, space: false } => {
            generic(base_type)?;
            if u16::from(size) == u16::from(unit.encoding().address_size) {
                Step::Plain(constants::DW_OP_deref)
            } else {
                Step::Read(size)
            }
        }
        Operation::UnsignedConstant { value } => Step::Unsigned(value),
        Operation::SignedConstant { value } => Step::Signed(value),
        Operation::Register { register } => Step::Register(register.0),
        Operation::RegisterOffset { register, offset, base_type } => {
            generic(base_type)?;
            Step::RegisterOffset(register.0, offset)
        }
        Operation::FrameOffset { offset } => Step::Frame(offset),
        Operation::Piece { size_in_bits, bit_offset: None | Some(0) } if size_in_bits % 8 == 0 => {
            Step::Piece(size_in_bits / 8)
        }
        Operation::PlusConstant { value } => Step::Add(value),
        Operation::ImplicitValue { data } => Step::Value(data.to_slice().ok()?.into_owned()),
        Operation::Convert { base_type } if base_type.0 == 0 => Step::Convert(None),
        Operation::Convert { base_type } => Step::Convert(Some(base(unit, base_type)?)),
        Operation::EntryValue { expression } => Step::Entry(steps(unit, &gimli::Expression(expression))?),
        Operation::Address { address } => {
            let (section, offset) = code_place(address)?;
            Step::Address(section, offset)
        }
        Operation::AddressIndex { index } => {
            let (section, offset) = code_place(unit.address(index).ok()?)?;
            Step::Address(section, offset)
        }
        other => Step::Plain(plain(&other)?),
    })
}

/// The operations without operands that change numbers on the stack.
fn plain(operation: &Operation<Reader<'_>>) -> Option<DwOp> {
    Some(match operation {
        Operation::Drop => constants::DW_OP_drop,
        Operation::Swap => constants::DW_OP_swap,
        Operation::Rot => constants::DW_OP_rot,
        Operation::Abs => constants::DW_OP_abs,
        Operation::And => constants::DW_OP_and,
        Operation::Div => constants::DW_OP_div,
        Operation::Minus => constants::DW_OP_minus,
        Operation::Mod => constants::DW_OP_mod,
        Operation::Mul => constants::DW_OP_mul,
        Operation::Neg => constants::DW_OP_neg,
        Operation::Not => constants::DW_OP_not,
        Operation::Or => constants::DW_OP_or,
        Operation::Plus => constants::DW_OP_plus,
        Operation::Shl => constants::DW_OP_shl,
        Operation::Shr => constants::DW_OP_shr,
        Operation::Shra => constants::DW_OP_shra,
        Operation::Xor => constants::DW_OP_xor,
        Operation::Eq => constants::DW_OP_eq,
        Operation::Ge => constants::DW_OP_ge,
        Operation::Gt => constants::DW_OP_gt,
        Operation::Le => constants::DW_OP_le,
        Operation::Lt => constants::DW_OP_lt,
        Operation::Ne => constants::DW_OP_ne,
        Operation::Nop => constants::DW_OP_nop,
        Operation::StackValue => constants::DW_OP_stack_value,
        Operation::CallFrameCFA => constants::DW_OP_call_frame_cfa,
        _ => return None,
    })
}

fn base(unit: UnitRef<'_, Reader<'_>>, offset: UnitOffset) -> Option<BaseType> {
    let entry = unit.entry(offset).ok()?;
    let Some(gimli::AttributeValue::Encoding(encoding)) = entry.attr_value(constants::DW_AT_encoding) else {
        return None;
    };
    let bytes = entry.attr_value(constants::DW_AT_byte_size)?.udata_value()?;
    Some(BaseType { encoding, bytes })
}
