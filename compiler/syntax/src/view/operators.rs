//! Views of operators and of the expressions built with them.

use super::expressions::expression;
use super::{Expression, Token, TypeSyntax, views};
use crate::TokenKind;

views! {
    /// `-e`, `!e`, `try e`, `ref e`, `mut e`, `move e`
    Unary of Unary;
    /// `e as T`
    Conversion of Cast;
    /// `a + b`
    Binary of Binary;
    /// `a..b`, `a..=b`
    Range of Range;
}

/// A prefix operator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOperator {
    /// `-`
    Negate,
    /// `!`
    Not,
    /// `try`
    Try,
    /// `ref`
    Ref,
    /// `mut`
    Mut,
    /// `move`
    Move,
}

impl<'tree> Unary<'tree> {
    /// The operator's token.
    #[inline]
    pub fn operator_token(self) -> Option<Token<'tree>> {
        self.parse.token_of(self.node, 0)
    }

    /// The operator.
    #[inline]
    pub fn operator(self) -> UnaryOperator {
        match self.parse.token_kind(self.parse.first_token(self.node)) {
            TokenKind::Not => UnaryOperator::Not,
            TokenKind::Try => UnaryOperator::Try,
            TokenKind::Ref => UnaryOperator::Ref,
            TokenKind::Mut => UnaryOperator::Mut,
            TokenKind::Move => UnaryOperator::Move,
            _ => UnaryOperator::Negate,
        }
    }

    /// The operand.
    #[inline]
    pub fn operand(self) -> Option<Expression<'tree>> {
        expression(self.parse, self.node, 0)
    }
}

impl<'tree> Conversion<'tree> {
    /// What is converted.
    #[inline]
    pub fn value(self) -> Option<Expression<'tree>> {
        expression(self.parse, self.node, 0)
    }

    /// The type behind `as`.
    #[inline]
    pub fn type_syntax(self) -> Option<TypeSyntax<'tree>> {
        TypeSyntax::cast(self.parse, self.parse.child(self.node, 1)?)
    }
}

/// An operator between two expressions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOperator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
    /// `+%`
    AddWrapping,
    /// `-%`
    SubtractWrapping,
    /// `*%`
    MultiplyWrapping,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `&`
    BitAnd,
    /// `^`
    BitXor,
    /// `|`
    BitOr,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `&&`
    And,
    /// `||`
    Or,
}

impl BinaryOperator {
    /// The operator that a token is.
    #[inline]
    pub fn of_token(kind: TokenKind) -> Option<BinaryOperator> {
        Some(match kind {
            TokenKind::Plus => BinaryOperator::Add,
            TokenKind::Minus => BinaryOperator::Subtract,
            TokenKind::Star => BinaryOperator::Multiply,
            TokenKind::Slash => BinaryOperator::Divide,
            TokenKind::Percent => BinaryOperator::Remainder,
            TokenKind::PlusPercent => BinaryOperator::AddWrapping,
            TokenKind::MinusPercent => BinaryOperator::SubtractWrapping,
            TokenKind::StarPercent => BinaryOperator::MultiplyWrapping,
            TokenKind::ShiftLeft => BinaryOperator::ShiftLeft,
            TokenKind::ShiftRight => BinaryOperator::ShiftRight,
            TokenKind::Ampersand => BinaryOperator::BitAnd,
            TokenKind::Caret => BinaryOperator::BitXor,
            TokenKind::Bar => BinaryOperator::BitOr,
            TokenKind::EqualEqual => BinaryOperator::Equal,
            TokenKind::NotEqual => BinaryOperator::NotEqual,
            TokenKind::Less => BinaryOperator::Less,
            TokenKind::LessEqual => BinaryOperator::LessEqual,
            TokenKind::Greater => BinaryOperator::Greater,
            TokenKind::GreaterEqual => BinaryOperator::GreaterEqual,
            TokenKind::AndAnd => BinaryOperator::And,
            TokenKind::OrOr => BinaryOperator::Or,
            _ => return None,
        })
    }

    /// The operator of a compound assignment, `None` for `=`.
    pub fn of_assignment(kind: TokenKind) -> Option<BinaryOperator> {
        Some(match kind {
            TokenKind::PlusEqual => BinaryOperator::Add,
            TokenKind::MinusEqual => BinaryOperator::Subtract,
            TokenKind::StarEqual => BinaryOperator::Multiply,
            TokenKind::SlashEqual => BinaryOperator::Divide,
            TokenKind::PercentEqual => BinaryOperator::Remainder,
            TokenKind::PlusPercentEqual => BinaryOperator::AddWrapping,
            TokenKind::MinusPercentEqual => BinaryOperator::SubtractWrapping,
            TokenKind::StarPercentEqual => BinaryOperator::MultiplyWrapping,
            TokenKind::ShiftLeftEqual => BinaryOperator::ShiftLeft,
            TokenKind::ShiftRightEqual => BinaryOperator::ShiftRight,
            TokenKind::AmpersandEqual => BinaryOperator::BitAnd,
            TokenKind::CaretEqual => BinaryOperator::BitXor,
            TokenKind::BarEqual => BinaryOperator::BitOr,
            _ => return None,
        })
    }
}

impl<'tree> Binary<'tree> {
    /// The left operand.
    #[inline]
    pub fn left(self) -> Option<Expression<'tree>> {
        expression(self.parse, self.node, 0)
    }

    /// The operator's token.
    #[inline]
    pub fn operator_token(self) -> Option<Token<'tree>> {
        let left = self.parse.first_child(self.node)?;
        Some(Token::new(self.parse, self.parse.end_token(left)))
    }

    /// The operator.
    #[inline]
    pub fn operator(self) -> Option<BinaryOperator> {
        BinaryOperator::of_token(self.operator_token()?.kind())
    }

    /// The right operand.
    #[inline]
    pub fn right(self) -> Option<Expression<'tree>> {
        expression(self.parse, self.node, 1)
    }
}

impl<'tree> Range<'tree> {
    fn starts_open(self) -> bool {
        matches!(self.parse.token_kind(self.parse.first_token(self.node)), TokenKind::DotDot | TokenKind::DotDotEqual)
    }

    /// The `..` or `..=`.
    pub fn operator_token(self) -> Option<Token<'tree>> {
        if self.starts_open() {
            return self.parse.token_of(self.node, 0);
        }
        let start = self.parse.first_child(self.node)?;
        Some(Token::new(self.parse, self.parse.end_token(start)))
    }

    /// The first value.
    pub fn start(self) -> Option<Expression<'tree>> {
        if self.starts_open() { None } else { expression(self.parse, self.node, 0) }
    }

    /// Whether the last value belongs to the range: `..=`.
    pub fn is_inclusive(self) -> bool {
        self.operator_token().is_some_and(|token| token.kind() == TokenKind::DotDotEqual)
    }

    /// The value at its end.
    pub fn end(self) -> Option<Expression<'tree>> {
        expression(self.parse, self.node, usize::from(!self.starts_open()))
    }
}
