//! What the language does with strings by itself: `+`, comparison, `${…}` and printing, as calls of the runtime.

use hir::{BinaryOperator, Expression, ExpressionId, InterpolationPart, List, UnaryOperator};
use types::{Adjustment, Cast, Derivable, Detail, Operator, Ty};

use super::super::statement::{
    BorrowKind, ConstantValue, DropExtent, Operand, RuntimeFunction, Rvalue, Shown, StatementKind,
};
use super::{Builder, Place};

impl Builder<'_> {
    /// `((a + b) + c) + d`: down the left sides, then up again.
    pub(super) fn concatenation(&mut self, expression: ExpressionId) -> Operand {
        let mark = self.spine.len();
        let mut innermost = expression;
        while let Expression::Binary { left, .. } = self.body[innermost]
            && self.inference.detail(innermost) == Detail::Operator(Operator::StringConcatenation)
            && (innermost == expression || self.inference.adjustment(innermost) == Adjustment::None)
        {
            self.spine.push(innermost);
            innermost = left;
        }
        let mut joined = self.lent_string(innermost);
        while self.spine.len() > mark {
            let Some(link) = self.spine.pop() else { break };
            let Expression::Binary { right, .. } = self.body[link] else {
                break;
            };
            let right = self.lent_string(right);
            let text = self.runtime_call(RuntimeFunction::StringConcat, &[joined, right], Ty::STRING, link);
            if self.spine.len() == mark {
                return text;
            }
            joined = self.lend_string(text, link);
        }
        joined
    }

    /// `place += right`, the right side lent.
    pub(super) fn append(&mut self, place: Place, right: Operand, expression: ExpressionId) {
        let left = self.borrow(place, Ty::STRING, BorrowKind::Shared, expression);
        let joined = self.runtime_call(RuntimeFunction::StringConcat, &[left, right], Ty::STRING, expression);
        self.emit(StatementKind::Drop { place, extent: DropExtent::Whole, flag: None }, expression);
        self.assign(place, Rvalue::Use(joined), expression);
    }

    pub(super) fn string_comparison(
        &mut self,
        operator: BinaryOperator,
        left: ExpressionId,
        right: ExpressionId,
        expression: ExpressionId,
        destination: Option<Place>,
    ) -> Operand {
        let left = self.lent_string(left);
        let right = self.lent_string(right);
        if operator == BinaryOperator::Equal || operator == BinaryOperator::NotEqual {
            let equal = self.runtime_call(RuntimeFunction::StringEqual, &[left, right], Ty::BOOL, expression);
            if operator == BinaryOperator::Equal {
                return self.deliver(equal, expression, destination);
            }
            return self.compute(Rvalue::Unary(UnaryOperator::Not, equal), expression, destination);
        }
        let order = self.runtime_call(RuntimeFunction::StringCompare, &[left, right], Ty::I64, expression);
        let zero = self.constant(Ty::I64, ConstantValue::Integer(0));
        self.compute(Rvalue::Binary(operator, order, zero), expression, destination)
    }

    /// `"… ${x} …"`: the texts of the parts joined from left to right.
    pub(super) fn interpolation(&mut self, parts: List, expression: ExpressionId) -> Operand {
        let body = self.body;
        let mut joined: Option<Operand> = None;
        for part in body.parts(parts) {
            let text = match *part {
                InterpolationPart::Text(text) => self.text(Ty::STRING, &body[text]),
                InterpolationPart::Value(value) => self.text_of(value),
            };
            joined = Some(match joined {
                None => text,
                Some(left) => self.concatenated(left, text, expression),
            });
        }
        match joined {
            None => self.text(Ty::STRING, ""),
            // A single part that is a string is only lent so far.
            Some(joined) => self.owned_text(joined, expression),
        }
    }

    /// The text of a value, as a string of one's own or a borrow of one.
    fn text_of(&mut self, value: ExpressionId) -> Operand {
        let Some((shown, operand)) = self.shown(value) else {
            return self.poison(value);
        };
        if shown == Shown::String {
            return operand;
        }
        self.runtime_call(RuntimeFunction::ToString(shown), &[operand], Ty::STRING, value)
    }

    pub(super) fn print(&mut self, value: ExpressionId) {
        match self.shown(value) {
            Some((shown, operand)) => {
                let operand = if shown == Shown::String { self.lend_string(operand, value) } else { operand };
                self.runtime_call(RuntimeFunction::Print(shown), &[operand], Ty::UNIT, value);
            }
            None => {
                self.give_up(value);
            }
        }
    }

    /// How a value is shown, and the value as the runtime takes it: widened, or lent.
    fn shown(&mut self, value: ExpressionId) -> Option<(Shown, Operand)> {
        let ty = self.used_type(value);
        let of = ty.value_type();
        let Some((shown, widened)) = Shown::of(of) else {
            if of.is_error() {
                self.operand(value);
                return None;
            }
            let place = self.looked_at_place(value);
            let lent = self.lent_part(place, of, value);
            let text = self.derivable_call(Derivable::Show, of, &[lent], Ty::STRING, value);
            return Some((Shown::String, text));
        };
        if shown == Shown::String {
            return Some((shown, self.lent_string(value)));
        }
        let operand = if ty == of {
            self.operand(value)
        } else {
            let place = self.looked_at_place(value);
            self.consume(place, of, value)
        };
        if of == widened {
            return Some((shown, operand));
        }
        Some((shown, self.value(widened, Rvalue::Cast(Cast::IntToInt, operand), value)))
    }

    /// A borrow of the string an expression yields, where it is.
    pub(super) fn lent_string(&mut self, expression: ExpressionId) -> Operand {
        if let hir::Expression::String(text) = self.body[expression]
            && self.inference.adjustment(expression) == types::Adjustment::None
        {
            return self.lent_text(&self.body[text]);
        }
        let place = self.looked_at_place(expression);
        self.borrow(place, Ty::STRING, BorrowKind::Shared, expression)
    }

    /// A borrow of a literal: its object is there for ever, so this is no loan.
    pub(super) fn lent_text(&mut self, text: &str) -> Operand {
        self.text(Ty::borrow(Ty::STRING, false), text)
    }

    /// A borrow of a string at hand.
    pub(super) fn lend_string(&mut self, text: Operand, expression: ExpressionId) -> Operand {
        let place = match text {
            Operand::Constant(constant) => {
                let value = self.form.constant(constant).value;
                return self.constant(Ty::borrow(Ty::STRING, false), value);
            }
            Operand::Poison(_) => return text,
            Operand::Copy(place) | Operand::Move(place) => {
                if self.form.place_type(self.db, place).as_borrow().is_some() {
                    return text;
                }
                match text {
                    Operand::Move(_) => self.memory(text, Ty::STRING, expression),
                    Operand::Copy(_) | Operand::Constant(_) | Operand::Poison(_) => place,
                }
            }
        };
        self.borrow(place, Ty::STRING, BorrowKind::Shared, expression)
    }
}
