//! Strings with `${…}`. The lexer has cut them, and guarantees that each is complete.

use super::{Done, Parser};
use crate::{NodeKind, SyntaxErrorKind, TokenKind};

impl Parser<'_> {
    pub(super) fn interpolated_string(&mut self) -> Done {
        let mut open = self.open();
        self.bump();
        let flags = std::mem::replace(&mut self.flags, 0);
        self.depth += 1;
        loop {
            match self.kind_on_any_line() {
                TokenKind::StringText => self.bump(),
                TokenKind::InterpolationStart => self.child(&mut open, Self::interpolation),
                TokenKind::StringEnd => {
                    self.bump();
                    break;
                }
                _ => break,
            }
        }
        self.depth -= 1;
        self.flags = flags;
        self.close(open, NodeKind::InterpolatedString)
    }

    fn interpolation(&mut self) -> Done {
        let mut open = self.open();
        self.bump();
        if matches!(self.kind_on_any_line(), TokenKind::InterpolationEnd | TokenKind::TextFormat) {
            self.error(
                SyntaxErrorKind::ExpectedExpression,
                "expected an expression in `${…}`, or write `\\$` for a dollar sign",
            );
        }
        self.child(&mut open, Self::expression);
        if self.at(TokenKind::TextFormat) {
            self.bump();
        }
        if !self.at(TokenKind::InterpolationEnd) {
            self.error_here(SyntaxErrorKind::UnexpectedToken, "expected `}`, `${…}` holds one expression");
            self.skip_interpolation();
        }
        if self.kind_on_any_line() == TokenKind::InterpolationEnd {
            self.bump();
        }
        self.close(open, NodeKind::Interpolation)
    }

    /// Moves to the end of this interpolation, over whole strings on the way.
    fn skip_interpolation(&mut self) {
        let mut depth = 0_usize;
        loop {
            match self.kind_on_any_line() {
                TokenKind::InterpolationStart => depth += 1,
                TokenKind::InterpolationEnd if depth == 0 => return,
                TokenKind::InterpolationEnd => depth -= 1,
                TokenKind::EndOfText => return,
                _ => {}
            }
            self.bump();
        }
    }
}
