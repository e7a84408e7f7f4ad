//! Constant expressions in declarations: lengths, widths, alignments, enumerators. Owns their evaluation in C's own types, which
//! decide where numbers wrap and how they compare; whatever has no place in a declaration, and what C leaves open, is refused.

use lang_c::ast::{BinaryOperator, Constant, Expression, Integer, IntegerBase, IntegerSize, UnaryOperator};
use lang_c::span::Node;

use super::Unreadable;
use super::types::Translator;

/// A number with the type that C gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Number {
    value: i128,
    bits: u32,
    signed: bool,
}

impl Number {
    fn int(value: i128) -> Number {
        Number { value, bits: 32, signed: true }
    }

    /// A value in a type: unsigned ones wrap, signed ones that do not fit have no meaning.
    fn of(value: i128, bits: u32, signed: bool) -> Option<Number> {
        let (least, most) = if signed { (-(1i128 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) };
        match signed {
            true => (least <= value && value <= most).then_some(Number { value, bits, signed }),
            false => Some(Number { value: value & most, bits, signed }),
        }
    }

    /// At least an `int`.
    fn promoted(self) -> Number {
        if self.bits < 32 { Number::int(self.value) } else { self }
    }

    /// The type of both together, by the usual arithmetic conversions.
    fn common(self, other: Number) -> (u32, bool) {
        let (this, other) = (self.promoted(), other.promoted());
        let bits = this.bits.max(other.bits);
        let is_unsigned = [this, other].iter().any(|each| each.bits == bits && !each.signed);
        (bits, !is_unsigned)
    }

    fn converted(self, bits: u32, signed: bool) -> Number {
        let mask = (1i128 << bits) - 1;
        let value = self.value & mask;
        let is_negative = signed && value >> (bits - 1) != 0;
        Number { value: if is_negative { value - (1 << bits) } else { value }, bits, signed }
    }
}

impl Translator<'_> {
    /// The value of an integer constant expression.
    pub fn constant(&mut self, expression: &Node<Expression>) -> Result<i128, Unreadable> {
        self.number_of(expression).map(|number| number.value)
    }

    fn number_of(&mut self, expression: &Node<Expression>) -> Result<Number, Unreadable> {
        let value = self.value(expression)?;
        value.map_err(|why| self.problem(expression.span, why, "write a number"))
    }

    /// The type of sizes.
    fn size(&self, value: u64) -> Number {
        Number { value: i128::from(value), bits: 8 * self.target.pointer_bytes() as u32, signed: false }
    }

    /// The value, or why there is none; the outer error is one of a part.
    fn value(&mut self, expression: &Node<Expression>) -> Result<Result<Number, &'static str>, Unreadable> {
        let refused = |why| Ok(Err(why));
        match &expression.node {
            Expression::Constant(constant) => match &constant.node {
                Constant::Integer(integer) => match integer_value(integer, 8 * self.target.long_bytes() as u32) {
                    Some(value) => Ok(Ok(value)),
                    None => refused("this number is too large"),
                },
                Constant::Character(text) => match text.strip_prefix('\'').and_then(|text| text.strip_suffix('\'')) {
                    Some(text) if text.len() == 1 => Ok(Ok(Number::int(i128::from(text.as_bytes()[0])))),
                    Some(_) | None => refused("escapes, prefixes and other letters than ASCII are not evaluated here"),
                },
                Constant::Float(_) => refused("a whole number belongs here"),
            },
            Expression::Identifier(name) => match self.enumerators.get(&name.node.name) {
                Some(value) if i32::try_from(*value).is_ok() => Ok(Ok(Number::int(*value))),
                Some(_) => refused("the type of an enumerator beyond int is not known here"),
                None => refused("this name is no enumerator that is declared above"),
            },
            Expression::SizeOfTy(size) => {
                let layout = self.type_name_layout(&size.node.0)?;
                Ok(Ok(self.size(layout.size)))
            }
            Expression::AlignOf(align) => {
                let layout = self.type_name_layout(&align.node.0)?;
                Ok(Ok(self.size(layout.align.into())))
            }
            Expression::Cast(cast) => {
                let operand = self.number_of(&cast.node.expression)?;
                match self.type_name_integer(&cast.node.type_name)? {
                    Some((bits @ (8 | 16 | 32 | 64), signed)) => Ok(Ok(operand.converted(bits.into(), signed))),
                    Some(_) | None => refused("this cast is not evaluated here"),
                }
            }
            Expression::UnaryOperator(unary) => {
                let operand = self.number_of(&unary.node.operand)?.promoted();
                let value = match unary.node.operator.node {
                    UnaryOperator::Plus => operand.value,
                    UnaryOperator::Minus => -operand.value,
                    UnaryOperator::Complement => !operand.value,
                    UnaryOperator::Negate => return Ok(Ok(Number::int(i128::from(operand.value == 0)))),
                    _ => return refused("this is no constant"),
                };
                Ok(Number::of(value, operand.bits, operand.signed).ok_or("this has no value"))
            }
            Expression::BinaryOperator(binary) => {
                let left = self.number_of(&binary.node.lhs)?;
                let right = self.number_of(&binary.node.rhs)?;
                Ok(binary_value(&binary.node.operator.node, left, right).ok_or("this has no value"))
            }
            Expression::Conditional(conditional) => {
                let chosen = self.number_of(&conditional.node.condition)?.value != 0;
                let then = self.number_of(&conditional.node.then_expression)?;
                let otherwise = self.number_of(&conditional.node.else_expression)?;
                let (bits, signed) = then.common(otherwise);
                Ok(Ok(if chosen { then } else { otherwise }.converted(bits, signed)))
            }
            _ => refused("this is not evaluated here"),
        }
    }
}

