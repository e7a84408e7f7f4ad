//! Tokens of the text form. Owns the characters; must not know the grammar. Newlines mean nothing, `;` begins a
//! comment.

use std::fmt;

use super::ReadError;

/// A token with its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Token<'text> {
    pub kind: TokenKind<'text>,
    pub line: u32,
    /// From 1, in bytes.
    pub column: u32,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TokenKind<'text> {
    /// Letters, digits, `_`, `.` and `$`, beginning with none of the digits.
    Word(&'text str),
    /// Digits, with sign, point and exponent as they may be.
    Number(&'text str),
    /// What stands between quotes, as it is written: see [`unquoted`].
    Text(&'text str),
    /// `->`
    Arrow,
    /// `...`
    Ellipsis,
    /// Any other character.
    Punctuation(char),
    /// The end of the text.
    End,
}

/// As messages name it, of long ones the beginning.
impl fmt::Display for TokenKind<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TokenKind::Word(text) | TokenKind::Number(text) => write!(formatter, "'{text:.60}'"),
            TokenKind::Text(text) => write!(formatter, "the text \"{text:.60}\""),
            TokenKind::Arrow => formatter.write_str("'->'"),
            TokenKind::Ellipsis => formatter.write_str("'...'"),
            TokenKind::Punctuation(character) => write!(formatter, "'{character}'"),
            TokenKind::End => formatter.write_str("the end of the text"),
        }
    }
}

/// Cuts a text into tokens, each when it is asked for: all of them would take more memory than the module.
#[derive(Clone, Debug)]
pub struct Lexer<'text> {
    text: &'text str,
    /// The byte that comes next.
    position: usize,
    line: u32,
    line_start: usize,
}

impl<'text> Lexer<'text> {
    pub fn new(text: &'text str) -> Lexer<'text> {
        Lexer { text, position: 0, line: 1, line_start: 0 }
    }

    /// The next token; behind the last one always [`TokenKind::End`].
    pub fn token(&mut self) -> Result<Token<'text>, ReadError> {
        let first = loop {
            let Some(first) = self.text.as_bytes().get(self.position) else { return Ok(self.placed(TokenKind::End)) };
            match first {
                b'\n' => {
                    self.position += 1;
                    (self.line, self.line_start) = (self.line + 1, self.position);
                }
                b' ' | b'\t' | b'\r' => self.position += 1,
                b';' => {
                    let rest = &self.text[self.position..];
                    self.position += rest.find('\n').unwrap_or(rest.len());
                }
                _ => break *first,
            }
        };
        let rest = &self.text[self.position..];
        let (kind, length) = match first {
            b'"' => {
                let length = quoted_length(rest.as_bytes()).map_err(|message| {
                    let Token { line, column, .. } = self.placed(TokenKind::End);
                    ReadError { line, column, message }
                })?;
                (TokenKind::Text(&rest[1..length - 1]), length)
            }
            b'.' if rest.starts_with("...") => (TokenKind::Ellipsis, 3),
            b'-' if rest.starts_with("->") => (TokenKind::Arrow, 2),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.' | b'$' => {
                let length = rest.bytes().position(|byte| !is_word(byte)).unwrap_or(rest.len());
                (TokenKind::Word(&rest[..length]), length)
            }
            b'0'..=b'9' | b'-' => {
                let length = number_length(rest);
                (TokenKind::Number(&rest[..length]), length)
            }
            _ => {
                let other = rest.chars().next().unwrap_or_default();
                (TokenKind::Punctuation(other), other.len_utf8())
            }
        };
        let token = self.placed(kind);
        self.position += length;
        Ok(token)
    }

    fn placed(&self, kind: TokenKind<'text>) -> Token<'text> {
        Token { kind, line: self.line, column: (self.position - self.line_start) as u32 + 1 }
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$')
}

fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut length = 1;
    while let Some(byte) = bytes.get(length) {
        let exponent_sign = matches!(byte, b'-' | b'+') && matches!(bytes[length - 1], b'e' | b'E');
        // A `.` belongs to the number only before a digit: `[0..8)` does not occur outside of quotes.
        let point = *byte == b'.' && bytes.get(length + 1).is_some_and(u8::is_ascii_digit);
        if byte.is_ascii_digit() || matches!(byte, b'e' | b'E') || exponent_sign || point {
            length += 1;
        } else {
            break;
        }
    }
    length
}

/// How long a quoted text is, with its quotes.
fn quoted_length(bytes: &[u8]) -> Result<usize, String> {
    let mut position = 1;
    loop {
        match bytes.get(position) {
            None | Some(b'\n') => return Err("a quoted text ends on its line".to_owned()),
            Some(b'"') => return Ok(position + 1),
            Some(b'\\') => {
                let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_hexdigit);
                if !is_digit(position + 1) || !is_digit(position + 2) {
                    return Err("after '\\' stand two hexadecimal digits".to_owned());
                }
                position += 3;
            }
            Some(_) => position += 1,
        }
    }
}

/// The bytes that a quoted text stands for.
pub fn unquoted(written: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(written.len());
    let mut rest = written.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        let digits = match behind {
            [high, low, ..] if *first == b'\\' => {
                Option::zip(char::from(*high).to_digit(16), char::from(*low).to_digit(16))
            }
            _ => None,
        };
        match digits {
            Some((high, low)) => {
                out.push((high * 16 + low) as u8);
                rest = &behind[2..];
            }
            None => {
                out.push(*first);
                rest = behind;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lex(text: &str) -> Result<Vec<TokenKind<'_>>, ReadError> {
        let mut lexer = Lexer::new(text);
        let mut kinds = Vec::new();
        loop {
            let token = lexer.token()?;
            kinds.push(token.kind);
            if token.kind == TokenKind::End {
                return Ok(kinds);
            }
        }
    }

    #[test]
    fn tokens_of_each_kind() {
        let kinds = lex("v1: i64 = -1.5e-3 -> ... \"a\\00\" ; no\n%a.b é").unwrap();
        assert_eq!(
            kinds,
            [
                TokenKind::Word("v1"),
                TokenKind::Punctuation(':'),
                TokenKind::Word("i64"),
                TokenKind::Punctuation('='),
                TokenKind::Number("-1.5e-3"),
                TokenKind::Arrow,
                TokenKind::Ellipsis,
                TokenKind::Text("a\\00"),
                TokenKind::Punctuation('%'),
                TokenKind::Word("a.b"),
                TokenKind::Punctuation('é'),
                TokenKind::End,
            ]
        );
        assert_eq!(unquoted("a\\00é"), [b'a', 0, 0xc3, 0xa9]);
        assert!(lex("\"a").is_err());
        assert!(lex("\"\\x\"").is_err());
        assert!(lex("\"\\1é\"").is_err());
    }
}
