//! Text to significant tokens. The lexer also decides where a newline ends a statement, because that depends on tokens
//! alone: on the innermost open bracket and on the tokens around the newline. So the parser need not think about lines.
//! It must not know the grammar; contextual words are plain words.
//!
//! A string with `${…}` becomes several tokens. While the lexer is inside of `${…}`, an entry on the stack of brackets
//! says which kind of string goes on behind the `}`. A string on one line that is not closed there ends at the line's end
//! with empty closing tokens, so that the parser always sees whole strings.

mod foreign_comments;
mod foreign_labels;
mod numbers;
mod operators;
mod strings;
mod words;

pub use words::keywords;

use crate::tree::RawToken;
use crate::{MAX_ERRORS, SyntaxError, SyntaxErrorKind, SyntaxFix, TextRange, TokenKind, line_ends};

/// What the lexer hands to the parser.
pub(crate) struct Lexed {
    /// Ends with one [`TokenKind::EndOfText`].
    pub tokens: Vec<RawToken>,
    pub errors: Vec<SyntaxError>,
    /// Whether some `{` is never closed. Only then does the parser guess by indentation where a block ends.
    pub has_open_brace: bool,
    /// Whether some `}` closes nothing. Only then does the parser guess by indentation what stood in the block.
    pub has_extra_brace: bool,
    /// Whether the text ends inside of a string, so that whatever is missing at its end is no news.
    pub ends_in_string: bool,
}

/// Cuts `text` into tokens.
pub(crate) fn lex(text: &str) -> Lexed {
    let mut lexer = Lexer {
        text,
        bytes: text.as_bytes(),
        position: if text.starts_with('\u{feff}') { 3 } else { 0 },
        tokens: Vec::with_capacity(text.len() / 3 + 16),
        errors: Vec::new(),
        brackets: Vec::new(),
        is_after_newline: false,
        newlines_count: true,
        is_in_line_string: false,
        has_extra_brace: false,
        ends_in_string: false,
    };
    while lexer.step() {}
    lexer.finish()
}

/// An open bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bracket {
    Paren,
    Square,
    Brace,
    /// `${` of the string that begins at the offset.
    Interpolation {
        string: u32,
        is_multiline: bool,
    },
}

/// What a first byte says of what begins there.
#[derive(Clone, Copy)]
enum First {
    Blank,
    Newline,
    Comment,
    Letter,
    Digit,
    Quotes,
    Apostrophe,
    OpenParen,
    OpenBracket,
    OpenBrace,
    CloseParen,
    CloseBracket,
    CloseBrace,
    /// An operator, or nothing.
    Other,
}

/// For each byte; one look is less than a chain of comparisons.
static FIRST: [First; 256] = {
    let mut table = [First::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\t' | b'\r' | b'\x0c' => First::Blank,
            b'\n' => First::Newline,
            b'#' => First::Comment,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => First::Letter,
            b'0'..=b'9' => First::Digit,
            b'"' => First::Quotes,
            b'\'' => First::Apostrophe,
            b'(' => First::OpenParen,
            b'[' => First::OpenBracket,
            b'{' => First::OpenBrace,
            b')' => First::CloseParen,
            b']' => First::CloseBracket,
            b'}' => First::CloseBrace,
            _ => First::Other,
        };
        byte += 1;
    }
    table
};

struct Lexer<'text> {
    text: &'text str,
    bytes: &'text [u8],
    position: usize,
    tokens: Vec<RawToken>,
    errors: Vec<SyntaxError>,
    brackets: Vec<Bracket>,
    /// Whether a newline was passed since the last token.
    is_after_newline: bool,
    /// Whether the innermost open bracket is `{` or there is none.
    newlines_count: bool,
    /// Whether the innermost interpolation belongs to a string that must end on its line.
    is_in_line_string: bool,
    /// Whether some `}` closes nothing.
    has_extra_brace: bool,
    /// Whether a `"""` string is not closed.
    ends_in_string: bool,
}

