//! Arithmetic whose operands are known while compiling: what must panic is told while checking. Known are literals,
//! constants, and casts and operators of these; variables are not, whatever they hold. Must not change what is lowered.

use hir::{BinaryOperator, Expression, ExpressionId, ItemKind, UnaryOperator};
use types::{Adjustment, Cast, Detail, ItemUse, Literal, Operator};

use super::Builder;
use crate::diagnostics::kinds::certain_panic;

/// How deep operands are looked into. What is nested deeper is looked into where it is lowered itself.
pub(super) const DEPTH: u32 = 4;

impl Builder<'_> {
    /// Notes an operation that must panic, and gives its value if that is known. `left` is the left side's value if it is.
    pub(super) fn check_arithmetic(&mut self, operation: ExpressionId, left: Option<u128>) -> Option<u128> {
        let Expression::Binary { operator, right, .. } = self.body[operation] else {
            return None;
        };
        if left.is_none() && !may_fail_alone(operator) {
            return None;
        }
        let ty = self.inference.expression_type(operation);
        self.check_operands(operation, operator, ty, left, right)
    }

    /// The same for `place op= right`, whose left side nobody knows.
    pub(super) fn check_compound(
        &mut self,
        operation: ExpressionId,
        operator: BinaryOperator,
        place: ExpressionId,
        right: ExpressionId,
    ) {
        if may_fail_alone(operator) {
            let ty = self.used_type(place).value_type();
            self.check_operands(operation, operator, ty, None, right);
        }
    }

    /// Called only where the left side is known or the operation can fail because of its right side alone.
    fn check_operands(
        &mut self,
        operation: ExpressionId,
        operator: BinaryOperator,
        ty: types::Ty,
        left: Option<u128>,
        right: ExpressionId,
    ) -> Option<u128> {
        let kind = ty.int_kind()?;
        let right = self.known(right, DEPTH)?;
        // Of what is not known, 1 is divided and shifted by whatever may be divided and shifted by at all.
        let result = types::integer_arithmetic(operator, kind, left.unwrap_or(1), right);
        match result {
            Ok(value) => left.map(|_| value),
            Err(failure) => {
                if self.open {
                    let ty = types::display(self.db, ty);
                    self.problems.push(certain_panic::problem(operation, operator, failure, &ty));
                }
                None
            }
        }
    }

    /// The value of an integer expression, if it is known while compiling.
    #[inline(always)]
    pub(super) fn known(&self, expression: ExpressionId, depth: u32) -> Option<u128> {
        if self.is_never_known(expression) { None } else { self.known_value(expression, depth) }
    }

    /// What nearly all operands are, which costs one look.
    #[inline(always)]
    fn is_never_known(&self, expression: ExpressionId) -> bool {
        matches!(
            self.body[expression],
            Expression::Local(_) | Expression::Call { .. } | Expression::MethodCall { .. } | Expression::Index { .. }
        )
    }

    fn known_value(&self, expression: ExpressionId, depth: u32) -> Option<u128> {
        if !matches!(self.inference.adjustment(expression), Adjustment::None | Adjustment::Read) {
            return None;
        }
        match self.inference.detail(expression) {
            Detail::Literal => match self.inference.literal(self.body, expression)? {
                Literal::Int(value) => Some(value),
                Literal::Float(_) => None,
            },
            Detail::Item(ItemUse::Constant(item)) if item.kind(self.db) == ItemKind::Constant => {
                let types::ConstantValue::Int(value) = types::constant_value(self.db, item) else {
                    return None;
                };
                Some(*value)
            }
            Detail::Cast(Cast::IntToInt | Cast::Same) => {
                let Expression::Cast { value, .. } = self.body[expression] else {
                    return None;
                };
                let kind = self.inference.expression_type(expression).int_kind()?;
                self.known(value, depth.checked_sub(1)?).map(|value| kind.wrap(value))
            }
            Detail::Operator(Operator::Scalar) => {
                let kind = self.inference.expression_type(expression).int_kind()?;
                let depth = depth.checked_sub(1)?;
                if let Expression::Unary { operator: UnaryOperator::Not, operand } = self.body[expression] {
                    return self.known(operand, depth).map(|value| kind.wrap(!value));
                }
                let Expression::Binary { operator, left, right } = self.body[expression] else {
                    return None;
                };
                // Right sides are literals often, left sides seldom.
                if self.is_never_known(right) {
                    return None;
                }
                let left = self.known(left, depth)?;
                let right = self.known(right, depth)?;
                types::integer_arithmetic(operator, kind, left, right).ok()
            }
            _ => None,
        }
    }
}

/// Whether a right side alone makes the operation fail: a zero to divide by, a shift out of range.
fn may_fail_alone(operator: BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::Divide | BinaryOperator::Remainder | BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight
    )
}
