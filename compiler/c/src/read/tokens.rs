//! C's tokens as far as respelling needs them: words, directives, everything else. Owns comments and literals, so that
//! nothing inside of them is taken for a word.

use std::ops::Range;

use super::{Unreadable, problem};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A line that begins with `#`, with those that it continues on.
    Directive,
    /// Anything else.
    Other,
}

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub range: Range<usize>,
}

/// Cuts a text into tokens; white space and comments are gone.
pub(super) fn tokens(source: &str) -> Result<Vec<Token>, Unreadable> {
    let bytes = source.as_bytes();
    let mut found = Vec::new();
    let (mut at, mut line_is_empty) = (0, true);
    while at < bytes.len() {
        let start = at;
        let rest = &source[at..];
        let mut kind = Kind::Other;
        match bytes[at] {
            b'\n' => {
                line_is_empty = true;
                at += 1;
                continue;
            }
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            _ if rest.starts_with("//") => {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            _ if rest.starts_with("/*") => {
                let end = rest.find("*/");
                at += 2 + end
                    .ok_or_else(|| problem(start..start + 2, "this comment has no end", "write */ behind it"))?;
                continue;
            }
            b'#' if line_is_empty => {
                kind = Kind::Directive;
                at += directive_length(rest);
            }
            quote @ (b'"' | b'\'') => {
                let length = literal_length(&bytes[at..], quote);
                at += length
                    .ok_or_else(|| problem(start..start + 1, "this literal has no end", "close it on its line"))?;
            }
            byte if byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 128 => {
                let is_word =
                    |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.' && byte.is_ascii_digit();
                at += rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()).max(1);
                // A letter of no word, such as a stray symbol of another script, is for the parser to refuse.
                while !source.is_char_boundary(at) {
                    at += 1;
                }
            }
            _ if rest.starts_with("...") => at += 3,
            _ if ["<<", ">>", "==", "!=", "<=", ">=", "&&", "||"].iter().any(|two| rest.starts_with(two)) => at += 2,
            _ => at += 1,
        }
        line_is_empty = false;
        found.push(Token { kind, range: start..at });
    }
    Ok(found)
}

/// To the end of the line, unless a backslash stands there.
fn directive_length(rest: &str) -> usize {
    let mut from = 0;
    loop {
        let Some(end) = rest[from..].find('\n').map(|end| from + end) else {
            return rest.len();
        };
        if !rest[..end].trim_end_matches('\r').ends_with('\\') {
            return end;
        }
        from = end + 1;
    }
}

fn literal_length(bytes: &[u8], quote: u8) -> Option<usize> {
    let mut at = 1;
    while at < bytes.len() && bytes[at] != b'\n' {
        match bytes[at] {
            b'\\' => at += 2,
            byte if byte == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
    None
}
