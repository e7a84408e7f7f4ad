//! `for` over the elements of an array or slice: one after the other where they lie. The whole is lent for all of the loop, so
//! that no element needs a check.

use hir::{BinaryOperator, Expression, ExpressionId, PatternId};
use types::{BindingMode, Ty};

use super::super::local::LocalKind;
use super::super::place::Projection;
use super::super::statement::{BorrowKind, ConstantValue, Operand, Rvalue};
use super::exits::Target;
use super::{Builder, Place};

impl Builder<'_> {
    pub(super) fn for_elements(
        &mut self,
        expression: ExpressionId,
        pattern: PatternId,
        iterable: ExpressionId,
        body: ExpressionId,
    ) {
        let Some(mode) = self.inference.pattern(pattern).map(|used| used.mode) else {
            self.give_up(iterable);
            return;
        };
        let start = self.mark();
        let (elements, ty) = self.iterated(iterable, mode);
        let Some(element_type) = ty.as_elements() else {
            self.give_up(iterable);
            return;
        };
        let count = self.element_count(elements, ty, iterable);
        let counter = Place::local(self.new_local(Ty::I64, LocalKind::Temporary));
        let zero = self.constant(Ty::I64, ConstantValue::Integer(0));
        self.assign(counter, Rvalue::Use(zero), iterable);
        let (head, inside, next, end) = (self.label(), self.label(), self.label(), self.label());
        self.start_loop(head);
        self.branch(BinaryOperator::Less, counter, count, iterable, inside, end);
        self.start(inside);
        let mark = self.mark();
        let mut element = self.form.project(elements, Projection::Index(Operand::Copy(counter)));
        if mode == BindingMode::Move && self.needs_drop(element_type) {
            // The array keeps its own: what names take is theirs.
            let taken = self.new_local(element_type, LocalKind::Temporary);
            self.assign(Place::local(taken), Rvalue::Use(Operand::Copy(element)), iterable);
            self.ends_with_scope(taken);
            element = Place::local(taken);
        }
        self.loop_pattern(pattern, element, element_type, iterable);
        self.turn(mark, expression, body, next, end);
        self.close_to(mark, body);
        if self.exits.has(Target::Label(next)) || self.exits.has(Target::Label(end)) {
            self.goto(next);
            self.emit_exits(Target::Label(next));
            self.emit_exits(Target::Label(end));
        }
        self.start(next);
        let one = self.constant(Ty::I64, ConstantValue::Integer(1));
        let increased = Rvalue::Binary(BinaryOperator::AddWrapping, Operand::Copy(counter), one);
        self.assign(counter, increased, iterable);
        self.goto(head);
        self.start(end);
        self.close_to(start, iterable);
    }

    /// The place of the elements for all of a loop: lent as a slice, or a temporary whose elements are copied.
    fn iterated(&mut self, iterable: ExpressionId, mode: BindingMode) -> (Place, Ty) {
        let ty = self.used_type(iterable);
        let is_place = self.body[iterable].is_variable_or_part() || matches!(self.body[iterable], Expression::Item(_));
        let place = match is_place {
            true => self.place(iterable),
            false => {
                let operand = self.operand(iterable);
                self.memory(operand, ty, iterable)
            }
        };
        if mode == BindingMode::Move {
            return (place, ty);
        }
        let (array, ty) = self.elements_place(place, ty);
        let whole = self.whole_slice(array, ty, iterable);
        let slice = self.form.place_type(self.db, whole);
        let (kind, mutable) = match mode {
            BindingMode::Mutable => (BorrowKind::Mutable, true),
            BindingMode::Shared | BindingMode::Move => (BorrowKind::Shared, false),
        };
        match self.borrow(whole, slice, kind, iterable) {
            Operand::Move(lent) | Operand::Copy(lent) => {
                (self.form.project(lent, Projection::Deref { mutable }), slice)
            }
            Operand::Constant(_) | Operand::Poison(_) => (whole, slice),
        }
    }
}
