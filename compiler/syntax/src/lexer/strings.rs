//! String and character literals. Their values are read by `literal`; here they are delimited and their escapes checked.

use super::{Bracket, Lexer};
use crate::literal;
use crate::{SyntaxErrorKind, TokenKind};

/// Why the text of a string stopped.
enum Stop {
    /// At the closing quotes.
    Quotes,
    /// At `${`.
    Interpolation,
    /// At the end of the line or of the text.
    Missing,
}

impl Lexer<'_> {
    /// A string at the position, which holds its first quote.
    pub(super) fn string(&mut self) {
        let start = self.position;
        let is_multiline = self.byte(1) == b'"' && self.byte(2) == b'"';
        self.position += if is_multiline { 3 } else { 1 };
        let text = self.position;
        match self.string_text(is_multiline) {
            Stop::Quotes => {
                self.position += if is_multiline { 3 } else { 1 };
                self.push_whole_string(start, is_multiline);
            }
            Stop::Missing => {
                self.unterminated_string(start, is_multiline);
                self.push_whole_string(start, is_multiline);
            }
            Stop::Interpolation => {
                self.push(TokenKind::StringStart, start, text);
                self.interpolation(start, text, is_multiline);
            }
        }
    }

    fn push_whole_string(&mut self, start: usize, is_multiline: bool) {
        let kind = if is_multiline { TokenKind::MultilineString } else { TokenKind::String };
        self.push_long(kind, start, self.position);
    }

    /// Pushes the text before `${` and the `${` at the position.
    fn interpolation(&mut self, string: usize, text: usize, is_multiline: bool) {
        if text < self.position {
            self.push_long(TokenKind::StringText, text, self.position);
        }
        self.push(TokenKind::InterpolationStart, self.position, self.position + 2);
        self.position += 2;
        self.brackets.push(Bracket::Interpolation { string: string as u32, is_multiline });
        self.note_brackets();
    }

    /// What follows the `}` of an interpolation, up to the next `${` or the end of the string.
    pub(super) fn rest_of_string(&mut self, string: usize, is_multiline: bool) {
        let text = self.position;
        let stop = self.string_text(is_multiline);
        if let Stop::Interpolation = stop {
            return self.interpolation(string, text, is_multiline);
        }
        if text < self.position {
            self.push_long(TokenKind::StringText, text, self.position);
        }
        let quotes = self.position;
        if let Stop::Quotes = stop {
            self.position += if is_multiline { 3 } else { 1 };
        } else {
            self.unterminated_string(string, is_multiline);
        }
        self.push(TokenKind::StringEnd, quotes, self.position);
    }

    /// The format of a value in `${…}`, at the position, which holds its `:`. What would begin or end a text is no part of one.
    pub(super) fn text_format(&mut self) {
        let start = self.position;
        let is_part = |byte: &u8| !matches!(byte, b'}' | b'{' | b'"' | b'\'' | b'\\' | b'#' | b'\n' | b'\r');
        self.position += self.bytes[start..].iter().take_while(|byte| is_part(byte)).count();
        if let Err(message) = literal::text_format(&self.text[start..self.position]) {
            self.error(SyntaxErrorKind::InvalidTextFormat, start, self.position, message);
        }
        self.push_long(TokenKind::TextFormat, start, self.position);
    }

    pub(super) fn unterminated_string(&mut self, start: usize, is_multiline: bool) {
        let (kind, end) = (SyntaxErrorKind::UnterminatedLiteral, self.position);
        if is_multiline {
            self.ends_in_string = true;
            self.error(kind, start, start + 3, "close this string with `\"\"\"`");
        } else {
            let line = self.text[start..end].trim_end().len();
            self.error(
                kind,
                start,
                start + line,
                "close this string with `\"` on its line, or use `\"\"\"` for several lines",
            );
        }
    }

    /// Moves the position to where the text of a string stops.
    fn string_text(&mut self, is_multiline: bool) -> Stop {
        loop {
            match self.byte(0) {
                b'"' if !is_multiline || (self.byte(1) == b'"' && self.byte(2) == b'"') => return Stop::Quotes,
                b'$' if self.byte(1) == b'{' => return Stop::Interpolation,
                b'\\' => self.escape(),
                b'\n' if !is_multiline => {
                    // The `\r` of a line end belongs to it, not to the string.
                    self.position -= usize::from(self.bytes[self.position - 1] == b'\r');
                    return Stop::Missing;
                }
                0 if self.position >= self.bytes.len() => return Stop::Missing,
                _ => self.position += 1,
            }
        }
    }

    /// An escape at the position, which holds the backslash.
    fn escape(&mut self) {
        let start = self.position;
        let behind = &self.text[start + 1..];
        if let Some((_, length)) = literal::escape(behind) {
            self.position += 1 + length;
            return;
        }
        let Some(first) = behind.chars().next().filter(|character| !matches!(character, '\n' | '\r')) else {
            // A backslash at the end of the line: that the string does not end is reported instead.
            self.position += 1;
            return;
        };
        self.position += 1 + first.len_utf8();
        let message = if first == 'u' {
            "write a code point as `\\u{1F600}`, one to six hexadecimal digits".to_string()
        } else {
            format!("`\\{first}` is no escape, write `\\\\` for a backslash")
        };
        self.error(SyntaxErrorKind::InvalidEscape, start, self.position, message);
    }

    /// `c"…"`; the position holds the quote.
    pub(super) fn c_string(&mut self, start: usize) {
        self.position += 1;
        loop {
            match self.string_text(false) {
                Stop::Quotes => {
                    self.position += 1;
                    break;
                }
                Stop::Missing => {
                    self.unterminated_string(start, false);
                    break;
                }
                Stop::Interpolation => {
                    let at = self.position;
                    self.position += 2;
                    let message = "a C string holds no `${…}`, write `\\$` for a dollar sign";
                    self.error(SyntaxErrorKind::MisplacedInterpolation, at, at + 2, message);
                }
            }
        }
        self.push_long(TokenKind::CString, start, self.position);
    }

    /// A character literal at the position, which holds its first quote.
    pub(super) fn character(&mut self) {
        let start = self.position;
        if let Some(length) = self.foreign_label() {
            return self.label(length);
        }
        self.position += 1;
        loop {
            match self.byte(0) {
                b'\'' => break,
                // Whatever is escaped, a quote too, does not end the literal.
                b'\\' if !matches!(self.byte(1), b'\n' | b'\r') && self.byte(1).is_ascii() => self.position += 2,
                b'\n' => return self.unterminated_character(start),
                _ if self.position >= self.bytes.len() => return self.unterminated_character(start),
                _ => self.position += 1,
            }
        }
        let inner = &self.text[start + 1..self.position];
        self.position += 1;
        if literal::character(&self.text[start..self.position]).is_none() {
            let is_bad_escape = inner.strip_prefix('\\').is_some_and(|behind| literal::escape(behind).is_none());
            let (kind, message) = if is_bad_escape {
                (SyntaxErrorKind::InvalidEscape, format!("`{inner}` is no escape, write `'\\\\'` for a backslash"))
            } else if inner.is_empty() {
                let message = "a character literal holds one code point, write `'\\''` for a quote";
                (SyntaxErrorKind::InvalidCharacterLiteral, message.to_string())
            } else {
                let message = "a character literal holds one code point, use `\"…\"` for text";
                let fix = (format!("\"{}\"", inner.replace("\\'", "'").replace('"', "\\\"")), true);
                let kind = SyntaxErrorKind::InvalidCharacterLiteral;
                self.error_with_fix(kind, (start, self.position), message, fix);
                return self.push_long(TokenKind::Character, start, self.position);
            };
            self.error(kind, start, self.position, message);
        }
        self.push_long(TokenKind::Character, start, self.position);
    }

    /// A lone quote. Only the word behind it is taken, so that the rest of the line is read as usual.
    #[cold]
    fn unterminated_character(&mut self, start: usize) {
        let rest = &self.text[start + 1..];
        let first = rest.chars().next().filter(|character| !matches!(character, '\n' | '\r'));
        let mut length = first.map_or(0, char::len_utf8);
        length += rest[length..].find(|character: char| !character.is_alphanumeric()).unwrap_or(rest.len() - length);
        self.position = start + 1 + length;
        self.error(SyntaxErrorKind::UnterminatedLiteral, start, self.position, "close this character literal with `'`");
        self.push_long(TokenKind::Character, start, self.position);
    }
}
