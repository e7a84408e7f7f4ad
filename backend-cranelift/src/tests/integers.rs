//! Integers of all widths against Rust's own.

use mir::{BinaryOperator, Comparison, FunctionBuilder, ReturnValue, Scalar, UnaryOperator, Value};

use super::{at, call_own, function, run_over};

const SLOTS: usize = 24;
const SAMPLES: [i128; 9] =
    [0, 1, -1, 7, -100, i128::MAX, i128::MIN, 0x0123_4567_89ab_cdef_0f1e_2d3c_4b5a_6978, 0x7f80_ff7f_8000_7fff];

/// Stores the results of all operations behind the two operands.
fn operations(builder: &mut FunctionBuilder, scalar: Scalar, memory: Value) {
    let left = builder.load(scalar, memory, 0);
    let right = builder.load(scalar, memory, 16);
    let one = builder.integer(scalar, 1);
    let three = builder.integer(scalar, 3);
    let minus_one = builder.integer(scalar, -1);
    // A divisor that is neither 0 nor -1.
    let odd = builder.binary(BinaryOperator::Or, right, one);
    let is_minus_one = builder.compare(Comparison::Equal, odd, minus_one);
    let divisor = builder.select(is_minus_one, three, odd);
    let mask = builder.integer(scalar, i128::from(scalar.bits() - 1));
    let amount = builder.binary(BinaryOperator::And, right, mask);
    let mut results = Vec::new();
    for operator in [BinaryOperator::Add, BinaryOperator::Subtract, BinaryOperator::Multiply] {
        results.push(builder.binary(operator, left, right));
    }
    for operator in [BinaryOperator::Divide, BinaryOperator::Remainder] {
        results.push(builder.binary(operator, left, divisor));
    }
    for operator in [BinaryOperator::And, BinaryOperator::Or, BinaryOperator::Xor] {
        results.push(builder.binary(operator, left, right));
    }
    for operator in [BinaryOperator::ShiftLeft, BinaryOperator::ShiftRight] {
        results.push(builder.binary(operator, left, amount));
    }
    for operator in [UnaryOperator::Negate, UnaryOperator::Not] {
        results.push(builder.unary(operator, left));
    }
    for operator in [
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::Less,
        Comparison::LessOrEqual,
        Comparison::Greater,
        Comparison::GreaterOrEqual,
    ] {
        results.push(builder.compare(operator, left, right));
    }
    for scalar in [Scalar::I8, Scalar::U32, Scalar::I64, Scalar::I128] {
        results.push(builder.convert(left, scalar));
    }
    assert_eq!(results.len() + 2, SLOTS);
    for (index, result) in results.into_iter().enumerate() {
        builder.store(result, memory, 32 + 16 * index as i32);
    }
}

macro_rules! agree {
    ($($test:ident $ty:ty, $scalar:ident;)*) => {$(
        #[test]
        fn $test() {
            let scalar = Scalar::$scalar;
            let pairs: Vec<($ty, $ty)> =
                SAMPLES.iter().flat_map(|left| SAMPLES.map(|right| (*left as $ty, right as $ty))).collect();
            let mut memory = vec![0u64; pairs.len() * SLOTS * 2];
            for ((left, right), memory) in pairs.iter().zip(memory.chunks_mut(SLOTS * 2)) {
                for (value, place) in [(left, 0), (right, 2)] {
                    let wide = *value as u128;
                    memory[place] = wide as u64;
                    memory[place + 1] = (wide >> 64) as u64;
                }
            }
            run_over(&mut memory, |module, builder, memory| {
                let body = function(module, "operations", &[Scalar::Pointer], None, |_, builder, values| {
                    operations(builder, scalar, values[0]);
                    builder.return_value(ReturnValue::Nothing);
                });
                for index in 0..pairs.len() {
                    let place = at(builder, memory, (index * SLOTS * 16) as i128);
                    call_own(module, builder, body, &[place], None);
                }
            });
            for ((left, right), memory) in pairs.iter().zip(memory.chunks(SLOTS * 2)) {
                let (left, right) = (*left, *right);
                // For unsigned types, all bits set is what -1 is.
                let odd = right | 1;
                let divisor = if odd == (-1i128) as $ty { 3 } else { odd };
                let amount = (right & (<$ty>::BITS - 1) as $ty) as u32;
                let expected = [
                    left.wrapping_add(right),
                    left.wrapping_sub(right),
                    left.wrapping_mul(right),
                    left.wrapping_div(divisor),
                    left.wrapping_rem(divisor),
                    left & right,
                    left | right,
                    left ^ right,
                    left << amount,
                    left >> amount,
                    left.wrapping_neg(),
                    !left,
                ];
                let stored = |index: usize| {
                    u128::from(memory[4 + 2 * index]) | u128::from(memory[5 + 2 * index]) << 64
                };
                for (index, expected) in expected.iter().enumerate() {
                    assert_eq!(stored(index) as $ty, *expected, "operation {index} of {left} and {right}");
                }
                let comparisons =
                    [left == right, left != right, left < right, left <= right, left > right, left >= right];
                for (index, expected) in comparisons.iter().enumerate() {
                    assert_eq!(stored(12 + index), u128::from(*expected), "comparison {index} of {left} and {right}");
                }
                assert_eq!(stored(18) as i8, left as i8);
                assert_eq!(stored(19) as u32, left as u32);
                assert_eq!(stored(20) as i64, left as i64);
                assert_eq!(stored(21) as i128, left as i128);
            }
        }
    )*};
}

