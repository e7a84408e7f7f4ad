//! Values of number literals.

/// The value of an integer literal (`1_000`, `0xff`, `0o17`, `0b101`), `None` if it does not fit.
pub fn integer(text: &str) -> Option<u128> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x', ..] => (&text[2..], 16),
        [b'0', b'o', ..] => (&text[2..], 8),
        [b'0', b'b', ..] => (&text[2..], 2),
        _ => (text, 10),
    };
    // Most literals are short: they are summed in a machine word.
    let mut small: u64 = 0;
    if digits.len() <= 12 {
        for byte in digits.bytes().filter(|byte| *byte != b'_') {
            small = small * u64::from(radix) + u64::from(char::from(byte).to_digit(radix)?);
        }
        return Some(u128::from(small));
    }
    let mut value: u128 = 0;
    for byte in digits.bytes().filter(|byte| *byte != b'_') {
        let digit = char::from(byte).to_digit(radix)?;
        value = value.checked_mul(u128::from(radix))?.checked_add(u128::from(digit))?;
    }
    Some(value)
}

/// The text of a float literal as `str::parse::<f64>` and `str::parse::<f32>` read it: without `_`.
pub fn float(text: &str) -> String {
    text.replace('_', "")
}
