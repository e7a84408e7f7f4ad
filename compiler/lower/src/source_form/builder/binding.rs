//! What the names of a chosen pattern get: borrows of parts, or the parts themselves. Where parts move out of a temporary
//! that nobody tracks part by part, all of it is taken apart. Must not know tests.

use types::patterns::{Bound, OccurrenceId, Step};
use types::{Ty, field_count, field_type};

use super::super::local::LocalKind;
use super::super::place::Projection;
use super::super::statement::{BorrowKind, DropExtent, Operand, Rvalue, StatementKind};
use super::matching::Tests;
use super::{Builder, Place};

/// How a name gets what it stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Binding {
    Copied,
    Moved,
    Lent(BorrowKind),
}

impl Builder<'_> {
    /// The names of an arm get what they stand for.
    pub(super) fn bind_arm(&mut self, tests: &mut Tests<'_>, arm: u32, bindings: &[Bound]) {
        for bound in bindings {
            self.bind(tests, arm, *bound, bindings);
        }
        self.take_apart(tests, arm, bindings);
    }

    /// The names of an arm while its guard is evaluated: what would move or be counted only looks, and what is lent `mut`
    /// may not be changed yet. What is bound here ends with the guard too, if it is false or left by a jump.
    pub(super) fn bind_guard(&mut self, tests: &mut Tests<'_>, arm: u32, bindings: &[Bound]) {
        for bound in bindings {
            let variable = types::bound_local(bound.local);
            let (place, ty) = match self.binding(tests, *bound, bindings) {
                Binding::Lent(BorrowKind::Shared) => {
                    self.bind_for_guard(tests, arm, *bound, bindings);
                    continue;
                }
                binding if self.waits(tests, *bound, binding) => {
                    (self.occurrence(tests, bound.occurrence), tests.get(bound.occurrence).ty)
                }
                Binding::Copied | Binding::Moved | Binding::Lent(BorrowKind::Mutable | BorrowKind::MutableArgument) => {
                    self.bind_for_guard(tests, arm, *bound, bindings);
                    if !self.may_change(variable) {
                        continue;
                    }
                    let Some(local) = self.variables[variable.index()] else { continue };
                    (Place::local(local), self.form.local(local).ty)
                }
            };
            let view = self.new_local(Ty::borrow(ty, false), LocalKind::Value);
            self.assign(Place::local(view), Rvalue::Borrow(BorrowKind::Shared, place), tests.scrutinee);
            let seen = self.form.project(Place::local(view), Projection::Deref { mutable: false });
            self.guarded.push((variable, seen));
        }
    }

    /// Whether a name gets what it stands for only when the guard holds: before, nothing is taken and nothing counted.
    fn waits(&mut self, tests: &Tests<'_>, bound: Bound, binding: Binding) -> bool {
        match binding {
            Binding::Moved => true,
            Binding::Copied => self.needs_drop(tests.get(bound.occurrence).ty),
            Binding::Lent(_) => false,
        }
    }

    fn bind_for_guard(&mut self, tests: &mut Tests<'_>, arm: u32, bound: Bound, bindings: &[Bound]) {
        self.bind(tests, arm, bound, bindings);
        if let Some(local) = self.variables[types::bound_local(bound.local).index()] {
            self.ends_with_scope(local);
        }
    }

    /// Whether a name of a pattern can be assigned, or leads to what can be changed.
    fn may_change(&self, variable: hir::LocalId) -> bool {
        self.body[variable].is_mutable || matches!(self.inference.local_type(variable).as_borrow(), Some((_, true)))
    }

    /// The guard holds: the names get what they stand for.
    pub(super) fn unbind_guard(&mut self, tests: &mut Tests<'_>, arm: u32, bindings: &[Bound]) {
        for bound in bindings {
            let variable = types::bound_local(bound.local);
            self.guarded.retain(|(guarded, _)| *guarded != variable);
            let binding = self.binding(tests, *bound, bindings);
            if self.waits(tests, *bound, binding) {
                self.bind(tests, arm, *bound, bindings);
            }
        }
        self.take_apart(tests, arm, bindings);
    }

    fn bind(&mut self, tests: &mut Tests<'_>, arm: u32, bound: Bound, bindings: &[Bound]) {
        let binding = self.binding(tests, bound, bindings);
        let place = self.occurrence(tests, bound.occurrence);
        let rvalue = match binding {
            Binding::Copied => Rvalue::Use(Operand::Copy(place)),
            Binding::Moved => Rvalue::Use(Operand::Move(place)),
            Binding::Lent(kind) => {
                let lent = self.through(place, tests.get(bound.occurrence).ty);
                if kind != BorrowKind::Shared {
                    self.note_change(lent, tests.scrutinee);
                }
                Rvalue::Borrow(kind, lent)
            }
        };
        let variable = types::bound_local(bound.local);
        let local = match self.variables[variable.index()] {
            Some(local) => local,
            None => self.variable(variable, LocalKind::Variable),
        };
        let begun = &mut tests.arms[arm as usize].begun;
        if !begun.contains(&local) {
            begun.push(local);
        }
        self.assign(Place::local(local), rvalue, tests.scrutinee);
        self.note_begin(local);
    }

    /// How a name gets what it stands for, as its type says.
    fn binding(&mut self, tests: &mut Tests<'_>, bound: Bound, bindings: &[Bound]) -> Binding {
        let ty = tests.get(bound.occurrence).ty;
        let named = self.inference.local_type(types::bound_local(bound.local));
        let place = self.occurrence(tests, bound.occurrence);
        let leads_away = self.form.leads_away(place);
        match named.as_borrow() {
            Some((_, mutable)) if named != ty || mutable && leads_away => {
                Binding::Lent(if mutable { BorrowKind::Mutable } else { BorrowKind::Shared })
            }
            _ if !self.is_copy(ty) => Binding::Moved,
            // A counted part of a temporary moves, and nothing is counted.
            _ if self.needs_drop(ty) && !leads_away && self.is_temporary(place) && is_alone(tests, bound, bindings) => {
                Binding::Moved
            }
            _ => Binding::Copied,
        }
    }

    fn is_temporary(&self, place: Place) -> bool {
        self.form.base_local(place).is_some_and(|local| self.is_on_its_way(local))
    }

    /// Where something moves out of an element, the rest of the array goes part by part too: no path tells them apart.
    fn take_apart(&mut self, tests: &mut Tests<'_>, arm: u32, bindings: &[Bound]) {
        let moved: Vec<OccurrenceId> = bindings
            .iter()
            .filter(|bound| self.binding(tests, **bound, bindings) == Binding::Moved)
            .map(|bound| bound.occurrence)
            .collect();
        let mut is_untracked = false;
        for occurrence in &moved {
            each_step(tests, *occurrence, |_, step| match step {
                Step::Element(_) | Step::FromEnd(_) | Step::Case { .. } => is_untracked = true,
                Step::Part(_) => {}
            });
        }
        if !is_untracked {
            return;
        }
        let root = self.occurrence(tests, OccurrenceId::ROOT);
        let ty = tests.get(OccurrenceId::ROOT).ty;
        let moved: Vec<Place> = moved.iter().map(|occurrence| self.occurrence(tests, *occurrence)).collect();
        self.take_rest(tests, arm, (root, ty), &moved);
    }

    /// Moves what is left of a place, of which some parts have moved, into hidden locals that end with the arm.
    fn take_rest(&mut self, tests: &mut Tests<'_>, arm: u32, (place, ty): (Place, Ty), moved: &[Place]) {
        let steps = self.form.projections(place).len();
        let is_inside = |builder: &Self, other: &Place| {
            builder.form.projections(*other).get(..steps) == Some(builder.form.projections(place))
        };
        let inside: Vec<Place> = moved.iter().copied().filter(|other| is_inside(self, other)).collect();
        if inside.iter().any(|other| self.form.projections(*other).len() == steps) {
            return;
        }
        if inside.is_empty() {
            if self.needs_drop(ty) {
                let rest = self.new_local(ty, LocalKind::Temporary);
                self.assign(Place::local(rest), Rvalue::Use(Operand::Move(place)), tests.scrutinee);
                tests.arms[arm as usize].begun.push(rest);
            }
            return;
        }
        if let Some((element, length)) = ty.as_array() {
            for index in 0..length as u32 {
                let part = self.form.project(place, Projection::ConstantIndex(index));
                self.take_rest(tests, arm, (part, element), &inside);
            }
        } else {
            for field in 0..field_count(self.db, ty) {
                let part = self.form.project(place, Projection::Field(field));
                self.take_rest(tests, arm, (part, field_type(self.db, ty, field)), &inside);
            }
        }
        // The memory of an object goes; of the whole nothing is left.
        if self.is_heap(ty) || steps == 0 {
            let kind = StatementKind::Drop { place, extent: DropExtent::Memory, flag: None };
            self.emit(kind, tests.scrutinee);
        }
    }

    /// The place by which a guard sees a name that is not bound yet.
    pub(super) fn seen_in_guard(&self, variable: hir::LocalId) -> Option<Place> {
        let (_, place) = self.guarded.iter().find(|(guarded, _)| *guarded == variable)?;
        Some(*place)
    }

    /// The name of which a place is what a guard sees.
    pub(super) fn guarded_variable(&self, place: Place) -> Option<hir::LocalId> {
        let base = self.form.base_local(place)?;
        let is_seen = |(_, seen): &&(hir::LocalId, Place)| self.form.base_local(*seen) == Some(base);
        self.guarded.iter().find(is_seen).map(|(variable, _)| *variable)
    }
}

/// Whether no other name stands for something around or inside of what a name stands for.
fn is_alone(tests: &Tests<'_>, bound: Bound, bindings: &[Bound]) -> bool {
    let is_within = |inner: OccurrenceId, outer: OccurrenceId| {
        let mut is_within = inner == outer;
        each_step(tests, inner, |from, _| is_within |= from == outer);
        is_within
    };
    bindings
        .iter()
        .filter(|other| other.local != bound.local)
        .all(|other| !is_within(other.occurrence, bound.occurrence) && !is_within(bound.occurrence, other.occurrence))
}

/// The steps that lead to a part, from the last to the first, each with what it starts from.
fn each_step(tests: &Tests<'_>, occurrence: OccurrenceId, mut each: impl FnMut(OccurrenceId, Step)) {
    let mut at = occurrence;
    while let Some((from, step)) = tests.get(at).from {
        each(from, step);
        at = from;
    }
}
