//! Numbers: integers from texts, division with both results, and `libm`, which is the one that this program was
//! linked with.

use crate::interpret::fault::{Problem, Stop};
use crate::interpret::host::HostResult;
use crate::interpret::machine::Machine;

use super::text::text;
use super::{Arguments, CLibrary, Table, f32_result, f64_result, i32_result, i64_result};

/// `errno` of a result that does not fit.
const OUT_OF_RANGE: i32 = 34;

macro_rules! functions {
    ($($name:literal, $single:literal: |$($argument:ident),+| $value:expr;)+) => {
        &[$(
            ($name, |_, arguments, _| {
                let mut index = 0..;
                $(let $argument = arguments.f64(index.next().unwrap_or_default())?;)+
                Ok(f64_result($value))
            }),
            ($single, |_, arguments, _| {
                let mut index = 0..;
                $(let $argument = arguments.f32(index.next().unwrap_or_default())?;)+
                Ok(f32_result($value))
            }),
        )+]
    };
}

/// Each for `double` and `float`.
pub const MATHEMATICS: Table = functions! {
    "sqrt", "sqrtf": |x| x.sqrt();
    "cbrt", "cbrtf": |x| x.cbrt();
    "sin", "sinf": |x| x.sin();
    "cos", "cosf": |x| x.cos();
    "tan", "tanf": |x| x.tan();
    "asin", "asinf": |x| x.asin();
    "acos", "acosf": |x| x.acos();
    "atan", "atanf": |x| x.atan();
    "atan2", "atan2f": |y, x| y.atan2(x);
    "sinh", "sinhf": |x| x.sinh();
    "cosh", "coshf": |x| x.cosh();
    "tanh", "tanhf": |x| x.tanh();
    "exp", "expf": |x| x.exp();
    "exp2", "exp2f": |x| x.exp2();
    "log", "logf": |x| x.ln();
    "log2", "log2f": |x| x.log2();
    "log10", "log10f": |x| x.log10();
    "pow", "powf": |x, y| x.powf(y);
    "hypot", "hypotf": |x, y| x.hypot(y);
    "fmod", "fmodf": |x, y| x % y;
    "floor", "floorf": |x| x.floor();
    "ceil", "ceilf": |x| x.ceil();
    "round", "roundf": |x| x.round();
    "trunc", "truncf": |x| x.trunc();
    "rint", "rintf": |x| x.round_ties_even();
    "fabs", "fabsf": |x| x.abs();
    "fmin", "fminf": |x, y| x.min(y);
    "fmax", "fmaxf": |x, y| x.max(y);
    "copysign", "copysignf": |x, y| x.copysign(y);
    "fma", "fmaf": |x, y, z| x.mul_add(y, z);
};

pub const FUNCTIONS: Table = &[
    ("abs", |_, arguments, _| Ok(i32_result(arguments.i32(0)?.wrapping_abs()))),
    ("labs", |_, arguments, _| Ok(i64_result(arguments.i64(0)?.wrapping_abs()))),
    ("llabs", |_, arguments, _| Ok(i64_result(arguments.i64(0)?.wrapping_abs()))),
    ("div", |_, arguments, _| {
        let (left, right) = (arguments.i32(0)?, arguments.i32(1)?);
        let both = left.checked_div(right).zip(left.checked_rem(right));
        let (quotient, remainder) = both.ok_or_else(|| arguments.wrong("the quotient is no number"))?;
        Ok(HostResult::Aggregate([quotient.to_le_bytes(), remainder.to_le_bytes()].concat()))
    }),
    ("ldiv", long_division),
    ("lldiv", long_division),
    ("atoi", |library, arguments, machine| Ok(i32_result(integer(library, arguments, machine, None)? as i32))),
    ("atol", |library, arguments, machine| Ok(i64_result(integer(library, arguments, machine, None)?))),
    ("strtol", |library, arguments, machine| Ok(i64_result(integer(library, arguments, machine, Some(2))?))),
    ("strtoll", |library, arguments, machine| Ok(i64_result(integer(library, arguments, machine, Some(2))?))),
    ("atof", |_, arguments, machine| {
        let text = text(arguments, 0, machine)?;
        Ok(f64_result(float_prefix(text).0))
    }),
    ("strtod", |_, arguments, machine| {
        let (value, length) = float_prefix(text(arguments, 0, machine)?);
        put_end(arguments, machine, length)?;
        Ok(f64_result(value))
    }),
    ("frexp", |_, arguments, machine| {
        let (mantissa, exponent) = split_float(arguments.f64(0)?);
        machine.memory.put(arguments.u64(1)?, &exponent.to_le_bytes())?;
        Ok(f64_result(mantissa))
    }),
    ("ldexp", |_, arguments, _| {
        let exponent = arguments.i32(1)?.clamp(-2200, 2200);
        // In steps, because a power of two can be out of range where the product is not.
        let step = exponent / 3;
        let scale = |value: f64, by: i32| value * 2f64.powi(by);
        let value = scale(scale(scale(arguments.f64(0)?, step), step), exponent - 2 * step);
        Ok(f64_result(value))
    }),
    ("modf", |_, arguments, machine| {
        let value = arguments.f64(0)?;
        machine.memory.put(arguments.u64(1)?, &value.trunc().to_le_bytes())?;
        let fraction = if value.is_infinite() { 0.0 } else { value - value.trunc() };
        Ok(f64_result(fraction.copysign(value)))
    }),
];

