//! The `printf` family. Owns conversions with their flags, widths and precisions; must not know streams.

use crate::interpret::fault::Problem;
use crate::interpret::machine::Machine;
use crate::scalar::Scalar;

use super::Arguments;

/// One `%…`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Conversion {
    left: bool,
    plus: bool,
    space: bool,
    alternative: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    length: Vec<u8>,
    kind: u8,
}

/// No output is that wide; more is a mistake of the program, and would use up memory.
const WIDEST: i64 = 1 << 20;

/// The text that the format at an argument makes of those behind it.
pub fn format(arguments: Arguments<'_>, index: usize, machine: &mut Machine<'_>) -> Result<Vec<u8>, Problem> {
    let format = machine.memory.text(arguments.u64(index)?)?.to_vec();
    let mut formatter = Formatter { arguments: arguments.behind(index + 1), next: 0, rest: &format, out: Vec::new() };
    while let Some(byte) = formatter.byte() {
        if byte != b'%' {
            formatter.out.push(byte);
            continue;
        }
        let conversion = formatter.conversion()?;
        formatter.convert(&conversion, machine)?;
    }
    Ok(formatter.out)
}

struct Formatter<'call> {
    arguments: Arguments<'call>,
    next: usize,
    rest: &'call [u8],
    out: Vec<u8>,
}

