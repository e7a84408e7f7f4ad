//! What the names of a chosen pattern get: borrows of parts, or the parts themselves. Where parts move out of a temporary
//! that nobody tracks part by part, all of it is taken apart. Must not know tests.

use rustc_hash::{FxHashMap, FxHashSet};
use types::patterns::{Bound, OccurrenceId, Step};
use types::{Rest, Ty, field_count, field_type};

use super::super::local::LocalKind;
use super::super::place::Projection;
use super::super::statement::{BorrowKind, DropExtent, Operand, Rvalue, StatementKind};
use super::matching::Tests;
use super::{Builder, LocalId, Place};
use crate::diagnostics::kinds::match_too_complex;

/// Elements of an array that are taken apart one by one, because some of them move out of it.
const MOST_TAKEN_APART: u64 = 4096;

/// How a name gets what it stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Binding {
    Copied,
    Moved,
    Lent(BorrowKind),
}

/// A name of an arm.
pub(super) struct Name {
    variable: hir::LocalId,
    part: OccurrenceId,
    binding: Binding,
    /// Whether that lies as its type wants, so that it can be lent.
    is_aligned: bool,
    /// Of the name of a `..`, which elements of the array it names.
    rest: Option<Rest>,
}

impl Builder<'_> {
    /// The names of an arm get what they stand for.
    pub(super) fn bind_arm(&mut self, tests: &mut Tests<'_>, arm: u32, bindings: &[Bound]) {
        let places = learn_lengths(tests, bindings);
        let names = self.names(tests, bindings);
        for name in &names {
            self.bind(tests, arm, name);
        }
        self.take_apart(tests, arm, &names);
        tests.places = places;
        tests.least.clear();
    }

    /// The names of an arm while its guard is evaluated: what would move or be counted only looks, and what is lent `mut`
    /// may not be changed yet. What is bound here ends with the guard too, if it is false or left by a jump. Nothing looks
    /// into a packed structure by a borrow: what can be copied is, the rest the guard cannot see.
    pub(super) fn bind_guard(&mut self, tests: &mut Tests<'_>, arm: u32, bindings: &[Bound]) -> Vec<Name> {
        let places = learn_lengths(tests, bindings);
        let mut names = self.names(tests, bindings);
        for name in &mut names {
            if name.binding == Binding::Moved && !name.is_aligned {
                if !self.is_copy(tests.get(name.part).ty) {
                    self.unseen.push(name.variable);
                    continue;
                }
                name.binding = Binding::Copied;
            }
            let (place, ty) = match name.binding {
                Binding::Lent(BorrowKind::Shared) => {
                    self.bind_for_guard(tests, arm, name);
                    continue;
                }
                _ if self.waits(tests, name) => (self.occurrence(tests, name.part), tests.get(name.part).ty),
                Binding::Copied | Binding::Moved | Binding::Lent(BorrowKind::Mutable | BorrowKind::MutableArgument) => {
                    let local = self.bind_for_guard(tests, arm, name);
                    if !self.may_change(name.variable) {
                        continue;
                    }
                    (Place::local(local), self.form.local(local).ty)
                }
            };
            let view = self.new_local(Ty::borrow(ty, false), LocalKind::Value);
            self.assign(Place::local(view), Rvalue::Borrow(BorrowKind::Shared, place), tests.scrutinee);
            let seen = self.form.project(Place::local(view), Projection::Deref { mutable: false });
            self.guarded.push((name.variable, seen));
        }
        tests.places = places;
        tests.least.clear();
        names
    }

    /// Whether a name gets what it stands for only when the guard holds: before, nothing is taken and nothing counted.
    fn waits(&mut self, tests: &Tests<'_>, name: &Name) -> bool {
        match name.binding {
            Binding::Moved => true,
            Binding::Copied => self.needs_drop(tests.get(name.part).ty) && name.is_aligned,
            Binding::Lent(_) => false,
        }
    }

    fn bind_for_guard(&mut self, tests: &mut Tests<'_>, arm: u32, name: &Name) -> LocalId {
        let local = self.bind(tests, arm, name);
        self.ends_with_scope(local);
        local
    }

    /// Whether a name of a pattern can be assigned, or leads to what can be changed.
    fn may_change(&self, variable: hir::LocalId) -> bool {
        self.body[variable].is_mutable || matches!(self.inference.local_type(variable).as_borrow(), Some((_, true)))
    }

    /// The guard holds: the names get what they stand for.
    pub(super) fn unbind_guard(&mut self, tests: &mut Tests<'_>, arm: u32, names: &[Name]) {
        let variables: FxHashSet<hir::LocalId> = names.iter().map(|name| name.variable).collect();
        self.guarded.retain(|(guarded, _)| !variables.contains(guarded));
        self.unseen.retain(|unseen| !variables.contains(unseen));
        for name in names {
            if self.waits(tests, name) {
                self.bind(tests, arm, name);
            }
        }
        self.take_apart(tests, arm, names);
    }

    fn bind(&mut self, tests: &mut Tests<'_>, arm: u32, name: &Name) -> LocalId {
        let place = self.occurrence(tests, name.part);
        let rvalue = match name.binding {
            Binding::Copied => Rvalue::Use(Operand::Copy(place)),
            Binding::Moved => Rvalue::Use(Operand::Move(place)),
            Binding::Lent(kind) => {
                let mut lent = self.through(place, tests.get(name.part).ty);
                if let Some(rest) = name.rest {
                    let (elements, ty) = self.tested(tests, name.part);
                    lent = elements;
                    let array = ty.as_array();
                    let length = array.and_then(|(_, count)| u32::try_from(count).ok());
                    lent = self.form.project(lent, Projection::Rest { front: rest.front, back: rest.back, length });
                }
                if kind != BorrowKind::Shared {
                    self.note_change(lent, tests.scrutinee);
                }
                Rvalue::Borrow(kind, lent)
            }
        };
        // A variable is of one arm, so what has begun before is known to it, unless that was in a guard that is emitted once more.
        let is_first = self.variables[name.variable.index()].is_none();
        let local = self.variable(name.variable, LocalKind::Variable);
        let begun = &mut tests.arms[arm as usize].begun;
        if is_first || self.repeated_guards > 0 && !begun.contains(&local) {
            begun.push(local);
        }
        self.assign(Place::local(local), rvalue, tests.scrutinee);
        self.note_begin(local);
        local
    }

    /// How the names of an arm get what they stand for.
    fn names(&mut self, tests: &mut Tests<'_>, bindings: &[Bound]) -> Vec<Name> {
        let alone = alone(tests, bindings);
        let mut names: Vec<Name> = bindings
            .iter()
            .zip(alone)
            .map(|(bound, is_alone)| {
                let (variable, rest) = types::bound_local(self.body, bound.local);
                let part = bound.occurrence;
                let place = self.occurrence(tests, part);
                let is_aligned = self.form.is_aligned(self.db, place);
                let binding = match (rest, self.inference.local_type(variable).as_borrow()) {
                    (Some(_), Some((_, true))) => Binding::Lent(BorrowKind::Mutable),
                    (Some(_), _) => Binding::Lent(BorrowKind::Shared),
                    (None, _) => self.binding(tests, (variable, part), is_alone),
                };
                Name { variable, part, binding, is_aligned, rest }
            })
            .collect();
        // Poison is read before anything is lent, so that nothing else is said about it.
        names.sort_by_key(|name| !self.inference.local_type(name.variable).is_error());
        for name in names.iter().filter(|name| name.binding == Binding::Moved) {
            let place = self.occurrence(tests, name.part);
            self.check_taken(place, name.variable, tests.scrutinee);
        }
        names
    }

    /// How a name gets what it stands for, as its type says.
    fn binding(
        &mut self,
        tests: &mut Tests<'_>,
        (variable, part): (hir::LocalId, OccurrenceId),
        is_alone: bool,
    ) -> Binding {
        let ty = tests.get(part).ty;
        let named = self.inference.local_type(variable);
        let place = self.occurrence(tests, part);
        let leads_away = self.form.leads_away(place);
        match named.as_borrow() {
            Some((_, mutable)) if named != ty || mutable && leads_away => {
                Binding::Lent(if mutable { BorrowKind::Mutable } else { BorrowKind::Shared })
            }
            _ if !self.is_copy(ty) => Binding::Moved,
            // A counted part of a temporary moves, and nothing is counted.
            _ if is_alone
                && self.needs_drop(ty)
                && !leads_away
                && self.is_temporary(place)
                && !self.is_kept_whole(place) =>
            {
                Binding::Moved
            }
            _ => Binding::Copied,
        }
    }

    fn is_temporary(&self, place: Place) -> bool {
        self.form.base_local(place).is_some_and(|local| self.is_on_its_way(local))
    }

    /// Where something moves out of an element, the rest of the array goes part by part too: no path tells them apart.
    fn take_apart(&mut self, tests: &mut Tests<'_>, arm: u32, names: &[Name]) {
        let moved: Vec<OccurrenceId> =
            names.iter().filter(|name| name.binding == Binding::Moved).map(|name| name.part).collect();
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
        let mut rest = Vec::new();
        self.take_rest(tests, (root, ty), &moved, &mut rest);
        tests.arms[arm as usize].rest.extend(rest);
    }

    /// Moves what is left of a place, of which the parts `moved` have moved, into hidden locals: of several the last ends first.
    fn take_rest(&mut self, tests: &mut Tests<'_>, (place, ty): (Place, Ty), moved: &[Place], rest: &mut Vec<LocalId>) {
        let steps = self.form.projections(place).len();
        if moved.iter().any(|part| self.form.projections(*part).len() == steps) {
            return;
        }
        if moved.is_empty() {
            if self.needs_drop(ty) {
                let local = self.new_local(ty, LocalKind::Temporary);
                self.assign(Place::local(local), Rvalue::Use(Operand::Move(place)), tests.scrutinee);
                rest.push(local);
            }
            return;
        }
        let mut by_step: FxHashMap<Projection, Vec<Place>> = FxHashMap::default();
        for part in moved {
            by_step.entry(self.form.projections(*part)[steps]).or_default().push(*part);
        }
        let mut take = |builder: &mut Self, step: Projection, ty: Ty| {
            let moved = by_step.remove(&step).unwrap_or_default();
            let part = builder.form.project(place, step);
            builder.take_rest(tests, (part, ty), &moved, rest);
        };
        if let Some(enumeration) = types::enumeration(self.db, ty) {
            // What moved is of one case, which the value is.
            let payload = |part: &Place| {
                let Projection::Payload(part) = self.form.projections(*part)[steps] else { return None };
                Some(enumeration.case_of(part))
            };
            let case = moved.iter().find_map(payload).map_or(0..0, |case| enumeration.parts(case));
            for part in case {
                take(self, Projection::Payload(part), enumeration.payloads[part as usize].ty);
            }
        } else if let Some((_, MOST_TAKEN_APART..)) = ty.as_array() {
            self.form.poison = Some(types::report(&mut self.problems, match_too_complex::problem(tests.scrutinee)));
        } else if let Some((element, length)) = ty.as_array() {
            // Elements end in their order.
            for index in (0..length as u32).rev() {
                take(self, Projection::ConstantIndex(index), element);
            }
        } else {
            for field in 0..field_count(self.db, ty) {
                take(self, Projection::Field(field), field_type(self.db, ty, field));
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

/// Finds out how many elements the slices have at least of which parts are named. Gives the places as they were known before.
fn learn_lengths(tests: &mut Tests<'_>, bindings: &[Bound]) -> Vec<Option<Place>> {
    let mut front: FxHashMap<OccurrenceId, u32> = FxHashMap::default();
    let mut back: FxHashMap<OccurrenceId, u32> = FxHashMap::default();
    for bound in bindings {
        each_step(tests, bound.occurrence, |from, step| match step {
            Step::Element(element) => {
                let least = front.entry(from).or_default();
                *least = (*least).max(element as u32 + 1);
            }
            Step::FromEnd(element) => {
                let least = back.entry(from).or_default();
                *least = (*least).max(element as u32 + 1);
            }
            Step::Part(_) | Step::Case { .. } => {}
        });
    }
    let places = tests.places.clone();
    if !back.is_empty() {
        // What they stand for was told apart by one pattern: no element counts from both ends.
        tests.least =
            back.into_iter().map(|(from, back)| (from, back + front.get(&from).copied().unwrap_or(0))).collect();
        tests.places[1..].fill(None);
    }
    places
}

/// Of each name whether no other stands for something around or inside of what it stands for.
fn alone(tests: &Tests<'_>, bindings: &[Bound]) -> Vec<bool> {
    if let [_] = bindings {
        return vec![true];
    }
    let named: FxHashSet<OccurrenceId> = bindings.iter().map(|bound| bound.occurrence).collect();
    let mut within: FxHashMap<OccurrenceId, u32> = FxHashMap::default();
    let around: Vec<bool> = bindings
        .iter()
        .map(|bound| {
            let mut is_around = false;
            *within.entry(bound.occurrence).or_default() += 1;
            each_step(tests, bound.occurrence, |from, _| {
                is_around |= named.contains(&from);
                *within.entry(from).or_default() += 1;
            });
            is_around
        })
        .collect();
    bindings.iter().zip(around).map(|(bound, is_around)| !is_around && within[&bound.occurrence] == 1).collect()
}

/// The steps that lead to a part, from the last to the first, each with what it starts from.
fn each_step(tests: &Tests<'_>, occurrence: OccurrenceId, mut each: impl FnMut(OccurrenceId, Step)) {
    let mut at = occurrence;
    while let Some((from, step)) = tests.get(at).from {
        each(from, step);
        at = from;
    }
}