fn long_division(_: &mut CLibrary, arguments: Arguments<'_>, _: &mut Machine<'_>) -> Result<HostResult, Stop> {
    let (left, right) = (arguments.i64(0)?, arguments.i64(1)?);
    let both = left.checked_div(right).zip(left.checked_rem(right));
    let (quotient, remainder) = both.ok_or_else(|| arguments.wrong("the quotient is no number"))?;
    Ok(HostResult::Aggregate([quotient.to_le_bytes(), remainder.to_le_bytes()].concat()))
}

/// A mantissa from a half to below 1 and an exponent of two.
fn split_float(value: f64) -> (f64, i32) {
    if value == 0.0 || !value.is_finite() {
        return (value, 0);
    }
    // Subnormal numbers are scaled into the range of normal ones first.
    let (scaled, shift) = if value.is_subnormal() { (value * 2f64.powi(64), 64) } else { (value, 0) };
    let bits = scaled.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1022 - shift;
    (f64::from_bits(bits & !(0x7ff << 52) | 1022 << 52), exponent)
}

/// The number at the start of a text, in the base of an argument, or in ten; saturates.
fn integer(
    library: &mut CLibrary,
    arguments: Arguments<'_>,
    machine: &mut Machine<'_>,
    base: Option<usize>,
) -> Result<i64, Problem> {
    let whole = text(arguments, 0, machine)?;
    let mut base = match base {
        None => 10,
        Some(index) => arguments.i32(index)?,
    };
    let mut at = whole.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == 0x0b).count();
    let negative = whole.get(at) == Some(&b'-');
    at += usize::from(negative || whole.get(at) == Some(&b'+'));
    let digit = |at: usize, base: i32| {
        let value = char::from(*whole.get(at)?).to_digit(36)?;
        (i64::from(value) < i64::from(base)).then_some(value)
    };
    let hexadecimal =
        whole.get(at) == Some(&b'0') && whole.get(at + 1).is_some_and(|byte| byte.eq_ignore_ascii_case(&b'x'));
    if (base == 0 || base == 16) && hexadecimal && digit(at + 2, 16).is_some() {
        base = 16;
        at += 2;
    } else if base == 0 {
        base = if whole.get(at) == Some(&b'0') { 8 } else { 10 };
    }
    let (start, mut value) = (at, 0i128);
    while let Some(next) = digit(at, base) {
        value = (value * i128::from(base) + i128::from(next)).min(i128::from(u64::MAX));
        at += 1;
    }
    let length = if at == start { 0 } else { at };
    if negative {
        value = -value;
    }
    let fitting = value.clamp(i128::from(i64::MIN), i128::from(i64::MAX));
    if fitting != value {
        library.set_errno(machine, OUT_OF_RANGE)?;
    }
    if arguments.behind(1).u64(0).is_ok() {
        put_end(arguments, machine, length)?;
    }
    Ok(fitting as i64)
}

/// Writes where a number ended to the address that the second argument is, if it is one.
fn put_end(arguments: Arguments<'_>, machine: &mut Machine<'_>, length: usize) -> Result<(), Problem> {
    let place = arguments.u64(1)?;
    if place != 0 {
        let end = arguments.u64(0)? + length as u64;
        machine.memory.put(place, &end.to_le_bytes())?;
    }
    Ok(())
}

/// The longest start of a text that is a number, and where it ends.
fn float_prefix(text: &[u8]) -> (f64, usize) {
    let start = text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let text = text.get(start..).unwrap_or_default();
    let text = &text[..text.len().min(400)];
    for end in (1..=text.len()).rev() {
        let part = std::str::from_utf8(&text[..end]).ok();
        if let Some(value) = part.and_then(|part| part.parse().ok()) {
            return (value, start + end);
        }
    }
    (0.0, 0)
}
