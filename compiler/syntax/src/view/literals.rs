//! Views of literals, strings with `${…}` included. Their values are read by `literal`.

use super::{Expression, Token, views};
use crate::{TokenId, TokenKind};

views! {
    /// A literal, `true` and `false` included.
    Literal of Literal;
    /// A string with `${…}`.
    InterpolatedString of InterpolatedString;
}

/// What a literal is written as.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LiteralKind {
    /// `1_000`, `0xff`: see [`crate::literal::integer`].
    Integer,
    /// `1.5`, `2e9`: see [`crate::literal::float`].
    Float,
    /// `'a'`: see [`crate::literal::character`].
    Character,
    /// `"…"`, `"""…"""`: see [`crate::literal::string`].
    String,
    /// `c"…"`: see [`crate::literal::c_string`].
    CString,
    /// `true`
    True,
    /// `false`
    False,
}

impl<'tree> Literal<'tree> {
    /// The literal itself.
    #[inline]
    pub fn token(self) -> Token<'tree> {
        Token::new(self.parse, self.parse.first_token(self.node))
    }

    /// What it is written as.
    #[inline]
    pub fn kind(self) -> LiteralKind {
        match self.token().kind() {
            TokenKind::Float => LiteralKind::Float,
            TokenKind::Character => LiteralKind::Character,
            TokenKind::String | TokenKind::MultilineString => LiteralKind::String,
            TokenKind::CString => LiteralKind::CString,
            TokenKind::True => LiteralKind::True,
            TokenKind::False => LiteralKind::False,
            _ => LiteralKind::Integer,
        }
    }
}

/// A part of a string with `${…}`.
#[derive(Clone, Copy, Debug)]
pub enum StringPart<'tree> {
    /// Text between the interpolations, as written: see [`InterpolatedString::decode`].
    Text(Token<'tree>),
    /// `${e}`, and the format behind it: see [`crate::literal::text_format`].
    Expression(Expression<'tree>, Option<Token<'tree>>),
}

impl<'tree> InterpolatedString<'tree> {
    /// Its parts in order.
    pub fn parts(self) -> impl Iterator<Item = StringPart<'tree>> {
        let (parse, node) = (self.parse, self.node);
        let end = parse.end_token(node).0;
        let mut next = parse.first_token(node).0;
        let mut interpolations = parse.children(node);
        std::iter::from_fn(move || {
            while next < end {
                let token = Token::new(parse, TokenId(next));
                match token.kind() {
                    TokenKind::StringText => {
                        next += 1;
                        return Some(StringPart::Text(token));
                    }
                    TokenKind::InterpolationStart => {
                        let interpolation = interpolations.next()?;
                        next = parse.end_token(interpolation).0;
                        let inner = parse.first_child(interpolation)?;
                        let behind = Token::new(parse, parse.end_token(inner));
                        let format = Some(behind).filter(|token| token.kind() == TokenKind::TextFormat);
                        return Expression::cast(parse, inner).map(|value| StringPart::Expression(value, format));
                    }
                    _ => next += 1,
                }
            }
            None
        })
    }

    /// Whether it is written with `"""`.
    pub fn is_multiline(self) -> bool {
        self.parse.token_text(self.parse.first_token(self.node)).len() == 3
    }

    /// The text that a [`StringPart::Text`] of this string stands for.
    pub fn decode(self, text: Token<'tree>) -> String {
        if !self.is_multiline() {
            return crate::literal::unescape(text.text());
        }
        let start = self.parse.first_token(self.node).0;
        let close = self.parse.end_token(self.node).0 - 1;
        let before_close = Token::new(self.parse, TokenId(close - 1));
        let last_text = if before_close.kind() == TokenKind::StringText { before_close.text() } else { "" };
        let indentation = crate::literal::closing_indentation(last_text);
        let place = crate::literal::Place { is_first: text.id().0 == start + 1, is_last: text.id().0 + 1 == close };
        crate::literal::multiline_part(text.text(), indentation, place)
    }
}
