//! Rules that a place alone decides: nothing moves out through a borrow, index or constant, and a `let` that has a value
//! is not assigned. (That only parts of `let mut` and what a `mut` leads to are changed, types tell.) Must not know flow:
//! whether a late `let` has its value already is for the analyses.

use hir::{Expression, ExpressionId};
use types::{Reported, Ty};

use super::super::local::LocalKind;
use super::super::place::{PlaceBase, Projection};
use super::super::typing::projected_type;
use super::{Builder, LocalId, Place};
use crate::analysis::rules::{BorrowRule, rule};
use crate::diagnostics::kinds::{assigned_let, changed_in_guard, move_out};

impl Builder<'_> {
    /// Reports a move out of what one does not own.
    pub(super) fn check_movable(&mut self, place: Place, ty: Ty, expression: ExpressionId) {
        if ty.is_error() || !self.open {
            return;
        }
        if let Some(variable) = self.guarded_variable(place) {
            if rule(BorrowRule::NothingMovesOut) {
                let name = self.body[variable].name;
                self.problems.push(changed_in_guard::moved(expression, &name.text()));
            }
            return;
        }
        let source = self.kept_by(place);
        if let Some(source) = source
            && rule(BorrowRule::NothingMovesOut)
        {
            let name = self.form.quoted(self.db, place);
            let problem = move_out::problem(self.db, expression, &name, ty, source);
            let matched = (source == move_out::From::Borrow).then(|| self.matched_for(place)).flatten();
            self.problems.push(match matched {
                Some((matched, local)) => {
                    let variable = self.body[local].name;
                    move_out::of_pattern(problem, matched, &variable.text())
                }
                None => problem,
            });
        }
    }

    /// The variable that was looked at where a pattern gave a place its name, and the word before it.
    fn matched_for(&self, place: Place) -> Option<((&'static str, ExpressionId), hir::LocalId)> {
        let variable = self.form.local(self.form.base_local(place)?).variable?;
        let names = |pattern| {
            let mut is_named = false;
            self.body.each_binding(pattern, &mut |local| is_named |= local == variable);
            is_named
        };
        self.body.expressions().find_map(|(_, expression)| {
            let (word, matched) = match expression {
                Expression::Match { scrutinee, arms } => {
                    let is_here = self.body.arms(arms).iter().any(|arm| names(arm.pattern));
                    ("match ", is_here.then_some(scrutinee)?)
                }
                Expression::LetCondition { pattern, value } => ("= ", names(pattern).then_some(value)?),
                Expression::For { pattern, iterable, .. } => ("in ", names(pattern).then_some(iterable)?),
                _ => return None,
            };
            let Expression::Local(local) = self.body[matched] else { return None };
            let is_own = self.inference.local_type(local).as_borrow().is_none();
            is_own.then_some(((word, matched), local))
        })
    }

    /// Whether a place lies in a variable that a closure has captured and sees through a borrow.
    fn is_captured_place(&self, local: LocalId, place: Place) -> bool {
        let variable = self.form.local(local).variable;
        let leads_on = |step: &Projection| matches!(step, Projection::Deref { .. } | Projection::PointerElement(_));
        variable.is_some_and(|variable| self.is_seen_through(variable).is_some())
            && self.form.projections(place).iter().filter(|step| leads_on(step)).count() == 1
    }

    /// What a value cannot be moved out of, if there is something: the last on the path.
    fn kept_by(&self, place: Place) -> Option<move_out::From> {
        if let PlaceBase::Item(_) = self.form.base(place) {
            return Some(move_out::From::Constant);
        }
        if let Some(local) = self.form.base_local(place)
            && self.is_captured_place(local, place)
        {
            return Some(move_out::From::Capture);
        }
        let mut ty = self.form.base_type(self.db, place);
        let mut source = None;
        for projection in self.form.projections(place) {
            match projection {
                Projection::Deref { mutable: _ } => source = Some(move_out::From::Borrow),
                Projection::PointerElement(_) | Projection::PointerSlice(_) => source = Some(move_out::From::Pointer),
                Projection::Storage
                | Projection::Index(_)
                | Projection::ConstantIndex(_)
                | Projection::FromEnd { .. }
                | Projection::Rest { .. }
                | Projection::Slice(_) => source = Some(move_out::From::Index),
                Projection::Field(_) | Projection::UnionField(_) | Projection::Payload(_) => {
                    if ty.as_named().is_some_and(|named| types::has_destructor(self.db, named.item)) {
                        source = Some(move_out::From::Destructor);
                    } else if types::is_counted(self.db, ty) {
                        source = Some(move_out::From::Counted);
                    }
                }
            }
            ty = projected_type(self.db, ty, *projection);
        }
        source
    }

    /// Whether a place is part of a value that is not taken apart, since its type has `Drop`.
    pub(super) fn is_kept_whole(&self, place: Place) -> bool {
        self.kept_by(place) == Some(move_out::From::Destructor)
    }

    /// Reports a name of a pattern that takes a part of what ends as a whole.
    pub(super) fn check_taken(&mut self, place: Place, variable: hir::LocalId, scrutinee: ExpressionId) {
        if self.open && self.is_kept_whole(place) && rule(BorrowRule::NothingMovesOut) {
            let name = format!("`{}`", self.body[variable].name.text());
            let ty = self.form.place_type(self.db, place);
            let problem = move_out::problem(self.db, scrutinee, &name, ty, move_out::From::Destructor);
            self.form.poison = Some(types::report(&mut self.problems, problem));
        }
    }

    /// Reports a move of what is matched in one of its guards: the arms behind it would look at nothing.
    pub(super) fn moved_by_guard(&mut self, place: Place, expression: ExpressionId) -> Option<Reported> {
        let steps = self.form.projections(place);
        let is_moved = |matched: &Place| {
            let is_inside = self.form.projections(*matched).iter().zip(steps).all(|(one, other)| one == other);
            self.form.base(*matched) == self.form.base(place) && is_inside
        };
        if !self.open || !self.matched.iter().any(is_moved) || !rule(BorrowRule::NothingMovesOut) {
            return None;
        }
        let problem = changed_in_guard::moved_matched(expression, &self.form.quoted(self.db, place));
        let reported = types::report(&mut self.problems, problem);
        self.form.poison = Some(reported);
        Some(reported)
    }

    /// Reports a guard that looks at what it can neither copy nor be lent.
    pub(super) fn unseen_in_guard(&mut self, variable: hir::LocalId, expression: ExpressionId) -> Place {
        self.mentions.uses[variable.index()].is_read = true;
        let problem = types::underaligned_in_guard(expression, &self.body[variable].name.text());
        self.form.poison = Some(types::report(&mut self.problems, problem));
        Place::local(self.new_local(Ty::ERROR, LocalKind::Temporary))
    }

    /// Reports a change of what a guard sees: its arm is not chosen yet.
    pub(super) fn check_unguarded(&mut self, place: Place, expression: ExpressionId) {
        // What a `mut` behind it leads to is told by the analysis of paths.
        let leads_on = |step: &Projection| matches!(step, Projection::Deref { mutable: true });
        let Some(variable) = self.guarded_variable(place) else { return };
        self.mentions.uses[variable.index()].is_changed = true;
        if !self.form.projections(place).iter().any(leads_on) && self.open {
            let name = self.body[variable].name;
            let problem = changed_in_guard::changed(expression, &name.text());
            // There is no place that could be written: nothing is bound yet.
            self.form.poison = Some(types::report(&mut self.problems, problem));
        }
    }

    /// Reports an assignment to a whole variable that may not be changed. A `let` without a value yet may be assigned.
    pub(super) fn check_assignable(&mut self, local: LocalId, expression: ExpressionId) {
        let data = *self.form.local(local);
        let Some(variable) = data.variable else { return };
        if !data.mutable && !self.is_late(local) && !data.ty.is_error() && self.open {
            // Whoever wants to change it has a use for it.
            self.mentions.uses[variable.index()].is_read = true;
            let name = self.body[variable].name;
            let is_parameter = data.kind == LocalKind::Parameter;
            self.problems.push(assigned_let::problem(expression, variable, &name.text(), is_parameter));
        }
    }
}
