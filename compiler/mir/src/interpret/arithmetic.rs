//! Arithmetic on one cell: integers of up to 64 bits in their extended form, and floats by their bits. Owns the exact
//! results; must not know where operands come from.

use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::instruction::{BinaryOperator, CheckKind, CheckedOperator, Comparison, UnaryOperator};

use super::cell::{Cell, Form};
use super::fault::{FaultKind, Problem};

/// Undefined bits decide something.
#[cold]
pub fn undefined(what: &str) -> Problem {
    Problem::new(FaultKind::Uninitialised, format!("{what} was never written; give it a value first"))
}

/// An operator on one integer, or on a truth value.
#[inline(always)]
pub fn unary(operator: UnaryOperator, form: Form, value: Cell) -> Result<Cell, Problem> {
    if value.undefined != 0 {
        return match operator {
            UnaryOperator::Not => Ok(Cell { bits: form.fit(!value.bits), undefined: value.undefined }),
            UnaryOperator::Negate => Err(undefined("an operand of arithmetic")),
        };
    }
    let bits = match operator {
        UnaryOperator::Negate => value.bits.wrapping_neg(),
        UnaryOperator::Not => !value.bits,
    };
    Ok(Cell::defined(form.fit(bits)))
}

/// An operator on two integers, or on truth values.
#[inline(always)]
pub fn binary(operator: BinaryOperator, form: Form, left: Cell, right: Cell) -> Result<Cell, Problem> {
    if left.undefined | right.undefined != 0 {
        return partly_defined(operator, form, left, right);
    }
    let (left, right) = (left.bits, right.bits);
    let bits = match operator {
        BinaryOperator::Add => form.fit(left.wrapping_add(right)),
        BinaryOperator::Subtract => form.fit(left.wrapping_sub(right)),
        BinaryOperator::Multiply => form.fit(left.wrapping_mul(right)),
        BinaryOperator::And => left & right,
        BinaryOperator::Or => left | right,
        BinaryOperator::Xor => left ^ right,
        BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => {
            if right >= form.bits() {
                return Err(shift(right, form.bits()));
            }
            if operator == BinaryOperator::ShiftLeft {
                form.fit(left << right)
            } else if form.signed {
                (left.cast_signed() >> right).cast_unsigned()
            } else {
                left >> right
            }
        }
        BinaryOperator::Divide => divide(form, left, right)?,
        BinaryOperator::Remainder => remainder(form, left, right)?,
    };
    Ok(Cell::defined(bits))
}

/// A shift of more than there is to shift.
#[cold]
pub fn shift(amount: u64, bits: u64) -> Problem {
    Problem::new(FaultKind::ShiftOutOfRange, format!("{bits} bits are shifted by {amount}"))
}

/// A division by 0.
#[cold]
pub fn division_by_zero() -> Problem {
    Problem::new(FaultKind::DivisionByZero, "the divisor is 0")
}

/// A quotient that does not fit.
#[cold]
pub fn division_overflow() -> Problem {
    Problem::new(FaultKind::DivisionOverflow, "the smallest integer is divided by -1")
}

fn divide(form: Form, left: u64, right: u64) -> Result<u64, Problem> {
    if right == 0 {
        return Err(division_by_zero());
    }
    if !form.signed {
        return Ok(left / right);
    }
    let quotient = left.cast_signed().wrapping_div(right.cast_signed()).cast_unsigned();
    let overflows = right == u64::MAX && left == smallest(form);
    if overflows { Err(division_overflow()) } else { Ok(quotient) }
}

fn remainder(form: Form, left: u64, right: u64) -> Result<u64, Problem> {
    if right == 0 {
        return Err(division_by_zero());
    }
    Ok(if form.signed { left.cast_signed().wrapping_rem(right.cast_signed()).cast_unsigned() } else { left % right })
}

/// The smallest number of a signed form, extended.
fn smallest(form: Form) -> u64 {
    form.fit(1 << (form.bits() - 1))
}

/// Operators through which undefined bits go.
#[cold]
fn partly_defined(operator: BinaryOperator, form: Form, left: Cell, right: Cell) -> Result<Cell, Problem> {
    let cell = match operator {
        // A bit is known if both are, or if one is known and decides.
        BinaryOperator::And => Cell {
            bits: left.bits & right.bits,
            undefined: (left.undefined | right.undefined)
                & (left.bits | left.undefined)
                & (right.bits | right.undefined),
        },
        BinaryOperator::Or => Cell {
            bits: left.bits | right.bits,
            undefined: (left.undefined | right.undefined)
                & (!left.bits | left.undefined)
                & (!right.bits | right.undefined),
        },
        BinaryOperator::Xor => Cell { bits: left.bits ^ right.bits, undefined: left.undefined | right.undefined },
        BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight if right.undefined == 0 => {
            let bits = binary(operator, form, Cell::defined(left.bits), right)?;
            let undefined = binary(operator, form, Cell::defined(left.undefined), right)?;
            Cell { bits: bits.bits, undefined: undefined.bits }
        }
        BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => return Err(undefined("the amount of a shift")),
        BinaryOperator::Add
        | BinaryOperator::Subtract
        | BinaryOperator::Multiply
        | BinaryOperator::Divide
        | BinaryOperator::Remainder => return Err(undefined("an operand of arithmetic")),
    };
    Ok(form.fit_cell(cell))
}

