//! What Cranelift cannot do with 128-bit integers. Owns the checked product in terms of 64-bit operations and the
//! names of the library functions for the rest. Must not know MIR.
//!
//! The compiler library has no checked 128-bit product that reports instead of aborting (`__mulvti3` aborts,
//! `__muloti4` exists with clang only), so the product is computed from its four partial products here.

use cranelift_codegen::cursor::FuncCursor;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};

/// The product of two `i128` values modulo 2^128, and whether it differs from the true product (not zero if so).
pub(crate) fn checked_product(cursor: &mut FuncCursor<'_>, signed: bool, left: Value, right: Value) -> (Value, Value) {
    if !signed {
        return magnitude_product(cursor, left, right);
    }
    let (left, left_sign) = magnitude(cursor, left);
    let (right, right_sign) = magnitude(cursor, right);
    let (product, too_large) = magnitude_product(cursor, left, right);
    let sign = cursor.ins().bxor(left_sign, right_sign);
    let signed_product = negate_if(cursor, product, sign);
    // A magnitude above 2^127 (2^127 itself is fine if negative) shows as a wrong sign of a product that is not 0.
    let (low, high) = cursor.ins().isplit(signed_product);
    let wrong_sign = cursor.ins().bxor(high, sign);
    let wrong_sign = cursor.ins().icmp_imm_s(IntCC::SignedLessThan, wrong_sign, 0);
    let any_bit = cursor.ins().bor(low, high);
    let not_zero = cursor.ins().icmp_imm_s(IntCC::NotEqual, any_bit, 0);
    let wrong = cursor.ins().band(wrong_sign, not_zero);
    (signed_product, cursor.ins().bor(wrong, too_large))
}

/// The absolute value, and 0 or -1 as `i64` for its sign.
fn magnitude(cursor: &mut FuncCursor<'_>, value: Value) -> (Value, Value) {
    let (_, high) = cursor.ins().isplit(value);
    let sign = cursor.ins().sshr_imm_u(high, 63);
    (negate_if(cursor, value, sign), sign)
}

/// The value, or its negative if `sign` is -1 instead of 0.
fn negate_if(cursor: &mut FuncCursor<'_>, value: Value, sign: Value) -> Value {
    let mask = cursor.ins().iconcat(sign, sign);
    let flipped = cursor.ins().bxor(value, mask);
    cursor.ins().isub(flipped, mask)
}

fn magnitude_product(cursor: &mut FuncCursor<'_>, left: Value, right: Value) -> (Value, Value) {
    let (left_low, left_high) = cursor.ins().isplit(left);
    let (right_low, right_high) = cursor.ins().isplit(right);
    let left_wide = cursor.ins().icmp_imm_s(IntCC::NotEqual, left_high, 0);
    let right_wide = cursor.ins().icmp_imm_s(IntCC::NotEqual, right_high, 0);
    let both_wide = cursor.ins().band(left_wide, right_wide);
    // Unless both are wide, one of the two cross products is 0, so that their sum does not overflow.
    let cross = cursor.ins().imul(left_high, right_low);
    let cross_carry = cursor.ins().umulhi(left_high, right_low);
    let other_cross = cursor.ins().imul(left_low, right_high);
    let other_carry = cursor.ins().umulhi(left_low, right_high);
    let cross = cursor.ins().iadd(cross, other_cross);
    let carries = cursor.ins().bor(cross_carry, other_carry);
    let carried = cursor.ins().icmp_imm_s(IntCC::NotEqual, carries, 0);
    let low = cursor.ins().imul(left_low, right_low);
    let low_carry = cursor.ins().umulhi(left_low, right_low);
    let (high, high_carried) = cursor.ins().uadd_overflow(low_carry, cross);
    let too_large = cursor.ins().bor(both_wide, carried);
    let too_large = cursor.ins().bor(too_large, high_carried);
    (cursor.ins().iconcat(low, high), too_large)
}

/// An `i128` constant.
pub(crate) fn constant(cursor: &mut FuncCursor<'_>, value: u128) -> Value {
    let low = cursor.ins().iconst(I64, value as u64 as i64);
    let high = cursor.ins().iconst(I64, (value >> 64) as u64 as i64);
    cursor.ins().iconcat(low, high)
}
