//! The value of a block, `if` or `match`: it comes from one of several places, or from inside a scope. A `mut` that such a value
//! is read from is lent on rather than moved: a borrow is used like its value. Must not know control flow.

use hir::{Expression, ExpressionId};
use types::{Adjustment, Ty};

use super::super::local::LocalKind;
use super::super::place::Projection;
use super::super::statement::{BorrowKind, Operand, Rvalue};
use super::{Builder, LocalId, Place};

impl Builder<'_> {
    /// The value of a block or `if`: into the destination if there is one, else as the operand returned.
    pub(super) fn joined(&mut self, expression: ExpressionId, destination: Option<Place>) -> Operand {
        if let Some(place) = destination {
            self.join_into(place, expression);
            return self.unit_constant();
        }
        let ty = self.inference.expression_type(expression);
        if ty == Ty::UNIT || ty == Ty::NEVER {
            self.statement_expression(expression);
            return self.unit_constant();
        }
        Operand::Move(self.joined_in_memory(expression, ty))
    }

    fn joined_in_memory(&mut self, expression: ExpressionId, ty: Ty) -> Place {
        let local = self.new_local(ty, LocalKind::Temporary);
        self.join_into(Place::local(local), expression);
        self.ends_with_scope(local);
        Place::local(local)
    }

    fn join_into(&mut self, place: Place, expression: ExpressionId) {
        let body = self.body;
        if let Expression::Block { statements, tail } = body[expression] {
            self.block(expression, (statements, tail), true, |builder, tail| builder.part_into(place, tail));
            if tail.is_none() {
                self.without_value(Some(place));
            }
        } else if let Expression::Unsafe(block) = body[expression] {
            self.join_into(place, block);
        } else if let Expression::Match { scrutinee, arms } = body[expression] {
            self.match_arms(expression, (scrutinee, arms), true, |builder, arm| builder.part_into(place, arm));
        } else if !self.if_else(expression, true, |builder, branch| builder.part_into(place, branch)) {
            self.without_value(Some(place));
        }
    }

    /// What the value of an expression leads to, if that is a borrow; else where the value is. It is looked at only.
    pub(super) fn looked_at_place(&mut self, expression: ExpressionId) -> Place {
        let ty = self.used_type(expression);
        if let Some((target, true)) = ty.as_borrow()
            && self.inference.adjustment(expression) == Adjustment::None
            && self.is_joined(expression)
        {
            return self.looked_at_join(expression, target);
        }
        let place = self.place(expression);
        self.through(place, ty)
    }

    /// What a `mut` leads to that is the value of a block or `if`, to be looked at: it is lent `ref`.
    pub(super) fn looked_at_join(&mut self, expression: ExpressionId, target: Ty) -> Place {
        let borrow = self.joined_in_memory(expression, Ty::lent(target, false));
        self.form.project(borrow, Projection::Deref { mutable: false })
    }

    /// Whether an expression is a block, `if` or `match`.
    pub(super) fn is_joined(&self, expression: ExpressionId) -> bool {
        matches!(
            self.body[expression],
            Expression::Block { .. } | Expression::If { .. } | Expression::Match { .. } | Expression::Unsafe(_)
        )
    }

    /// The value of a branch or of a block's end. A `mut` that lies in a variable is lent on, as `ref` where it is only
    /// looked at; what is returned moves, as nobody can use it later.
    fn part_into(&mut self, place: Place, part: ExpressionId) {
        let Some((_, true)) = self.used_type(part).as_borrow() else {
            return self.into(place, part);
        };
        let is_looked_at = matches!(self.form.place_type(self.db, place).as_borrow(), Some((_, false)));
        if self.inference.adjustment(part) == Adjustment::None && self.is_joined(part) {
            return self.join_into(place, part);
        }
        let lies_in_variable =
            self.inference.adjustment(part) == Adjustment::None && self.body[part].is_variable_or_part();
        let kind = if is_looked_at { BorrowKind::Shared } else { BorrowKind::Mutable };
        if lies_in_variable {
            let borrow = self.plain_place(part);
            if is_looked_at || place != Place::local(LocalId::RETURN) && !self.form.leads_away(borrow) {
                let lent = self.form.project(borrow, Projection::Deref { mutable: true });
                return self.assign(place, Rvalue::Borrow(kind, lent), part);
            }
            let ty = self.inference.expression_type(part);
            let operand = self.consume(borrow, ty, part);
            return self.assign(place, Rvalue::Use(operand), part);
        }
        if !is_looked_at {
            return self.into(place, part);
        }
        match self.operand(part) {
            Operand::Move(borrow) | Operand::Copy(borrow) => {
                let lent = self.form.project(borrow, Projection::Deref { mutable: true });
                self.assign(place, Rvalue::Borrow(kind, lent), part);
            }
            operand @ (Operand::Constant(_) | Operand::Poison(_)) => self.assign(place, Rvalue::Use(operand), part),
        }
    }
}
