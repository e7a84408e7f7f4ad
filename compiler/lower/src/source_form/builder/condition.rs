//! Conditions: short circuits become jumps, without a truth value in between. The temporaries of each part end with it,
//! before the way is chosen.

use hir::{Expression, ExpressionId, LogicalOperator, UnaryOperator};
use types::{Adjustment, Ty};

use super::super::local::LocalKind;
use super::super::statement::{Operand, Point, Rvalue};
use super::{Builder, Label, Place};
use crate::diagnostics::kinds::always_fits::Condition;

/// A right side that is still to be lowered, and where it leads.
struct Right {
    label: Label,
    expression: ExpressionId,
    then: Label,
    otherwise: Label,
}

impl Builder<'_> {
    /// Evaluates a condition and goes one of two ways. Chains of `&&` and `||` are walked with a list.
    pub(super) fn condition(&mut self, expression: ExpressionId, condition: Condition, then: Label, otherwise: Label) {
        let is_plain = self.inference.adjustment(expression) == Adjustment::None;
        self.condition_within((expression, condition), is_plain, then, otherwise);
    }

    /// What an adjustment makes of the outermost `&&`, `||` or `!` of a plain condition is the caller's affair.
    fn condition_within(
        &mut self,
        (expression, condition): (ExpressionId, Condition),
        is_plain: bool,
        then: Label,
        otherwise: Label,
    ) {
        let mut rights = Vec::new();
        let (mut current, mut then, mut otherwise) = (expression, then, otherwise);
        let mut is_plain = is_plain;
        loop {
            if is_plain && let Expression::Logical { operator, left, right } = self.body[current] {
                let label = self.label();
                rights.push(Right { label, expression: right, then, otherwise });
                match operator {
                    LogicalOperator::And => then = label,
                    LogicalOperator::Or => otherwise = label,
                }
                current = left;
                is_plain = self.inference.adjustment(current) == Adjustment::None;
                continue;
            }
            if is_plain
                && self.inference.expression_type(current) == Ty::BOOL
                && let Expression::Unary { operator: UnaryOperator::Not, operand } = self.body[current]
            {
                (then, otherwise) = (otherwise, then);
                current = operand;
                is_plain = self.inference.adjustment(current) == Adjustment::None;
                continue;
            }
            if self.open {
                let condition = if current == expression { condition } else { Condition::Part };
                self.truth((current, condition), then, otherwise);
            } else {
                // Nothing gets here, and names of a pattern that nothing fits have no places.
                self.mentions.is_complete = false;
            }
            let Some(right) = rights.pop() else { return };
            self.start(right.label);
            self.come_to(Point::Before(right.expression));
            (current, then, otherwise) = (right.expression, right.then, right.otherwise);
            is_plain = self.inference.adjustment(current) == Adjustment::None;
        }
    }

    /// Whether a condition makes something that lives on behind it: it has a `let` in its chain of `&&`.
    pub(super) fn has_let(&self, condition: ExpressionId) -> bool {
        let mut current = condition;
        loop {
            match self.body[current] {
                Expression::LetCondition { .. } => return true,
                Expression::Logical { operator: LogicalOperator::And, left, right } => {
                    if let Expression::LetCondition { .. } = self.body[right] {
                        return true;
                    }
                    current = left;
                }
                _ => return false,
            }
        }
    }

    /// A part of a condition without `&&`, `||` and `!`.
    fn truth(&mut self, (expression, condition): (ExpressionId, Condition), then: Label, otherwise: Label) {
        if let Expression::LetCondition { pattern, value } = self.body[expression] {
            return self.let_condition((expression, condition), (pattern, value), then, otherwise);
        }
        let mark = self.mark();
        let mut holds = self.operand(expression);
        if self.mark() > mark {
            holds = self.hold(holds, expression);
            self.close_to(mark, expression);
        }
        self.branch_on(holds, expression, then, otherwise);
    }

    /// `a && b` as a value.
    pub(super) fn truth_value(&mut self, expression: ExpressionId, destination: Option<Place>) -> Operand {
        let place = destination.unwrap_or_else(|| Place::local(self.new_local(Ty::BOOL, LocalKind::Temporary)));
        let (holds, fails) = (self.label(), self.label());
        self.condition_within((expression, Condition::Part), true, holds, fails);
        self.choose(place, holds, fails, expression);
        if destination.is_some() { self.unit_constant() } else { Operand::Move(place) }
    }

    /// Stores `true` where one label leads and `false` where the other does, and goes on behind both.
    pub(super) fn choose(&mut self, place: Place, holds: Label, fails: Label, expression: ExpressionId) {
        let end = self.label();
        self.start(holds);
        let value = self.bool_constant(true);
        self.assign(place, Rvalue::Use(value), expression);
        self.goto(end);
        self.start(fails);
        let value = self.bool_constant(false);
        self.assign(place, Rvalue::Use(value), expression);
        self.start(end);
    }
}
