//! Attributes: `@[name(arguments)]`.

use super::{Done, Open, Parser};
use crate::{NodeKind, SyntaxErrorKind, TokenKind};

impl Parser<'_> {
    /// The attributes before an item, field, case or `let`, each perhaps on its own line.
    #[inline(always)]
    pub(super) fn attributes(&mut self, open: &mut Open) {
        while self.kind_on_any_line() == TokenKind::AttributeStart {
            self.start_line();
            self.child(open, Self::attribute);
        }
        self.start_line();
    }

    fn attribute(&mut self) -> Done {
        let mut open = self.open();
        let opener = self.position;
        self.bump();
        if self.kind().is_word_like() {
            self.bump();
        } else {
            self.error(
                SyntaxErrorKind::ExpectedName,
                "expected the name of an attribute behind `@[`",
            );
        }
        if self.at(TokenKind::OpenParen) {
            self.list(&mut open, TokenKind::CloseParen, "list of arguments", |parser, open| {
                parser.child(open, Self::attribute_argument);
            });
        }
        if self.at(TokenKind::Comma) {
            self.error_here(SyntaxErrorKind::UnexpectedToken, "write one attribute in each `@[…]`");
            while !self.at(TokenKind::CloseBracket) && !self.at_end() && !self.tokens[self.position].after_newline() {
                self.bump();
            }
        }
        if !self.eat(TokenKind::CloseBracket) {
            self.unclosed(opener, TokenKind::CloseBracket, "attribute");
        }
        self.close(open, NodeKind::Attribute)
    }

    fn attribute_argument(&mut self) -> Done {
        let open = self.open();
        if self.kind().is_word_like() && self.kind_ahead(1) == TokenKind::Colon {
            self.bump();
            self.bump();
        }
        let is_value = matches!(
            self.kind(),
            TokenKind::Integer
                | TokenKind::Float
                | TokenKind::Character
                | TokenKind::String
                | TokenKind::MultilineString
        );
        if is_value || self.kind().is_word_like() {
            self.bump();
            if self.at(TokenKind::Minus) {
                self.error_here(SyntaxErrorKind::ForeignSyntax, "write `_` instead of `-` in a word");
                while self.at(TokenKind::Minus) || self.kind().is_word_like() {
                    self.bump();
                }
            }
        } else {
            self.error(
                SyntaxErrorKind::ExpectedExpression,
                "expected a literal or a word as the attribute's argument",
            );
        }
        self.close(open, NodeKind::AttributeArgument)
    }
}
