//! Punctuation: the longest operator that begins at the position.

use super::Lexer;
use crate::TokenKind;

impl Lexer<'_> {
    /// The punctuation that begins with `byte`, with its length.
    #[inline(always)]
    pub(super) fn operator(&self, byte: u8) -> Option<(TokenKind, usize)> {
        // Bytes further on are looked at only where they matter: most operators have one.
        let second = || self.byte(1);
        let third = || self.byte(2);
        Some(match byte {
            b',' => (TokenKind::Comma, 1),
            b':' => (TokenKind::Colon, 1),
            b';' => (TokenKind::Semicolon, 1),
            b'.' => match second() {
                b'.' => match third() {
                    b'=' => (TokenKind::DotDotEqual, 3),
                    b'.' => (TokenKind::Ellipsis, 3),
                    _ => (TokenKind::DotDot, 2),
                },
                _ => (TokenKind::Dot, 1),
            },
            b'@' => (TokenKind::At, 1),
            b'=' if second() == b'=' => (TokenKind::EqualEqual, 2),
            b'=' => (TokenKind::Equal, 1),
            b'!' if second() == b'=' => (TokenKind::NotEqual, 2),
            b'!' => (TokenKind::Not, 1),
            b'<' => match second() {
                b'<' if third() == b'=' => (TokenKind::ShiftLeftEqual, 3),
                b'<' => (TokenKind::ShiftLeft, 2),
                b'=' => (TokenKind::LessEqual, 2),
                _ => (TokenKind::Less, 1),
            },
            b'>' => match second() {
                b'>' if third() == b'=' => (TokenKind::ShiftRightEqual, 3),
                b'>' => (TokenKind::ShiftRight, 2),
                b'=' => (TokenKind::GreaterEqual, 2),
                _ => (TokenKind::Greater, 1),
            },
            b'+' => match second() {
                b'%' if third() == b'=' => (TokenKind::PlusPercentEqual, 3),
                b'%' => (TokenKind::PlusPercent, 2),
                b'=' => (TokenKind::PlusEqual, 2),
                _ => (TokenKind::Plus, 1),
            },
            b'-' => match second() {
                b'>' => (TokenKind::Arrow, 2),
                b'%' if third() == b'=' => (TokenKind::MinusPercentEqual, 3),
                b'%' => (TokenKind::MinusPercent, 2),
                b'=' => (TokenKind::MinusEqual, 2),
                _ => (TokenKind::Minus, 1),
            },
            b'*' => match second() {
                b'%' if third() == b'=' => (TokenKind::StarPercentEqual, 3),
                b'%' => (TokenKind::StarPercent, 2),
                b'=' => (TokenKind::StarEqual, 2),
                _ => (TokenKind::Star, 1),
            },
            b'/' if second() == b'=' => (TokenKind::SlashEqual, 2),
            b'/' => (TokenKind::Slash, 1),
            b'%' if second() == b'=' => (TokenKind::PercentEqual, 2),
            b'%' => (TokenKind::Percent, 1),
            b'&' if second() == b'&' => (TokenKind::AndAnd, 2),
            b'&' if second() == b'=' => (TokenKind::AmpersandEqual, 2),
            b'&' => (TokenKind::Ampersand, 1),
            b'|' if second() == b'|' => (TokenKind::OrOr, 2),
            b'|' if second() == b'=' => (TokenKind::BarEqual, 2),
            b'|' => (TokenKind::Bar, 1),
            b'^' if second() == b'=' => (TokenKind::CaretEqual, 2),
            b'^' => (TokenKind::Caret, 1),
            _ => return None,
        })
    }
}
