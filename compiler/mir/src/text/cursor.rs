//! A place in the tokens. Owns peeking, taking and the messages of what was expected; must not know modules.

use std::str::FromStr;

use crate::ids::{AliasId, Align, Block, NodeId, ScopeId, SiteId, Slot, Value};

use super::lexer::{Lexer, Token, TokenKind, unquoted};
use super::names::Keyword;
use super::{ReadError, upgrade};

/// Reads tokens from left to right.
pub struct Cursor<'text> {
    tokens: Tokens<'text>,
    next: Token<'text>,
    second: Token<'text>,
    /// Line and column of the token that was taken last.
    last: (u32, u32),
    /// Why there are no more tokens where the text goes on.
    failure: Option<ReadError>,
}

/// Where tokens come from.
enum Tokens<'text> {
    Lexer(Lexer<'text>, &'text str),
    /// Of an older version, with the number that was given out.
    Upgraded(Vec<Token<'text>>, usize),
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
            super::VERSION => Tokens::Lexer(Lexer::new(text), text),
            version => Tokens::Upgraded(upgrade::upgraded(text, version)?, 0),
        };
        let end = Token { kind: TokenKind::End, line: 1, column: 1 };
        let mut cursor = Cursor { tokens, next: end, second: end, last: (1, 1), failure: None };
        cursor.rewind();
        Ok(cursor)
    }

    /// Goes back to the first token.
    pub fn rewind(&mut self) {
        match &mut self.tokens {
            Tokens::Lexer(lexer, text) => *lexer = Lexer::new(text),
            Tokens::Upgraded(_, given) => *given = 0,
        }
        self.next = self.token();
        self.second = self.token();
        self.last = (self.next.line, self.next.column);
    }

    fn token(&mut self) -> Token<'text> {
        let token = match &mut self.tokens {
            Tokens::Lexer(lexer, _) if self.failure.is_none() => lexer.token(),
            Tokens::Lexer(..) => Ok(Token { kind: TokenKind::End, ..self.second }),
            Tokens::Upgraded(tokens, given) => {
                *given += 1;
                Ok(tokens[(*given - 1).min(tokens.len() - 1)])
            }
        };
        token.unwrap_or_else(|failure| {
            let ReadError { line, column, .. } = failure;
            self.failure = Some(failure);
            Token { kind: TokenKind::End, line, column }
        })
    }

    /// To be asked at the end: whether it is that of the text.
    ///
    /// # Errors
    /// What stands there is no token.
    pub fn ended(&self) -> Result<(), ReadError> {
        self.failure.clone().map_or(Ok(()), Err)
    }

    fn advance(&mut self) {
        self.last = (self.next.line, self.next.column);
        self.next = self.second;
        self.second = self.token();
    }

    pub fn peek(&self) -> &TokenKind<'text> {
        &self.next.kind
    }

    /// The token after the next one.
    pub fn peek_second(&self) -> &TokenKind<'text> {
        &self.second.kind
    }

    /// Takes the next token; the end stays.
    pub fn take(&mut self) -> TokenKind<'text> {
        let kind = self.next.kind;
        if kind != TokenKind::End {
            self.advance();
        }
        kind
    }

    /// An error at the token that was taken last.
    pub fn error<T>(&self, message: impl Into<String>) -> Result<T, ReadError> {
        let (line, column) = self.last;
        Err(ReadError { line, column, message: message.into() })
    }

    /// An error at the next token.
    pub fn expected<T>(&self, what: &str) -> Result<T, ReadError> {
        if self.next.kind == TokenKind::End {
            self.ended()?;
        }
        let Token { line, column, kind } = self.next;
        Err(ReadError { line, column, message: format!("expected {what}, found {kind}") })
    }

    /// Takes the next token if it is this character.
    pub fn eat(&mut self, character: char) -> bool {
        let found = *self.peek() == TokenKind::Punctuation(character);
        if found {
            self.advance();
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
            self.advance();
        }
        found
    }

    pub fn expect_word(&mut self, word: &str) -> Result<(), ReadError> {
        if self.eat_word(word) { Ok(()) } else { self.expected(&format!("'{word}'")) }
    }

    pub fn word(&mut self) -> Result<&'text str, ReadError> {
        match *self.peek() {
            TokenKind::Word(word) => {
                self.advance();
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
                self.advance();
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
    pub fn peek_id<I: Numbered>(&self) -> Option<u32> {
        match self.peek() {
            TokenKind::Word(word) => word.strip_prefix(I::PREFIX)?.parse().ok(),
            _ => None,
        }
    }

    pub fn id<I: Numbered>(&mut self) -> Result<I, ReadError> {
        match self.peek_id::<I>() {
            Some(number) => {
                self.advance();
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
