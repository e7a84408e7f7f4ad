//! Slices: places made of several elements of an array, their bounds, and arrays lent as slices. The bounds are evaluated, and
//! checked, when their place is.

use hir::{BinaryOperator, Expression, ExpressionId, LangItem};
use types::{Adjustment, Arguments, Cast, Indexing, Ty, TypeKind};

use super::super::local::{LocalId, LocalKind};
use super::super::place::Projection;
use super::super::statement::{BorrowKind, Callee, ConstantValue, Operand, Rvalue, StatementKind};
use super::{Builder, Place};
use crate::diagnostics::kinds::index_out_of_bounds;

impl Builder<'_> {
    /// `base[start..end]`, of which `array` is the base.
    pub(super) fn slice(
        &mut self,
        indexing: Indexing,
        array: Place,
        ty: Ty,
        (range, expression): (ExpressionId, ExpressionId),
    ) -> Place {
        let ((start, end), (first, last), inclusive) = match self.body[range] {
            Expression::Range { start, end, inclusive } => {
                let first = match start {
                    Some(start) => self.bound(start),
                    None => self.constant(Ty::I64, ConstantValue::Integer(0)),
                };
                ((start, end), (first, end.map(|end| self.bound(end))), inclusive)
            }
            _ => {
                let (first, last, inclusive) = self.ends_of_range(range);
                ((None, None), (first, Some(last)), inclusive)
            }
        };
        let is_known = self.is_known_range((first, start), (last, end), inclusive, ty);
        if !is_known {
            let array = (indexing != Indexing::PointerSlice).then_some(array);
            if let Some(array) = array {
                self.read_count(array, ty, expression);
            }
            self.emit(StatementKind::CheckRange { array, start: first, end: last, inclusive }, expression);
        }
        let behind = match last {
            Some(last) if inclusive => self.behind(last, range),
            Some(last) => last,
            None => self.element_count(array, ty, range),
        };
        match indexing {
            Indexing::PointerSlice => {
                let range = self.form.new_range(first, behind);
                self.form.project(array, Projection::PointerSlice(range))
            }
            Indexing::Slice | Indexing::Array | Indexing::Pointer => self.form.project_slice(array, first, behind),
        }
    }

    /// The ends of the value of a range, which is made once, and whether the second belongs to it.
    fn ends_of_range(&mut self, range: ExpressionId) -> (Operand, Operand, bool) {
        let ty = self.used_type(range);
        let made = self.operand(range);
        let place = self.new_local(ty, LocalKind::Temporary);
        self.assign(Place::local(place), Rvalue::Use(made), range);
        let bound = ty.as_named().and_then(|named| named.arguments.types().first().copied()).unwrap_or(Ty::I64);
        let [first, last] = [0, 1].map(|end| {
            let end = self.form.project(Place::local(place), Projection::Field(end));
            let end = self.value(bound, Rvalue::Use(Operand::Copy(end)), range);
            read_again(end)
        });
        let inclusive = ty.as_item() == hir::lang_item(self.db, LangItem::RangeInclusive);
        (first, last, inclusive)
    }

    fn bound(&mut self, bound: ExpressionId) -> Operand {
        let operand = self.operand(bound);
        self.stable_index(operand, bound)
    }

    /// The index behind one that has been found to be below a length.
    fn behind(&mut self, last: Operand, range: ExpressionId) -> Operand {
        let last = self.value(Ty::I64, Rvalue::Cast(Cast::IntToInt, last), range);
        let one = self.constant(Ty::I64, ConstantValue::Integer(1));
        let behind = self.value(Ty::I64, Rvalue::Binary(BinaryOperator::AddWrapping, last, one), range);
        read_again(behind)
    }

    /// Says that a check reads how many elements an array or slice has, if the program's memory says it.
    pub(super) fn read_count(&mut self, array: Place, ty: Ty, expression: ExpressionId) {
        if let TypeKind::Array(..) = ty.kind() {
            return;
        }
        let Some(&last) = self.form.projections(array).last() else { return };
        let Some(before) = self.form.before_last(array) else { return };
        match last {
            Projection::Storage | Projection::Deref { mutable: _ } => {
                self.emit(StatementKind::Count(before), expression);
            }
            Projection::Rest { .. } => self.read_count(before, ty, expression),
            // The bounds say it.
            Projection::Slice(_) | Projection::PointerSlice(_) => {}
            // These lead to no slice.
            Projection::Field(_)
            | Projection::UnionField(_)
            | Projection::Payload(_)
            | Projection::Index(_)
            | Projection::ConstantIndex(_)
            | Projection::FromEnd { .. }
            | Projection::PointerElement(_) => {}
        }
    }

    /// How many elements an array or slice has.
    pub(super) fn element_count(&mut self, array: Place, ty: Ty, expression: ExpressionId) -> Operand {
        match ty.kind() {
            TypeKind::Array(_, length) => self.constant(Ty::I64, ConstantValue::Integer(length as i64)),
            _ => {
                let count = self.value(Ty::I64, Rvalue::Length(array), expression);
                read_again(count)
            }
        }
    }

    /// Whether a range is known to be within an array. What is known not to be is reported.
    fn is_known_range(
        &mut self,
        (first, start): (Operand, Option<ExpressionId>),
        (last, end): (Option<Operand>, Option<ExpressionId>),
        inclusive: bool,
        array: Ty,
    ) -> bool {
        let length = match array.kind() {
            TypeKind::Array(_, length) => i128::from(length),
            // Of no slice anything is known but that it has a beginning.
            _ => return last.is_none() && self.known_integer(first) == Some(0),
        };
        let Some(first) = self.known_integer(first) else { return false };
        let behind = match last {
            None => length,
            Some(last) => match self.known_integer(last) {
                Some(last) => last + i128::from(inclusive),
                None => return false,
            },
        };
        let is_end_wrong = !(0..=length).contains(&behind);
        if !is_end_wrong && (0..=behind).contains(&first) {
            return true;
        }
        let at = if is_end_wrong { end.or(start) } else { start.or(end) };
        if let Some(at) = at {
            self.problems.push(index_out_of_bounds::range_problem(at, length as u64));
        }
        false
    }

    fn known_integer(&self, operand: Operand) -> Option<i128> {
        let Operand::Constant(constant) = operand else { return None };
        match self.form.constant(constant).value {
            ConstantValue::Integer(value) => Some(i128::from(value)),
            _ => None,
        }
    }

    /// An array, or what a borrow of one leads to, lent as a slice of all its elements.
    pub(super) fn lend_slice(&mut self, expression: ExpressionId, kind: BorrowKind) -> Operand {
        let place = self.plain_place(expression);
        let ty = self.inference.expression_type(expression);
        self.slice_of(place, ty, kind, expression)
    }

    /// All elements of an array, or of what a borrow of one leads to, lent.
    pub(super) fn slice_of(&mut self, array: Place, ty: Ty, kind: BorrowKind, expression: ExpressionId) -> Operand {
        let (array, ty) = self.elements_place(array, ty);
        let whole = self.whole_slice(array, ty, expression);
        let slice = self.form.place_type(self.db, whole);
        self.borrow(whole, slice, kind, expression)
    }

    /// An array, or what a borrow of one leads to: of an `Array` what it owns.
    pub(super) fn elements_place(&mut self, place: Place, ty: Ty) -> (Place, Ty) {
        let array = self.through(place, ty);
        let ty = ty.value_type();
        match types::stored_element(self.db, ty) {
            Some(element) => (self.form.project(array, Projection::Storage), Ty::slice(element)),
            None => (array, ty),
        }
    }

    /// An array that is written where an `Array` is expected: its elements move into one.
    pub(super) fn collected(&mut self, expression: ExpressionId) -> Operand {
        let ty = self.used_type(expression);
        let array = self.new_local(self.inference.expression_type(expression), LocalKind::Temporary);
        self.plain(expression, Some(Place::local(array)));
        self.memory_ends_with_scope(array);
        match self.taken_by(LangItem::ArrayCollected, array, expression) {
            Some(call) => self.value(ty, call, expression),
            None => self.poison(expression),
        }
    }

    /// A call that takes the elements out of a local that nobody ends: it is an array.
    pub(super) fn taken_by(&mut self, by: LangItem, array: LocalId, expression: ExpressionId) -> Option<Rvalue> {
        let ty = self.form.local(array).ty;
        let (element, item) = (ty.as_elements()?, hir::lang_item(self.db, by)?);
        let whole = self.whole_slice(Place::local(array), ty, expression);
        let lent = self.borrow(whole, Ty::slice(element), BorrowKind::MutableArgument, expression);
        let type_arguments = self.type_list(Arguments::new(&[element]));
        Some(self.call_of_values(Callee::Function { item, type_arguments }, &[lent]))
    }

    /// `slice.length()`
    pub(super) fn length(&mut self, slice: ExpressionId, expression: ExpressionId) -> Operand {
        let is_content = self.inference.adjustment(slice) == Adjustment::Content;
        let place = if is_content { self.place(slice) } else { self.plain_place(slice) };
        let ty = if is_content { self.used_type(slice) } else { self.inference.expression_type(slice) };
        let place = self.through(place, ty);
        self.element_count(place, ty.value_type(), expression)
    }

    /// The place of all elements of an array or slice.
    pub(super) fn whole_slice(&mut self, array: Place, ty: Ty, expression: ExpressionId) -> Place {
        if ty.as_slice().is_some() {
            return array;
        }
        let first = self.constant(Ty::I64, ConstantValue::Integer(0));
        let count = self.element_count(array, ty, expression);
        self.form.project_slice(array, first, count)
    }
}

/// A value that several uses of a place read.
fn read_again(operand: Operand) -> Operand {
    match operand {
        Operand::Move(place) | Operand::Copy(place) => Operand::Copy(place),
        Operand::Constant(_) | Operand::Poison(_) => operand,
    }
}
