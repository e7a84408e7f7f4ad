//! A place in the tokens. Owns peeking, taking and the messages of what was expected; must not know modules.

use std::str::FromStr;

use crate::ids::{AliasId, Align, Block, NodeId, ScopeId, SiteId, Slot, Value};

use super::lexer::{Lexer, Token, TokenKind, line_and_column, unquoted};
use super::names::Keyword;
use super::{ReadError, upgrade};

/// Reads tokens from left to right.
pub struct Cursor<'text> {
    text: &'text str,
    tokens: Tokens<'text>,
    next: Token<'text>,
    /// Where the token begins that was taken last.
    last: usize,
}

/// Where tokens come from.
enum Tokens<'text> {
    Lexer(Lexer<'text>),
    /// Of an older version, with the number that was given out.
    Upgraded(Vec<Token<'text>>, usize),
}

impl<'text> Tokens<'text> {
    #[inline]
    fn put_token(&mut self, token: &mut Token<'text>) {
        match self {
            Tokens::Lexer(lexer) => lexer.put_token(token),
            Tokens::Upgraded(tokens, given) => {
                *token = tokens[(*given).min(tokens.len() - 1)];
                *given += 1;
            }
        }
    }
}

/// An id that is a prefix and a number: `v12`.
pub trait Numbered: Sized {
    const PREFIX: &'static str;
    fn from_number(number: u32) -> Self;
    fn number(self) -> u32;
}

macro_rules! numbered {
    ($($type:ident $prefix:literal),* $(,)?) => {
        $(impl Numbered for $type {
            const PREFIX: &'static str = $prefix;
            fn from_number(number: u32) -> Self {
                $type(number)
            }
            fn number(self) -> u32 {
                self.0
            }
        })*
    };
}

numbered!(Value "v", Block "b", Slot "s", SiteId "site", ScopeId "scope", AliasId "alias");

impl<'text> Cursor<'text> {
    /// At the first token of a text, whatever its version.
    pub fn new(text: &'text str) -> Result<Cursor<'text>, ReadError> {
        let tokens = match upgrade::version(text)? {
            super::VERSION => Tokens::Lexer(Lexer::new(text)),
            version => Tokens::Upgraded(upgrade::upgraded(text, version), 0),
        };
        let end = Token { kind: TokenKind::End, position: 0 };
        let mut cursor = Cursor { text, tokens, next: end, last: 0 };
        cursor.rewind();
        Ok(cursor)
    }

    /// Goes back to the first token.
    pub fn rewind(&mut self) {
        match &mut self.tokens {
            Tokens::Lexer(lexer) => *lexer = Lexer::new(self.text),
            Tokens::Upgraded(_, given) => *given = 0,
        }
        self.tokens.put_token(&mut self.next);
        self.last = self.next.position;
    }

    /// The text that is read.
    pub fn text_read(&self) -> &'text str {
        self.text
    }

    /// The byte of the text where the next token begins.
    pub fn position(&self) -> usize {
        self.next.position
    }

    #[inline]
    fn advance(&mut self) {
        self.last = self.next.position;
        self.tokens.put_token(&mut self.next);
    }

    #[inline]
    pub fn peek(&self) -> &TokenKind<'text> {
        &self.next.kind
    }

    /// The token after the next one.
    pub fn peek_second(&self) -> TokenKind<'text> {
        match &self.tokens {
            Tokens::Lexer(lexer) => lexer.clone().token().kind,
            Tokens::Upgraded(tokens, given) => tokens[(*given).min(tokens.len() - 1)].kind,
        }
    }

    /// Takes the next token; the end stays.
    #[inline]
    pub fn take(&mut self) -> TokenKind<'text> {
        let kind = self.next.kind;
        if kind != TokenKind::End {
            self.advance();
        }
        kind
    }

    fn error_at<T>(&self, position: usize, message: String) -> Result<T, ReadError> {
        let (line, column) = line_and_column(self.text, position);
        Err(ReadError { line, column, message })
    }

    /// An error at the token that was taken last.
    pub fn error<T>(&self, message: impl Into<String>) -> Result<T, ReadError> {
        self.error_at(self.last, message.into())
    }

    /// An error at the next token.
    #[cold]
    pub fn expected<T>(&self, what: &str) -> Result<T, ReadError> {
        let message = match self.next.kind {
            TokenKind::Damaged(why) => why.to_owned(),
            kind => format!("expected {what}, found {kind}"),
        };
        self.error_at(self.next.position, message)
    }

    /// Takes the next token if it is this character.
    #[inline]
    pub fn eat(&mut self, character: char) -> bool {
        let found = matches!(self.peek(), TokenKind::Punctuation(next) if *next == character);
        if found {
            self.advance();
        }
        found
    }

    #[inline]
    pub fn expect(&mut self, character: char) -> Result<(), ReadError> {
        if self.eat(character) { Ok(()) } else { self.expected(&format!("'{character}'")) }
    }

    /// Takes the next token if it is this word.
    #[inline]
    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), TokenKind::Word(next) if *next == word);
        if found {
            self.advance();
        }
        found
    }

    #[inline]
    pub fn expect_word(&mut self, word: &str) -> Result<(), ReadError> {
        if self.eat_word(word) { Ok(()) } else { self.expected(&format!("'{word}'")) }
    }

    #[inline]
    pub fn word(&mut self) -> Result<&'text str, ReadError> {
        match *self.peek() {
            TokenKind::Word(word) => {
                self.advance();
                Ok(word)
            }
            _ => self.expected("a word"),
        }
    }

    #[inline]
    pub fn keyword<K: Keyword>(&mut self) -> Result<K, ReadError> {
        let found = match self.peek() {
            TokenKind::Word(word) => K::from_word(word),
            _ => None,
        };
        match found {
            Some(keyword) => {
                self.advance();
                Ok(keyword)
            }
            None => {
                let words: Vec<_> = K::WORDS.iter().map(|entry| entry.1).collect();
                self.expected(&format!("one of {}", words.join(", ")))
            }
        }
    }

    #[inline]
    pub fn number<N: FromStr>(&mut self) -> Result<N, ReadError> {
        let parsed = match self.peek() {
            TokenKind::Number(digits) => digits.parse().ok(),
            _ => None,
        };
        match parsed {
            Some(number) => {
                self.advance();
                Ok(number)
            }
            None => self.expected("a number that fits"),
        }
    }

    /// What stands between quotes.
    pub fn bytes(&mut self) -> Result<Vec<u8>, ReadError> {
        match *self.peek() {
            TokenKind::Text(written) => {
                self.advance();
                Ok(unquoted(written))
            }
            _ => self.expected("a quoted text"),
        }
    }

    pub fn text(&mut self) -> Result<String, ReadError> {
        let bytes = self.bytes()?;
        String::from_utf8(bytes).or_else(|_| self.error("the text is not UTF-8"))
    }

    /// A word or a quoted text.
    pub fn name(&mut self) -> Result<String, ReadError> {
        match self.peek() {
            TokenKind::Word(word) => {
                let name = (*word).to_owned();
                self.advance();
                Ok(name)
            }
            TokenKind::Text(_) => self.text(),
            _ => self.expected("a name"),
        }
    }

    /// The number of an id like `v12` if the next token is one.
    #[inline]
    pub fn peek_id<I: Numbered>(&self) -> Option<u32> {
        match self.peek() {
            TokenKind::Word(word) => decimal(word.strip_prefix(I::PREFIX)?.as_bytes()),
            _ => None,
        }
    }

    /// Takes the next token if it is such an id.
    #[inline]
    pub fn eat_id<I: Numbered>(&mut self) -> Option<I> {
        let number = self.peek_id::<I>()?;
        self.advance();
        Some(I::from_number(number))
    }

    #[inline]
    pub fn id<I: Numbered>(&mut self) -> Result<I, ReadError> {
        match self.eat_id() {
            Some(id) => Ok(id),
            None => self.expected(&format!("'{}' and a number", I::PREFIX)),
        }
    }

    /// `!12`
    pub fn node(&mut self) -> Result<NodeId, ReadError> {
        self.expect('!')?;
        Ok(NodeId(self.number()?))
    }

    /// ` align 8`
    #[inline]
    pub fn align(&mut self) -> Result<Align, ReadError> {
        self.expect_word("align")?;
        self.alignment()
    }

    #[inline]
    pub fn alignment(&mut self) -> Result<Align, ReadError> {
        let bytes = self.number()?;
        match Align::try_new(bytes) {
            Some(align) => Ok(align),
            None => self.error(format!("the alignment {bytes} is no power of two")),
        }
    }
}

/// The number that is written with these digits.
#[inline]
fn decimal(digits: &[u8]) -> Option<u32> {
    // So many cannot overflow on the way.
    if digits.is_empty() || digits.len() > 19 {
        return None;
    }
    let mut number = 0;
    for digit in digits {
        let value = digit.wrapping_sub(b'0');
        if value > 9 {
            return None;
        }
        number = number * 10 + u64::from(value);
    }
    u32::try_from(number).ok()
}
