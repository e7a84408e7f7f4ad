//! Values of number literals.

/// The value of an integer literal (`1_000`, `0xff`, `0o17`, `0b101`), `None` if it does not fit.
pub fn integer(text: &str) -> Option<u128> {
    let (digits, radix) = match text.as_bytes() {
        // Half of all literals.
        [digit @ b'0'..=b'9'] => return Some(u128::from(digit - b'0')),
        [b'0', b'x', ..] => (&text[2..], 16),
        [b'0', b'o', ..] => (&text[2..], 8),
        [b'0', b'b', ..] => (&text[2..], 2),
        _ => (text, 10),
    };
    // Most literals are short.
    if digits.len() <= 12 {
        return match radix {
            16 => short::<16>(digits),
            10 => short::<10>(digits),
            8 => short::<8>(digits),
            _ => short::<2>(digits),
        };
    }
    let mut value: u128 = 0;
    for byte in digits.bytes().filter(|byte| *byte != b'_') {
        let digit = char::from(byte).to_digit(radix)?;
        value = value.checked_mul(u128::from(radix))?.checked_add(u128::from(digit))?;
    }
    Some(value)
}

/// The value of so few digits that a machine word holds it.
fn short<const RADIX: u32>(digits: &str) -> Option<u128> {
    let mut sum: u64 = 0;
    for byte in digits.bytes() {
        if byte == b'_' {
            continue;
        }
        let digit = char::from(byte).to_digit(RADIX)?;
        sum = sum.wrapping_mul(u64::from(RADIX)).wrapping_add(u64::from(digit));
    }
    Some(u128::from(sum))
}

/// The text of a float literal as `str::parse::<f64>` and `str::parse::<f32>` read it: without `_`.
pub fn float(text: &str) -> String {
    text.replace('_', "")
}
