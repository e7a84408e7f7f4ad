//! What Cranelift cannot do with 128-bit integers. Owns the checked product in terms of 64-bit operations and the
//! names of the library functions for the rest. Must not know MIR.
//!
//! The compiler library has no checked 128-bit product that reports instead of aborting (`__mulvti3` aborts,
//! `__muloti4` exists with clang only), so the product is computed from its four partial products here.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use cranelift_frontend::FunctionBuilder;

/// The product of two `i128` values modulo 2^128, and whether it differs from the true product (not zero if so).
pub(crate) fn checked_product(
    builder: &mut FunctionBuilder<'_>,
    signed: bool,
    left: Value,
    right: Value,
) -> (Value, Value) {
    if !signed {
        return magnitude_product(builder, left, right);
    }
    let (left, left_sign) = magnitude(builder, left);
    let (right, right_sign) = magnitude(builder, right);
    let (product, too_large) = magnitude_product(builder, left, right);
    let sign = builder.ins().bxor(left_sign, right_sign);
    let signed_product = negate_if(builder, product, sign);
    // A magnitude above 2^127 (2^127 itself is fine if negative) shows as a wrong sign of a product that is not 0.
    let (low, high) = builder.ins().isplit(signed_product);
    let wrong_sign = builder.ins().bxor(high, sign);
    let wrong_sign = builder.ins().icmp_imm_s(IntCC::SignedLessThan, wrong_sign, 0);
    let any_bit = builder.ins().bor(low, high);
    let not_zero = builder.ins().icmp_imm_s(IntCC::NotEqual, any_bit, 0);
    let wrong = builder.ins().band(wrong_sign, not_zero);
    (signed_product, builder.ins().bor(wrong, too_large))
}

/// The absolute value, and 0 or -1 as `i64` for its sign.
fn magnitude(builder: &mut FunctionBuilder<'_>, value: Value) -> (Value, Value) {
    let (_, high) = builder.ins().isplit(value);
    let sign = builder.ins().sshr_imm_u(high, 63);
    (negate_if(builder, value, sign), sign)
}

/// The value, or its negative if `sign` is -1 instead of 0.
fn negate_if(builder: &mut FunctionBuilder<'_>, value: Value, sign: Value) -> Value {
    let mask = builder.ins().iconcat(sign, sign);
    let flipped = builder.ins().bxor(value, mask);
    builder.ins().isub(flipped, mask)
}

fn magnitude_product(builder: &mut FunctionBuilder<'_>, left: Value, right: Value) -> (Value, Value) {
    let (left_low, left_high) = builder.ins().isplit(left);
    let (right_low, right_high) = builder.ins().isplit(right);
    let left_wide = builder.ins().icmp_imm_s(IntCC::NotEqual, left_high, 0);
    let right_wide = builder.ins().icmp_imm_s(IntCC::NotEqual, right_high, 0);
    let both_wide = builder.ins().band(left_wide, right_wide);
    // Unless both are wide, one of the two cross products is 0, so that their sum does not overflow.
    let cross = builder.ins().imul(left_high, right_low);
    let cross_carry = builder.ins().umulhi(left_high, right_low);
    let other_cross = builder.ins().imul(left_low, right_high);
    let other_carry = builder.ins().umulhi(left_low, right_high);
    let cross = builder.ins().iadd(cross, other_cross);
    let carries = builder.ins().bor(cross_carry, other_carry);
    let carried = builder.ins().icmp_imm_s(IntCC::NotEqual, carries, 0);
    let low = builder.ins().imul(left_low, right_low);
    let low_carry = builder.ins().umulhi(left_low, right_low);
    let (high, high_carried) = builder.ins().uadd_overflow(low_carry, cross);
    let too_large = builder.ins().bor(both_wide, carried);
    let too_large = builder.ins().bor(too_large, high_carried);
    (builder.ins().iconcat(low, high), too_large)
}

/// An `i128` constant.
pub(crate) fn constant(builder: &mut FunctionBuilder<'_>, value: u128) -> Value {
    let low = builder.ins().iconst(I64, value as u64 as i64);
    let high = builder.ins().iconst(I64, (value >> 64) as u64 as i64);
    builder.ins().iconcat(low, high)
}
