//! Arms and patterns as other languages write them. Must not know what is right here: the parser comes to it only where
//! nothing of its own fits.

use super::{Open, Parser};
use crate::TokenKind;

impl Parser<'_> {
    /// Whether an arm of a `match` is written without `case`: `1 => …`, `_ if x -> …`, `default: …`.
    #[cold]
    pub(super) fn at_foreign_arm(&self) -> bool {
        if self.is_default() {
            return true;
        }
        let opens = matches!(self.kind_on_any_line(), TokenKind::OpenParen | TokenKind::OpenBracket);
        let mut depth = u32::from(opens);
        for distance in 1.. {
            match self.kind_ahead(distance) {
                TokenKind::Equal if self.kind_ahead(distance + 1) == TokenKind::Greater => return true,
                TokenKind::Arrow if depth == 0 => return true,
                TokenKind::OpenParen | TokenKind::OpenBracket => depth += 1,
                TokenKind::CloseParen | TokenKind::CloseBracket => depth = depth.saturating_sub(1),
                TokenKind::LineEnd | TokenKind::EndOfText | TokenKind::CloseBrace | TokenKind::OpenBrace => break,
                _ => {}
            }
        }
        false
    }

    /// `default`, `else` and `otherwise` before what belongs to an arm.
    fn is_default(&self) -> bool {
        let is_word = matches!(self.token_text(self.position), "default" | "else" | "otherwise");
        let is_arm = matches!(self.kind_ahead(1), TokenKind::Arrow | TokenKind::Colon)
            || self.kind_ahead(1) == TokenKind::Equal && self.kind_ahead(2) == TokenKind::Greater;
        is_word && is_arm
    }

    /// Says how the arm at hand is written.
    #[cold]
    pub(super) fn foreign_arm(&mut self) {
        let message = match self.is_default() {
            true => "write the arm for all other values as `case _ -> …`",
            false => "write an arm as `case pattern -> …`",
        };
        self.foreign_here(message, None);
    }

    /// What stands between the pattern of an arm and its `if` or `->`.
    #[cold]
    pub(super) fn foreign_behind_pattern(&mut self, open: &mut Open) {
        match self.kind() {
            TokenKind::Word if matches!(self.token_text(self.position), "where" | "when" | "unless") => {
                let message = format!("write `if` instead of `{}`", self.token_text(self.position));
                self.foreign_here(message, Some("if"));
                self.bump();
                let was_in_guard = std::mem::replace(&mut self.is_in_guard, true);
                self.child(open, Self::condition);
                self.is_in_guard = was_in_guard;
            }
            TokenKind::Comma => {
                self.foreign_here("write `|` between the patterns of an arm", Some(" |"));
                self.quietly(|parser| {
                    while parser.eat(TokenKind::Comma) {
                        parser.child(open, Self::pattern);
                    }
                });
            }
            TokenKind::At => {
                self.foreign_here("write the pattern first: `1..=3 as n`", None);
                self.bump();
                self.quietly(|parser| parser.child(open, Self::pattern));
            }
            TokenKind::OpenBrace => {
                self.foreign_here("the parts of a pattern stand in parentheses: `P(x: 1, ..)`", None);
                self.skip_braces();
            }
            _ => {}
        }
    }
}
