//! Views of operators and of the expressions built with them.

use std::cmp::Ordering;

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

/// An operator between two expressions that evaluates both.
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
    /// `&`
    BitAnd,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
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

    /// How it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOperator::Add => "+",
            BinaryOperator::Subtract => "-",
            BinaryOperator::Multiply => "*",
            BinaryOperator::Divide => "/",
            BinaryOperator::Remainder => "%",
            BinaryOperator::AddWrapping => "+%",
            BinaryOperator::SubtractWrapping => "-%",
            BinaryOperator::MultiplyWrapping => "*%",
            BinaryOperator::BitAnd => "&",
            BinaryOperator::BitOr => "|",
            BinaryOperator::BitXor => "^",
            BinaryOperator::ShiftLeft => "<<",
            BinaryOperator::ShiftRight => ">>",
            BinaryOperator::Equal => "==",
            BinaryOperator::NotEqual => "!=",
            BinaryOperator::Less => "<",
            BinaryOperator::LessEqual => "<=",
            BinaryOperator::Greater => ">",
            BinaryOperator::GreaterEqual => ">=",
        }
    }

    /// What a comparison says of two values in this order, which unordered floats have none of. Other operators say nothing.
    #[inline]
    pub fn holds_for(self, order: Option<Ordering>) -> Option<bool> {
        match self {
            BinaryOperator::Equal => Some(order == Some(Ordering::Equal)),
            BinaryOperator::NotEqual => Some(order != Some(Ordering::Equal)),
            BinaryOperator::Less => Some(order == Some(Ordering::Less)),
            BinaryOperator::LessEqual => Some(order.is_some_and(Ordering::is_le)),
            BinaryOperator::Greater => Some(order == Some(Ordering::Greater)),
            BinaryOperator::GreaterEqual => Some(order.is_some_and(Ordering::is_ge)),
            _ => None,
        }
    }

    /// Whether it compares its operands.
    #[inline]
    pub fn is_comparison(self) -> bool {
        self.holds_for(None).is_some()
    }

    /// Whether the right operand is a number of bits and need not have the left one's type.
    #[inline]
    pub fn is_shift(self) -> bool {
        matches!(self, BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight)
    }
}

/// An operator between two expressions that may leave out the right one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LogicalOperator {
    /// `&&`
    And,
    /// `||`
    Or,
}

impl LogicalOperator {
    /// The operator that a token is.
    #[inline]
    pub fn of_token(kind: TokenKind) -> Option<LogicalOperator> {
        match kind {
            TokenKind::AndAnd => Some(LogicalOperator::And),
            TokenKind::OrOr => Some(LogicalOperator::Or),
            _ => None,
        }
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

    /// The operator; `None` for `&&` and `||`.
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
