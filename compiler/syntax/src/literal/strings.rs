//! Values of string and character literals.

/// Reads the escape behind a backslash; returns what it stands for and the number of bytes behind the backslash, `None`
/// if it is no escape.
pub(crate) fn escape(behind: &str) -> Option<(char, usize)> {
    let plain = match behind.as_bytes().first()? {
        b'n' => '\n',
        b't' => '\t',
        b'r' => '\r',
        b'0' => '\0',
        b'\\' => '\\',
        b'"' => '"',
        b'\'' => '\'',
        b'$' => '$',
        b'u' => {
            let digits = behind.strip_prefix("u{")?;
            let digits = &digits[..digits.find('}')?];
            let is_hexadecimal = (1..=6).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            let value = if is_hexadecimal {
                u32::from_str_radix(digits, 16).ok()?
            } else {
                return None;
            };
            return Some((char::from_u32(value)?, digits.len() + 3));
        }
        _ => return None,
    };
    Some((plain, 1))
}

/// The text with its escapes replaced. A backslash that begins no escape stays.
pub fn unescape(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(backslash) = rest.find('\\') {
        value.push_str(&rest[..backslash]);
        let behind = &rest[backslash + 1..];
        match escape(behind) {
            Some((character, length)) => {
                value.push(character);
                rest = &behind[length..];
            }
            None => {
                value.push('\\');
                rest = behind;
            }
        }
    }
    value.push_str(rest);
    value
}

fn between_quotes<'text>(text: &'text str, opening: &str, closing: &str) -> &'text str {
    let inner = text.strip_prefix(opening).unwrap_or(text);
    inner.strip_suffix(closing).unwrap_or(inner)
}

/// The value of a string token without interpolation, `"…"` or `"""…"""`.
pub fn string(text: &str) -> String {
    if !text.starts_with("\"\"\"") {
        return unescape(between_quotes(text, "\"", "\""));
    }
    let inner = between_quotes(text, "\"\"\"", "\"\"\"");
    multiline_part(inner, closing_indentation(inner), Place { is_first: true, is_last: true })
}

/// The bytes of a C string token `c"…"`, without the NUL that ends it.
pub fn c_string(text: &str) -> String {
    unescape(between_quotes(text, "c\"", "\""))
}

/// The code point of a character literal, `None` if it does not hold exactly one.
pub fn character(text: &str) -> Option<char> {
    let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
    if let Some(behind) = inner.strip_prefix('\\') {
        let (character, length) = escape(behind)?;
        return (length == behind.len()).then_some(character);
    }
    let mut characters = inner.chars();
    let first = characters.next()?;
    characters.next().is_none().then_some(first)
}

/// Where a text stands in a `"""` string.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Directly behind the opening quotes.
    pub is_first: bool,
    /// Directly before the closing quotes.
    pub is_last: bool,
}

/// The indentation of the closing line of a `"""` string: the blanks behind the last line end of its last text. Empty if
/// other text shares the closing line.
pub fn closing_indentation(last_text: &str) -> &str {
    match last_text.rfind('\n') {
        Some(newline) if last_text[newline + 1..].bytes().all(|byte| matches!(byte, b' ' | b'\t')) => {
            &last_text[newline + 1..]
        }
        _ => "",
    }
}

/// The value of one text of a `"""` string: the line end behind the opening quotes and the one before the closing line
/// are dropped, and each line loses the closing line's indentation, as far as it has it.
pub fn multiline_part(text: &str, indentation: &str, place: Place) -> String {
    let mut text = text;
    let mut at_line_start = false;
    if place.is_first
        && let Some(rest) = text.strip_prefix('\n').or_else(|| text.strip_prefix("\r\n"))
    {
        text = rest;
        at_line_start = true;
        // The closing line may follow at once: then nothing is left.
        if place.is_last && text == indentation {
            return String::new();
        }
    }
    if place.is_last
        && let Some(newline) = text.rfind('\n')
        && text[newline + 1..] == *indentation
    {
        text = &text[..newline];
        text = text.strip_suffix('\r').unwrap_or(text);
    }
    let mut plain = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let line = if at_line_start { without_indentation(line, indentation) } else { line };
        match line.strip_suffix("\r\n") {
            Some(rest) => plain.extend([rest, "\n"]),
            None => plain.push_str(line),
        }
        at_line_start = true;
    }
    unescape(&plain)
}

fn without_indentation<'text>(line: &'text str, indentation: &str) -> &'text str {
    let shared = line.bytes().zip(indentation.bytes()).take_while(|(left, right)| left == right).count();
    &line[shared..]
}
