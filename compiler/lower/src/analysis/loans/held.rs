//! What each value holds: made by a borrow, handed on by operands, stored in places and through borrows. Must not know what
//! a loan forbids, nor what calls do.

use smallvec::SmallVec;
use types::Ty;

use super::super::holding::Held;
use super::super::levels::is_single_on_level;
use super::super::loan::{LoanId, Way, borrows_on_path};
use super::super::rules::{BorrowRule, rule};
use super::super::sets::Set;
use super::{Checker, Point};
use crate::diagnostics::kinds::returned_local;
use crate::source_form::{LocalId, Operand, OperandList, Place, Rvalue};

impl Checker<'_, '_> {
    /// What the value holds that a statement computes for a place.
    pub(super) fn held_by_value(&mut self, index: usize, place: Place, rvalue: Rvalue) -> Held {
        // A value that holds no borrow leaves none behind, wherever it was read.
        if !self.may_hold(place) || !types::holds_borrow(self.subject.db, self.form.place_type(self.subject.db, place))
        {
            return Held::default();
        }
        match rvalue {
            Rvalue::Borrow(_, lent) => self.held_by_borrow(index, lent),
            Rvalue::Use(operand) | Rvalue::Repeat(operand) | Rvalue::Cast(_, operand) | Rvalue::Object(operand) => {
                self.held_by_operand(operand)
            }
            Rvalue::Aggregate(operands) | Rvalue::Case(_, operands) if rule(BorrowRule::StoredInHolds) => {
                self.held_by_list(operands)
            }
            Rvalue::Call(callee, arguments) => self.held_by_result(self.form.callee(callee), arguments),
            Rvalue::Closure(_, captured) if rule(BorrowRule::StoredInHolds) => self.held_by_closure(captured),
            Rvalue::Closure(..)
            | Rvalue::Aggregate(_)
            | Rvalue::Case(..)
            | Rvalue::Tag(_)
            | Rvalue::Length(_)
            | Rvalue::Binary(..)
            | Rvalue::Unary(..)
            | Rvalue::Address(_)
            | Rvalue::Union(..)
            | Rvalue::PointerOffset(..)
            | Rvalue::Zeroed => Held::default(),
        }
    }

    /// Whether a place can hold loans: it begins with a local that can.
    fn may_hold(&self, place: Place) -> bool {
        self.holders.of(self.form, place).is_some()
    }

    /// A place gets a value that holds loans.
    pub(super) fn store(&mut self, point: Point, place: Place, held: Held) {
        let Some(holder) = self.holders.of(self.form, place) else {
            return;
        };
        if place.as_local().is_some() {
            return self.state.set(&mut self.sets, holder, held);
        }
        let level = borrows_on_path(self.form, place).len();
        if level > 0 {
            self.store_behind(point, holder, level, &held);
        }
        if level > 0 || rule(BorrowRule::StoredInHolds) {
            self.state.add(&mut self.sets, holder, level, &held);
        }
    }

    /// Something that holds loans is stored where the borrows of a holder lead, so many levels deep: in all that is lent
    /// on the way, where it stands as many levels deeper as there are still to go.
    pub(super) fn store_behind(&mut self, point: Point, through: u32, level: usize, held: &Held) {
        if held.is_empty() {
            return;
        }
        for above in 0..level {
            let Some(at) = self.holders.level(through, above) else { break };
            let mut loans = Vec::new();
            self.sets.for_each(self.state.held(through).level(at), |loan| loans.push(loan as LoanId));
            // A loan on a level that stands for others may be of the last borrow on the way.
            let rest = if self.holders.is_endless(through, at) { 0 } else { level - above - 1 };
            for loan in loans {
                let data = *self.loans.get(loan);
                if data.is_storage() {
                    continue;
                }
                if let Some(parameter_level) = data.parameter_level() {
                    self.check_stored(point, held, loan, parameter_level + rest);
                } else if let Some(holder) = self.holders.of(self.form, data.place)
                    && rule(BorrowRule::StoredThroughMut)
                    && self.is_used_behind(point, holder)
                {
                    let depth = borrows_on_path(self.form, data.place).len();
                    self.state.add(&mut self.sets, holder, depth + rest, held);
                    // The loan may be of what contains the storage.
                    for deeper in depth + rest + 1..self.holders.depth(holder) {
                        self.state.add(&mut self.sets, holder, deeper, held);
                    }
                }
            }
        }
    }

    /// What a caller's borrow leads to gets nothing that this body owns, and nothing that other arguments hold; what was
    /// there may move about in it, if there is only one storage that it can be.
    fn check_stored(&mut self, point: Point, held: &Held, parameter: LoanId, level: usize) {
        let storage = *self.loans.get(parameter);
        for held_level in 0..held.depth() {
            let mut loans = Vec::new();
            self.sets.for_each(held.level(held_level), |loan| loans.push(loan as LoanId));
            for loan in loans {
                let data = *self.loans.get(loan);
                if data.is_of_own_local(self.form) {
                    if rule(BorrowRule::NeverOwnLocals) {
                        let name = self.name_of(data.place);
                        self.report_loan(loan, data.expression, || {
                            returned_local::stored(data.expression, name.as_deref())
                        });
                    }
                    continue;
                }
                let Some(own_level) = data.parameter_level() else {
                    // What is lent through a parameter's borrow holds that parameter's loan too.
                    continue;
                };
                let was_there = data.holder == storage.holder
                    && own_level == level + 1 + held_level
                    && is_single_on_level(self.subject.db, self.form.local(data.holder).ty, level);
                // Whoever calls a closure does not know what it would store.
                let may_store = self.subject.closure.is_none()
                    && types::may_be_kept(self.subject.db, self.declared_parameter(data.holder));
                if !was_there && !may_store && rule(BorrowRule::NeverStored) {
                    self.report_stored_argument(point.at, loan, data.holder);
                }
            }
        }
    }

