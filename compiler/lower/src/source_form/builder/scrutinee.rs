//! What is matched: where it lies, and what keeps it as it is while guards are evaluated. Must not know patterns.

use hir::{Expression, ExpressionId};
use types::{BindingMode, Ty};

use super::super::local::LocalKind;
use super::super::place::Projection;
use super::super::statement::{BorrowKind, Operand, Rvalue};
use super::matching::Tests;
use super::{Builder, Place};

/// What is matched, and the loan that keeps it as it is until an arm is chosen.
pub(super) struct Matched {
    pub(super) place: Place,
    pub(super) ty: Ty,
    pub(super) loan: Option<Place>,
}

impl Builder<'_> {
    /// The place of what is matched. A place is looked at where it is; under a guard it is lent, so that the guard cannot
    /// change it. Where a guard may point a borrow on the way elsewhere, that loan is what is looked through.
    pub(super) fn scrutinee(&mut self, scrutinee: ExpressionId, mode: BindingMode, is_guarded: bool) -> Matched {
        let ty = self.used_type(scrutinee);
        let is_variable =
            self.body[scrutinee].is_variable_or_part() || matches!(self.body[scrutinee], Expression::Item(_));
        if mode == BindingMode::Move || !is_variable && ty.as_borrow().is_some() {
            let operand = self.operand(scrutinee);
            // A guard looks at a name of the whole where it lies, and a lone borrow or number would lie nowhere.
            if self.needs_drop(ty) || is_guarded && !(self.is_copy(ty) && ty.as_borrow().is_none()) {
                return Matched { place: self.memory(operand, ty, scrutinee), ty, loan: None };
            }
            let local = Place::local(self.new_local(ty, LocalKind::Value));
            self.assign(local, Rvalue::Use(operand), scrutinee);
            return Matched { place: local, ty, loan: None };
        }
        let place = self.place(scrutinee);
        if !is_guarded {
            return Matched { place, ty, loan: None };
        }
        let target = self.through(place, ty);
        // A part of a packed structure is lent with what is around it.
        let (lent, rest) = self.form.aligned_around(self.db, target);
        let lent_type = if rest.is_empty() { ty.value_type() } else { self.form.place_type(self.db, lent) };
        match self.borrow(lent, lent_type, BorrowKind::Shared, scrutinee) {
            Operand::Move(loan) | Operand::Copy(loan) if self.stays(target) => Matched { place, ty, loan: Some(loan) },
            Operand::Move(loan) | Operand::Copy(loan) => {
                let lent = self.form.project(loan, Projection::Deref { mutable: false });
                let place = rest.into_iter().fold(lent, |place, step| self.form.project(place, step));
                Matched { place, ty: ty.value_type(), loan: None }
            }
            Operand::Constant(_) | Operand::Poison(_) => Matched { place, ty, loan: None },
        }
    }

    /// Whether a path leads to the same place as long as nothing is written to that: no borrow or pointer on it can be made
    /// to lead elsewhere.
    fn stays(&self, place: Place) -> bool {
        let mut is_fixed =
            self.form.base_local(place).is_some_and(|local| !self.form.local(local).mutable && !self.is_late(local));
        self.form.projections(place).iter().all(|projection| match projection {
            Projection::Deref { mutable: _ } => std::mem::replace(&mut is_fixed, false),
            Projection::PointerElement(_) | Projection::PointerSlice(_) => false,
            Projection::Field(_)
            | Projection::UnionField(_)
            | Projection::Payload(_)
            | Projection::Storage
            | Projection::Slice(_)
            | Projection::FromEnd { .. }
            | Projection::Rest { .. }
            | Projection::Index(_)
            | Projection::ConstantIndex(_) => true,
        })
    }

    /// A guard has been evaluated: what is matched had to stay as it was.
    pub(super) fn look_back(&mut self, tests: &Tests<'_>, guard: ExpressionId) {
        if let Some(loan) = tests.loan {
            let ty = self.form.place_type(self.db, loan);
            let seen = self.new_local(ty, LocalKind::Value);
            self.assign(Place::local(seen), Rvalue::Use(Operand::Copy(loan)), guard);
        }
    }
}
