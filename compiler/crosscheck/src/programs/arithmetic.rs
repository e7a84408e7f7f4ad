//! Arithmetic of the model: what each operator of the language gives for numbers of each type, and when it fails.
//! Written from the language's rules, not from the compiler, which it is the measure of.

use super::ast::{IntType, Operator, Type};
use super::value::Value;

/// The bits of a type that are set.
pub(crate) fn mask(int: IntType) -> u128 {
    if int.bits == 128 { u128::MAX } else { (1 << int.bits) - 1 }
}

/// The value of the bits of a signed integer.
pub(crate) fn signed(int: IntType, bits: u128) -> i128 {
    let shift = 128 - int.bits;
    (bits << shift) as i128 >> shift
}

/// The bits of a type's smallest value.
pub(crate) fn minimum(int: IntType) -> u128 {
    if int.signed { 1 << (int.bits - 1) } else { 0 }
}

/// Adds, subtracts or multiplies, and says whether the result is out of range.
fn overflowing(operator: Operator, int: IntType, left: u128, right: u128) -> (u128, bool) {
    if int.signed {
        let (left, right) = (signed(int, left), signed(int, right));
        let (result, overflow) = match operator {
            Operator::Subtract | Operator::SubtractWrapping => left.overflowing_sub(right),
            Operator::Multiply | Operator::MultiplyWrapping => left.overflowing_mul(right),
            other => {
                debug_assert!(matches!(other, Operator::Add | Operator::AddWrapping));
                left.overflowing_add(right)
            }
        };
        let bits = result as u128 & mask(int);
        (bits, overflow || signed(int, bits) != result)
    } else {
        let (result, overflow) = match operator {
            Operator::Subtract | Operator::SubtractWrapping => left.overflowing_sub(right),
            Operator::Multiply | Operator::MultiplyWrapping => left.overflowing_mul(right),
            other => {
                debug_assert!(matches!(other, Operator::Add | Operator::AddWrapping));
                left.overflowing_add(right)
            }
        };
        (result & mask(int), overflow || result & mask(int) != result)
    }
}

/// An operator on two integers of a type; a shift's amount is its value. Errors are the messages of the panic.
pub(crate) fn integers(operator: Operator, int: IntType, left: u128, right: u128) -> Result<u128, &'static str> {
    let checked = |message| {
        let (result, overflow) = overflowing(operator, int, left, right);
        if overflow { Err(message) } else { Ok(result) }
    };
    match operator {
        Operator::Add => checked("addition overflows"),
        Operator::Subtract => checked("subtraction overflows"),
        Operator::Multiply => checked("multiplication overflows"),
        Operator::AddWrapping | Operator::SubtractWrapping | Operator::MultiplyWrapping => {
            Ok(overflowing(operator, int, left, right).0)
        }
        Operator::Divide if right == 0 => Err("division by zero"),
        Operator::Remainder if right == 0 => Err("remainder of a division by zero"),
        Operator::Divide if int.signed => {
            if left == minimum(int) && right == mask(int) {
                return Err("division overflows");
            }
            Ok((signed(int, left) / signed(int, right)) as u128 & mask(int))
        }
        Operator::Divide => Ok(left / right),
        Operator::Remainder if int.signed => Ok(signed(int, left).wrapping_rem(signed(int, right)) as u128 & mask(int)),
        Operator::Remainder => Ok(left % right),
        Operator::And => Ok(left & right),
        Operator::Or => Ok(left | right),
        Operator::Xor => Ok(left ^ right),
        Operator::ShiftLeft | Operator::ShiftRight => shift(operator, int, left, right),
    }
}

fn shift(operator: Operator, int: IntType, left: u128, amount: u128) -> Result<u128, &'static str> {
    if amount >= u128::from(int.bits) {
        return Err("shift out of range");
    }
    let shifted = match operator {
        Operator::ShiftLeft => left << amount,
        _ if int.signed => (signed(int, left) >> amount) as u128,
        _ => left >> amount,
    };
    Ok(shifted & mask(int))
}

/// An operator on two `f64`.
pub(crate) fn doubles(operator: Operator, left: f64, right: f64) -> f64 {
    match operator {
        Operator::Subtract => left - right,
        Operator::Multiply => left * right,
        Operator::Divide => left / right,
        Operator::Remainder => left % right,
        _ => left + right,
    }
}

/// An operator on two `f32`.
pub(crate) fn singles(operator: Operator, left: f32, right: f32) -> f32 {
    match operator {
        Operator::Subtract => left - right,
        Operator::Multiply => left * right,
        Operator::Divide => left / right,
        Operator::Remainder => left % right,
        _ => left + right,
    }
}

/// `value as to`.
pub(crate) fn cast(from: &Type, to: &Type, value: &Value) -> Value {
    match (from, value) {
        (Type::Int(int), Value::Int(bits)) => {
            let wide = if int.signed { signed(*int, *bits) as u128 } else { *bits };
            match to {
                Type::Int(target) => Value::Int(wide & mask(*target)),
                Type::F32 if int.signed => Value::F32(wide as i128 as f32),
                Type::F32 => Value::F32(wide as f32),
                Type::F64 if int.signed => Value::F64(wide as i128 as f64),
                Type::F64 => Value::F64(wide as f64),
                other => panic!("an integer does not become {other:?}"),
            }
        }
        (_, Value::Bool(truth)) => match to {
            Type::Int(_) => Value::Int(u128::from(*truth)),
            other => panic!("a truth value does not become {other:?}"),
        },
        (_, Value::F32(number)) => match to {
            Type::F32 => Value::F32(*number),
            Type::F64 => Value::F64(f64::from(*number)),
            Type::Int(target) => Value::Int(saturate(*target, f64::from(*number))),
            other => panic!("a float does not become {other:?}"),
        },
        (_, Value::F64(number)) => match to {
            Type::F32 => Value::F32(*number as f32),
            Type::F64 => Value::F64(*number),
            Type::Int(target) => Value::Int(saturate(*target, *number)),
            other => panic!("a float does not become {other:?}"),
        },
        (from, value) => panic!("{value:?} of type {from:?} is not cast"),
    }
}

/// The nearest value of the type, towards zero; a number that is none becomes 0.
fn saturate(int: IntType, number: f64) -> u128 {
    if int.signed {
        let top = (mask(int) >> 1) as i128;
        (number as i128).clamp(-top - 1, top) as u128 & mask(int)
    } else {
        (number as u128).min(mask(int))
    }
}

/// An integer in decimal digits.
pub(crate) fn integer_text(int: IntType, bits: u128) -> String {
    if int.signed { signed(int, bits).to_string() } else { bits.to_string() }
}

/// A float as C's `%.*g` prints it, `nan` without a sign.
pub(crate) fn float_text(number: f64, digits: usize) -> String {
    if number.is_nan() {
        return "nan".to_string();
    }
    if number.is_infinite() {
        return if number > 0.0 { "inf" } else { "-inf" }.to_string();
    }
    let scientific = format!("{number:.*e}", digits - 1);
    let (mantissa, exponent) = scientific.split_once('e').expect("`{:e}` writes an exponent");
    let exponent: i32 = exponent.parse().expect("`{:e}` writes a decimal exponent");
    if exponent < -4 || exponent >= digits as i32 {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", without_zeros(mantissa), exponent.abs());
    }
    let decimals = (digits as i32 - 1 - exponent) as usize;
    without_zeros(&format!("{number:.decimals$}")).to_string()
}

fn without_zeros(digits: &str) -> &str {
    if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits }
}
