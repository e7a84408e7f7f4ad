//! `assert` of a comparison: both sides are evaluated once, and where they do not compare as they should, a function of the
//! runtime shows them. All that it takes to show them stands on the path that ends the program. Must not know how values
//! become text.

use hir::{BinaryOperator, Expression, ExpressionId, UnaryOperator};
use types::{Adjustment, Arguments, Cast, Derivable, Detail, Operator, TraitReference, Ty};

use super::super::statement::{ConstantValue, Operand, RuntimeFunction, Rvalue, Shown};
use super::content::Pair;
use super::{Builder, Label};

impl Builder<'_> {
    /// Goes on where a comparison of two values with a text form holds, and panics with both where it does not; `false`, with
    /// nothing done, if the condition is none.
    pub(super) fn assert_comparison(&mut self, condition: ExpressionId, assertion: ExpressionId) -> bool {
        let Expression::Binary { operator, left, right } = self.body[condition] else {
            return false;
        };
        if self.inference.adjustment(condition) != Adjustment::None || !operator.is_comparison() {
            return false;
        }
        let Detail::Operator(meaning) = self.inference.detail(condition) else {
            return false;
        };
        let ty = self.used_type(left).value_type();
        let Some((shown, widened)) = Shown::of(ty) else {
            let is_shown = self.has_text(ty);
            if is_shown {
                self.assert_content(operator, (left, right), condition, assertion);
            }
            return is_shown;
        };
        let (left_value, right_value, holds) = match meaning {
            Operator::Scalar => self.compared_scalars(operator, left, right, condition),
            Operator::StringEquality | Operator::StringOrder => self.compared_strings(operator, left, right, condition),
            Operator::StringConcatenation | Operator::ContentEquality | Operator::ContentOrder => return false,
        };
        let (then, otherwise): (Label, Label) = (self.label(), self.label());
        self.branch_on(holds, condition, then, otherwise);
        self.start(otherwise);
        let mark = self.mark();
        let sides = [(left_value, left), (right_value, right)].map(|(value, side)| {
            let ty = self.used_type(side).value_type();
            if ty == widened || shown == Shown::String {
                value
            } else {
                self.value(widened, Rvalue::Cast(Cast::IntToInt, value), side)
            }
        });
        let symbol = self.lent_text(operator.symbol());
        let [left, right] = sides;
        let function = RuntimeFunction::PanicCompared(shown);
        self.runtime_call(function, &[left, right, symbol], Ty::UNIT, assertion);
        self.diverge();
        self.endings.truncate(mark);
        self.start(then);
        true
    }

    /// The same of values that are compared by content and have a text by their `Show`, which is made where they do not compare so.
    fn assert_content(
        &mut self,
        operator: BinaryOperator,
        (left, right): (ExpressionId, ExpressionId),
        condition: ExpressionId,
        assertion: ExpressionId,
    ) {
        let ty = self.used_type(left).value_type();
        let places = [self.looked_at(left), self.looked_at(right)];
        let (holds, fails) = (self.label(), self.label());
        let pair = Pair { left: places[0], right: places[1], ty, expression: condition };
        self.branch_by_content(operator, pair, holds, fails);
        self.start(fails);
        let mark = self.mark();
        let [left, right] = places.map(|place| {
            let lent = self.lent_part(place, ty, condition);
            let text = self.derivable_call(Derivable::Show, ty, &[lent], Ty::STRING, condition);
            self.lend_string(text, condition)
        });
        let symbol = self.lent_text(operator.symbol());
        self.runtime_call(RuntimeFunction::PanicComparedTexts, &[left, right, symbol], Ty::UNIT, assertion);
        self.diverge();
        self.endings.truncate(mark);
        self.start(holds);
    }

    /// Whether values of a type have a text by their `Show`.
    fn has_text(&self, ty: Ty) -> bool {
        Derivable::Show
            .item(self.db)
            .is_some_and(|item| types::has_trait(self.db, TraitReference { item, arguments: Arguments::NONE }, ty))
    }

    /// Both values and whether they compare so.
    fn compared_scalars(
        &mut self,
        operator: BinaryOperator,
        left: ExpressionId,
        right: ExpressionId,
        condition: ExpressionId,
    ) -> (Operand, Operand, Operand) {
        let mut left_value = self.operand(left);
        if self.is_unread(left_value) && self.may_write(right) {
            left_value = self.hold(left_value, left);
        }
        let left_value = again(left_value);
        let right_value = again(self.operand(right));
        let rvalue = Rvalue::Binary(operator, left_value, right_value);
        let holds = self.value(Ty::BOOL, rvalue, condition);
        (left_value, right_value, holds)
    }

    /// The same of strings, which are lent.
    fn compared_strings(
        &mut self,
        operator: BinaryOperator,
        left: ExpressionId,
        right: ExpressionId,
        condition: ExpressionId,
    ) -> (Operand, Operand, Operand) {
        let left_value = again(self.lent_string(left));
        let right_value = again(self.lent_string(right));
        let sides = [left_value, right_value];
        let is_equality = matches!(operator, BinaryOperator::Equal | BinaryOperator::NotEqual);
        let rvalue = if is_equality {
            let equal = self.runtime_call(RuntimeFunction::StringEqual, &sides, Ty::BOOL, condition);
            if operator == BinaryOperator::Equal {
                return (left_value, right_value, equal);
            }
            Rvalue::Unary(UnaryOperator::Not, equal)
        } else {
            let order = self.runtime_call(RuntimeFunction::StringCompare, &sides, Ty::I64, condition);
            let zero = self.constant(Ty::I64, ConstantValue::Integer(0));
            Rvalue::Binary(operator, order, zero)
        };
        let holds = self.value(Ty::BOOL, rvalue, condition);
        (left_value, right_value, holds)
    }
}

/// The operand for a second reading: scalars and borrows are copied.
fn again(operand: Operand) -> Operand {
    match operand {
        Operand::Copy(place) | Operand::Move(place) => Operand::Copy(place),
        Operand::Constant(_) | Operand::Poison(_) => operand,
    }
}
