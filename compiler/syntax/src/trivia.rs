//! What stands between tokens: spaces, line ends, comments, cut out of the gaps on demand. It must agree with the lexer on
//! what a comment is, and knows nothing else about the language.

use crate::{Parse, TextRange, TokenId, TriviaKind};

/// A piece of the text: a token or what stands between tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A significant token.
    Token(TokenId),
    /// Space, a line end or a comment.
    Trivia(TriviaKind, TextRange),
}

/// How many line ends the bytes begin with. A module of C's headers of which a program names ten items is blank for thousands
/// of lines.
pub fn line_ends(bytes: &[u8]) -> usize {
    const ROW: [u8; 32] = [b'\n'; 32];
    let (rows, _) = bytes.as_chunks();
    let whole = ROW.len() * rows.iter().take_while(|row| **row == ROW).count();
    whole + bytes[whole..].iter().take_while(|byte| **byte == b'\n').count()
}

/// The pieces of a gap between tokens.
#[derive(Clone, Debug)]
pub struct Gap<'text> {
    text: &'text str,
    position: u32,
    end: u32,
}

impl<'text> Gap<'text> {
    /// The pieces of `range`, which holds no token.
    pub fn new(text: &'text str, range: TextRange) -> Gap<'text> {
        Gap { text, position: range.start, end: range.end }
    }
}

impl Iterator for Gap<'_> {
    type Item = (TriviaKind, TextRange);

    fn next(&mut self) -> Option<(TriviaKind, TextRange)> {
        let rest = &self.text.as_bytes()[self.position as usize..self.end as usize];
        let (kind, length) = match rest {
            [] => return None,
            [b'\n', ..] => (TriviaKind::Newline, 1),
            [b'\r', b'\n', ..] => (TriviaKind::Newline, 2),
            [b'#', ..] => {
                let line = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                (TriviaKind::Comment, line - usize::from(line < rest.len() && rest[line - 1] == b'\r'))
            }
            [b'/', b'/' | b'*', ..] => {
                let length = foreign_comment_length(rest);
                (TriviaKind::Comment, length - usize::from(rest[length - 1] == b'\r'))
            }
            [_, ..] => {
                let is_space = |at: usize| match rest[at] {
                    b'\n' | b'#' | b'/' => false,
                    b'\r' => rest.get(at + 1) != Some(&b'\n'),
                    _ => true,
                };
                (TriviaKind::Whitespace, (1..rest.len()).find(|at| !is_space(*at)).unwrap_or(rest.len()))
            }
        };
        let range = TextRange::new(self.position, self.position + length as u32);
        self.position = range.end;
        Some((kind, range))
    }
}

/// How long a comment of another language is, at `//` or `/*`: to the end of its line, or behind `*/`. One that does not
/// end within [`LONGEST_FOREIGN_COMMENT`] ends with its line too.
pub(crate) fn foreign_comment_length(rest: &[u8]) -> usize {
    let end = match rest {
        [_, b'*', behind @ ..] => memchr::memmem::find(&behind[..behind.len().min(LONGEST_FOREIGN_COMMENT)], b"*/"),
        _ => None,
    };
    // Nothing behind the comment is looked at: a line may hold thousands of them.
    end.map_or_else(|| memchr::memchr(b'\n', rest).unwrap_or(rest.len()), |end| end + 4)
}

/// How far the end of a `/*` is looked for, in bytes: a text with thousands of them and no end is not searched for each.
const LONGEST_FOREIGN_COMMENT: usize = 1 << 16;

/// All pieces of a text in order.
pub(crate) struct Pieces<'tree> {
    parse: &'tree Parse,
    gap: Gap<'tree>,
    token: u32,
}

impl<'tree> Pieces<'tree> {
    pub fn new(parse: &'tree Parse) -> Pieces<'tree> {
        Pieces { parse, gap: Gap::new(&parse.text, parse.gap_before(TokenId(0))), token: 0 }
    }
}

impl Iterator for Pieces<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        if let Some((kind, range)) = self.gap.next() {
            return Some(Piece::Trivia(kind, range));
        }
        let token = TokenId(self.token);
        if self.token as usize + 1 >= self.parse.tokens.len() {
            return None;
        }
        self.token += 1;
        self.gap = Gap::new(&self.parse.text, self.parse.gap_before(TokenId(self.token)));
        Some(Piece::Token(token))
    }
}
