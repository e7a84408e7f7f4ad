//! Conversions that are more than wrapping: to and from floats, and to 128 bits. Owns rounding and saturation, which
//! are Rust's `as`: to nearest even, and saturating with NaN as 0. Must not know cells' places.

use abi::FloatKind;

use crate::scalar::{Scalar, ScalarClass};

use super::arithmetic::single;
use super::cell::Form;

/// Converts defined bits: one cell, or both of a wide integer, in the extended form of its type.
pub fn convert(bits: u128, source: Scalar, target: Scalar) -> u128 {
    if source.is_float() {
        let value = match source {
            // Every `f32` is an `f64`, so rounding happens once.
            Scalar::F32 => f64::from(single(bits as u64)),
            _ => f64::from_bits(bits as u64),
        };
        from_float(value, source, bits, target)
    } else {
        from_integer(bits, source, target)
    }
}

fn from_float(value: f64, source: Scalar, bits: u128, target: Scalar) -> u128 {
    let signed = |value: i64| u128::from(value.cast_unsigned());
    match target {
        Scalar::F32 if source == Scalar::F32 => bits,
        Scalar::F32 => u128::from((value as f32).to_bits()),
        Scalar::F64 => u128::from(value.to_bits()),
        Scalar::I8 => signed(i64::from(value as i8)),
        Scalar::I16 => signed(i64::from(value as i16)),
        Scalar::I32 => signed(i64::from(value as i32)),
        Scalar::I64 => signed(value as i64),
        Scalar::I128 => (value as i128).cast_unsigned(),
        Scalar::U8 => u128::from(value as u8),
        Scalar::U16 => u128::from(value as u16),
        Scalar::U32 => u128::from(value as u32),
        Scalar::U64 | Scalar::Pointer => u128::from(value as u64),
        Scalar::U128 => value as u128,
        Scalar::Bool => u128::from(value != 0.0),
    }
}

fn from_integer(bits: u128, source: Scalar, target: Scalar) -> u128 {
    let wide = if source.is_signed() && source.bits() <= 64 {
        i128::from((bits as u64).cast_signed()).cast_unsigned()
    } else {
        bits
    };
    let signed = source.is_signed();
    match target.class() {
        ScalarClass::Float(FloatKind::F32) if signed => u128::from((wide.cast_signed() as f32).to_bits()),
        ScalarClass::Float(FloatKind::F32) => u128::from((wide as f32).to_bits()),
        ScalarClass::Float(FloatKind::F64) if signed => u128::from((wide.cast_signed() as f64).to_bits()),
        ScalarClass::Float(FloatKind::F64) => u128::from((wide as f64).to_bits()),
        ScalarClass::Integer(_) | ScalarClass::Bool | ScalarClass::Pointer if target.is_wide() => wide,
        ScalarClass::Integer(_) | ScalarClass::Bool | ScalarClass::Pointer => {
            u128::from(Form::of(target).fit(wide as u64))
        }
    }
}
