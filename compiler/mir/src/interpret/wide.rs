//! Operations on 128-bit integers. Owns their exact results and how undefined bits go through them; must not know
//! where the halves lie.

use crate::instruction::{BinaryOperator, CheckKind, CheckedOperator, UnaryOperator};

use super::arithmetic::{division_by_zero, division_overflow, ordered, shift, undefined};
use super::code::WideOperation;
use super::fault::Problem;

/// 128 bits, and which of them are undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide {
    pub bits: u128,
    pub undefined: u128,
}

/// What came of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A wide integer.
    Wide(Wide),
    /// A truth value.
    Truth(bool),
    /// Nothing: a check held.
    Holds,
    /// It panics.
    Panics,
}

/// Does one operation.
pub fn operate(operation: WideOperation, signed: bool, left: Wide, right: Wide) -> Result<Outcome, Problem> {
    let defined = |bits| Ok(Outcome::Wide(Wide { bits, undefined: 0 }));
    match operation {
        WideOperation::Copy => return Ok(Outcome::Wide(left)),
        WideOperation::Concatenate => {
            return Ok(Outcome::Wide(Wide {
                bits: left.bits & LOW | right.bits << 64,
                undefined: left.undefined & LOW | right.undefined << 64,
            }));
        }
        WideOperation::Unary(operator) => return unary(operator, left).map(Outcome::Wide),
        WideOperation::Binary(operator) => return binary(operator, signed, left, right),
        WideOperation::Checked(_)
        | WideOperation::Compare(_)
        | WideOperation::Check(_)
        | WideOperation::ShiftCheck(_) => {}
    }
    if left.undefined | right.undefined != 0 {
        return Err(undefined("an operand of 128 bits"));
    }
    let (left, right) = (left.bits, right.bits);
    match operation {
        WideOperation::Checked(operator) => match checked(operator, signed, left, right) {
            Some(bits) => defined(bits),
            None => Ok(Outcome::Panics),
        },
        WideOperation::Compare(operator) => Ok(Outcome::Truth(if signed {
            ordered(operator, &left.cast_signed(), &right.cast_signed())
        } else {
            ordered(operator, &left, &right)
        })),
        WideOperation::Check(kind) => {
            let holds = match kind {
                CheckKind::Below => left < right,
                CheckKind::NotZero | CheckKind::True => left != 0,
                CheckKind::QuotientFits => !(left == SMALLEST && right == u128::MAX),
                CheckKind::ShiftInRange => left < 128,
            };
            Ok(if holds { Outcome::Holds } else { Outcome::Panics })
        }
        WideOperation::ShiftCheck(width) if left < u128::from(width) => Ok(Outcome::Holds),
        WideOperation::ShiftCheck(_) => Ok(Outcome::Panics),
        WideOperation::Copy | WideOperation::Concatenate | WideOperation::Unary(_) | WideOperation::Binary(_) => {
            unreachable!("done before")
        }
    }
}

const LOW: u128 = u64::MAX as u128;
const SMALLEST: u128 = 1 << 127;

fn checked(operator: CheckedOperator, signed: bool, left: u128, right: u128) -> Option<u128> {
    if signed {
        let (left, right) = (left.cast_signed(), right.cast_signed());
        let result = match operator {
            CheckedOperator::Add => left.checked_add(right),
            CheckedOperator::Subtract => left.checked_sub(right),
            CheckedOperator::Multiply => left.checked_mul(right),
        };
        result.map(i128::cast_unsigned)
    } else {
        match operator {
            CheckedOperator::Add => left.checked_add(right),
            CheckedOperator::Subtract => left.checked_sub(right),
            CheckedOperator::Multiply => left.checked_mul(right),
        }
    }
}

fn unary(operator: UnaryOperator, value: Wide) -> Result<Wide, Problem> {
    if value.undefined != 0 {
        return match operator {
            UnaryOperator::Not => Ok(Wide { bits: !value.bits, undefined: value.undefined }),
            UnaryOperator::Negate => Err(undefined("an operand of 128 bits")),
        };
    }
    let bits = match operator {
        UnaryOperator::Negate => value.bits.wrapping_neg(),
        UnaryOperator::Not => !value.bits,
    };
    Ok(Wide { bits, undefined: 0 })
}

/// Of a shift, the right operand's low half is the amount: its high half may be another value's.
fn binary(operator: BinaryOperator, signed: bool, left: Wide, right: Wide) -> Result<Outcome, Problem> {
    let bitwise = |bits, undefined| Ok(Outcome::Wide(Wide { bits, undefined }));
    let either = left.undefined | right.undefined;
    match operator {
        BinaryOperator::And => {
            let deciding = (left.bits | left.undefined) & (right.bits | right.undefined);
            return bitwise(left.bits & right.bits, either & deciding);
        }
        BinaryOperator::Or => {
            let deciding = (!left.bits | left.undefined) & (!right.bits | right.undefined);
            return bitwise(left.bits | right.bits, either & deciding);
        }
        BinaryOperator::Xor => return bitwise(left.bits ^ right.bits, either),
        BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => {
            if right.undefined & LOW != 0 {
                return Err(undefined("the amount of a shift"));
            }
            let amount = (right.bits & LOW) as u64;
            if amount >= 128 {
                return Err(shift(amount, 128));
            }
            let shifted = |bits: u128| match (operator == BinaryOperator::ShiftLeft, signed) {
                (true, _) => bits << amount,
                (false, true) => (bits.cast_signed() >> amount).cast_unsigned(),
                (false, false) => bits >> amount,
            };
            return bitwise(shifted(left.bits), shifted(left.undefined));
        }
        BinaryOperator::Add
        | BinaryOperator::Subtract
        | BinaryOperator::Multiply
        | BinaryOperator::Divide
        | BinaryOperator::Remainder => {}
    }
    if either != 0 {
        return Err(undefined("an operand of arithmetic"));
    }
    let (left, right) = (left.bits, right.bits);
    let bits = match operator {
        BinaryOperator::Add => left.wrapping_add(right),
        BinaryOperator::Subtract => left.wrapping_sub(right),
        BinaryOperator::Multiply => left.wrapping_mul(right),
        BinaryOperator::Divide | BinaryOperator::Remainder if right == 0 => return Err(division_by_zero()),
        BinaryOperator::Divide if signed && left == SMALLEST && right == u128::MAX => return Err(division_overflow()),
        BinaryOperator::Divide if signed => left.cast_signed().wrapping_div(right.cast_signed()).cast_unsigned(),
        BinaryOperator::Divide => left / right,
        BinaryOperator::Remainder if signed => left.cast_signed().wrapping_rem(right.cast_signed()).cast_unsigned(),
        BinaryOperator::Remainder => left % right,
        BinaryOperator::And
        | BinaryOperator::Or
        | BinaryOperator::Xor
        | BinaryOperator::ShiftLeft
        | BinaryOperator::ShiftRight => unreachable!("done above"),
    };
    bitwise(bits, 0)
}