/// A literal in the first type that holds it, from the one on that its suffix names.
fn integer_value(integer: &Integer, long_bits: u32) -> Option<Number> {
    let (radix, is_decimal) = match integer.base {
        IntegerBase::Decimal => (10, true),
        IntegerBase::Octal => (8, false),
        IntegerBase::Hexadecimal => (16, false),
        IntegerBase::Binary => (2, false),
    };
    if integer.suffix.imaginary {
        return None;
    }
    let value = i128::from(u64::from_str_radix(&integer.number, radix).ok()?);
    let widths: &[u32] = match integer.suffix.size {
        IntegerSize::Int => &[32, long_bits, 64],
        IntegerSize::Long => &[long_bits, 64],
        IntegerSize::LongLong => &[64],
    };
    for bits in widths {
        let signs: &[bool] = match (integer.suffix.unsigned, is_decimal) {
            (true, _) => &[false],
            (false, true) => &[true],
            (false, false) => &[true, false],
        };
        for signed in signs {
            let most = if *signed { 1i128 << (bits - 1) } else { 1 << bits };
            if value < most {
                return Some(Number { value, bits: *bits, signed: *signed });
            }
        }
    }
    None
}

/// Nothing for a division by zero, a shift out of range, what overflows, and operators that are not for constants.
fn binary_value(operator: &BinaryOperator, left: Number, right: Number) -> Option<Number> {
    let truth = |is: bool| Some(Number::int(i128::from(is)));
    let (bits, signed) = left.common(right);
    let (l, r) = (left.converted(bits, signed).value, right.converted(bits, signed).value);
    let shifted = left.promoted();
    let by = u32::try_from(right.value).ok().filter(|by| *by < shifted.bits);
    let value = match operator {
        BinaryOperator::Multiply => l.checked_mul(r)?,
        BinaryOperator::Divide => l.checked_div(r)?,
        BinaryOperator::Modulo => l.checked_rem(r)?,
        BinaryOperator::Plus => l.checked_add(r)?,
        BinaryOperator::Minus => l.checked_sub(r)?,
        BinaryOperator::ShiftLeft if shifted.value >= 0 => {
            return Number::of(shifted.value << by?, shifted.bits, shifted.signed);
        }
        BinaryOperator::ShiftRight if shifted.value >= 0 => {
            return Number::of(shifted.value >> by?, shifted.bits, shifted.signed);
        }
        BinaryOperator::Less => return truth(l < r),
        BinaryOperator::Greater => return truth(l > r),
        BinaryOperator::LessOrEqual => return truth(l <= r),
        BinaryOperator::GreaterOrEqual => return truth(l >= r),
        BinaryOperator::Equals => return truth(l == r),
        BinaryOperator::NotEquals => return truth(l != r),
        BinaryOperator::BitwiseAnd => l & r,
        BinaryOperator::BitwiseXor => l ^ r,
        BinaryOperator::BitwiseOr => l | r,
        BinaryOperator::LogicalAnd => return truth(left.value != 0 && right.value != 0),
        BinaryOperator::LogicalOr => return truth(left.value != 0 || right.value != 0),
        _ => return None,
    };
    Number::of(value, bits, signed)
}
