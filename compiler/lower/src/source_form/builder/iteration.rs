//! `for` over what is no range: the iterator lies in a hidden local, lives as long as the loop with all that its head made,
//! and is asked for one value each turn. Must not know which iterator that is.

use hir::{BinaryOperator, Expression, ExpressionId, LangItem, Pattern, PatternId};
use types::{Iteration, Outcome, Ty};

use super::super::local::LocalKind;
use super::super::place::Projection;
use super::super::statement::{BorrowKind, Callee, ConstantValue, Operand, Rvalue};
use super::{Builder, Label, Place};

impl Builder<'_> {
    pub(super) fn iteration(
        &mut self,
        expression: ExpressionId,
        pattern: PatternId,
        iterable: ExpressionId,
        body: ExpressionId,
        iteration: &Iteration,
    ) {
        let around = self.mark();
        let iterator = self.iterator(expression, iterable, iteration.iterator);
        let (head, inside, end) = (self.label(), self.label(), self.label());
        self.start_loop(head);
        let given = self.next_value(iterator, iterable, iteration);
        self.branch_on_outcome(Outcome::Option, (given, iteration.given), iterable, inside, end);
        self.start(inside);
        let mark = self.mark();
        self.given_element(pattern, given, iteration.given, iterable);
        self.turn(mark, expression, body, head, end);
        self.close_to(mark, body);
        self.end_loop(head, end);
        self.close_to(around, expression);
    }

    /// The place of the iterator: a local of the loop, or where a `mut` leads.
    fn iterator(&mut self, expression: ExpressionId, iterable: ExpressionId, ty: Ty) -> Place {
        let iterator = self.new_local(ty, LocalKind::Temporary);
        let place = Place::local(iterator);
        let is_call = self.inference.call_of(expression);
        let is_written = matches!(self.body[iterable], Expression::Borrow { .. });
        match (is_call, ty.as_borrow()) {
            (Some(call), _) => self.converted(place, call, iterable),
            // A variable that holds a `mut` is lent on, and stays.
            (None, Some((target, true))) if !is_written => {
                let lent = self.place(iterable);
                let lent = self.through(lent, ty);
                let lent = self.borrow(lent, target, BorrowKind::Mutable, iterable);
                self.assign(place, Rvalue::Use(lent), iterable);
            }
            (None, _) if self.used_type(iterable).as_array().is_some() => self.take_elements(place, iterable),
            (None, _) => self.into(place, iterable),
        }
        self.ends_with_scope(iterator);
        self.memory_ends_with_scope(iterator);
        self.through(place, ty)
    }

    /// The elements of an array, which stays in a local of the loop until the last is taken.
    fn take_elements(&mut self, place: Place, iterable: ExpressionId) {
        let array = self.new_local(self.used_type(iterable), LocalKind::Temporary);
        self.into(Place::local(array), iterable);
        self.memory_ends_with_scope(array);
        match self.taken_by(LangItem::ArrayTaken, array, iterable) {
            Some(call) => self.assign(place, call, iterable),
            None => {
                self.give_up(iterable);
            }
        }
    }

    /// What is walked over is asked for its iterator.
    fn converted(&mut self, place: Place, call: &types::Call, iterable: ExpressionId) {
        let types::Callee::Function(item, types) = call.callee else {
            self.give_up(iterable);
            return;
        };
        let lent = self.operand(iterable);
        let type_arguments = self.type_list(types);
        let call = self.call_of_values(Callee::Function { item, type_arguments }, &[lent]);
        self.assign(place, call, iterable);
    }

    /// Asks the iterator. What it gives has a place of its own for this turn, out of which it moves at once.
    fn next_value(&mut self, iterator: Place, iterable: ExpressionId, iteration: &Iteration) -> Place {
        let given = Place::local(self.new_local(iteration.given, LocalKind::Temporary));
        let types::Callee::Function(item, types) = self.inference.call(iteration.next).callee else {
            self.give_up(iterable);
            return given;
        };
        let ty = iteration.iterator.value_type();
        let lent = self.borrow(iterator, ty, BorrowKind::MutableArgument, iterable);
        let type_arguments = self.type_list(types);
        let call = self.call_of_values(Callee::Function { item, type_arguments }, &[lent]);
        self.assign(given, call, iterable);
        given
    }

    /// The loop's variable gets what the iterator has given.
    fn given_element(&mut self, pattern: PatternId, given: Place, ty: Ty, iterable: ExpressionId) {
        let Some((element, ty)) = self.outcome_part(Outcome::Option.success(), (given, ty)) else {
            self.give_up(iterable);
            return;
        };
        let local = match self.body[pattern] {
            Pattern::Binding(variable) => self.variable(variable, LocalKind::Variable),
            _ => self.new_local(ty, LocalKind::Temporary),
        };
        if self.form.local(local).ty != ty {
            self.give_up(iterable);
        }
        let place = Place::local(local);
        self.assign(place, Rvalue::Use(Operand::Move(element)), iterable);
        match self.body[pattern] {
            Pattern::Binding(_) => {
                self.note_begin(local);
                self.ends_with_scope(local);
            }
            Pattern::Wildcard => self.ends_with_scope(local),
            _ => {
                self.ends_with_scope(local);
                self.memory_ends_with_scope(local);
                self.loop_pattern(pattern, place, ty, iterable);
            }
        }
    }

    /// Goes one of two ways: an `Option` or `Result` has its value, or it tells of a failure.
    pub(super) fn branch_on_outcome(
        &mut self,
        outcome: Outcome,
        (place, ty): (Place, Ty),
        expression: ExpressionId,
        success: Label,
        failure: Label,
    ) {
        let (tag, tag_type) = self.tag(place, ty, expression);
        let number = self.constant(tag_type, ConstantValue::Integer(i64::from(outcome.success())));
        self.branch(BinaryOperator::Equal, tag, number, expression, success, failure);
    }

    /// The only part that a case of an `Option` or `Result` carries, and its type.
    pub(super) fn outcome_part(&mut self, case: u32, (place, ty): (Place, Ty)) -> Option<(Place, Ty)> {
        let enumeration = types::enumeration(self.db, ty)?;
        let ty = enumeration.payload(case).first()?.ty;
        Some((self.form.project(place, Projection::Payload(enumeration.parts(case).start)), ty))
    }

    /// A call of a function with values that are no arguments of the program.
    pub(super) fn call_of_values(&mut self, callee: Callee, values: &[Operand]) -> Rvalue {
        let mark = self.pending.len();
        self.pending.extend_from_slice(values);
        let arguments = self.finish_list(mark);
        Rvalue::Call(self.callee(callee), arguments)
    }
}
