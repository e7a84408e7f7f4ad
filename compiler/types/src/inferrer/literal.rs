//! Literals take the type expected where they stand, else `i64` or `f64` at once, and must fit it. Owns what counts as
//! an expression of literals only; must not know operators' meaning.

use hir::{BuiltinType, Expression, ExpressionId, FloatId, FloatLiteral, IntegerId, UnaryOperator};

use super::{Expectation, Inferrer};
use crate::problem::{Edit, Problem};
use crate::problems;
use crate::ty::Ty;
use abi::IntKind;

/// Whether an expression is of literals only and therefore takes the type of the other operand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Flexible {
    /// It has a type of its own.
    No,
    /// Integer literals, which may also become floats; and `Pointer.null()`.
    Integer,
    /// A float literal is among them.
    Float,
}

/// How deep literals-only expressions are looked for.
const LOOK: u32 = 16;

impl Inferrer<'_> {
    /// An integer literal, negated if `negative`. `expression` is the literal or the negation around it.
    pub(super) fn integer_literal(
        &mut self,
        expression: ExpressionId,
        value: IntegerId,
        negative: bool,
        expectation: Expectation,
    ) -> Ty {
        self.literal_detail(expression);
        let magnitude = self.body[value];
        let expected = expectation.ty().map(Ty::value_type).filter(|ty| ty.is_number());
        let ty = expected.unwrap_or(Ty::I64);
        if let Some(kind) = ty.int_kind()
            && !kind.fits(magnitude, negative)
        {
            let problem =
                problems::literal_out_of_range(self.at(expression), kind, magnitude, negative, expected.is_none());
            self.report(problem);
        }
        ty
    }

    pub(super) fn float_literal(&mut self, expression: ExpressionId, value: FloatId, expectation: Expectation) -> Ty {
        self.literal_detail(expression);
        let ty = expectation.ty().map(Ty::value_type).filter(|ty| ty.is_float()).unwrap_or(Ty::F64);
        let FloatLiteral { double_bits, single_bits } = self.body[value];
        if ty == Ty::F32 && f32::from_bits(single_bits).is_infinite() && f64::from_bits(double_bits).is_finite() {
            self.report(problems::float_out_of_range(self.at(expression)));
        }
        ty
    }

    /// A bare integer literal, perhaps negated: its magnitude and sign.
    pub(super) fn bare_integer(&self, expression: ExpressionId) -> Option<(u128, bool)> {
        if let Expression::Integer(value) = self.expression(expression) {
            return Some((self.body[value], false));
        }
        if let Expression::Unary { operator: UnaryOperator::Negate, operand } = self.expression(expression)
            && let Expression::Integer(value) = self.expression(operand)
        {
            return Some((self.body[value], true));
        }
        None
    }

    /// A problem of what stands where text is needed, with how text is made of it.
    pub(super) fn with_text(&self, problem: Problem, expression: ExpressionId) -> Problem {
        let Some(character) = self.written_character(expression) else {
            return problem.help("`\"${…}\"` makes a `String` of it");
        };
        let problem = problem.help("between `'` and `'` is the number of a character; text is written `\"…\"`");
        if character.is_control() || matches!(character, '"' | '\\' | '$') {
            return problem;
        }
        let text = format!("\"{character}\"");
        problem.fix(format!("write `{text}`"), self.at(expression), Edit::Replace(text))
    }

    /// The character of a literal, as `'a'`.
    pub(super) fn written_character(&self, expression: ExpressionId) -> Option<char> {
        match self.expression(expression) {
            Expression::Integer(value) => self.body.character(value),
            _ => None,
        }
    }

    /// Whether a bare integer literal fits C's `int`.
    pub(super) fn fits_c_int(&self, expression: ExpressionId) -> bool {
        self.bare_integer(expression).is_some_and(|(magnitude, negative)| IntKind::I32.fits(magnitude, negative))
    }

    /// Whether an expression takes the type that is expected of it before it tells one: literals, and written arrays of
    /// nothing else, which may become an `Array` too.
    pub(super) fn takes_type(&self, expression: ExpressionId) -> bool {
        self.takes_type_within(expression, LOOK)
    }

    fn takes_type_within(&self, expression: ExpressionId, depth: u32) -> bool {
        if let Expression::Array(elements) = self.expression(expression) {
            let elements = self.body.expression_list(elements);
            return depth > 0 && elements.iter().all(|element| self.takes_type_within(*element, depth - 1));
        }
        self.flexible(expression) != Flexible::No
    }

    /// Whether an expression is of literals only.
    pub(super) fn flexible(&self, expression: ExpressionId) -> Flexible {
        self.flexible_within(expression, LOOK)
    }

    fn flexible_within(&self, expression: ExpressionId, depth: u32) -> Flexible {
        if depth == 0 {
            return Flexible::No;
        }
        let both = |left: ExpressionId, right: ExpressionId| {
            let left = self.flexible_within(left, depth - 1);
            if left == Flexible::No {
                return Flexible::No;
            }
            match self.flexible_within(right, depth - 1) {
                Flexible::No => Flexible::No,
                right @ (Flexible::Integer | Flexible::Float) => left.max(right),
            }
        };
        let written = self.expression(expression);
        if let Expression::Integer(_) = written {
            Flexible::Integer
        } else if let Expression::Float(_) = written {
            Flexible::Float
        } else if let Expression::Unary { operand, .. } = written {
            self.flexible_within(operand, depth - 1)
        } else if let Expression::Binary { operator, left, right } = written {
            if operator.is_comparison() {
                Flexible::No
            } else if operator.is_shift() {
                self.flexible_within(left, depth - 1)
            } else {
                both(left, right)
            }
        } else if let Expression::Range { start: Some(start), end: Some(end), .. } = written {
            both(start, end)
        } else if let Expression::Block { statements, tail: Some(tail) } = written {
            if statements.is_empty() { self.flexible_within(tail, depth - 1) } else { Flexible::No }
        } else if let Expression::If { then, otherwise: Some(otherwise), .. } = written {
            both(then, otherwise)
        } else if let Expression::MethodCall { receiver, arguments, .. } = written {
            let is_pointer = self.expression(receiver) == Expression::BuiltinType(BuiltinType::Pointer);
            if is_pointer && arguments.is_empty() { Flexible::Integer } else { Flexible::No }
        } else {
            Flexible::No
        }
    }
}