impl Formatter<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (byte, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*byte)
    }

    fn argument(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    /// A number in the format, or an argument for `*`.
    fn number(&mut self) -> Result<Option<i64>, Problem> {
        if self.rest.first() == Some(&b'*') {
            self.rest = &self.rest[1..];
            let index = self.argument();
            let number = i64::from(self.arguments.i32(index)?);
            return self.limited(number).map(Some);
        }
        let mut number = None;
        while let Some(digit) = self.rest.first().filter(|byte| byte.is_ascii_digit()) {
            let value = number.unwrap_or(0) * 10 + i64::from(digit - b'0');
            number = Some(self.limited(value)?);
            self.rest = &self.rest[1..];
        }
        Ok(number)
    }

    fn limited(&self, number: i64) -> Result<i64, Problem> {
        if number.abs() > WIDEST {
            return Err(self.arguments.wrong(format!("a width or precision of {number}")));
        }
        Ok(number)
    }

    /// What stands behind a `%`.
    fn conversion(&mut self) -> Result<Conversion, Problem> {
        let mut conversion = Conversion::default();
        while let Some(byte) = self.rest.first() {
            match byte {
                b'-' => conversion.left = true,
                b'+' => conversion.plus = true,
                b' ' => conversion.space = true,
                b'#' => conversion.alternative = true,
                b'0' => conversion.zero = true,
                _ => break,
            }
            self.rest = &self.rest[1..];
        }
        if let Some(width) = self.number()? {
            conversion.left |= width < 0;
            conversion.width = width.unsigned_abs() as usize;
        }
        if self.rest.first() == Some(&b'.') {
            self.rest = &self.rest[1..];
            // A negative one counts as none.
            conversion.precision = usize::try_from(self.number()?.unwrap_or(0)).ok();
        }
        while let Some(byte) = self.rest.first().filter(|byte| b"hlqjztL".contains(byte)) {
            conversion.length.push(*byte);
            self.rest = &self.rest[1..];
        }
        conversion.kind = self.byte().ok_or_else(|| self.arguments.wrong("the format ends in `%`"))?;
        Ok(conversion)
    }

    fn convert(&mut self, conversion: &Conversion, machine: &mut Machine<'_>) -> Result<(), Problem> {
        match conversion.kind {
            b'%' => self.out.push(b'%'),
            b'c' => {
                let index = self.argument();
                let byte = self.arguments.i32(index)? as u8;
                self.pad(conversion, &[], &[byte], false);
            }
            b's' => {
                let index = self.argument();
                let address = self.arguments.u64(index)?;
                let text = match conversion.precision {
                    None => machine.memory.text(address)?.to_vec(),
                    Some(most) => at_most(machine, address, most)?,
                };
                self.pad(conversion, &[], &text, false);
            }
            b'd' | b'i' => {
                let value = self.signed(conversion)?;
                self.integer(conversion, value.unsigned_abs(), value < 0, true);
            }
            b'u' | b'o' | b'x' | b'X' => {
                let value = self.unsigned(conversion)?;
                self.integer(conversion, value, false, false);
            }
            b'p' => {
                let index = self.argument();
                let address = self.arguments.u64(index)?;
                let text = if address == 0 { "(nil)".to_owned() } else { format!("{address:#x}") };
                self.pad(conversion, &[], text.as_bytes(), false);
            }
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
                let index = self.argument();
                let (scalar, bits) = self.arguments.scalar(index)?;
                if scalar != Scalar::F64 || conversion.length.contains(&b'L') {
                    return Err(self.arguments.wrong(format!("a conversion of a double gets a {scalar}")));
                }
                self.float(conversion, f64::from_bits(bits as u64));
            }
            b'n' => {
                let index = self.argument();
                let count = self.out.len() as i32;
                machine.memory.put(self.arguments.u64(index)?, &count.to_le_bytes())?;
            }
            other => {
                let name = char::from(other);
                return Err(self.arguments.wrong(format!("the conversion `%{name}` is not provided here")));
            }
        }
        Ok(())
    }

    /// How many bits the argument of an integer conversion has.
    fn bits(conversion: &Conversion) -> u32 {
        match conversion.length.as_slice() {
            [] => 32,
            [b'h'] => 16,
            [b'h', b'h'] => 8,
            _ => 64,
        }
    }

    fn unsigned(&mut self, conversion: &Conversion) -> Result<u64, Problem> {
        let index = self.argument();
        let shift = 64 - Self::bits(conversion);
        Ok(self.arguments.u64(index)? << shift >> shift)
    }

    fn signed(&mut self, conversion: &Conversion) -> Result<i64, Problem> {
        let index = self.argument();
        let shift = 64 - Self::bits(conversion);
        Ok(self.arguments.i64(index)? << shift >> shift)
    }

    fn sign(conversion: &Conversion, negative: bool) -> &'static [u8] {
        match (negative, conversion.plus, conversion.space) {
            (true, ..) => b"-",
            (false, true, _) => b"+",
            (false, false, true) => b" ",
            (false, false, false) => b"",
        }
    }

    fn integer(&mut self, conversion: &Conversion, magnitude: u64, negative: bool, signed: bool) {
        let mut digits = match conversion.kind {
            b'o' => format!("{magnitude:o}"),
            b'x' => format!("{magnitude:x}"),
            b'X' => format!("{magnitude:X}"),
            _ => magnitude.to_string(),
        };
        if magnitude == 0 && conversion.precision == Some(0) {
            digits.clear();
        }
        let least = conversion.precision.unwrap_or(0);
        if digits.len() < least {
            digits.insert_str(0, &"0".repeat(least - digits.len()));
        }
        let prefix: &[u8] = match conversion.kind {
            b'x' if conversion.alternative && magnitude != 0 => b"0x",
            b'X' if conversion.alternative && magnitude != 0 => b"0X",
            b'o' if conversion.alternative && !digits.starts_with('0') => b"0",
            _ if signed => Self::sign(conversion, negative),
            _ => b"",
        };
        // A precision switches the padding with zeros off.
        self.pad(conversion, prefix, digits.as_bytes(), conversion.precision.is_none());
    }

    fn float(&mut self, conversion: &Conversion, value: f64) {
        let upper = conversion.kind.is_ascii_uppercase();
        let mut prefix = Self::sign(conversion, value.is_sign_negative()).to_vec();
        let magnitude = value.abs();
        let mut text = if magnitude.is_nan() {
            "nan".to_owned()
        } else if magnitude.is_infinite() {
            "inf".to_owned()
        } else {
            let precision = conversion.precision.unwrap_or(6);
            match conversion.kind.to_ascii_lowercase() {
                b'f' => fixed(magnitude, precision, conversion.alternative),
                b'e' => scientific(magnitude, precision, conversion.alternative),
                b'a' => {
                    prefix.extend_from_slice(if upper { b"0X" } else { b"0x" });
                    hexadecimal(magnitude, conversion.precision, conversion.alternative)
                }
                _ => general(magnitude, precision, conversion.alternative),
            }
        };
        if upper {
            text.make_ascii_uppercase();
        }
        self.pad(conversion, &prefix, text.as_bytes(), magnitude.is_finite());
    }

    /// Puts text out in its width; zeros, where they may be, stand behind the sign.
    fn pad(&mut self, conversion: &Conversion, prefix: &[u8], text: &[u8], zeros: bool) {
        let missing = conversion.width.saturating_sub(prefix.len() + text.len());
        let (before, inner, after) = if conversion.left {
            (0, 0, missing)
        } else if conversion.zero && zeros {
            (0, missing, 0)
        } else {
            (missing, 0, 0)
        };
        self.out.extend(std::iter::repeat_n(b' ', before));
        self.out.extend_from_slice(prefix);
        self.out.extend(std::iter::repeat_n(b'0', inner));
        self.out.extend_from_slice(text);
        self.out.extend(std::iter::repeat_n(b' ', after));
    }
}

