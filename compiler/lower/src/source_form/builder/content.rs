//! Comparison of tuples and arrays by content: part after part, until one decides. A NaN inside equals itself and comes
//! last, unlike a bare one.

use std::cmp::Ordering;

use hir::{BinaryOperator, ExpressionId};
use types::{Derivable, Ty, TypeKind, field_type};

use super::super::local::LocalKind;
use super::super::place::Projection;
use super::super::statement::{BorrowKind, ConstantValue, Operand, RuntimeFunction, Rvalue};
use super::super::typing::projected_type;
use super::{Builder, Label, Place};

impl Builder<'_> {
    pub(super) fn content_comparison(
        &mut self,
        operator: BinaryOperator,
        left: ExpressionId,
        right: ExpressionId,
        expression: ExpressionId,
        destination: Option<Place>,
    ) -> Operand {
        let ty = self.used_type(left).value_type();
        let left = self.looked_at(left);
        let right = self.looked_at(right);
        let place = destination.unwrap_or_else(|| Place::local(self.new_local(Ty::BOOL, LocalKind::Temporary)));
        let (holds, fails) = (self.label(), self.label());
        self.branch_by_content(operator, Pair { left, right, ty, expression }, holds, fails);
        self.choose(place, holds, fails, expression);
        if destination.is_some() { self.unit_constant() } else { Operand::Move(place) }
    }

    /// Leads to one of two labels, as two values compare.
    pub(super) fn branch_by_content(&mut self, operator: BinaryOperator, pair: Pair, holds: Label, fails: Label) {
        let way = |order| if operator.holds_for(Some(order)) == Some(true) { holds } else { fails };
        let (less, equal, greater) = (way(Ordering::Less), way(Ordering::Equal), way(Ordering::Greater));
        self.compare(pair, less, greater);
        self.goto(equal);
    }

    /// The place of a value that is looked at where it is.
    pub(super) fn looked_at(&mut self, expression: ExpressionId) -> Place {
        let place = self.looked_at_place(expression);
        let ty = self.used_type(expression);
        let lendable = self.unpacked(place, ty.value_type(), expression);
        if lendable != place {
            return lendable;
        }
        let borrow = self.borrow(place, ty.value_type(), BorrowKind::Shared, expression);
        match borrow {
            Operand::Move(borrow) | Operand::Copy(borrow) => {
                self.form.project(borrow, Projection::Deref { mutable: false })
            }
            Operand::Constant(_) | Operand::Poison(_) => place,
        }
    }

    /// A place to which a borrow may lead: a copy of what lies in a packed structure, whose address its type does not allow.
    pub(super) fn unpacked(&mut self, place: Place, ty: Ty, expression: ExpressionId) -> Place {
        if !self.is_packed(place) || !types::is_copy(self.db, ty) {
            return place;
        }
        let copy = Place::local(self.new_local(ty, LocalKind::Temporary));
        self.assign(copy, Rvalue::Use(Operand::Copy(place)), expression);
        if let Some(local) = copy.as_local() {
            self.ends_with_scope(local);
        }
        copy
    }

    /// Whether a place lies in a packed structure, as far as the path says.
    fn is_packed(&self, place: Place) -> bool {
        let mut ty = self.form.base_type(self.db, place);
        let mut packed = false;
        for projection in self.form.projections(place) {
            match *projection {
                Projection::Field(_) | Projection::UnionField(_) => {
                    if let TypeKind::Named(item) | TypeKind::Object(item) = ty.kind() {
                        packed |= types::type_definition(self.db, item).packed;
                    }
                }
                Projection::Deref { .. }
                | Projection::Storage
                | Projection::PointerElement(_)
                | Projection::PointerSlice(_) => packed = false,
                Projection::Payload(_)
                | Projection::Slice(_)
                | Projection::FromEnd { .. }
                | Projection::Rest { .. }
                | Projection::Index(_)
                | Projection::ConstantIndex(_) => {}
            }
            ty = projected_type(self.db, ty, *projection);
        }
        packed
    }

    /// Leads away if the values differ, and goes on if they are equal.
    pub(super) fn compare(&mut self, pair: Pair, less: Label, greater: Label) {
        match pair.ty.kind() {
            TypeKind::Unit => {}
            TypeKind::Tuple(elements) => {
                for index in 0..elements.types().len() as u32 {
                    let step = Projection::Field(index);
                    let part = self.part(pair, step, field_type(self.db, pair.ty, index));
                    self.compare(part, less, greater);
                }
            }
            TypeKind::Array(element, length) => self.compare_elements(pair, element, length, less, greater),
            TypeKind::Ref(target) => {
                let part = self.part(pair, Projection::Deref { mutable: false }, target);
                self.compare(part, less, greater);
            }
            TypeKind::Mut(target) => {
                let part = self.part(pair, Projection::Deref { mutable: true }, target);
                self.compare(part, less, greater);
            }
            TypeKind::String => {
                let left = self.borrow(pair.left, Ty::STRING, BorrowKind::Shared, pair.expression);
                let right = self.borrow(pair.right, Ty::STRING, BorrowKind::Shared, pair.expression);
                if less == greater {
                    let equal =
                        self.runtime_call(RuntimeFunction::StringEqual, &[left, right], Ty::BOOL, pair.expression);
                    let next = self.label();
                    self.branch_on(equal, pair.expression, next, less);
                    return self.start(next);
                }
                let order = self.runtime_call(RuntimeFunction::StringCompare, &[left, right], Ty::I64, pair.expression);
                let order = self.copied(order);
                let zero = self.constant(Ty::I64, ConstantValue::Integer(0));
                self.decide(BinaryOperator::Less, order, zero, less, pair.expression);
                self.decide(BinaryOperator::Greater, order, zero, greater, pair.expression);
            }
            TypeKind::Bool
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::Pointer(_)
            | TypeKind::ExternFunction(..) => {
                let (left, right) = (Operand::Copy(pair.left), Operand::Copy(pair.right));
                if less == greater && !pair.ty.is_float() {
                    return self.decide(BinaryOperator::NotEqual, left, right, less, pair.expression);
                }
                self.decide(BinaryOperator::Less, left, right, less, pair.expression);
                self.decide(BinaryOperator::Greater, left, right, greater, pair.expression);
                if pair.ty.is_float() {
                    self.compare_nan(pair, less, greater);
                }
            }
            TypeKind::Named(_) | TypeKind::Slice(_) | TypeKind::Parameter(..) => {
                self.compare_by_trait(pair, less, greater)
            }
            TypeKind::Error
            | TypeKind::Never
            | TypeKind::Object(_)
            | TypeKind::Variable(_)
            | TypeKind::Closure(..)
            | TypeKind::Dyn(..) => {
                self.give_up(pair.expression);
            }
        }
    }

    /// What a type's `Equal` or `Order` says.
    fn compare_by_trait(&mut self, pair: Pair, less: Label, greater: Label) {
        let Pair { left, right, ty, expression: at } = pair;
        let sides = [self.lent_part(left, ty, at), self.lent_part(right, ty, at)];
        if less == greater {
            let equal = self.derivable_call(Derivable::Equal, ty, &sides, Ty::BOOL, at);
            let next = self.label();
            self.branch_on(equal, at, next, less);
            return self.start(next);
        }
        let Some(ordering) = hir::prelude_item(self.db, hir::Name::new("Ordering")).map(Ty::named) else {
            self.give_up(at);
            return;
        };
        let order = self.derivable_call(Derivable::Order, ty, &sides, ordering, at);
        let order = self.memory(order, ordering, at);
        let (tag, tag_type) = self.tag(order, ordering, at);
        for (case, label) in [(0, less), (2, greater)] {
            let case = self.constant(tag_type, ConstantValue::Integer(case));
            self.decide(BinaryOperator::Equal, Operand::Copy(tag), case, label, at);
        }
    }

    /// Neither float is less than the other: they are equal unless exactly one is NaN, which comes last.
    fn compare_nan(&mut self, pair: Pair, less: Label, greater: Label) {
        let (left, right) = (Operand::Copy(pair.left), Operand::Copy(pair.right));
        let left_is_nan = self.value(Ty::BOOL, Rvalue::Binary(BinaryOperator::NotEqual, left, left), pair.expression);
        let right_is_nan =
            self.value(Ty::BOOL, Rvalue::Binary(BinaryOperator::NotEqual, right, right), pair.expression);
        let (left_is_nan, right_is_nan) = (self.copied(left_is_nan), self.copied(right_is_nan));
        self.decide(BinaryOperator::Less, left_is_nan, right_is_nan, less, pair.expression);
        self.decide(BinaryOperator::Greater, left_is_nan, right_is_nan, greater, pair.expression);
    }

    fn compare_elements(&mut self, pair: Pair, element: Ty, length: u64, less: Label, greater: Label) {
        self.for_each_element(length, pair.expression, |builder, index| {
            let part = builder.part(pair, Projection::Index(index), element);
            builder.compare(part, less, greater);
        });
    }

    /// A loop over the indices of an array.
    pub(super) fn for_each_element(
        &mut self,
        length: u64,
        expression: ExpressionId,
        each: impl FnOnce(&mut Self, Operand),
    ) {
        let counter = Place::local(self.new_local(Ty::I64, LocalKind::Temporary));
        let start = self.constant(Ty::I64, ConstantValue::Integer(0));
        self.assign(counter, Rvalue::Use(start), expression);
        let (head, end) = (self.label(), self.label());
        self.start_loop(head);
        let length = self.constant(Ty::I64, ConstantValue::Integer(length as i64));
        self.decide(BinaryOperator::GreaterEqual, Operand::Copy(counter), length, end, expression);
        each(self, Operand::Copy(counter));
        let one = self.constant(Ty::I64, ConstantValue::Integer(1));
        let next = Rvalue::Binary(BinaryOperator::AddWrapping, Operand::Copy(counter), one);
        self.assign(counter, next, expression);
        self.goto(head);
        self.start(end);
    }

    /// Goes to the label if the operation holds, else on.
    pub(super) fn decide(
        &mut self,
        operation: BinaryOperator,
        left: Operand,
        right: Operand,
        label: Label,
        expression: ExpressionId,
    ) {
        let holds = self.value(Ty::BOOL, Rvalue::Binary(operation, left, right), expression);
        let next = self.label();
        self.branch_on(holds, expression, label, next);
        self.start(next);
    }

    pub(super) fn part(&mut self, pair: Pair, step: Projection, ty: Ty) -> Pair {
        Pair { left: self.form.project(pair.left, step), right: self.form.project(pair.right, step), ty, ..pair }
    }

    /// A scalar on its way that is read more than once.
    fn copied(&self, operand: Operand) -> Operand {
        match operand {
            Operand::Move(place) => Operand::Copy(place),
            Operand::Copy(_) | Operand::Constant(_) | Operand::Poison(_) => operand,
        }
    }
}

/// Two places of one type that are compared.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    pub(super) left: Place,
    pub(super) right: Place,
    pub(super) ty: Ty,
    pub(super) expression: ExpressionId,
}