agree! {
    i8_agrees i8, I8;
    i16_agrees i16, I16;
    i32_agrees i32, I32;
    i64_agrees i64, I64;
    i128_agrees i128, I128;
    u8_agrees u8, U8;
    u16_agrees u16, U16;
    u32_agrees u32, U32;
    u64_agrees u64, U64;
    u128_agrees u128, U128;
}

#[test]
fn the_smallest_number_modulo_minus_one_is_zero() {
    let mut memory = [i64::MIN as u64, -1i64 as u64, 1];
    run_over(&mut memory, |_, builder, memory| {
        let left = builder.load(Scalar::I64, memory, 0);
        let right = builder.load(Scalar::I64, memory, 8);
        let remainder = builder.binary(BinaryOperator::Remainder, left, right);
        builder.store(remainder, memory, 16);
    });
    assert_eq!(memory[2], 0);
}

#[test]
fn constants_divide_and_multiply_as_other_numbers_do() {
    macro_rules! check {
        ($ty:ty, $scalar:ident) => {{
            let scalar = Scalar::$scalar;
            let mut constants: Vec<$ty> = (0..<$ty>::BITS).map(|exponent| 1 << exponent).collect();
            constants.extend([3, 100, <$ty>::MAX]);
            let samples: Vec<$ty> = SAMPLES.iter().map(|sample| *sample as $ty).collect();
            let mut memory = vec![0u64; samples.len() * (1 + 3 * constants.len())];
            for (place, sample) in memory.iter_mut().zip(&samples) {
                *place = *sample as u64;
            }
            run_over(&mut memory, |module, builder, memory| {
                function(module, "std.runtime.panic_site", &[Scalar::Pointer], None, |_, builder, _| {
                    builder.unreachable();
                });
                let mut next = 8 * samples.len() as i32;
                for index in 0..samples.len() {
                    let left = builder.load(scalar, memory, 8 * index as i32);
                    for constant in &constants {
                        let right = builder.integer(scalar, *constant as i128);
                        for operator in [BinaryOperator::Divide, BinaryOperator::Remainder] {
                            let result = builder.binary(operator, left, right);
                            builder.store(result, memory, next);
                            next += 8;
                        }
                        // A product that fits.
                        let site = builder.site(mir::SiteKind::MultiplyOverflow);
                        let quotient = builder.binary(BinaryOperator::Divide, left, right);
                        let product = builder.checked(mir::CheckedOperator::Multiply, quotient, right, site);
                        builder.store(product, memory, next);
                        next += 8;
                    }
                }
            });
            let mut results = memory[samples.len()..].iter().map(|bits| *bits as $ty);
            for sample in &samples {
                for constant in &constants {
                    let quotient = sample.wrapping_div(*constant);
                    let expected = [quotient, sample.wrapping_rem(*constant), quotient.wrapping_mul(*constant)];
                    for expected in expected {
                        assert_eq!(results.next(), Some(expected), "{sample} and {constant} of {scalar}");
                    }
                }
            }
        }};
    }
    check!(i8, I8);
    check!(i16, I16);
    check!(i32, I32);
    check!(i64, I64);
    check!(u8, U8);
    check!(u16, U16);
    check!(u32, U32);
    check!(u64, U64);
}
