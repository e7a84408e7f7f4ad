//! What may happen between the evaluation of two operands: whether an operand may stay in its variable until its
//! statement reads it. Answers in bounded time: an expression too large to look through counts as writing.

use hir::{Expression, ExpressionClass, ExpressionId};
use types::{Adjustment, Detail, Operator};

use super::Builder;

/// How many expressions are looked at; operands that are larger are held, which costs a scalar nothing.
const LOOKED_AT: u32 = 16;

impl Builder<'_> {
    /// Whether evaluating the expression may change a variable.
    pub(super) fn may_write(&self, expression: ExpressionId) -> bool {
        let mut left = LOOKED_AT;
        self.may_write_within(expression, &mut left)
    }

    fn may_write_within(&self, expression: ExpressionId, left: &mut u32) -> bool {
        if *left == 0 {
            return true;
        }
        *left -= 1;
        if self.inference.adjustment(expression) == Adjustment::Object
            && !types::is_copy(self.db, self.inference.expression_type(expression))
        {
            // What becomes a `dyn` moves into memory of its own before it is an operand.
            return true;
        }
        let written = self.body[expression];
        let is_call = matches!(self.inference.detail(expression), types::Detail::Call(_));
        match written.class() {
            // What a type of one's own lends when it is indexed.
            ExpressionClass::Part if is_call && matches!(written, Expression::Index { .. }) => true,
            ExpressionClass::Missing | ExpressionClass::Literal | ExpressionClass::Name => false,
            ExpressionClass::Part | ExpressionClass::Operation => {
                // A tuple, array or range is made before what it is an operand of: what moves into it is gone by then.
                let moves = matches!(written, Expression::Tuple(_) | Expression::Array(_) | Expression::Range { .. });
                let mut writes = false;
                self.body.each_operand(expression, |operand| {
                    writes = writes
                        || moves && !types::is_copy(self.db, self.used_type(operand))
                        || self.may_write_within(operand, left);
                });
                writes
            }
            ExpressionClass::Other => match written {
                Expression::Borrow { place: part, .. } | Expression::Move(part) => self.may_write_within(part, left),
                _ => true,
            },
        }
    }

    /// Whether an expression is one operation on values, so that its result may go straight into a variable that its
    /// operands read.
    pub(super) fn is_one_operation(&self, expression: ExpressionId) -> bool {
        if self.inference.adjustment(expression) != Adjustment::None {
            return false;
        }
        match self.inference.detail(expression) {
            Detail::Literal
            | Detail::Operator(Operator::Scalar)
            | Detail::Cast(_)
            | Detail::Field(_)
            | Detail::Index(_) => true,
            Detail::None => {
                matches!(self.body[expression], Expression::Bool(_) | Expression::Local(_) | Expression::Unary { .. })
            }
            Detail::Call(_) | Detail::Operator(_) | Detail::Assign(_) | Detail::Item(_) | Detail::Reborrow => false,
        }
    }
}
