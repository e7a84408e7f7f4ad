//! Floating-point numbers against Rust's own.

use mir::{BinaryOperator, Comparison, FunctionBuilder, Scalar, UnaryOperator, Value};

use super::{at, run_over};

const SAMPLES: [f64; 16] = [
    0.0,
    -0.0,
    1.5,
    -2.25,
    127.9,
    -128.9,
    300.0,
    65_535.5,
    4e9,
    -3e9,
    1e19,
    -1e19,
    2e38,
    1e300,
    f64::INFINITY,
    f64::NAN,
];

const INTEGERS: [Scalar; 10] = [
    Scalar::I8,
    Scalar::I16,
    Scalar::I32,
    Scalar::I64,
    Scalar::I128,
    Scalar::U8,
    Scalar::U16,
    Scalar::U32,
    Scalar::U64,
    Scalar::U128,
];

#[test]
fn floats_to_integers_saturate() {
    let count = SAMPLES.len() * INTEGERS.len() * 2;
    let mut memory = vec![0u64; SAMPLES.len() + count * 2];
    for (place, sample) in memory.iter_mut().zip(SAMPLES) {
        *place = sample.to_bits();
    }
    run_over(&mut memory, |_, builder, memory| {
        let mut next = SAMPLES.len() as i32 * 8;
        for sample in 0..SAMPLES.len() as i32 {
            let wide = builder.load(Scalar::F64, memory, sample * 8);
            let narrow = builder.convert(wide, Scalar::F32);
            for integer in INTEGERS {
                for value in [wide, narrow] {
                    let converted = builder.convert(value, integer);
                    builder.store(converted, memory, next);
                    next += 16;
                }
            }
        }
    });
    let results: Vec<u128> =
        memory[SAMPLES.len()..].chunks(2).map(|halves| u128::from(halves[0]) | u128::from(halves[1]) << 64).collect();
    for (sample, results) in SAMPLES.iter().zip(results.chunks(INTEGERS.len() * 2)) {
        for (value, offset) in [(*sample, 0), (f64::from(*sample as f32), 1)] {
            let expected = [
                value as i8 as u8 as u128,
                value as i16 as u16 as u128,
                value as i32 as u32 as u128,
                value as i64 as u64 as u128,
                value as i128 as u128,
                value as u8 as u128,
                value as u16 as u128,
                value as u32 as u128,
                value as u64 as u128,
                value as u128,
            ];
            for (index, expected) in expected.into_iter().enumerate() {
                assert_eq!(results[index * 2 + offset], expected, "{value} as {}", INTEGERS[index]);
            }
        }
    }
}

#[test]
fn integers_to_floats_round() {
    let samples: [i128; 8] = [0, 1, -1, i128::MAX, i128::MIN, 0x80ff_8001, 0x7fff_ffff_ffff_fe01, -0x8000_0001];
    let mut memory = vec![0u64; samples.len() * 2 + samples.len() * INTEGERS.len() * 2];
    for (place, sample) in memory.chunks_mut(2).zip(samples) {
        place.copy_from_slice(&[sample as u64, (sample >> 64) as u64]);
    }
    run_over(&mut memory, |_, builder, memory| {
        let mut next = samples.len() as i32 * 16;
        for sample in 0..samples.len() as i32 {
            for integer in INTEGERS {
                let value = builder.load(integer, memory, sample * 16);
                for (float, offset) in [(Scalar::F64, 0), (Scalar::F32, 8)] {
                    let converted = builder.convert(value, float);
                    builder.store(converted, memory, next + offset);
                }
                next += 16;
            }
        }
    });
    let results = memory[samples.len() * 2..].chunks(INTEGERS.len() * 2);
    for (value, results) in samples.into_iter().zip(results) {
        let value = value as u128;
        macro_rules! expected {
            ($($ty:ty)*) => { [$((value as $ty as f64, value as $ty as f32)),*] };
        }
        let expected = expected!(i8 i16 i32 i64 i128 u8 u16 u32 u64 u128);
        for ((wide, narrow), found) in expected.into_iter().zip(results.chunks(2)) {
            assert_eq!(f64::from_bits(found[0]), wide);
            assert_eq!(f32::from_bits(found[1] as u32), narrow);
        }
    }
}

fn operations(builder: &mut FunctionBuilder, left: Value, right: Value, memory: Value) {
    let arithmetic = [
        BinaryOperator::Add,
        BinaryOperator::Subtract,
        BinaryOperator::Multiply,
        BinaryOperator::Divide,
        BinaryOperator::Remainder,
    ];
    let mut results: Vec<Value> =
        arithmetic.into_iter().map(|operator| builder.binary(operator, left, right)).collect();
    results.push(builder.unary(UnaryOperator::Negate, left));
    let comparisons = [
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::Less,
        Comparison::LessOrEqual,
        Comparison::Greater,
        Comparison::GreaterOrEqual,
    ];
    results.extend(comparisons.map(|operator| builder.compare(operator, left, right)));
    for (index, result) in results.into_iter().enumerate() {
        builder.store(result, memory, 8 * index as i32);
    }
}

#[test]
fn arithmetic_and_comparisons_agree() {
    const RESULTS: usize = 12;
    let pairs: Vec<(f64, f64)> =
        SAMPLES.iter().flat_map(|left| SAMPLES.map(|right| (*left, right))).step_by(3).collect();
    let size = 2 + 2 * RESULTS;
    let mut memory = vec![0u64; pairs.len() * size];
    for (place, (left, right)) in memory.chunks_mut(size).zip(&pairs) {
        place[0] = left.to_bits();
        place[1] = right.to_bits();
    }
    run_over(&mut memory, |_, builder, memory| {
        for index in 0..pairs.len() {
            let place = at(builder, memory, (index * size * 8) as i128);
            let left = builder.load(Scalar::F64, place, 0);
            let right = builder.load(Scalar::F64, place, 8);
            let wide = at(builder, place, 16);
            operations(builder, left, right, wide);
            let left = builder.convert(left, Scalar::F32);
            let right = builder.convert(right, Scalar::F32);
            let narrow = at(builder, place, 16 + 8 * RESULTS as i128);
            operations(builder, left, right, narrow);
        }
    });
    for (found, (left, right)) in memory.chunks(size).zip(pairs) {
        let (narrow_left, narrow_right) = (left as f32, right as f32);
        let wide = [left + right, left - right, left * right, left / right, left % right, -left];
        let narrow = [
            narrow_left + narrow_right,
            narrow_left - narrow_right,
            narrow_left * narrow_right,
            narrow_left / narrow_right,
            narrow_left % narrow_right,
            -narrow_left,
        ];
        for (index, (wide, narrow)) in wide.into_iter().zip(narrow).enumerate() {
            let found_wide = f64::from_bits(found[2 + index]);
            let found_narrow = f32::from_bits(found[2 + RESULTS + index] as u32);
            assert!(found_wide.to_bits() == wide.to_bits() || wide.is_nan() && found_wide.is_nan(), "{left} {right}");
            assert!(found_narrow.to_bits() == narrow.to_bits() || narrow.is_nan() && found_narrow.is_nan());
        }
        let comparisons = [left == right, left != right, left < right, left <= right, left > right, left >= right];
        for (index, expected) in comparisons.into_iter().enumerate() {
            assert_eq!(found[8 + index], u64::from(expected), "{left} {right}");
        }
    }
}
