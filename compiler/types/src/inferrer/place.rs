//! Places: what may be written, lent or changed, as far as types tell. A whole variable that is assigned is left to the
//! analyses of paths; what lies behind a `ref`, a constant or a C global that is not `mut` never changes.

use hir::{Expression, ExpressionId, ItemId};

use super::{Expectation, Inferrer};
use crate::classify::is_plain;
use crate::constant_type::declared_type;
use crate::definition::DefinitionKind;
use crate::display::display;
use crate::inference::{Detail, ItemUse};
use crate::layout::packed_field_align;
use crate::problem::Anchor;
use crate::problems::{self, Remedy};
use crate::storage::stored_element;
use crate::ty::{Ty, TypeKind};

impl Inferrer<'_> {
    /// `ref place`, `mut place`
    pub(super) fn borrow(
        &mut self,
        expression: ExpressionId,
        mutable: bool,
        place: ExpressionId,
        expectation: Expectation,
    ) -> Ty {
        let expectation = match expectation {
            Expectation::Value(ty) | Expectation::Hoped(ty) => Expectation::Value(ty.value_type()),
            Expectation::Any | Expectation::Discard => Expectation::Any,
        };
        let is_made = expectation != Expectation::Any && !self.is_place(place) && !self.names_what_it_gives(place, 16);
        let found = self.infer(place, if is_made { expectation } else { Expectation::Any });
        if found.is_error() || found == Ty::NEVER {
            return found;
        }
        match found.as_borrow() {
            Some((target, lent_mutably)) => {
                self.detail(expression, Detail::Reborrow);
                if mutable && !lent_mutably {
                    self.report(problems::mut_through_ref(self.at(expression)));
                    return Ty::ERROR;
                }
                Ty::lent(target, mutable)
            }
            None => {
                if mutable {
                    self.check_changeable(place, "lent `mut`");
                }
                self.check_lendable(place, found);
                Ty::lent(found, mutable)
            }
        }
    }

    /// Whether a block or branch ends in what has a type of its own, on each path: then a borrow that it gives is lent on,
    /// and not read because a value is expected.
    fn names_what_it_gives(&self, expression: ExpressionId, depth: u32) -> bool {
        if depth == 0 {
            return false;
        }
        let ends = |inner: ExpressionId| match self.expression(inner) {
            Expression::Call { callee, .. } => matches!(self.expression(callee), Expression::Item(_)),
            Expression::MethodCall { receiver, .. } => !matches!(self.expression(receiver), Expression::BuiltinType(_)),
            Expression::Local(_) | Expression::Borrow { .. } => true,
            _ => self.names_what_it_gives(inner, depth - 1),
        };
        match self.expression(expression) {
            Expression::Unsafe(inner) | Expression::Block { tail: Some(inner), .. } => ends(inner),
            Expression::If { then, otherwise: Some(otherwise), .. } => ends(then) && ends(otherwise),
            _ => false,
        }
    }

    /// Whether an expression is a place that can be assigned: a variable, a part of one, what a pointer leads to, a C
    /// global, or a call that returns `mut T`.
    pub(super) fn is_place(&self, expression: ExpressionId) -> bool {
        let written = self.expression(expression);
        match written {
            Expression::Call { .. } | Expression::MethodCall { .. } => {
                matches!(self.type_of(expression).kind(), TypeKind::Mut(_))
            }
            Expression::Missing | Expression::Item(_) => true,
            // A case of an enum.
            Expression::Field { .. } if matches!(self.table.detail(expression), Detail::Call(_)) => false,
            _ => written.is_variable_or_part(),
        }
    }

    /// Whether an expression can be lent `mut` as it stands, as far as the variable tells that it is in.
    pub(super) fn is_changeable(&self, expression: ExpressionId) -> problems::Lendable {
        if !self.is_place(expression) {
            return problems::Lendable::Value;
        }
        let mut place = expression;
        while let Some(container) = self.whole(place) {
            let ty = self.seen_type(container);
            if ty.as_borrow().is_some() || matches!(ty.kind(), TypeKind::Pointer(_)) {
                return problems::Lendable::Place;
            }
            place = container;
        }
        match self.expression(place) {
            Expression::Local(local) if !self.body[local].is_mutable => problems::Lendable::Fixed,
            _ => problems::Lendable::Place,
        }
    }

    /// Assignment to a part of something changes the whole; assignment to a whole variable is judged by path analysis.
    pub(super) fn check_writable_part(&mut self, place: ExpressionId) {
        match self.expression(place) {
            Expression::Local(local) => {
                self.without_value.remove(&local);
            }
            _ => self.check_changeable(place, "changed"),
        }
    }

    /// Reports a place that may not be changed. `how` says what would happen to it.
    pub(super) fn check_changeable(&mut self, place: ExpressionId, how: &str) {
        // What it is has been reported as unknown: so may be what it is a part of.
        if self.type_of(place).is_error() {
            return;
        }
        let expression = self.expression(place);
        if let Expression::Local(local) = expression {
            let written = self.body[local];
            let is_fixed = !written.is_mutable && !self.without_value.contains(&local);
            if is_fixed && self.told_unchangeable.insert(local) {
                self.report(problems::immutable_variable(self.at(place), local, written, how));
            }
        } else if let Expression::Field { receiver, .. } | Expression::TupleField { receiver, .. } = expression {
            self.check_container(place, receiver, how);
        } else if let (Expression::Index { base, .. }, Detail::Call(call)) = (expression, self.table.detail(place)) {
            self.index_to_change(place, call, base, how);
        } else if let Expression::Index { base, .. } = expression {
            if !matches!(self.seen_type(base).value_type().kind(), TypeKind::Pointer(_)) {
                self.check_container(place, base, how);
            }
        } else if let Expression::Item(_) = expression {
            self.check_changeable_item(place, how);
        } else if let Expression::Call { .. } | Expression::MethodCall { .. } = expression
            && let Some((_, false)) = self.type_of(place).as_borrow()
        {
            self.report(problems::changed_through_ref(self.at(place), how));
        }
    }

    /// A part changes with what it is a part of: through a `mut` always, through a `ref` never.
    pub(super) fn check_container(&mut self, part: ExpressionId, container: ExpressionId, how: &str) {
        if self.is_looked_through(container) {
            return self.report(self.changed_within(self.at(part), container, how));
        }
        match self.type_of(container).as_borrow() {
            Some((_, true)) => {}
            Some((_, false)) => {
                let problem = if self.is_self(container) {
                    problems::immutable_self(self.at(part), how)
                } else {
                    problems::changed_through_ref(self.at(part), how)
                };
                self.report(problem);
            }
            None => self.check_changeable(container, how),
        }
    }

    fn check_changeable_item(&mut self, place: ExpressionId, how: &str) {
        let Detail::Item(used) = self.table.detail(place) else {
            return;
        };
        match used {
            ItemUse::Constant(item) => {
                let ty = self.type_of(place);
                let is_ours = item.module(self.db).package(self.db) == self.item.module(self.db).package(self.db);
                let remedy = if !is_ours || ty == Ty::UNIT || !is_plain(self.db, ty) {
                    Remedy::Copy
                } else if self.unsafe_depth > 0 && declared_type(self.db, item).is_some() {
                    Remedy::LetMut
                } else {
                    // Each use would need `unsafe`, and the type would have to be written.
                    Remedy::Global(display(self.db, ty))
                };
                self.report_changed_constant(place, item, how, remedy);
            }
            ItemUse::Global(item) => {
                if !crate::constant_type::is_mutable_global(self.db, item) {
                    self.report_changed_constant(place, item, how, Remedy::LetMut);
                }
            }
            ItemUse::Function(..) => self.report(problems::not_a_place(self.at(place))),
        }
    }

    fn report_changed_constant(&mut self, place: ExpressionId, item: ItemId, how: &str, remedy: Remedy) {
        let name = item.name(self.db).text();
        let problem = problems::changed_constant(self.at(place), (item, &name), how, remedy);
        self.report(problem);
    }

    /// Fields of packed structures may lie at addresses that their type does not allow; those cannot be lent.
    pub(super) fn check_lendable(&mut self, place: ExpressionId, ty: Ty) {
        let align = self.place_align(place);
        self.check_aligned(self.at(place), align, ty);
    }

    /// Reports what is lent though its place is known to be aligned to less than its type wants.
    pub(super) fn check_aligned(&mut self, at: Anchor, align: Option<u32>, ty: Ty) {
        let Some(align) = align else { return };
        let needed = crate::layout::borrowed_align(self.db, ty);
        if needed.is_none_or(|needed| needed > align) {
            self.report(problems::underaligned_borrow(at, &display(self.db, ty), needed));
        }
    }

    /// The alignment that packed structures on the way leave to a place; nothing where none is: then it is its type's.
    pub(super) fn place_align(&mut self, place: ExpressionId) -> Option<u32> {
        let mut place = place;
        let mut align = None;
        while let Some(container) = self.container(place) {
            let ty = self.seen_type(container);
            if let Detail::Field(field) = self.table.detail(place) {
                align = least(align, packed_field_align(self.db, ty.value_type(), field));
            }
            if self.leads_away(ty) {
                return align;
            }
            place = container;
        }
        align
    }

    /// Whether what is inside of a value lies elsewhere: behind a borrow or pointer, on the heap, or in an `Array`.
    pub(super) fn leads_away(&mut self, ty: Ty) -> bool {
        match ty.kind() {
            TypeKind::Ref(_) | TypeKind::Mut(_) | TypeKind::Pointer(_) => true,
            TypeKind::Named(named) => {
                matches!(self.definition(named.item).kind, DefinitionKind::Heap | DefinitionKind::Counted)
                    || stored_element(self.db, ty).is_some()
            }
            TypeKind::Error
            | TypeKind::Never
            | TypeKind::Unit
            | TypeKind::Bool
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::String
            | TypeKind::Variable(_)
            | TypeKind::Parameter(..)
            | TypeKind::Object(_)
            | TypeKind::Tuple(_)
            | TypeKind::Slice(_)
            | TypeKind::Array(..)
            | TypeKind::ExternFunction(..)
            | TypeKind::Closure(..)
            | TypeKind::Dyn(..) => false,
        }
    }

    /// What changes if a place does: what it is a part of, or what gives it when it is indexed.
    fn whole(&self, place: ExpressionId) -> Option<ExpressionId> {
        match self.expression(place) {
            Expression::Index { base, .. } => Some(base),
            _ => self.container(place),
        }
    }

    /// What a place is a part of.
    fn container(&self, place: ExpressionId) -> Option<ExpressionId> {
        let expression = self.expression(place);
        if let Expression::Field { receiver, .. } | Expression::TupleField { receiver, .. } = expression {
            Some(receiver)
        } else if let Expression::Index { base, .. } = expression
            && !matches!(self.table.detail(place), Detail::Call(_))
        {
            Some(base)
        } else {
            None
        }
    }
}

/// The lesser of two alignments, of which those that are not given are none.
pub(super) fn least(left: Option<u32>, right: Option<u32>) -> Option<u32> {
    left.into_iter().chain(right).min()
}