/// A text of which at most so many bytes are read.
fn at_most(machine: &Machine<'_>, address: u64, most: usize) -> Result<Vec<u8>, Problem> {
    let mut text = Vec::new();
    while text.len() < most {
        match machine.memory.defined(address.wrapping_add(text.len() as u64), 1)? {
            [0] => break,
            byte => text.extend_from_slice(byte),
        }
    }
    Ok(text)
}

/// No `f64` has a digit other than 0 behind so many, and the precisions of Rust's formats end at 65,535.
const MOST_DIGITS: usize = 1_100;

fn fixed(value: f64, precision: usize, point: bool) -> String {
    let digits = precision.min(MOST_DIGITS);
    let mut text = format!("{value:.digits$}");
    text.extend(std::iter::repeat_n('0', precision - digits));
    if point && precision == 0 {
        text.push('.');
    }
    text
}

/// C writes the exponent with a sign and at least two digits.
fn scientific(value: f64, precision: usize, point: bool) -> String {
    let most = precision.min(MOST_DIGITS);
    let text = format!("{value:.most$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let zeros = "0".repeat(precision - most);
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ('-', exponent),
        None => ('+', exponent),
    };
    let point = if point && precision == 0 { "." } else { "" };
    format!("{digits}{zeros}{point}e{sign}{exponent:0>2}")
}

/// `%g`: so many significant digits, in the shorter form, without zeros at the end.
fn general(value: f64, precision: usize, keep_zeros: bool) -> String {
    let digits = precision.max(1);
    let rounded = format!("{value:.*e}", (digits - 1).min(MOST_DIGITS));
    let exponent = rounded.split_once('e').map_or(0, |(_, exponent)| exponent.parse().unwrap_or(0));
    if exponent < -4 || exponent >= digits as i64 {
        let text = scientific(value, digits - 1, keep_zeros);
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "+00"));
        return format!("{}e{exponent}", trimmed(mantissa, keep_zeros));
    }
    let decimals = (digits as i64 - 1 - exponent) as usize;
    trimmed(&fixed(value, decimals, keep_zeros), keep_zeros).to_owned()
}

fn trimmed(text: &str, keep_zeros: bool) -> &str {
    if keep_zeros || !text.contains('.') {
        return text;
    }
    text.trim_end_matches('0').trim_end_matches('.')
}

/// `%a` without its prefix: all digits that there are, or so many, rounded to even.
fn hexadecimal(value: f64, precision: Option<usize>, point: bool) -> String {
    const DIGITS: usize = 13;
    const FRACTION: u64 = (1 << 52) - 1;
    let bits = value.to_bits();
    let exponent = match (bits >> 52, bits & FRACTION) {
        (0, 0) => 0,
        (0, _) => -1022,
        (exponent, _) => exponent as i64 - 1023,
    };
    let mut mantissa = bits & FRACTION | u64::from(bits >> 52 != 0) << 52;
    if let Some(precision) = precision.filter(|precision| *precision < DIGITS) {
        let shift = 4 * (DIGITS - precision);
        let (kept, rest, half) = (mantissa >> shift, mantissa & ((1 << shift) - 1), 1 << (shift - 1));
        let up = rest > half || (rest == half && kept % 2 == 1);
        mantissa = (kept + u64::from(up)) << shift;
    }
    let mut digits = format!("{:013x}", mantissa & FRACTION);
    match precision {
        None => digits.truncate(digits.trim_end_matches('0').len()),
        Some(precision) => {
            digits.truncate(precision);
            digits.push_str(&"0".repeat(precision - digits.len()));
        }
    }
    let point = if point || !digits.is_empty() { "." } else { "" };
    format!("{}{point}{digits}p{exponent:+}", mantissa >> 52)
}
