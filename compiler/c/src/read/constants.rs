//! Constant expressions in declarations: lengths, widths, alignments, enumerators. Owns their evaluation; whatever has no
//! place in a declaration is refused.

use lang_c::ast::{BinaryOperator, Constant, Expression, Integer, IntegerBase, UnaryOperator};
use lang_c::span::Node;

use super::Unreadable;
use super::types::Translator;

impl Translator<'_> {
    /// The value of an integer constant expression.
    pub fn constant(&mut self, expression: &Node<Expression>) -> Result<i128, Unreadable> {
        let value = self.value(expression)?;
        value.map_err(|why| self.problem(expression.span, why, "write a number"))
    }

    /// The value, or why there is none; the outer error is one of a part.
    fn value(&mut self, expression: &Node<Expression>) -> Result<Result<i128, &'static str>, Unreadable> {
        let refused = |why| Ok(Err(why));
        match &expression.node {
            Expression::Constant(constant) => match &constant.node {
                Constant::Integer(integer) => match integer_value(integer) {
                    Some(value) => Ok(Ok(value)),
                    None => refused("this number is too large"),
                },
                Constant::Character(text) => match *text.trim_matches('\'').chars().collect::<Vec<_>>() {
                    [letter] => Ok(Ok(i128::from(u32::from(letter)))),
                    _ => refused("escapes are not evaluated here"),
                },
                Constant::Float(_) => refused("a whole number belongs here"),
            },
            Expression::Identifier(name) => match self.enumerators.get(&name.node.name) {
                Some(value) => Ok(Ok(*value)),
                None => refused("this name is no enumerator that is declared above"),
            },
            Expression::SizeOfTy(size) => Ok(Ok(i128::from(self.type_name_layout(&size.node.0)?.size))),
            Expression::AlignOf(align) => Ok(Ok(i128::from(self.type_name_layout(&align.node.0)?.align))),
            Expression::Cast(cast) => self.value(&cast.node.expression),
            Expression::UnaryOperator(unary) => {
                let operand = self.constant(&unary.node.operand)?;
                match unary.node.operator.node {
                    UnaryOperator::Plus => Ok(Ok(operand)),
                    UnaryOperator::Minus => Ok(Ok(-operand)),
                    UnaryOperator::Complement => Ok(Ok(!operand)),
                    UnaryOperator::Negate => Ok(Ok(i128::from(operand == 0))),
                    _ => refused("this is no constant"),
                }
            }
            Expression::BinaryOperator(binary) => {
                let left = self.constant(&binary.node.lhs)?;
                let right = self.constant(&binary.node.rhs)?;
                match binary_value(&binary.node.operator.node, left, right) {
                    Some(value) => Ok(Ok(value)),
                    None => refused("this has no value"),
                }
            }
            Expression::Conditional(conditional) => {
                let chosen = match self.constant(&conditional.node.condition)? {
                    0 => &conditional.node.else_expression,
                    _ => &conditional.node.then_expression,
                };
                self.value(chosen)
            }
            _ => refused("this is not evaluated here"),
        }
    }
}

fn integer_value(integer: &Integer) -> Option<i128> {
    let radix = match integer.base {
        IntegerBase::Decimal => 10,
        IntegerBase::Octal => 8,
        IntegerBase::Hexadecimal => 16,
        IntegerBase::Binary => 2,
    };
    i64::from_str_radix(&integer.number, radix)
        .map(i128::from)
        .or_else(|_| u64::from_str_radix(&integer.number, radix).map(i128::from))
        .ok()
}

/// Nothing for a division by zero, a shift out of range and operators that are not for constants.
fn binary_value(operator: &BinaryOperator, left: i128, right: i128) -> Option<i128> {
    let truth = |is: bool| Some(i128::from(is));
    match operator {
        BinaryOperator::Multiply => left.checked_mul(right),
        BinaryOperator::Divide => left.checked_div(right),
        BinaryOperator::Modulo => left.checked_rem(right),
        BinaryOperator::Plus => left.checked_add(right),
        BinaryOperator::Minus => left.checked_sub(right),
        BinaryOperator::ShiftLeft => u32::try_from(right).ok().filter(|by| *by < 64).map(|by| left << by),
        BinaryOperator::ShiftRight => u32::try_from(right).ok().filter(|by| *by < 64).map(|by| left >> by),
        BinaryOperator::Less => truth(left < right),
        BinaryOperator::Greater => truth(left > right),
        BinaryOperator::LessOrEqual => truth(left <= right),
        BinaryOperator::GreaterOrEqual => truth(left >= right),
        BinaryOperator::Equals => truth(left == right),
        BinaryOperator::NotEquals => truth(left != right),
        BinaryOperator::BitwiseAnd => Some(left & right),
        BinaryOperator::BitwiseXor => Some(left ^ right),
        BinaryOperator::BitwiseOr => Some(left | right),
        BinaryOperator::LogicalAnd => truth(left != 0 && right != 0),
        BinaryOperator::LogicalOr => truth(left != 0 || right != 0),
        _ => None,
    }
}
