//! Expressions as places: variables, fields, elements, what borrows and pointers lead to, and temporaries for values that
//! are nowhere yet. Index operands are evaluated, and checked, when their place is.

use hir::{Expression, ExpressionId};
use types::{Adjustment, CallId, Detail, Indexing, ItemUse, Substitution, Ty, TypeKind};

use super::super::local::LocalKind;
use super::super::place::Projection;
use super::super::statement::{Callee, ConstantValue, Operand, Rvalue, StatementKind};
use super::{Builder, Place};
use crate::diagnostics::kinds::index_out_of_bounds;

impl Builder<'_> {
    /// The place of an expression's value where it stands: with its reading of a borrow, if it has one.
    pub(super) fn place(&mut self, expression: ExpressionId) -> Place {
        match self.inference.adjustment(expression) {
            Adjustment::None => self.plain_place(expression),
            Adjustment::Read => {
                let ty = self.inference.expression_type(expression);
                if let Some((target, true)) = ty.as_borrow()
                    && self.is_joined(expression)
                {
                    return self.looked_at_join(expression, target);
                }
                let place = self.plain_place(expression);
                self.through(place, ty)
            }
            Adjustment::Content if self.inference.becomes(expression).as_borrow().is_none() => {
                self.content_place(expression)
            }
            Adjustment::Content
            | Adjustment::Borrow
            | Adjustment::PairPointer
            | Adjustment::BorrowMutable
            | Adjustment::Reborrow
            | Adjustment::ReborrowMutable
            | Adjustment::Slice
            | Adjustment::SliceMutable
            | Adjustment::Object
            | Adjustment::ObjectBorrow
            | Adjustment::ObjectReborrow
            | Adjustment::ObjectReborrowMutable
            | Adjustment::Collect
            | Adjustment::Address
            | Adjustment::Diverge => {
                let operand = self.operand(expression);
                let ty = self.used_type(expression);
                self.memory(operand, ty, expression)
            }
        }
    }

    /// The place of an expression's own value.
    pub(super) fn plain_place(&mut self, expression: ExpressionId) -> Place {
        match self.inference.detail(expression) {
            Detail::Field(index) => {
                if let Expression::Field { receiver, .. } | Expression::TupleField { receiver, .. } =
                    self.body[expression]
                {
                    return self.field(receiver, index);
                }
            }
            Detail::Index(indexing) => {
                if let Expression::Index { base, index } = self.body[expression] {
                    return self.element(indexing, base, index, expression);
                }
            }
            Detail::Call(call) if matches!(self.body[expression], Expression::Index { .. }) => {
                return self.found_by_index(call, expression);
            }
            Detail::Item(ItemUse::Constant(item) | ItemUse::Global(item)) => return self.form.item_place(item),
            _ => {}
        }
        if let Expression::Local(variable) = self.body[expression] {
            return self.variable_place(variable, expression);
        }
        let ty = self.inference.expression_type(expression);
        if self.is_unlowered_place(expression) {
            self.give_up(expression);
            return Place::local(self.new_local(ty, LocalKind::Temporary));
        }
        let operand = self.plain(expression, None);
        self.memory(operand, ty, expression)
    }

    /// What a type of one's own lends when it is indexed.
    fn found_by_index(&mut self, call: CallId, expression: ExpressionId) -> Place {
        let call = self.inference.call(call);
        let types::Callee::Function(item, types) = call.callee else {
            self.give_up(expression);
            return Place::local(self.new_local(self.inference.expression_type(expression), LocalKind::Temporary));
        };
        let given = Substitution::of_function(self.db, item, types).apply(types::signature(self.db, item).result);
        let arguments = self.arguments(call);
        let type_arguments = self.type_list(types);
        let callee = self.callee(Callee::Function { item, type_arguments });
        let lent = Place::local(self.new_local(given, LocalKind::Value));
        self.assign(lent, Rvalue::Call(callee, arguments), expression);
        self.through(lent, given)
    }

    /// The place of a variable.
    pub(super) fn variable_place(&mut self, variable: hir::LocalId, expression: ExpressionId) -> Place {
        if let Some(seen) = self.seen_in_guard(variable) {
            self.mentions.uses[variable.index()].is_read = true;
            return seen;
        }
        if self.unseen.contains(&variable) {
            return self.unseen_in_guard(variable, expression);
        }
        if let Some(local) = self.variables[variable.index()] {
            self.note_read(variable, local);
            return match self.is_seen_through(variable) {
                Some(mutable) => self.form.project(Place::local(local), Projection::Deref { mutable }),
                None => Place::local(local),
            };
        }
        // A variable of a pattern that could not be lowered.
        self.give_up(expression);
        Place::local(self.new_local(Ty::ERROR, LocalKind::Temporary))
    }

    /// Whether a captured variable is seen through a borrow, and whether that is `mut`.
    pub(super) fn is_seen_through(&self, variable: hir::LocalId) -> Option<bool> {
        let seen = self.seen_through.iter().find(|(seen, _)| *seen == variable);
        seen.map(|(_, mutable)| *mutable)
    }

    /// A field or element that types could not resolve: lowering it as a value would come back here.
    fn is_unlowered_place(&self, expression: ExpressionId) -> bool {
        let is_case = matches!(self.inference.detail(expression), Detail::Call(_));
        let is_part = matches!(
            self.body[expression],
            Expression::Field { .. } | Expression::TupleField { .. } | Expression::Index { .. }
        );
        is_part && !is_case
    }

    /// A temporary that can be borrowed, holding a value.
    pub(super) fn memory(&mut self, operand: Operand, ty: Ty, expression: ExpressionId) -> Place {
        if let Operand::Move(place) = operand
            && let Some(local) = place.as_local()
            && self.form.local(local).kind == LocalKind::Temporary
        {
            self.memory_ends_with_scope(local);
            return place;
        }
        let local = self.new_local(ty, LocalKind::Temporary);
        self.assign(Place::local(local), Rvalue::Use(operand), expression);
        self.ends_with_scope(local);
        self.memory_ends_with_scope(local);
        Place::local(local)
    }

    fn field(&mut self, receiver: ExpressionId, index: u32) -> Place {
        let place = self.place(receiver);
        let ty = self.used_type(receiver);
        let place = self.through(place, ty);
        let step =
            if self.is_union(ty.value_type()) { Projection::UnionField(index) } else { Projection::Field(index) };
        self.form.project(place, step)
    }

    fn is_union(&self, ty: Ty) -> bool {
        if let TypeKind::Named(item) = ty.kind() {
            types::type_definition(self.db, item).kind == types::DefinitionKind::Union
        } else {
            false
        }
    }

    fn element(
        &mut self,
        indexing: Indexing,
        base: ExpressionId,
        index: ExpressionId,
        expression: ExpressionId,
    ) -> Place {
        let place = self.place(base);
        let ty = self.used_type(base);
        let (array, ty) = self.elements_place(place, ty);
        if let Indexing::Slice | Indexing::PointerSlice = indexing {
            return self.slice(indexing, array, ty, (index, expression));
        }
        let index_operand = self.operand(index);
        let index_operand = self.stable_index(index_operand, index);
        match indexing {
            Indexing::Pointer => self.form.project(array, Projection::PointerElement(index_operand)),
            Indexing::Array | Indexing::Slice | Indexing::PointerSlice => {
                match self.known_index(index_operand, ty) {
                    None => {}
                    Some(Ok(index)) => return self.form.project(array, Projection::ConstantIndex(index)),
                    Some(Err(length)) => self.problems.push(index_out_of_bounds::problem(index, length)),
                }
                self.read_count(array, ty, expression);
                self.emit(StatementKind::CheckBounds { array, index: index_operand }, expression);
                if ty.as_slice().is_some()
                    && let Some(index) = self.constant_index(index_operand)
                {
                    return self.form.project(array, Projection::ConstantIndex(index));
                }
                self.form.project(array, Projection::Index(index_operand))
            }
        }
    }

    /// The number of a constant index, which a check has found to be below the length.
    fn constant_index(&self, index: Operand) -> Option<u32> {
        let Operand::Constant(constant) = index else { return None };
        match self.form.constant(constant).value {
            ConstantValue::Integer(index) => u32::try_from(index).ok(),
            _ => None,
        }
    }

    /// A constant index: one that needs no check, or the length of the array that does not have it.
    fn known_index(&self, index: Operand, array: Ty) -> Option<Result<u32, u64>> {
        let Operand::Constant(constant) = index else {
            return None;
        };
        let ConstantValue::Integer(index) = self.form.constant(constant).value else {
            return None;
        };
        let TypeKind::Array(_, length) = array.kind() else {
            return None;
        };
        match u64::try_from(index) {
            Ok(index) if index < length => u32::try_from(index).ok().map(Ok),
            Ok(_) | Err(_) => Some(Err(length)),
        }
    }

    /// An index that stays what it is until the place is used: a constant, an unchanging variable or a value of its own.
    pub(super) fn stable_index(&mut self, operand: Operand, expression: ExpressionId) -> Operand {
        match operand {
            Operand::Copy(place) if !self.is_unchanging(place) => {
                let ty = self.used_type(expression);
                match self.value(ty, Rvalue::Use(operand), expression) {
                    Operand::Move(place) | Operand::Copy(place) => Operand::Copy(place),
                    constant @ (Operand::Constant(_) | Operand::Poison(_)) => constant,
                }
            }
            // The check reads it, and so does each use of the place.
            Operand::Move(place) | Operand::Copy(place) => Operand::Copy(place),
            Operand::Constant(_) | Operand::Poison(_) => operand,
        }
    }

    fn is_unchanging(&self, place: Place) -> bool {
        place.as_local().is_some_and(|local| {
            let data = self.form.local(local);
            match data.kind {
                LocalKind::Variable | LocalKind::Parameter | LocalKind::Captured => !data.mutable,
                LocalKind::Value => true,
                LocalKind::Return | LocalKind::Temporary | LocalKind::DropFlag => false,
            }
        })
    }
}
