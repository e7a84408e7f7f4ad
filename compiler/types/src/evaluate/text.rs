//! Values as text, as `${…}` shows them when the program runs. Must agree with the standard library's.

use std::sync::Arc;

use hir::{Align, InterpolationPart, List, NumberForm, TextFormat};

use super::value::Value;
use super::{Evaluated, Interpreter};
use crate::ty::Ty;
use abi::IntKind;

impl Interpreter<'_> {
    pub(super) fn interpolation(&mut self, parts: List) -> Evaluated {
        let body = self.frame().body;
        let mut text = String::new();
        for part in body.parts(parts) {
            match *part {
                InterpolationPart::Text(id) => text.push_str(&body[id]),
                InterpolationPart::Value(expression, format) => {
                    let value = self.value(expression)?;
                    let value = self.followed(value, expression)?;
                    let ty = self.used_type(expression);
                    let shown = match format {
                        Some(format) if value.is_number() => formatted_number(&value, ty.value_type(), format),
                        Some(format) => formatted_text(&self.shown(expression, ty, &value)?, format),
                        None => self.shown(expression, ty, &value)?.to_string(),
                    };
                    text.push_str(&shown);
                }
            }
        }
        Ok(Value::String(Arc::from(text)))
    }
}

/// How floats are called that are no numbers.
const NAN: &str = "nan";
const INFINITY: &str = "inf";

/// The text of a scalar or string.
pub(super) fn show(value: &Value, ty: Ty) -> String {
    match value {
        Value::Bool(value) => value.to_string(),
        Value::Int(bits) if ty.int_kind().is_some_and(IntKind::is_signed) => (*bits as i128).to_string(),
        Value::Int(bits) => bits.to_string(),
        Value::F32(value) => general(f64::from(*value), 6),
        Value::F64(value) => general(*value, 15),
        Value::String(text) => text.to_string(),
        _ => String::new(),
    }
}

/// A number in a format that fits it.
fn formatted_number(value: &Value, ty: Ty, format: TextFormat) -> String {
    let (is_negative, digits) = match value {
        Value::Int(bits) => integer_digits(*bits, ty, format),
        Value::F32(number) => float_digits(f64::from(*number), || show(value, ty), format),
        Value::F64(number) => float_digits(*number, || show(value, ty), format),
        _ => (false, show(value, ty)),
    };
    let is_nan = digits == NAN;
    let sign = match (is_negative, format.has_plus && !is_nan) {
        (true, _) => "-",
        (false, true) => "+",
        (false, false) => "",
    };
    if format.has_zeros && !is_nan && digits != INFINITY {
        let width = usize::from(format.width.unwrap_or(0)).saturating_sub(sign.len());
        return format!("{sign}{digits:0>width$}");
    }
    padded(&format!("{sign}{digits}"), format, Align::Right)
}

/// Whether an integer has a minus, and what follows it.
fn integer_digits(bits: u128, ty: Ty, format: TextFormat) -> (bool, String) {
    let (own, is_signed) = ty.int_kind().map_or((128, false), |kind| (kind.bits(), kind.is_signed()));
    let kept = if own < 128 { bits & ((1 << own) - 1) } else { bits };
    match format.form {
        Some(NumberForm::Binary) => (false, format!("{kept:b}")),
        Some(NumberForm::Octal) => (false, format!("{kept:o}")),
        Some(NumberForm::Hexadecimal) => (false, format!("{kept:x}")),
        Some(NumberForm::UpperHexadecimal) => (false, format!("{kept:X}")),
        Some(NumberForm::Exponent) | None => match bits as i128 {
            number if is_signed && number < 0 => (true, number.unsigned_abs().to_string()),
            _ => (false, bits.to_string()),
        },
    }
}

/// Whether a float has a minus, and what follows it.
fn float_digits(value: f64, usual: impl Fn() -> String, format: TextFormat) -> (bool, String) {
    if value.is_nan() {
        return (false, NAN.into());
    }
    let (is_negative, size) = (value.is_sign_negative(), value.abs());
    if size.is_infinite() {
        return (is_negative, INFINITY.into());
    }
    let digits = match (format.form, format.digits) {
        (Some(_), digits) => {
            let scientific = format!("{size:.*e}", usize::from(digits.unwrap_or(6)));
            let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
            with_exponent(mantissa, exponent.parse().unwrap_or(0))
        }
        (None, Some(digits)) => format!("{size:.*}", usize::from(digits)),
        (None, None) => usual().trim_start_matches('-').to_string(),
    };
    (is_negative, digits)
}

/// At most so many code points of a text, and at least so many.
fn formatted_text(text: &str, format: TextFormat) -> String {
    let text: String = text.chars().take(format.digits.map_or(usize::MAX, usize::from)).collect();
    padded(&text, format, Align::Left)
}

fn padded(text: &str, format: TextFormat, usual: Align) -> String {
    let room = usize::from(format.width.unwrap_or(0)).saturating_sub(text.chars().count());
    let left = match format.align.unwrap_or(usual) {
        Align::Left => 0,
        Align::Centre => room / 2,
        Align::Right => room,
    };
    let fill = |count: usize| std::iter::repeat_n(format.fill, count).collect::<String>();
    format!("{}{text}{}", fill(left), fill(room - left))
}

/// A mantissa and an exponent, which has two digits at least.
fn with_exponent(mantissa: &str, exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.abs())
}

/// C's `%.{digits}g`; a NaN has no sign.
fn general(value: f64, digits: usize) -> String {
    if value.is_nan() {
        return NAN.into();
    }
    if value.is_infinite() {
        return if value > 0.0 { INFINITY.into() } else { format!("-{INFINITY}") };
    }
    let scientific = format!("{value:.*e}", digits - 1);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if exponent < -4 || exponent >= digits as i32 {
        return with_exponent(trimmed(mantissa), exponent);
    }
    let decimals = (digits as i32 - 1 - exponent).max(0) as usize;
    trimmed(&format!("{value:.decimals$}")).to_string()
}

fn trimmed(number: &str) -> &str {
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number }
}

#[cfg(test)]
mod tests {
    use super::general;

    #[test]
    fn floats_print_as_c_prints_them() {
        assert_eq!(general(0.1 + 0.2, 15), "0.3");
        assert_eq!(general(1e100, 15), "1e+100");
        assert_eq!(general(123_456_789.0, 15), "123456789");
        assert_eq!(general(1e20, 15), "1e+20");
        assert_eq!(general(0.0001, 6), "0.0001");
        assert_eq!(general(0.00001, 6), "1e-05");
        assert_eq!(general(-0.0, 15), "-0");
        assert_eq!(general(2.5, 6), "2.5");
    }
}
