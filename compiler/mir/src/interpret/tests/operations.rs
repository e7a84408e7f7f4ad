//! Every operation on every type against an independent reckoning in 128 bits.

use std::fmt::Write;

use fastrand::Rng;

use super::{Both, Outcome, scalar};
use crate::interpret::FaultKind;
use crate::scalar::Scalar;

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

const BINARY: [&str; 10] =
    ["add", "subtract", "multiply", "divide", "remainder", "and", "or", "xor", "shift_left", "shift_right"];
const CHECKED: [&str; 3] = ["checked_add", "checked_subtract", "checked_multiply"];
const COMPARISONS: [&str; 6] = ["equal", "not_equal", "less", "less_or_equal", "greater", "greater_or_equal"];

/// Whether a number is one of the type; of `U128` only numbers below 2^127 are asked about.
fn fits(ty: Scalar, value: i128) -> bool {
    match ty {
        Scalar::I128 => true,
        Scalar::U128 => value >= 0,
        _ if ty.is_signed() => (-(1i128 << (ty.bits() - 1))..1i128 << (ty.bits() - 1)).contains(&value),
        _ => (0..1i128 << ty.bits()).contains(&value),
    }
}

/// The number that bits of a type stand for; of `U128` modulo 2^128.
fn number(ty: Scalar, bits: u128) -> i128 {
    let shift = 128 - ty.bits();
    if ty.is_signed() { (bits << shift).cast_signed() >> shift } else { (bits << shift >> shift).cast_signed() }
}

/// The bits as `Machine::call` gives them: extended to 64 bits, or 128.
fn given(ty: Scalar, value: i128) -> u128 {
    let value = number(ty, value.cast_unsigned()).cast_unsigned();
    if ty.bits() > 64 { value } else { u128::from(value as u64) }
}

fn random(rng: &mut Rng, ty: Scalar) -> u128 {
    let bits = ty.bits();
    let mask = u128::MAX >> (128 - bits);
    let edge = 1u128 << (bits - 1);
    let value = match rng.u8(..8) {
        0 => 0,
        1 => 1,
        2 => u128::MAX,
        3 => edge,
        4 => edge - 1,
        5 => rng.u128(..) >> rng.u32(..128),
        6 => u128::from(rng.u8(..)),
        _ => rng.u128(..),
    };
    value & mask
}

fn function(name: &str, parameters: &[Scalar], result: Scalar, inside: &str) -> String {
    let list: Vec<String> = parameters.iter().enumerate().map(|(index, ty)| format!("v{index}: {ty}")).collect();
    let types: Vec<String> = parameters.iter().map(ToString::to_string).collect();
    format!(
        "function system_abi export @{name}({}) : ({}) -> {result} {{\n  site 0 add_overflow at 7\nb0:\n{inside}\n}}\n",
        list.join(", "),
        types.join(", ")
    )
}

fn two(word: &str, ty: Scalar, result: Scalar) -> String {
    let site = if word.starts_with("checked") { ", site0" } else { "" };
    let inside = format!("  v2: {result} = {word} v0, v1{site}\n  return v2");
    function(&format!("{word}_{ty}"), &[ty, ty], result, &inside)
}

/// What an operator of integers gives, in 128 bits and wrapped.
fn expected(word: &str, ty: Scalar, left: u128, right: u128) -> Outcome {
    let (l, r) = (number(ty, left), number(ty, right));
    let unsigned_wide = ty == Scalar::U128;
    let value = |value: i128| Outcome::Value(given(ty, value));
    let fault = |kind| Outcome::Faults(kind, String::new());
    match word {
        "add" => value(l.wrapping_add(r)),
        "subtract" => value(l.wrapping_sub(r)),
        "multiply" => value(l.wrapping_mul(r)),
        "divide" | "remainder" if r == 0 => fault(FaultKind::DivisionByZero),
        "divide" if unsigned_wide => value((left / right).cast_signed()),
        "remainder" if unsigned_wide => value((left % right).cast_signed()),
        "divide" if ty.is_signed() && r == -1 && !fits(ty, l.wrapping_neg()) => fault(FaultKind::DivisionOverflow),
        "divide" if ty == Scalar::I128 && r == -1 && l == i128::MIN => fault(FaultKind::DivisionOverflow),
        "divide" => value(l.wrapping_div(r)),
        "remainder" => value(l.wrapping_rem(r)),
        "and" => value(l & r),
        "or" => value(l | r),
        "xor" => value(l ^ r),
        "shift_left" | "shift_right" if !(0..i128::from(ty.bits())).contains(&r) => fault(FaultKind::ShiftOutOfRange),
        "shift_left" => value(l << r),
        "shift_right" if unsigned_wide => value((left >> r).cast_signed()),
        "shift_right" => value(l >> r),
        other => panic!("{other}"),
    }
}