/// The result of arithmetic if it fits.
#[inline(always)]
pub fn checked(operator: CheckedOperator, form: Form, left: u64, right: u64) -> Option<u64> {
    if form.signed {
        let (left, right) = (left.cast_signed(), right.cast_signed());
        let (result, over) = match operator {
            CheckedOperator::Add => left.overflowing_add(right),
            CheckedOperator::Subtract => left.overflowing_sub(right),
            CheckedOperator::Multiply => left.overflowing_mul(right),
        };
        let result = result.cast_unsigned();
        (!over && form.fit(result) == result).then_some(result)
    } else {
        let (result, over) = match operator {
            CheckedOperator::Add => left.overflowing_add(right),
            CheckedOperator::Subtract => left.overflowing_sub(right),
            CheckedOperator::Multiply => left.overflowing_mul(right),
        };
        (!over && form.fit(result) == result).then_some(result)
    }
}

/// Whether a check of operands of up to 64 bits holds.
#[inline(always)]
pub fn holds(kind: CheckKind, form: Form, width: u8, left: u64, right: u64) -> bool {
    let unsigned = Form { signed: false, ..form };
    match kind {
        CheckKind::Below => unsigned.fit(left) < unsigned.fit(right),
        CheckKind::NotZero => left != 0,
        CheckKind::QuotientFits => !(right == u64::MAX && left == smallest(form)),
        CheckKind::ShiftInRange => unsigned.fit(left) < u64::from(width),
        CheckKind::True => left != 0,
    }
}

/// A comparison of extended integers, addresses or truth values.
#[inline(always)]
pub fn compare(operator: Comparison, signed: bool, left: u64, right: u64) -> bool {
    if signed { ordered(operator, &left.cast_signed(), &right.cast_signed()) } else { ordered(operator, &left, &right) }
}

/// A comparison of anything; of floats any with NaN is false, except that NaN differs from everything.
#[inline(always)]
pub fn ordered<T: PartialOrd>(operator: Comparison, left: &T, right: &T) -> bool {
    match operator {
        Comparison::Equal => left == right,
        Comparison::NotEqual => left != right,
        Comparison::Less => left < right,
        Comparison::LessOrEqual => left <= right,
        Comparison::Greater => left > right,
        Comparison::GreaterOrEqual => left >= right,
    }
}

/// A comparison of floats by their bits.
#[inline(always)]
pub fn compare_float(operator: Comparison, double: bool, left: u64, right: u64) -> bool {
    if double {
        ordered(operator, &f64::from_bits(left), &f64::from_bits(right))
    } else {
        ordered(operator, &single(left), &single(right))
    }
}

/// The `f32` of the low 32 bits.
#[inline(always)]
pub fn single(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

/// An operator on one float by its bits.
#[inline(always)]
pub fn unary_float(operator: UnaryOperator, double: bool, value: u64) -> u64 {
    if double {
        of_float(operator, f64::from_bits(value)).to_bits()
    } else {
        u64::from(of_float(operator, single(value)).to_bits())
    }
}

/// Rust's negation turns the sign and nothing else, of NaN too.
#[inline(always)]
fn of_float<F: Neg<Output = F>>(operator: UnaryOperator, value: F) -> F {
    match operator {
        UnaryOperator::Negate => -value,
        UnaryOperator::Not => unreachable!("the verifier admits it on integers and truth values only"),
    }
}

/// An operator on two floats by their bits.
#[inline(always)]
pub fn binary_float(operator: BinaryOperator, double: bool, left: u64, right: u64) -> u64 {
    if double {
        of_floats(operator, f64::from_bits(left), f64::from_bits(right)).to_bits()
    } else {
        u64::from(of_floats(operator, single(left), single(right)).to_bits())
    }
}

#[inline(always)]
fn of_floats<F: Add<Output = F> + Sub<Output = F> + Mul<Output = F> + Div<Output = F>>(
    operator: BinaryOperator,
    left: F,
    right: F,
) -> F {
    match operator {
        BinaryOperator::Add => left + right,
        BinaryOperator::Subtract => left - right,
        BinaryOperator::Multiply => left * right,
        BinaryOperator::Divide => left / right,
        BinaryOperator::Remainder
        | BinaryOperator::And
        | BinaryOperator::Or
        | BinaryOperator::Xor
        | BinaryOperator::ShiftLeft
        | BinaryOperator::ShiftRight => unreachable!("the verifier admits these on integers only"),
    }
}
