//! Values as text, as `${…}` shows them when the program runs. Must agree with the standard library's.

use std::sync::Arc;

use hir::{InterpolationPart, List};

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
                InterpolationPart::Value(expression) => {
                    let value = self.value(expression)?;
                    let value = self.followed(value, expression)?;
                    let ty = self.used_type(expression);
                    text.push_str(&self.shown(expression, ty, &value)?);
                }
            }
        }
        Ok(Value::String(Arc::from(text)))
    }
}

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

/// C's `%.{digits}g`; a NaN has no sign.
fn general(value: f64, digits: usize) -> String {
    if value.is_nan() {
        return "nan".into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf".into() } else { "-inf".into() };
    }
    let scientific = format!("{value:.*e}", digits - 1);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if exponent < -4 || exponent >= digits as i32 {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", trimmed(mantissa), exponent.abs());
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
