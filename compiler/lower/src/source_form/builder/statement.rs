//! Statements: blocks, `let`, assignment, and expressions whose value is dropped.

use hir::{Expression, ExpressionId, Pattern, Statement, StatementId};
use types::{Assign, Detail, Ty};

use super::super::local::LocalKind;
use super::super::place::Projection;
use super::super::statement::{BorrowKind, Callee, DropExtent, Operand, Rvalue, StatementKind};
use super::{Builder, LocalId, Place};
use crate::diagnostics::kinds;

impl Builder<'_> {
    /// A block; its value goes where `tail` says, or is not wanted. Code that cannot be reached is reported once and left
    /// out.
    pub(super) fn block(
        &mut self,
        expression: ExpressionId,
        (statements, tail): (hir::List, Option<ExpressionId>),
        is_wanted: bool,
        lower_tail: impl FnOnce(&mut Self, ExpressionId),
    ) {
        let mark = self.mark();
        let was_open = self.open;
        let body = self.body;
        for statement in body.statements(statements) {
            if !self.open {
                self.unreachable(was_open, self.statement_start(statement));
                self.endings.truncate(mark);
                return;
            }
            self.statement(statement);
        }
        if let Some(tail) = tail {
            if self.open {
                let tail_mark = self.mark();
                lower_tail(self, tail);
                if self.lends(is_wanted, tail) {
                    let lent = self.kept_from(tail_mark);
                    self.close_to(mark, expression);
                    self.end_kept(lent);
                    return;
                }
                self.close_to(tail_mark, tail);
            } else {
                self.unreachable(was_open, tail);
            }
        }
        self.close_to(mark, expression);
    }

    fn unreachable(&mut self, was_open: bool, expression: ExpressionId) {
        self.mentions.is_complete = false;
        // A part that could not be lowered may be what would have led here.
        if was_open && self.form.poison.is_none() {
            self.problems.push(kinds::unreachable_code::problem(expression));
        }
    }

    fn statement_start(&self, statement: StatementId) -> ExpressionId {
        match self.body[statement] {
            Statement::Expression(expression) => expression,
            Statement::Let { initialiser, .. } => initialiser.unwrap_or(self.body.root),
        }
    }

    fn statement(&mut self, statement: StatementId) {
        match self.body[statement] {
            Statement::Expression(expression) => {
                let mark = self.mark();
                self.statement_expression(expression);
                self.close_to(mark, expression);
            }
            Statement::Let { pattern, type_reference: _, initialiser, otherwise } => {
                let is_plain = matches!(self.body[pattern], Pattern::Binding(_) | Pattern::Wildcard);
                let otherwise = match otherwise {
                    Some(_) if is_plain => {
                        // Its `else` is never reached, so what it mentions does not count.
                        self.problems.extend(kinds::always_fits::problem(pattern, kinds::always_fits::Condition::Else));
                        self.mentions.is_complete = false;
                        None
                    }
                    otherwise => otherwise,
                };
                match (self.body[pattern], initialiser, otherwise) {
                    (Pattern::Binding(variable), _, None) => self.let_variable(variable, initialiser),
                    (Pattern::Wildcard, None, None) => {}
                    (Pattern::Wildcard, Some(initialiser), None) => self.let_nothing(initialiser),
                    (_, Some(initialiser), _) if self.inference.expression_type(initialiser) == Ty::NEVER => {
                        self.let_nothing(initialiser);
                    }
                    (_, Some(initialiser), _) => self.let_pattern(pattern, initialiser, otherwise),
                    // `types` has reported that there is nothing to take apart.
                    (_, None, _) => {
                        self.give_up(self.body.root);
                    }
                }
            }
        }
    }

    /// A `let` that names nothing, or never comes to that.
    fn let_nothing(&mut self, initialiser: ExpressionId) {
        let mark = self.mark();
        self.discard(initialiser);
        self.close_to(mark, initialiser);
    }

    fn let_variable(&mut self, variable: hir::LocalId, initialiser: Option<ExpressionId>) {
        let Some(initialiser) = initialiser else {
            let local = self.variable(variable, LocalKind::Variable);
            // The declaration itself is no expression; its problems are shown at the variable.
            self.emit(StatementKind::Declare(local), self.body.root);
            if !self.is_late(local) {
                self.late.push(local);
                if self.tracked.last() != Some(&local) {
                    self.tracked.push(local);
                }
            }
            self.note_begin(local);
            self.ends_with_scope(local);
            return;
        };
        let mark = self.mark();
        let local = self.variable(variable, LocalKind::Variable);
        self.into(Place::local(local), initialiser);
        self.note_begin(local);
        // What a borrow may lead to lives as long as the block.
        if !types::holds_borrow(self.db, self.form.local(local).ty) {
            self.close_to(mark, initialiser);
        }
        self.ends_with_scope(local);
    }

    /// An expression whose value nobody wants.
    pub(super) fn statement_expression(&mut self, expression: ExpressionId) {
        let body = self.body;
        if let Expression::Block { statements, tail } = body[expression] {
            self.block(expression, (statements, tail), false, |builder, tail| builder.statement_expression(tail));
        } else if let Expression::Unsafe(block) = body[expression] {
            self.statement_expression(block);
        } else if let Expression::Match { scrutinee, arms } = body[expression] {
            self.match_arms(expression, (scrutinee, arms), false, |builder, arm| builder.statement_expression(arm));
        } else if let Expression::If { .. } = body[expression] {
            self.if_else(expression, false, |builder, branch| builder.statement_expression(branch));
        } else {
            self.discard(expression);
        }
    }

    /// Evaluates an expression and drops its value with the statement.
    pub(super) fn discard(&mut self, expression: ExpressionId) {
        let operand = self.operand(expression);
        if let Operand::Move(_) = operand {
            self.hold(operand, expression);
        }
    }

    /// `place = value`, `place += value`: the right side, then the place with its checks, then the old value is dropped
    /// and the new one stored.
    pub(super) fn assignment(
        &mut self,
        expression: ExpressionId,
        target: ExpressionId,
        operator: Option<hir::BinaryOperator>,
        value: ExpressionId,
    ) {
        if let Detail::Call(call) = self.inference.detail(expression) {
            return self.assignment_by_trait(expression, target, self.inference.call(call), value);
        }
        let Detail::Assign(assign) = self.inference.detail(expression) else {
            self.discard(value);
            self.discard(target);
            self.give_up(expression);
            return;
        };
        if let Some(operator) = operator {
            self.check_compound(expression, operator, target, value);
        }
        let ty = self.assigned_type(target, assign);
        let whole = self.assigned_variable(target, assign);
        if let (None, Some(local)) = (operator, whole)
            && !self.needs_drop(ty)
            && self.is_one_operation(value)
        {
            self.into(Place::local(local), value);
            self.check_assignable(local, target);
            return self.note_assignment(local, expression);
        }
        if let (None, None, Some(repeated)) = (operator, whole, self.repeated_plain(value, ty)) {
            // What is repeated needs no array of its own beside the one that is assigned.
            let operand = self.operand(repeated);
            let operand = self.hold(operand, repeated);
            let place = self.assigned_place(target, assign);
            self.assign(place, Rvalue::Repeat(operand), expression);
            return self.note_change(place, expression);
        }
        let appends = operator.is_some() && ty == Ty::STRING;
        let right = if appends { self.lent_string(value) } else { self.operand(value) };
        let right = if self.needs_drop(ty) || self.may_write(target) { self.hold(right, value) } else { right };
        let place = match whole {
            Some(local) => {
                if operator.is_some() {
                    self.note_old_value(local);
                }
                Place::local(local)
            }
            None => self.assigned_place(target, assign),
        };
        match operator {
            None => self.store(place, ty, right, expression),
            Some(_) if appends => self.append(place, right, expression),
            Some(operator) => {
                self.assign(place, Rvalue::Binary(operator, Operand::Copy(place), right), expression);
            }
        }
        match whole {
            None => self.note_change(place, expression),
            Some(local) => {
                self.check_assignable(local, target);
                self.note_assignment(local, expression);
            }
        }
    }

    /// `place += value` by a trait's method: the right side, then the place with its checks, then the call, to which the place
    /// is lent, then the old value is dropped and the new one stored.
    fn assignment_by_trait(
        &mut self,
        expression: ExpressionId,
        target: ExpressionId,
        call: &types::Call,
        value: ExpressionId,
    ) {
        let types::Callee::Function(item, types) = call.callee else {
            self.give_up(expression);
            return;
        };
        let is_through = self.inference.expression_type(target).as_borrow().is_some();
        let assign = if is_through { Assign::Through } else { Assign::Store };
        let ty = self.assigned_type(target, assign);
        let whole = self.assigned_variable(target, assign);
        let right = self.operand(value);
        let right = self.hold(right, value);
        let place = match whole {
            Some(local) => {
                self.note_old_value(local);
                Place::local(local)
            }
            None => self.assigned_place(target, assign),
        };
        let left = self.borrow(place, ty, BorrowKind::Shared, expression);
        let type_arguments = self.type_list(types);
        let call = self.call_of_values(Callee::Function { item, type_arguments }, &[left, right]);
        let made = Place::local(self.new_local(ty, LocalKind::Temporary));
        self.assign(made, call, expression);
        self.store(place, ty, Operand::Move(made), expression);
        match whole {
            None => self.note_change(place, expression),
            Some(local) => {
                self.check_assignable(local, target);
                self.note_assignment(local, expression);
            }
        }
    }

    /// The value that an array expression repeats, if nothing has to be dropped for it or its array.
    fn repeated_plain(&mut self, array: ExpressionId, ty: Ty) -> Option<ExpressionId> {
        let Expression::Repeat { value, .. } = self.body[array] else {
            return None;
        };
        let plain = self.inference.adjustment(array) == types::Adjustment::None
            && !self.needs_drop(ty)
            && !types::holds_borrow(self.db, ty);
        plain.then_some(value)
    }

    /// The variable, if all of it is assigned.
    fn assigned_variable(&self, target: ExpressionId, assign: Assign) -> Option<LocalId> {
        let Expression::Local(variable) = self.body[target] else {
            return None;
        };
        match assign {
            Assign::Store | Assign::Repoint
                if self.seen_in_guard(variable).is_none() && self.is_seen_through(variable).is_none() =>
            {
                self.variables[variable.index()]
            }
            Assign::Store | Assign::Repoint | Assign::Through => None,
        }
    }

    fn assigned_place(&mut self, target: ExpressionId, assign: Assign) -> Place {
        let place = self.plain_place(target);
        match assign {
            Assign::Store | Assign::Repoint => place,
            Assign::Through => self.form.project(place, Projection::Deref { mutable: true }),
        }
    }

    /// The type of what is stored.
    fn assigned_type(&self, target: ExpressionId, assign: Assign) -> Ty {
        let ty = self.inference.expression_type(target);
        match assign {
            Assign::Store | Assign::Repoint => ty,
            Assign::Through => ty.value_type(),
        }
    }

    /// Drops the old value of a place and stores a new one, which does not lie in the old one any more.
    pub(super) fn store(&mut self, place: Place, ty: Ty, value: Operand, expression: ExpressionId) {
        if !self.needs_drop(ty) {
            self.assign(place, Rvalue::Use(value), expression);
            return;
        }
        if self.is_heap(ty) && matches!(self.form.projections(place).last(), Some(Projection::Deref { .. })) {
            self.emit(StatementKind::Drop { place, extent: DropExtent::Contents, flag: None }, expression);
            self.emit(StatementKind::ReplaceContents(place, value), expression);
            return;
        }
        self.emit(StatementKind::Drop { place, extent: DropExtent::Whole, flag: None }, expression);
        self.assign(place, Rvalue::Use(value), expression);
    }

    /// The operand, which no later expression can change: a value of its own if it was still to be read.
    pub(super) fn hold(&mut self, operand: Operand, expression: ExpressionId) -> Operand {
        if !self.is_unread(operand) {
            return operand;
        }
        let ty = self.used_type(expression);
        self.value(ty, Rvalue::Use(operand), expression)
    }

    /// Whether the operand is still to be read from a place that others may change.
    pub(super) fn is_unread(&self, operand: Operand) -> bool {
        match operand {
            Operand::Copy(place) | Operand::Move(place) => {
                !place.as_local().is_some_and(|local| self.is_on_its_way(local))
            }
            Operand::Constant(_) | Operand::Poison(_) => false,
        }
    }
}
