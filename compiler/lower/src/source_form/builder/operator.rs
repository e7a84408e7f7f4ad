//! Operators: arithmetic, comparisons, casts, tuples and arrays. A chain of operators is walked with a list instead of
//! recursion: programs made by programs have chains of a hundred thousand.

use hir::{Expression, ExpressionId, UnaryOperator};
use types::{Adjustment, Cast, Detail, Operator};

use super::super::statement::{BorrowKind, Callee, Operand, Rvalue};
use super::{Builder, Place};

impl Builder<'_> {
    pub(super) fn unary(
        &mut self,
        operator: UnaryOperator,
        operand: ExpressionId,
        expression: ExpressionId,
        destination: Option<Place>,
    ) -> Operand {
        if let Detail::Call(_) = self.inference.detail(expression) {
            return self.call(expression, destination);
        }
        let operand = self.operand(operand);
        self.compute(Rvalue::Unary(operator, operand), expression, destination)
    }

    pub(super) fn cast(
        &mut self,
        value: ExpressionId,
        expression: ExpressionId,
        destination: Option<Place>,
    ) -> Operand {
        if self.inference.detail(expression) == Detail::Cast(Cast::EnumToInt) {
            let (place, ty) = (self.place(value), self.used_type(value));
            let (tag, _) = self.tag(place, ty, value);
            return self.compute(Rvalue::Cast(Cast::IntToInt, Operand::Copy(tag)), expression, destination);
        }
        let operand = self.operand(value);
        if let Detail::Cast(cast) = self.inference.detail(expression) {
            return self.compute(Rvalue::Cast(cast, operand), expression, destination);
        }
        let poison = self.poison(expression);
        self.deliver(poison, expression, destination)
    }

    pub(super) fn binary(&mut self, expression: ExpressionId, destination: Option<Place>) -> Operand {
        let Expression::Binary { operator, left, right } = self.body[expression] else {
            return self.poison(expression);
        };
        if let Detail::Call(_) = self.inference.detail(expression) {
            return self.operator_calls(expression, destination);
        }
        let Detail::Operator(operation) = self.inference.detail(expression) else {
            // A comparison that has no meaning looks at its operands, as all others do: nothing is moved by it.
            if !operator.is_comparison() {
                self.operand(left);
                self.operand(right);
            }
            let poison = self.poison(expression);
            return self.deliver(poison, expression, destination);
        };
        match operation {
            Operator::Scalar => self.chain(expression, destination),
            Operator::StringConcatenation => {
                let operand = self.concatenation(expression);
                self.deliver(operand, expression, destination)
            }
            Operator::StringEquality | Operator::StringOrder => {
                self.string_comparison(operator, left, right, expression, destination)
            }
            Operator::ContentEquality | Operator::ContentOrder => {
                self.content_comparison(operator, left, right, expression, destination)
            }
        }
    }

    /// `((a + b) + c) + d`: down the left sides, then up again.
    fn chain(&mut self, expression: ExpressionId, destination: Option<Place>) -> Operand {
        let mark = self.spine.len();
        self.spine.push(expression);
        let mut current = expression;
        let mut value = loop {
            let Expression::Binary { left, .. } = self.body[current] else {
                break self.poison(current);
            };
            let continues = self.inference.detail(left) == Detail::Operator(Operator::Scalar)
                && self.inference.adjustment(left) == Adjustment::None
                && matches!(self.body[left], Expression::Binary { .. });
            if !continues {
                break self.operand(left);
            }
            self.spine.push(left);
            current = left;
        };
        let mut known = None;
        if let Expression::Binary { left, .. } = self.body[current] {
            known = self.known(left, super::known::DEPTH);
        }
        while let Some(current) = self.spine.pop() {
            let Expression::Binary { operator, left, right } = self.body[current] else {
                break;
            };
            known = self.check_arithmetic(current, known);
            if self.is_unread(value) && self.may_write(right) {
                value = self.hold(value, left);
            }
            let right = self.operand(right);
            let rvalue = Rvalue::Binary(operator, value, right);
            if self.spine.len() == mark {
                return self.compute(rvalue, expression, destination);
            }
            value = self.value(self.inference.expression_type(current), rvalue, current);
        }
        value
    }

    /// `((a + b) + c) + d` by the methods of a trait: down the left sides, then up again.
    fn operator_calls(&mut self, expression: ExpressionId, destination: Option<Place>) -> Operand {
        let mark = self.spine.len();
        let mut current = expression;
        let innermost = loop {
            self.spine.push(current);
            let Expression::Binary { left, .. } = self.body[current] else {
                break current;
            };
            let continues = matches!(self.inference.detail(left), Detail::Call(_))
                && self.inference.adjustment(left) == Adjustment::Borrow
                && matches!(self.body[left], Expression::Binary { .. });
            if !continues {
                break left;
            }
            current = left;
        };
        let mut lent = self.operand(innermost);
        while self.spine.len() > mark {
            let Some(node) = self.spine.pop() else { break };
            let (Expression::Binary { left, right, .. }, Some(call)) = (self.body[node], self.inference.call_of(node))
            else {
                break;
            };
            let types::Callee::Function(item, arguments) = call.callee else { break };
            if self.may_write(right) {
                lent = self.hold(lent, left);
            }
            let right = self.operand(right);
            let list = self.pending.len();
            self.pending.extend([lent, right]);
            let operands = self.finish_list(list);
            let callee = Callee::Function { item, type_arguments: self.type_list(arguments) };
            if self.spine.len() == mark {
                return self.emit_call(callee, operands, node, destination);
            }
            let ty = self.inference.expression_type(node);
            let value = self.emit_call(callee, operands, node, None);
            let place = self.memory(value, ty, node);
            lent = self.borrow(place, ty, BorrowKind::Shared, node);
        }
        self.spine.truncate(mark);
        let poison = self.poison(expression);
        self.deliver(poison, expression, destination)
    }

    /// A tuple or array of these elements.
    pub(super) fn sequence(
        &mut self,
        elements: &[ExpressionId],
        expression: ExpressionId,
        destination: Option<Place>,
    ) -> Operand {
        if elements.is_empty() && self.inference.expression_type(expression) == types::Ty::UNIT {
            return self.without_value(destination);
        }
        let last_write = elements.iter().rposition(|element| self.may_write(*element)).unwrap_or(0);
        let mark = self.pending.len();
        for (index, element) in elements.iter().enumerate() {
            let operand = self.operand(*element);
            let operand = if index < last_write { self.hold(operand, *element) } else { operand };
            self.pending.push(operand);
        }
        let list = self.finish_list(mark);
        self.compute(Rvalue::Aggregate(list), expression, destination)
    }
}