fn expected_checked(word: &str, ty: Scalar, left: u128, right: u128) -> Outcome {
    let (l, r) = (number(ty, left), number(ty, right));
    let exact = if ty == Scalar::U128 {
        let exact = match word {
            "checked_add" => left.checked_add(right),
            "checked_subtract" => left.checked_sub(right),
            _ => left.checked_mul(right),
        };
        exact.map(u128::cast_signed)
    } else {
        let exact = match word {
            "checked_add" => l.checked_add(r),
            "checked_subtract" => l.checked_sub(r),
            _ => l.checked_mul(r),
        };
        exact.filter(|value| fits(ty, *value))
    };
    match exact {
        Some(value) => Outcome::Value(given(ty, value)),
        None => Outcome::Panics("addition overflows".to_owned()),
    }
}

fn without_words(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Faults(kind, _) => Outcome::Faults(kind, String::new()),
        Outcome::Value(_) | Outcome::Panics(_) | Outcome::Exits(_) => outcome,
    }
}

#[test]
fn integers() {
    let mut text = String::new();
    for ty in INTEGERS {
        for word in BINARY.into_iter().chain(CHECKED) {
            text += &two(word, ty, ty);
        }
        for word in COMPARISONS {
            text += &two(word, ty, Scalar::Bool);
        }
        for word in ["negate", "not"] {
            let inside = format!("  v1: {ty} = {word} v0\n  return v1");
            text += &function(&format!("{word}_{ty}"), &[ty], ty, &inside);
        }
    }
    let program = Both::new(&text);
    let mut rng = Rng::with_seed(1);
    for ty in INTEGERS {
        for _ in 0..20 {
            let (left, right) = (random(&mut rng, ty), random(&mut rng, ty));
            let arguments = [scalar(ty, left), scalar(ty, right)];
            for word in BINARY {
                let right = match word {
                    "shift_left" | "shift_right" if rng.u8(..4) > 0 => right & u128::from(ty.bits() - 1),
                    // Of a wide amount, which a check has seen before, only the low half is looked at.
                    "shift_left" | "shift_right" if ty.bits() > 64 => right & u128::from(u64::MAX >> 1),
                    _ => right,
                };
                let arguments = [scalar(ty, left), scalar(ty, right)];
                let outcome = without_words(program.call(&format!("{word}_{ty}"), &arguments));
                assert_eq!(outcome, expected(word, ty, left, right), "{word} {ty} {left:#x} {right:#x}");
            }
            for word in CHECKED {
                let outcome = program.call(&format!("{word}_{ty}"), &arguments);
                assert_eq!(outcome, expected_checked(word, ty, left, right), "{word} {ty} {left:#x} {right:#x}");
            }
            let order = if ty == Scalar::U128 { left.cmp(&right) } else { number(ty, left).cmp(&number(ty, right)) };
            for word in COMPARISONS {
                let truth = match word {
                    "equal" => order.is_eq(),
                    "not_equal" => order.is_ne(),
                    "less" => order.is_lt(),
                    "less_or_equal" => order.is_le(),
                    "greater" => order.is_gt(),
                    _ => order.is_ge(),
                };
                let outcome = program.call(&format!("{word}_{ty}"), &arguments);
                assert_eq!(outcome, Outcome::Value(u128::from(truth)), "{word} {ty} {left:#x} {right:#x}");
            }
            let left_number = number(ty, left);
            let negated = program.call(&format!("negate_{ty}"), &arguments[..1]);
            assert_eq!(negated, Outcome::Value(given(ty, left_number.wrapping_neg())));
            let inverted = program.call(&format!("not_{ty}"), &arguments[..1]);
            assert_eq!(inverted, Outcome::Value(given(ty, !left_number)));
        }
    }
}

