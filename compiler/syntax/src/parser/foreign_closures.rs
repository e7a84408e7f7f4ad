//! Closures as other languages write them with an arrow: `x => e`, `(x: T) => e`. Must not know closures of ours.

use super::{Open, Parser};
use crate::{TextRange, TokenKind};

/// No more tokens than this are looked at for the end of what may be parameters.
const MOST_OF_PARAMETERS: usize = 128;

impl Parser<'_> {
    /// Whether `=>` begins at the token with a number.
    pub(super) fn is_fat_arrow(&self, at: usize) -> bool {
        let (equal, next) = (self.tokens[at], self.tokens.get(at + 1));
        next.is_some_and(|next| next.kind() == TokenKind::Greater && next.start == equal.end())
    }

    /// Whether `=>` stands here.
    pub(super) fn at_fat_arrow(&self) -> bool {
        self.at(TokenKind::Equal) && self.is_fat_arrow(self.position)
    }

    /// `=> e` behind the parameters of a closure of another language.
    #[cold]
    pub(super) fn arrow_closure(&mut self, open: &mut Open) {
        let range = self.token_range(self.position);
        let range = TextRange::new(range.start, range.end + 1);
        self.foreign(range, "write a closure as `fn (x) { … }`", None);
        self.bump();
        self.bump();
        self.quietly(|parser| parser.child(open, Self::expression));
    }

    /// `: T, y: U` of the parameters of such a closure, up to the closing parenthesis.
    #[cold]
    pub(super) fn skip_foreign_parameters(&mut self) {
        let mut depth = 0_usize;
        for distance in 0..MOST_OF_PARAMETERS {
            match self.kind_ahead(distance) {
                TokenKind::OpenParen | TokenKind::OpenBracket => depth += 1,
                TokenKind::CloseBracket => depth = depth.saturating_sub(1),
                TokenKind::CloseParen if depth > 0 => depth -= 1,
                TokenKind::CloseParen => {
                    let behind = self.position + distance + 1;
                    if self.kind_ahead(distance + 1) == TokenKind::Equal && self.is_fat_arrow(behind) {
                        (0..distance).for_each(|_| self.bump());
                    }
                    return;
                }
                TokenKind::LineEnd | TokenKind::EndOfText => return,
                _ => {}
            }
        }
    }
}