    /// The type of a parameter as callers know it: in an `impl` that which the trait declares.
    pub(super) fn declared_parameter(&self, parameter: LocalId) -> Ty {
        let index = (parameter.0 as usize).checked_sub(1);
        let known = self.subject.declared.zip(index).and_then(|(declared, index)| declared.parameters.get(index));
        known.map_or_else(|| self.form.local(parameter).ty, |parameter| parameter.ty)
    }

    /// The values of two places are exchanged: each holds what the other held.
    pub(super) fn exchange(&mut self, point: Point, left: Place, right: Place) {
        if !types::holds_borrow(self.subject.db, self.form.place_type(self.subject.db, left)) {
            return;
        }
        let (from_left, from_right) = (self.held_in(left), self.held_in(right));
        for (place, held) in [(left, from_right), (right, from_left)] {
            // What `replace` gives back stands in a local, which nobody else knows.
            let exchanged = match place.as_local() {
                Some(_) => BorrowRule::BareResultHoldsInside,
                None => BorrowRule::SwapExchanges,
            };
            if rule(exchanged) {
                self.store(point, place, held);
            } else if place.as_local().is_some() {
                self.store(point, place, Held::default());
            }
        }
    }

    /// What a new borrow of a place holds. Of the borrows on the path those count that stand behind the last `ref`, and it.
    fn held_by_borrow(&mut self, index: usize, lent: Place) -> Held {
        let mut held = Held::default();
        let way = self.loans.way(self.form, lent);
        if way == Way::Unknown {
            return held;
        }
        let path = borrows_on_path(self.form, lent);
        let last_ref = path.iter().rposition(|mutable| !mutable).unwrap_or(0);
        if let Some(holder) = self.holders.of(self.form, lent) {
            let own = self.state.held(holder).clone();
            for (level, &mutable) in path.iter().enumerate().skip(last_ref) {
                let counts = if mutable { BorrowRule::HoldsThroughMut } else { BorrowRule::HoldsThroughRef };
                let Some(at) = self.holders.level(holder, level) else { break };
                if rule(counts) {
                    let is_last = level + 1 == path.len();
                    let loans = own.level(at);
                    let loans = if is_last { loans } else { self.without_storage(loans) };
                    held.add(&mut self.sets, 0, loans);
                }
            }
            // A borrow of what holds loans leads to them.
            if types::holds_borrow(self.subject.db, self.form.place_type(self.subject.db, lent)) {
                self.add_behind(&mut held, 1, holder, path.len());
            }
        }
        let makes_loan = match way {
            Way::Own => rule(BorrowRule::MakesLoan),
            Way::ThroughMut => rule(BorrowRule::LoanThroughMut),
            Way::ThroughRef | Way::Unknown => false,
        };
        if makes_loan && let Some(loan) = self.loans.made_by(index) {
            let mut own = Set::default();
            self.sets.insert(&mut own, loan as usize);
            held.add(&mut self.sets, 0, own);
        }
        held
    }

    /// Adds what the values hold that lie behind so many borrows of a holder.
    fn add_behind(&mut self, held: &mut Held, to: usize, holder: u32, from: usize) {
        let Some(first) = self.holders.level(holder, from) else { return };
        let own = self.state.held(holder);
        held.add_levels(&mut self.sets, to, own, first);
        let last = own.depth().saturating_sub(1);
        if self.holders.is_endless(holder, last) {
            for deeper in to + (last - first.min(last))..self.deepest {
                held.add(&mut self.sets, deeper, own.level(last));
            }
        }
    }

    /// What leads through a `mut` in a view does not lead to the view's own storage.
    pub(super) fn without_storage(&mut self, loans: Set) -> Set {
        if self.declared_view().is_none() {
            return loans;
        }
        let mut storage = Set::default();
        let mut of_storage = SmallVec::<[usize; 2]>::new();
        self.sets
            .for_each(loans, |loan| of_storage.extend(self.loans.get(loan as LoanId).is_storage().then_some(loan)));
        of_storage.into_iter().for_each(|loan| self.sets.insert(&mut storage, loan));
        self.sets.difference(loans, storage)
    }

    /// What the value in a place holds.
    pub(super) fn held_in(&mut self, place: Place) -> Held {
        let mut held = Held::default();
        if let Some(holder) = self.holders.of(self.form, place)
            && self.state.is_active(holder)
            && types::holds_borrow(self.subject.db, self.form.place_type(self.subject.db, place))
        {
            let path = borrows_on_path(self.form, place).len();
            self.add_behind(&mut held, 0, holder, path);
        }
        held
    }

    pub(super) fn held_by_operand(&mut self, operand: Operand) -> Held {
        match operand {
            Operand::Copy(place) | Operand::Move(place) => self.held_in(place),
            Operand::Constant(_) | Operand::Poison(_) => Held::default(),
        }
    }

    /// Making a closure is a call with its captures: it holds what they hold, on all levels, for its result may be any of it.
    fn held_by_closure(&mut self, captured: OperandList) -> Held {
        let captured = self.held_by_list(captured).all(&mut self.sets);
        let mut held = Held::default();
        held.add(&mut self.sets, 0, captured);
        held
    }

    fn held_by_list(&mut self, operands: OperandList) -> Held {
        let mut held = Held::default();
        for operand in self.form.operand_list(operands) {
            let operand = self.held_by_operand(*operand);
            held.add_levels(&mut self.sets, 0, &operand, 0);
        }
        held
    }
}
