//! Tokens of the text form. Owns the characters; must not know the grammar. Newlines mean nothing, `;` begins a
//! comment.

use super::ReadError;

/// A token with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Token<'text> {
    pub kind: TokenKind<'text>,
    pub line: u32,
    /// From 1, in bytes.
    pub column: u32,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub enum TokenKind<'text> {
    /// Letters, digits, `_`, `.` and `$`, beginning with none of the digits.
    Word(&'text str),
    /// Digits, with sign, point and exponent as they may be.
    Number(&'text str),
    /// What stands between quotes.
    Text(Vec<u8>),
    /// `->`
    Arrow,
    /// `...`
    Ellipsis,
    /// Any other character.
    Punctuation(char),
    /// The end of the text.
    End,
}

/// Cuts a text into tokens; the last is [`TokenKind::End`].
pub fn lex(text: &str) -> Result<Vec<Token<'_>>, ReadError> {
    let mut tokens = Vec::new();
    let mut line = 1;
    let mut line_start = text;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let column = (line_start.len() - rest.len()) as u32 + 1;
        let (kind, length) = match first {
            '\n' => {
                line += 1;
                rest = &rest[1..];
                line_start = rest;
                continue;
            }
            ' ' | '\t' | '\r' => {
                rest = &rest[1..];
                continue;
            }
            ';' => {
                rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
                continue;
            }
            '"' => quoted(rest).map_err(|message| ReadError { line, column, message })?,
            _ if rest.starts_with("...") => (TokenKind::Ellipsis, 3),
            _ if rest.starts_with("->") => (TokenKind::Arrow, 2),
            'a'..='z' | 'A'..='Z' | '_' | '.' | '$' => {
                let length = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
                (TokenKind::Word(&rest[..length]), length)
            }
            '0'..='9' | '-' => {
                let length = number_length(rest);
                (TokenKind::Number(&rest[..length]), length)
            }
            other => (TokenKind::Punctuation(other), other.len_utf8()),
        };
        tokens.push(Token { kind, line, column });
        rest = &rest[length..];
    }
    tokens.push(Token { kind: TokenKind::End, line, column: line_start.len() as u32 + 1 });
    Ok(tokens)
}

fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '$')
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

fn quoted(text: &str) -> Result<(TokenKind<'_>, usize), String> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut position = 1;
    loop {
        match bytes.get(position) {
            None | Some(b'\n') => return Err("a quoted text ends on its line".to_owned()),
            Some(b'"') => return Ok((TokenKind::Text(out), position + 1)),
            Some(b'\\') => {
                let digit = |at: usize| bytes.get(at).and_then(|byte| char::from(*byte).to_digit(16));
                match (digit(position + 1), digit(position + 2)) {
                    (Some(high), Some(low)) => out.push((high * 16 + low) as u8),
                    _ => return Err("after '\\' stand two hexadecimal digits".to_owned()),
                }
                position += 3;
            }
            Some(byte) => {
                out.push(*byte);
                position += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_of_each_kind() {
        let kinds: Vec<_> = lex("v1: i64 = -1.5e-3 -> ... \"a\\00\" ; no\n%a.b").unwrap();
        let kinds: Vec<_> = kinds.into_iter().map(|token| token.kind).collect();
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
                TokenKind::Text(vec![b'a', 0]),
                TokenKind::Punctuation('%'),
                TokenKind::Word("a.b"),
                TokenKind::End,
            ]
        );
        assert!(lex("\"a").is_err());
        assert!(lex("\"\\x\"").is_err());
    }
}