#[test]
fn checks() {
    let mut text = String::new();
    for ty in INTEGERS {
        for word in ["check_below", "check_not_zero", "check_quotient_fits", "check_shift_in_range"] {
            let right = if word == "check_not_zero" { "v0" } else { "v1" };
            let inside = format!("  {word} v0, {right}, site0\n  v2: i64 = constant 5\n  return v2");
            text += &function(&format!("{word}_{ty}"), &[ty, ty], Scalar::I64, &inside);
        }
    }
    text += &function(
        "check_true",
        &[Scalar::Bool],
        Scalar::I64,
        "  check_true v0, v0, site0\n  v1: i64 = constant 5\n  return v1",
    );
    let program = Both::new(&text);
    let mut rng = Rng::with_seed(2);
    let outcome = |holds: bool| {
        if holds { Outcome::Value(5) } else { Outcome::Panics("addition overflows".to_owned()) }
    };
    for ty in INTEGERS {
        for _ in 0..30 {
            let (left, right) = (random(&mut rng, ty), random(&mut rng, ty));
            let arguments = [scalar(ty, left), scalar(ty, right)];
            let smallest = 1u128 << (ty.bits() - 1);
            let all = u128::MAX >> (128 - ty.bits());
            for (word, holds) in [
                ("check_below", left < right),
                ("check_not_zero", left != 0),
                ("check_quotient_fits", !(ty.is_signed() && left == smallest && right == all)),
                ("check_shift_in_range", left < u128::from(ty.bits())),
            ] {
                if word == "check_quotient_fits" && !ty.is_signed() {
                    continue;
                }
                let found = program.call(&format!("{word}_{ty}"), &arguments);
                assert_eq!(found, outcome(holds), "{word} {ty} {left:#x} {right:#x}");
            }
        }
    }
    for truth in [false, true] {
        let found = program.call("check_true", &[scalar(Scalar::Bool, u128::from(truth))]);
        assert_eq!(found, outcome(truth));
    }
}

#[test]
fn conversions_between_integers() {
    let mut text = String::new();
    for from in INTEGERS {
        for to in INTEGERS {
            let inside = format!("  v1: {to} = convert v0\n  return v1");
            text += &function(&format!("{from}_{to}"), &[from], to, &inside);
        }
    }
    let program = Both::new(&text);
    let mut rng = Rng::with_seed(3);
    for from in INTEGERS {
        for to in INTEGERS {
            for _ in 0..8 {
                let bits = random(&mut rng, from);
                let found = program.call(&format!("{from}_{to}"), &[scalar(from, bits)]);
                let expected = given(to, number(from, bits));
                assert_eq!(found, Outcome::Value(expected), "{from} {to} {bits:#x}");
            }
        }
    }
}

fn float_functions() -> String {
    let mut text = String::new();
    for ty in [Scalar::F32, Scalar::F64] {
        for word in ["add", "subtract", "multiply", "divide"] {
            text += &two(word, ty, ty);
        }
        for word in COMPARISONS {
            text += &two(word, ty, Scalar::Bool);
        }
        let inside = format!("  v1: {ty} = negate v0\n  return v1");
        text += &function(&format!("negate_{ty}"), &[ty], ty, &inside);
        let other = if ty == Scalar::F32 { Scalar::F64 } else { Scalar::F32 };
        for to in INTEGERS.into_iter().chain([other]) {
            for (from, to) in [(ty, to), (to, ty)] {
                let inside = format!("  v1: {to} = convert v0\n  return v1");
                let name = format!("{from}_{to}");
                if !text.contains(&format!("@{name}(")) {
                    let _ = write!(text, "{}", function(&name, &[from], to, &inside));
                }
            }
        }
    }
    text
}

