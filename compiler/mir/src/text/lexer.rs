//! Tokens of the text form. Owns the characters; must not know the grammar. Newlines mean nothing, `;` begins a
//! comment.

use std::fmt;

use memchr::memchr;

/// A token with its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Token<'text> {
    pub kind: TokenKind<'text>,
    /// The byte of the text where it begins.
    pub position: usize,
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
    /// What is no token, and why. Nothing comes behind it.
    Damaged(&'static str),
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
            TokenKind::Damaged(why) => write!(formatter, "no token: {why}"),
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
}

impl<'text> Lexer<'text> {
    pub fn new(text: &'text str) -> Lexer<'text> {
        Lexer { text, position: 0 }
    }

    /// The next token; behind the last one always [`TokenKind::End`].
    pub fn token(&mut self) -> Token<'text> {
        let mut token = Token { kind: TokenKind::End, position: 0 };
        self.put_token(&mut token);
        token
    }

    /// Puts the next token there. It is written where it stays, part by part: to write it elsewhere and move it as a whole
    /// would make the processor wait for the parts each time.
    #[inline]
    pub fn put_token(&mut self, token: &mut Token<'text>) {
        let bytes = self.text.as_bytes();
        let mut position = self.position;
        let first = loop {
            let Some(first) = bytes.get(position) else {
                self.position = position;
                (token.kind, token.position) = (TokenKind::End, position);
                return;
            };
            match first {
                b' ' | b'\n' | b'\t' | b'\r' => position += 1,
                b';' => position = memchr(b'\n', &bytes[position..]).map_or(bytes.len(), |length| position + length),
                _ => break *first,
            }
        };
        token.position = position;
        match first {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => {
                self.position = self.end_of_word(position);
                token.kind = TokenKind::Word(&self.text[position..self.position]);
            }
            b'0'..=b'9' => {
                self.position = self.end_of_number(position);
                token.kind = TokenKind::Number(&self.text[position..self.position]);
            }
            b'"' | b'.' | b'-' | 0x80..=0xff => (token.kind, self.position) = self.other(position, first),
            _ => {
                self.position = position + 1;
                token.kind = TokenKind::Punctuation(char::from(first));
            }
        }
    }

    #[inline]
    fn end_of_word(&self, start: usize) -> usize {
        let rest = self.text.as_bytes()[start..].iter();
        start + rest.take_while(|byte| IN_WORD[usize::from(**byte)]).count()
    }

    #[inline]
    fn end_of_number(&self, start: usize) -> usize {
        let bytes = self.text.as_bytes();
        let mut end = start + 1;
        while let Some(byte) = bytes.get(end) {
            let is_in = match byte {
                b'0'..=b'9' | b'e' | b'E' => true,
                b'-' | b'+' => matches!(bytes[end - 1], b'e' | b'E'),
                // A `.` belongs to the number only before a digit: `[0..8)` does not occur outside of quotes.
                b'.' => bytes.get(end + 1).is_some_and(u8::is_ascii_digit),
                _ => false,
            };
            if !is_in {
                break;
            }
            end += 1;
        }
        end
    }

    /// What more than its first byte decides.
    fn other(&self, start: usize, first: u8) -> (TokenKind<'text>, usize) {
        let rest = &self.text[start..];
        match first {
            b'"' => match quoted_length(rest.as_bytes()) {
                Ok(length) => (TokenKind::Text(&rest[1..length - 1]), start + length),
                Err(why) => (TokenKind::Damaged(why), self.text.len()),
            },
            b'.' if rest.starts_with("...") => (TokenKind::Ellipsis, start + 3),
            b'.' => {
                let end = self.end_of_word(start);
                (TokenKind::Word(&self.text[start..end]), end)
            }
            b'-' if rest.starts_with("->") => (TokenKind::Arrow, start + 2),
            b'-' => {
                let end = self.end_of_number(start);
                (TokenKind::Number(&self.text[start..end]), end)
            }
            _ => {
                let other = rest.chars().next().unwrap_or_default();
                (TokenKind::Punctuation(other), start + other.len_utf8())
            }
        }
    }
}

/// Which bytes go on with a word.
const IN_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || matches!(byte as u8, b'_' | b'.' | b'$');
        byte += 1;
    }
    table
};

/// How long a quoted text is, with its quotes.
fn quoted_length(bytes: &[u8]) -> Result<usize, &'static str> {
    let mut position = 1;
    loop {
        match bytes.get(position) {
            None | Some(b'\n') => return Err("a quoted text ends on its line"),
            Some(b'"') => return Ok(position + 1),
            Some(b'\\') => {
                let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_hexdigit);
                if !is_digit(position + 1) || !is_digit(position + 2) {
                    return Err("after '\\' stand two hexadecimal digits");
                }
                position += 3;
            }
            Some(_) => position += 1,
        }
    }
}

/// Line and column of a byte of a text, both from 1; columns count bytes.
pub fn line_and_column(text: &str, position: usize) -> (u32, u32) {
    let before = &text.as_bytes()[..position];
    let start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
    let lines = memchr::memchr_iter(b'\n', before).count();
    (lines as u32 + 1, (position - start) as u32 + 1)
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

    fn lex(text: &str) -> Vec<TokenKind<'_>> {
        let mut lexer = Lexer::new(text);
        let mut kinds = Vec::new();
        loop {
            let token = lexer.token();
            kinds.push(token.kind);
            if token.kind == TokenKind::End {
                return kinds;
            }
        }
    }

    #[test]
    fn tokens_of_each_kind() {
        let kinds = lex("v1: i64 = -1.5e-3 -> ... \"a\\00\" ; no\n%a.b é");
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
        for damaged in ["\"a", "\"\\x\"", "\"\\1é\""] {
            assert!(matches!(lex(damaged)[..], [TokenKind::Damaged(_), TokenKind::End]), "{damaged}");
        }
    }
}
