//! A place in the tokens. Owns peeking, taking and the messages of what was expected; must not know modules.

use std::str::FromStr;

use crate::ids::{AliasId, Align, Block, NodeId, ScopeId, SiteId, Slot, Value};

use super::ReadError;
use super::lexer::{Token, TokenKind};
use super::names::Keyword;

/// Reads tokens from left to right.
pub struct Cursor<'text> {
    tokens: Vec<Token<'text>>,
    position: usize,
}

/// An id that is a prefix and a number: `v12`.
pub trait Numbered: Sized {
    const PREFIX: &'static str;
    fn from_number(number: u32) -> Self;
}

macro_rules! numbered {
    ($($type:ident $prefix:literal),* $(,)?) => {
        $(impl Numbered for $type {
            const PREFIX: &'static str = $prefix;
            fn from_number(number: u32) -> Self {
                $type(number)
            }
        })*
    };
}

numbered!(Value "v", Block "b", Slot "s", SiteId "site", ScopeId "scope", AliasId "alias");

impl<'text> Cursor<'text> {
    pub fn new(tokens: Vec<Token<'text>>) -> Cursor<'text> {
        Cursor { tokens, position: 0 }
    }

    /// Goes back to the first token.
    pub fn rewind(&mut self) {
        self.position = 0;
    }

    pub fn peek(&self) -> &TokenKind<'text> {
        &self.tokens[self.position].kind
    }

    /// The token after the next one.
    pub fn peek_second(&self) -> &TokenKind<'text> {
        &self.tokens[(self.position + 1).min(self.tokens.len() - 1)].kind
    }

    /// Takes the next token; the end stays.
    pub fn take(&mut self) -> TokenKind<'text> {
        let kind = self.tokens[self.position].kind.clone();
        if kind != TokenKind::End {
            self.position += 1;
        }
        kind
    }

    /// An error at the token that was taken last.
    pub fn error<T>(&self, message: impl Into<String>) -> Result<T, ReadError> {
        self.error_at(self.position.saturating_sub(1), message.into())
    }

    /// An error at the next token.
    pub fn expected<T>(&self, what: &str) -> Result<T, ReadError> {
        self.error_at(self.position, format!("expected {what}, found {:?}", self.peek()))
    }

    fn error_at<T>(&self, position: usize, message: String) -> Result<T, ReadError> {
        let Token { line, column, .. } = self.tokens[position];
        Err(ReadError { line, column, message })
    }

    /// Takes the next token if it is this character.
    pub fn eat(&mut self, character: char) -> bool {
        let found = *self.peek() == TokenKind::Punctuation(character);
        if found {
            self.position += 1;
        }
        found
    }

    pub fn expect(&mut self, character: char) -> Result<(), ReadError> {
        if self.eat(character) { Ok(()) } else { self.expected(&format!("'{character}'")) }
    }

    /// Takes the next token if it is this word.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = *self.peek() == TokenKind::Word(word);
        if found {
            self.position += 1;
        }
        found
    }

    pub fn expect_word(&mut self, word: &str) -> Result<(), ReadError> {
        if self.eat_word(word) { Ok(()) } else { self.expected(&format!("'{word}'")) }
    }

    pub fn word(&mut self) -> Result<&'text str, ReadError> {
        match *self.peek() {
            TokenKind::Word(word) => {
                self.position += 1;
                Ok(word)
            }
            _ => self.expected("a word"),
        }
    }

    pub fn keyword<K: Keyword>(&mut self) -> Result<K, ReadError> {
        let found = match self.peek() {
            TokenKind::Word(word) => K::from_word(word),
            _ => None,
        };
        match found {
            Some(keyword) => {
                self.position += 1;
                Ok(keyword)
            }
            None => {
                let words: Vec<_> = K::WORDS.iter().map(|entry| entry.1).collect();
                self.expected(&format!("one of {}", words.join(", ")))
            }
        }
    }

    pub fn number<N: FromStr>(&mut self) -> Result<N, ReadError> {
        let parsed = match self.peek() {
            TokenKind::Number(digits) => digits.parse().ok(),
            _ => None,
        };
        match parsed {
            Some(number) => {
                self.position += 1;
                Ok(number)
            }
            None => self.expected("a number that fits"),
        }
    }

    /// What stands between quotes.
    pub fn bytes(&mut self) -> Result<Vec<u8>, ReadError> {
        match self.take() {
            TokenKind::Text(bytes) => Ok(bytes),
            _ => {
                self.position -= usize::from(*self.peek() != TokenKind::End);
                self.expected("a quoted text")
            }
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
                self.position += 1;
                Ok(name)
            }
            TokenKind::Text(_) => self.text(),
            _ => self.expected("a name"),
        }
    }

    /// The number of an id like `v12` if the next token is one.
    pub fn peek_id<I: Numbered>(&self) -> Option<u32> {
        match self.peek() {
            TokenKind::Word(word) => word.strip_prefix(I::PREFIX)?.parse().ok(),
            _ => None,
        }
    }

    pub fn id<I: Numbered>(&mut self) -> Result<I, ReadError> {
        match self.peek_id::<I>() {
            Some(number) => {
                self.position += 1;
                Ok(I::from_number(number))
            }
            None => self.expected(&format!("'{}' and a number", I::PREFIX)),
        }
    }

    /// `!12`
    pub fn node(&mut self) -> Result<NodeId, ReadError> {
        self.expect('!')?;
        Ok(NodeId(self.number()?))
    }

    /// ` align 8`
    pub fn align(&mut self) -> Result<Align, ReadError> {
        self.expect_word("align")?;
        self.alignment()
    }

    pub fn alignment(&mut self) -> Result<Align, ReadError> {
        let bytes = self.number()?;
        match Align::try_new(bytes) {
            Some(align) => Ok(align),
            None => self.error(format!("the alignment {bytes} is no power of two")),
        }
    }
}