#[test]
fn floats() {
    let program = Both::new(&float_functions());
    let of = |value: f64| scalar(Scalar::F64, u128::from(value.to_bits()));
    let call = |name: &str, values: &[f64]| {
        let arguments: Vec<_> = values.iter().map(|value| of(*value)).collect();
        program.call(name, &arguments)
    };
    let is = |outcome: Outcome, value: f64| assert_eq!(outcome, Outcome::Value(u128::from(value.to_bits())));
    is(call("add_f64", &[0.1, 0.2]), 0.300_000_000_000_000_04);
    is(call("subtract_f64", &[1.0, 1.5]), -0.5);
    is(call("multiply_f64", &[1e200, 1e200]), f64::INFINITY);
    is(call("divide_f64", &[-1.0, 0.0]), f64::NEG_INFINITY);
    is(call("negate_f64", &[0.0]), -0.0);
    for (word, truths) in [
        ("equal", [false, false, true]),
        ("not_equal", [true, true, false]),
        ("less", [false, true, false]),
        ("less_or_equal", [false, true, true]),
        ("greater", [false, false, false]),
        ("greater_or_equal", [false, false, true]),
    ] {
        for (truth, pair) in truths.into_iter().zip([[f64::NAN, 1.0], [1.0, 2.0], [0.0, -0.0]]) {
            let found = call(&format!("{word}_f64"), &pair);
            assert_eq!(found, Outcome::Value(u128::from(truth)), "{word} {pair:?}");
        }
    }
    let single = |value: f32| scalar(Scalar::F32, u128::from(value.to_bits()));
    let third = program.call("divide_f32", &[single(1.0), single(3.0)]);
    assert_eq!(third, Outcome::Value(u128::from((1.0f32 / 3.0).to_bits())));
    let narrowed = program.call("f64_f32", &[of(1e-46)]);
    assert_eq!(narrowed, Outcome::Value(0));
    is(program.call("f32_f64", &[single(0.1)]), f64::from(0.1f32));
}

#[test]
fn floats_to_integers_saturate_and_round_to_zero() {
    let program = Both::new(&float_functions());
    let call = |to: Scalar, value: f64| {
        let argument = scalar(Scalar::F64, u128::from(value.to_bits()));
        program.call(&format!("f64_{to}"), &[argument])
    };
    for ty in INTEGERS {
        let (smallest, largest) = match ty {
            Scalar::U128 => (0, -1),
            Scalar::I128 => (i128::MIN, i128::MAX),
            _ if ty.is_signed() => (-(1i128 << (ty.bits() - 1)), (1i128 << (ty.bits() - 1)) - 1),
            _ => (0, (1i128 << ty.bits()) - 1),
        };
        for (value, expected) in [
            (f64::NAN, 0),
            (f64::INFINITY, largest),
            (f64::NEG_INFINITY, smallest),
            (1e300, largest),
            (-1e300, smallest),
            (-0.9, 0),
            (41.99, 41),
            (-41.99, if ty.is_signed() { -41 } else { 0 }),
        ] {
            assert_eq!(call(ty, value), Outcome::Value(given(ty, expected)), "{ty} {value}");
        }
    }
    // 2^53 + 1 lies between two doubles and goes to the even one; 2^64 - 1 and 2^128 - 1 round up.
    for (from, bits, value) in [
        (Scalar::I64, (1u128 << 53) + 1, 9_007_199_254_740_992.0),
        (Scalar::U64, u128::from(u64::MAX), 18_446_744_073_709_551_616.0),
        (Scalar::I8, 0x80, -128.0),
        (Scalar::U128, u128::MAX, 2f64.powi(128)),
        (Scalar::I128, 1 << 127, -(2f64.powi(127))),
    ] {
        let found = program.call(&format!("{from}_f64"), &[scalar(from, bits)]);
        assert_eq!(found, Outcome::Value(u128::from(value.to_bits())), "{from} {bits:#x}");
    }
    let single = program.call("u128_f32", &[scalar(Scalar::U128, u128::MAX)]);
    assert_eq!(single, Outcome::Value(u128::from(f32::INFINITY.to_bits())));
    let odd = program.call("i64_f32", &[scalar(Scalar::I64, (1 << 24) + 1)]);
    assert_eq!(odd, Outcome::Value(u128::from(16_777_216f32.to_bits())));
}

