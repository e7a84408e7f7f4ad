//! Number literals. Their values are read by `literal`; here their shape is checked.

use super::Lexer;
use crate::{SyntaxErrorKind, TokenKind, literal};

impl Lexer<'_> {
    /// A number at the position, which holds its first digit.
    pub(super) fn number(&mut self) {
        let start = self.position;
        // Most numbers are a few plain digits.
        let mut end = start + 1;
        while self.bytes.get(end).is_some_and(u8::is_ascii_digit) {
            end += 1;
        }
        let behind = self.bytes.get(end).copied().unwrap_or(0);
        if end - start < 32 && !behind.is_ascii_alphanumeric() && behind < 0x80 && !matches!(behind, b'.' | b'_') {
            self.position = end;
            if end - start > 1 && self.bytes[start] == b'0' && !self.is_tuple_index() {
                self.leading_zero(start);
            }
            return self.push(TokenKind::Integer, start, end);
        }
        if self.is_tuple_index() {
            return self.tuple_index(start);
        }
        if self.byte(0) == b'0' && matches!(self.byte(1), b'x' | b'o' | b'b' | b'X' | b'O' | b'B') {
            return self.prefixed_number(start);
        }
        self.digits();
        let mut kind = TokenKind::Integer;
        if self.byte(0) == b'.' && self.byte(1).is_ascii_digit() {
            kind = TokenKind::Float;
            self.position += 1;
            self.digits();
        }
        if matches!(self.byte(0), b'e' | b'E') {
            let sign = usize::from(matches!(self.byte(1), b'+' | b'-'));
            if self.byte(1 + sign).is_ascii_digit() {
                kind = TokenKind::Float;
                self.position += 1 + sign;
                self.digits();
            }
        }
        if self.has_letters_behind() {
            self.bad_letters(start);
        } else if kind == TokenKind::Integer {
            self.check_size(start);
        }
        self.push_long(kind, start, self.position);
    }

    fn is_tuple_index(&self) -> bool {
        self.tokens.last().is_some_and(|token| token.kind() == TokenKind::Dot)
    }

    /// `0` in `pair.0`: digits only, so that `pair.0.1` is no float.
    fn tuple_index(&mut self, start: usize) {
        while self.byte(0).is_ascii_digit() {
            self.position += 1;
        }
        if self.has_letters_behind() {
            self.bad_letters(start);
        }
        self.push_long(TokenKind::Integer, start, self.position);
    }

    fn prefixed_number(&mut self, start: usize) {
        let (radix, example) = match self.byte(1) | 0x20 {
            b'x' => (16, "0xff"),
            b'o' => (8, "0o17"),
            _ => (2, "0b101"),
        };
        let has_small_prefix = self.byte(1).is_ascii_lowercase();
        self.position += 2;
        let digits = self.position;
        while self.byte(0) == b'_' || self.byte(0).is_ascii_alphanumeric() {
            self.position += 1;
        }
        let text = &self.text[digits..self.position];
        let wrong = text.char_indices().find(|(_, digit)| *digit != '_' && !digit.is_digit(radix));
        if !has_small_prefix {
            let prefix = self.text[start..start + 2].to_ascii_lowercase();
            self.error(SyntaxErrorKind::InvalidNumber, start, start + 2, format!("write the prefix as `{prefix}`"));
        } else if let Some((offset, digit)) = wrong {
            let at = digits + offset;
            let message = format!("`{digit}` is no digit of a number such as `{example}`");
            self.error(SyntaxErrorKind::InvalidNumber, at, at + 1, message);
        } else if !text.bytes().any(|byte| byte != b'_') {
            let message = format!("write digits behind the prefix, as in `{example}`");
            self.error(SyntaxErrorKind::InvalidNumber, start, self.position, message);
        } else {
            self.check_size(start);
        }
        self.push_long(TokenKind::Integer, start, self.position);
    }

    fn digits(&mut self) {
        while self.byte(0).is_ascii_digit() || self.byte(0) == b'_' {
            self.position += 1;
        }
    }

    fn has_letters_behind(&self) -> bool {
        let byte = self.byte(0);
        byte.is_ascii_alphabetic() || byte >= 0x80 && self.text[self.position..].starts_with(char::is_alphabetic)
    }

    /// Takes the letters that directly follow a number into it.
    #[cold]
    fn bad_letters(&mut self, start: usize) {
        let letters = self.position;
        let rest = &self.text[letters..];
        self.position +=
            rest.find(|character: char| !character.is_alphanumeric() && character != '_').unwrap_or(rest.len());
        let suffix = &self.text[letters..self.position];
        let number = &self.text[start..letters];
        let kind = SyntaxErrorKind::InvalidNumber;
        let fix = match suffix {
            "i8" | "i16" | "i32" | "i64" | "i128" | "u8" | "u16" | "u32" | "u64" | "u128" | "f32" | "f64" => {
                (format!("{number} as {suffix}"), false)
            }
            "usize" => (format!("{number} as u64"), false),
            "isize" => (format!("{number} as i64"), false),
            "f" | "F" if number.contains('.') => (format!("{number} as f32"), false),
            "l" | "L" | "ll" | "LL" | "f" | "F" | "d" | "D" | "n" => (number.to_string(), true),
            "u" | "U" => (format!("{number} as u32"), true),
            "ul" | "UL" | "uL" | "Ul" | "ull" | "ULL" | "lu" | "LU" => (format!("{number} as u64"), true),
            _ => {
                let message = match suffix {
                    "e" | "E" => "write digits behind the `e`, as in `2e9`".to_string(),
                    _ => format!("put a space between the number and `{suffix}`"),
                };
                return self.error(kind, start, self.position, message);
            }
        };
        let message = format!("a number has no suffix, write `{}`", fix.0);
        self.error_with_fix(kind, (start, self.position), message, fix);
    }

    /// `0777`, which is octal in C and decimal elsewhere.
    #[cold]
    fn leading_zero(&mut self, start: usize) {
        let digits = self.text[start..self.position].trim_start_matches(['0', '_']);
        let is_octal = !digits.is_empty() && digits.bytes().all(|digit| matches!(digit, b'0'..=b'7' | b'_'));
        let message = if is_octal {
            format!("write an octal number as `0o{digits}`, and a decimal one without the leading 0")
        } else {
            "write the number without the leading 0".to_string()
        };
        let fix = match (is_octal, digits.is_empty()) {
            (true, _) => format!("0o{digits}"),
            (false, true) => "0".to_string(),
            (false, false) => digits.to_string(),
        };
        let kind = SyntaxErrorKind::InvalidNumber;
        self.error_with_fix(kind, (start, self.position), message, (fix, is_octal));
    }

    fn check_size(&mut self, start: usize) {
        // No number of so few digits can be too large.
        if self.position - start > 32 && literal::integer(&self.text[start..self.position]).is_none() {
            self.error(SyntaxErrorKind::InvalidNumber, start, self.position, "this number fits no integer type");
        }
    }
}
