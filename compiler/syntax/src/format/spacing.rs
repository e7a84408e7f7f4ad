//! The space between two tokens of one line where nothing says otherwise. It knows kinds of tokens only; what depends on
//! the construct (`f(x)` and `fn (x)`) is said by the walk.

use crate::TokenKind;

/// Whether a space stands between two tokens.
pub(super) fn has_space(left: TokenKind, right: TokenKind) -> bool {
    let opens = matches!(
        left,
        TokenKind::OpenParen
            | TokenKind::OpenBracket
            | TokenKind::AttributeStart
            | TokenKind::Dot
            | TokenKind::DotDot
            | TokenKind::DotDotEqual
            | TokenKind::At
            | TokenKind::Not
    );
    let closes = matches!(
        right,
        TokenKind::CloseParen
            | TokenKind::CloseBracket
            | TokenKind::Comma
            | TokenKind::Semicolon
            | TokenKind::Colon
            | TokenKind::Dot
    );
    let is_range = matches!(right, TokenKind::DotDot | TokenKind::DotDotEqual) && left != TokenKind::Comma;
    let is_named = left == TokenKind::DotDot && right == TokenKind::As;
    !opens && !closes && !is_range || is_named
}