impl Lexer<'_> {
    /// Takes one token or one piece of trivia; `false` at the end of the text.
    #[inline(always)]
    fn step(&mut self) -> bool {
        // Before half of all tokens stands one space.
        if self.bytes.get(self.position) == Some(&b' ') {
            self.position += 1;
        }
        let start = self.position;
        let Some(&byte) = self.bytes.get(start) else {
            return false;
        };
        match FIRST[byte as usize] {
            First::Blank => self.position += 1,
            First::Newline => {
                if self.is_in_line_string {
                    self.end_line_strings();
                }
                self.is_after_newline = true;
                self.position += 1;
                if self.byte(0) == b'\n' {
                    self.position += line_ends(&self.bytes[self.position..]);
                }
                while self.byte(0) == b' ' {
                    self.position += 1;
                }
            }
            First::Comment => {
                let rest = &self.bytes[start..];
                self.position += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            }
            First::Letter => self.word(),
            First::Digit => self.number(),
            First::Quotes => self.string(),
            First::Apostrophe => self.character(),
            First::OpenParen => self.open(TokenKind::OpenParen, Bracket::Paren, 1),
            First::OpenBracket => self.open(TokenKind::OpenBracket, Bracket::Square, 1),
            First::OpenBrace => self.open(TokenKind::OpenBrace, Bracket::Brace, 1),
            First::CloseParen => self.close(TokenKind::CloseParen, Bracket::Paren),
            First::CloseBracket => self.close(TokenKind::CloseBracket, Bracket::Square),
            First::CloseBrace => self.close_brace(),
            First::Other if byte == b'@' && self.byte(1) == b'[' => {
                self.open(TokenKind::AttributeStart, Bracket::Square, 2);
            }
            First::Other if byte == b':' && matches!(self.brackets.last(), Some(Bracket::Interpolation { .. })) => {
                self.text_format();
            }
            First::Other if byte == b'/' && matches!(self.byte(1), b'/' | b'*') => self.foreign_comment(),
            First::Other => match self.operator(byte) {
                Some((kind, length)) => {
                    self.push_of(kind, start, length);
                    self.position = start + length;
                }
                None => self.other_character(),
            },
        }
        true
    }

    /// The byte `offset` behind the position, 0 behind the end.
    #[inline(always)]
    fn byte(&self, offset: usize) -> u8 {
        self.bytes.get(self.position + offset).copied().unwrap_or(0)
    }

    /// Appends a token.
    #[inline(always)]
    fn push(&mut self, kind: TokenKind, start: usize, end: usize) {
        self.push_of(kind, start, end - start);
    }

    /// Appends a token of this length.
    #[inline(always)]
    fn push_of(&mut self, kind: TokenKind, start: usize, length: usize) {
        if self.is_after_newline {
            self.push_after_newline(kind, start, start + length);
        } else {
            self.tokens.push(RawToken::new(kind, start as u32, length as u32, false, false));
        }
    }

    fn push_after_newline(&mut self, kind: TokenKind, start: usize, end: usize) {
        self.is_after_newline = false;
        if !self.newlines_count && self.begins_declaration(kind, end) {
            self.leave_open_lists();
        }
        let ends_line = self.newlines_count
            && !kind.continues_previous_line()
            && !self.tokens.last().is_some_and(|token| token.kind().continues_line());
        self.tokens.push(RawToken::new(kind, start as u32, (end - start) as u32, true, ends_line));
    }

    /// Whether a line that begins with this token cannot go on a list, so that a `)` or `]` was forgotten above it. A
    /// word before `:` is a name.
    fn begins_declaration(&self, kind: TokenKind, end: usize) -> bool {
        matches!(
            kind,
            TokenKind::Let
                | TokenKind::Case
                | TokenKind::Type
                | TokenKind::Import
                | TokenKind::Impl
                | TokenKind::Trait
                | TokenKind::Pub
        ) && !self.text[end..].trim_start_matches(' ').starts_with(':')
    }

    /// Forgets the `(` and `[` of the innermost block, so that newlines end statements again.
    fn leave_open_lists(&mut self) {
        while let Some(Bracket::Paren | Bracket::Square) = self.brackets.last() {
            self.brackets.pop();
        }
        self.newlines_count = matches!(self.brackets.last(), None | Some(Bracket::Brace));
    }

    fn error(&mut self, kind: SyntaxErrorKind, start: usize, end: usize, message: impl Into<String>) {
        if self.errors.len() < MAX_ERRORS {
            let range = TextRange::new(start as u32, end as u32);
            self.errors.push(SyntaxError { kind, range, message: message.into(), related: None, fix: None });
        }
    }

    /// Reports a mistake with the text to write instead.
    fn error_with_fix(
        &mut self,
        kind: SyntaxErrorKind,
        (start, end): (usize, usize),
        message: impl Into<String>,
        (text, is_guess): (String, bool),
    ) {
        let count = self.errors.len();
        self.error(kind, start, end, message);
        if let Some(error) = self.errors.get_mut(count) {
            let range = error.range;
            error.fix = Some(SyntaxFix { range, text, is_guess });
        }
    }

    #[inline(always)]
    fn open(&mut self, kind: TokenKind, bracket: Bracket, length: usize) {
        self.push_of(kind, self.position, length);
        self.position += length;
        self.brackets.push(bracket);
        self.newlines_count = bracket == Bracket::Brace;
    }

    /// A `)` or `]`. It closes the nearest bracket of its kind, but never looks past a brace, and not far, so that
    /// text full of wrong brackets costs no more than other text.
    #[inline(always)]
    fn close(&mut self, kind: TokenKind, bracket: Bracket) {
        const FAR: usize = 8;
        self.push_of(kind, self.position, 1);
        self.position += 1;
        if self.brackets.last() == Some(&bracket) {
            self.brackets.pop();
            self.newlines_count = matches!(self.brackets.last(), None | Some(Bracket::Brace));
            return;
        }
        let open =
            self.brackets.iter().rev().take(FAR).take_while(|open| matches!(open, Bracket::Paren | Bracket::Square));
        if let Some(above) = open.clone().position(|open| *open == bracket) {
            self.brackets.truncate(self.brackets.len() - above - 1);
            self.newlines_count = matches!(self.brackets.last(), None | Some(Bracket::Brace));
        }
    }

    /// A `}`. It closes the innermost brace or interpolation, whatever else was left open inside.
    fn close_brace(&mut self) {
        let start = self.position;
        self.leave_open_lists();
        let kind = match self.brackets.last() {
            Some(Bracket::Interpolation { .. }) => TokenKind::InterpolationEnd,
            _ => TokenKind::CloseBrace,
        };
        self.push(kind, start, start + 1);
        self.position += 1;
        match self.brackets.pop() {
            Some(Bracket::Interpolation { string, is_multiline }) => {
                self.note_brackets();
                self.rest_of_string(string as usize, is_multiline);
            }
            closed => {
                self.has_extra_brace |= closed.is_none();
                self.newlines_count = matches!(self.brackets.last(), None | Some(Bracket::Brace));
            }
        }
    }

    /// Finds out again what the brackets say, after an interpolation was opened or closed.
    fn note_brackets(&mut self) {
        self.newlines_count = matches!(self.brackets.last(), None | Some(Bracket::Brace));
        let innermost = self.brackets.iter().rev().find(|open| matches!(open, Bracket::Interpolation { .. }));
        self.is_in_line_string = matches!(innermost, Some(Bracket::Interpolation { is_multiline: false, .. }));
    }

    /// Ends the strings on one line whose `${` is still open at the position. Only the outermost is reported.
    fn end_line_strings(&mut self) {
        let mut outermost = None;
        while self.is_in_line_string {
            while let Some(bracket) = self.brackets.pop() {
                if let Bracket::Interpolation { string, .. } = bracket {
                    outermost = Some(string as usize);
                    break;
                }
            }
            self.push_empty_string_end();
            self.note_brackets();
        }
        if let Some(string) = outermost {
            self.unterminated_string(string, false);
        }
    }

    fn push_empty_string_end(&mut self) {
        for kind in [TokenKind::InterpolationEnd, TokenKind::StringEnd] {
            self.tokens.push(RawToken::new(kind, self.position as u32, 0, false, false));
        }
    }

    /// Bytes that begin no token, or a word that begins with another letter than an English one.
    fn other_character(&mut self) {
        let start = self.position;
        let rest = &self.text[start..];
        let Some(first) = rest.chars().next() else { return };
        if first.is_alphabetic() {
            return self.word();
        }
        if first == '`' {
            return self.back_quotes();
        }
        let is_invalid = |character: &char| {
            !character.is_alphanumeric()
                && !character.is_ascii_whitespace()
                && !"#\"'()[]{},:;.@=!<>+-*/%&|^_".contains(*character)
        };
        let length = rest.chars().take_while(is_invalid).map(char::len_utf8).sum::<usize>().max(first.len_utf8());
        self.position = start + length;
        let message = match first {
            '?' => "use `try e` instead of `e?`, `if c { a } else { b }` instead of `c ? a : b`, and `Option[T]` instead of `?T`".to_string(),
            '“' | '”' | '„' | '‘' | '’' => "use plain quotes `\"`".to_string(),
            '$' => "`$` has a meaning only in strings".to_string(),
            '\\' => "`\\` has a meaning only in strings".to_string(),
            '~' => "use `!x` for the bitwise complement".to_string(),
            _ if first.is_whitespace() => {
                format!("use a plain space instead of the character U+{:04X}", u32::from(first))
            }
            _ if first.is_control() => format!("remove the control character U+{:04X}", u32::from(first)),
            _ => format!("remove the character `{first}`, which begins nothing"),
        };
        self.error(SyntaxErrorKind::InvalidCharacter, start, self.position, message);
        self.push_long(TokenKind::Unknown, start, self.position);
    }

    /// Appends a token of any length. One that is longer than a token can say becomes several unknown ones.
    fn push_long(&mut self, kind: TokenKind, start: usize, end: usize) {
        const LONGEST: usize = RawToken::MAX_LENGTH as usize;
        if end - start <= LONGEST {
            return self.push(kind, start, end);
        }
        self.error(
            SyntaxErrorKind::TooDeep,
            start,
            end,
            "shorten this token, no token may have more than 8 million bytes",
        );
        let mut piece = start;
        while piece < end {
            let next = (piece + LONGEST).min(end);
            self.push(TokenKind::Unknown, piece, next);
            piece = next;
        }
    }

    fn finish(mut self) -> Lexed {
        let end = self.bytes.len();
        self.end_line_strings();
        let has_open_brace = self.brackets.contains(&Bracket::Brace);
        let mut outermost = None;
        while let Some(bracket) = self.brackets.pop() {
            if let Bracket::Interpolation { string, .. } = bracket {
                self.push_empty_string_end();
                outermost = Some(string as usize);
            }
        }
        if let Some(string) = outermost {
            self.unterminated_string(string, true);
        }
        // The end of the text ends every statement, as a newline does.
        self.tokens.push(RawToken::new(TokenKind::EndOfText, end as u32, 0, true, true));
        Lexed {
            tokens: self.tokens,
            errors: self.errors,
            has_open_brace,
            has_extra_brace: self.has_extra_brace,
            ends_in_string: self.ends_in_string,
        }
    }
}