#[test]
fn bits_halves_choices_and_addresses() {
    let text = "
function system_abi export @reinterpret(v0: f32) : (f32) -> i32 {
b0:
  v1: i32 = reinterpret v0
  return v1
}
function system_abi export @back(v0: i32) : (i32) -> f32 {
b0:
  v1: f32 = reinterpret v0
  return v1
}
function system_abi export @swap(v0: u128) : (u128) -> u128 {
b0:
  v1: u64 = low_half v0
  v2: u64 = high_half v0
  v3: u128 = concatenate v2, v1
  return v3
}
function system_abi export @select(v0: bool, v1: i128, v2: i128) : (bool, i128, i128) -> i128 {
b0:
  v3: i128 = select v0, v1, v2
  return v3
}
function system_abi export @not(v0: bool) : (bool) -> bool {
b0:
  v1: bool = not v0
  return v1
}
function system_abi export @truth(v0: bool) : (bool) -> i64 {
b0:
  v1: i64 = convert v0
  return v1
}
function system_abi export @wide() : () -> i128 {
b0:
  v0: i128 = constant -170141183460469231731687303715884105728
  return v0
}
function system_abi export @narrow_wide() : () -> i128 {
b0:
  v0: i128 = constant -3
  return v0
}
function system_abi export @offset(v0: ptr, v1: i64) : (ptr, i64) -> ptr {
b0:
  v2: ptr = offset v0, v1 * 24
  return v2
}
function system_abi export @wide_shift(v0: u128, v1: i8) : (u128, i8) -> u128 {
b0:
  v2: u128 = shift_left v0, v1
  return v2
}
function system_abi export @narrow_shift(v0: u8, v1: u128) : (u8, u128) -> u8 {
b0:
  v2: u8 = shift_right v0, v1
  return v2
}";
    let program = Both::new(text);
    let call = |name: &str, arguments: &[(Scalar, u128)]| {
        let arguments: Vec<_> = arguments.iter().map(|(ty, bits)| scalar(*ty, *bits)).collect();
        program.call(name, &arguments)
    };
    let minus = u128::from((-1.0f32).to_bits());
    let extended = u128::from((-1.0f32).to_bits() as i32 as i64 as u64);
    assert_eq!(call("reinterpret", &[(Scalar::F32, minus)]), Outcome::Value(extended));
    assert_eq!(call("back", &[(Scalar::I32, minus)]), Outcome::Value(minus));
    assert_eq!(call("swap", &[(Scalar::U128, 5 << 64 | 7)]), Outcome::Value(7 << 64 | 5));
    for (condition, expected) in [(0, 2 << 64), (1, u128::MAX)] {
        let arguments = [(Scalar::Bool, condition), (Scalar::I128, u128::MAX), (Scalar::I128, 2 << 64)];
        assert_eq!(call("select", &arguments), Outcome::Value(expected));
    }
    assert_eq!(call("not", &[(Scalar::Bool, 1)]), Outcome::Value(0));
    assert_eq!(call("not", &[(Scalar::Bool, 0)]), Outcome::Value(1));
    assert_eq!(call("truth", &[(Scalar::Bool, 1)]), Outcome::Value(1));
    assert_eq!(call("wide", &[]), Outcome::Value(1 << 127));
    assert_eq!(call("narrow_wide", &[]), Outcome::Value((-3i128).cast_unsigned()));
    let arguments = [(Scalar::Pointer, 1000), (Scalar::I64, (-2i128).cast_unsigned())];
    assert_eq!(call("offset", &arguments), Outcome::Value(952));
    assert_eq!(call("wide_shift", &[(Scalar::U128, 3), (Scalar::I8, 100)]), Outcome::Value(3 << 100));
    assert_eq!(call("narrow_shift", &[(Scalar::U8, 0xf0), (Scalar::U128, 4)]), Outcome::Value(0xf));
}

#[test]
fn atomics_give_the_old_value() {
    for ty in INTEGERS.into_iter().filter(|ty| ty.bits() <= 64) {
        let text = function(
            "f",
            &[ty, ty],
            ty,
            &format!(
                "  v2: ptr = slot_address s0\n  store v0, v2 align {0}\n  v3: {ty} = atomic_add v2, v1\n  v4: {ty} = atomic_subtract v2, v3\n  v5: {ty} = atomic_exchange v2, v3\n  v6: {ty} = subtract v4, v5\n  return v6",
                ty.bytes()
            ),
        )
        .replace("  site 0", &format!("  slot s0 {0} align {0} local frame\n  site 0", ty.bytes()));
        let found = Both::new(&text).call("f", &[scalar(ty, 100), scalar(ty, 7)]);
        // 100, then 107 is there, then 107 - 100 = 7; 107 - 7 = 100.
        assert_eq!(found, Outcome::Value(100), "{ty}");
    }
}
