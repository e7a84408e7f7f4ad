//! What each value holds: made by a borrow, handed on by operands, returned by calls, stored in places and through
//! borrows. Must not know what a loan forbids.

use types::Receiver;

use super::super::holders::{LoanSet, unite};
use super::super::loan::{LoanId, Way};
use super::{Checker, Point};
use crate::diagnostics::kinds::returned_local;
use crate::source_form::{Callee, LocalId, Operand, OperandList, Place, Rvalue};

impl Checker<'_, '_> {
    pub(super) fn assign(&mut self, point: Point, place: Place, rvalue: Rvalue) {
        let Some(local) = self.form.base_local(place) else {
            return;
        };
        if let Some(whole) = place.as_local() {
            self.end_loans_through(whole);
        }
        // A value that holds no borrow leaves none behind, wherever it was read.
        let plain = || !types::holds_borrow(self.form.place_type(self.subject.db, place));
        if self.holders.number(local).is_none() && !self.form.leads_away(place) || plain() {
            if let Rvalue::Call(_, arguments) = rvalue {
                self.lend_to_arguments(point, arguments);
            }
            return;
        }
        let held = match rvalue {
            Rvalue::Borrow(_, lent) => self.held_by_borrow(point.index, lent),
            Rvalue::Use(operand) | Rvalue::Repeat(operand) | Rvalue::Cast(_, operand) => self.held_by_operand(operand),
            Rvalue::Aggregate(operands) => self.held_by_list(operands),
            Rvalue::Call(callee, arguments) => {
                self.lend_to_arguments(point, arguments);
                self.held_by_result(self.form.callee(callee), arguments)
            }
            Rvalue::Binary(..)
            | Rvalue::Unary(..)
            | Rvalue::Address(_)
            | Rvalue::Union(..)
            | Rvalue::PointerOffset(..)
            | Rvalue::Zeroed => LoanSet::new(),
        };
        self.store(point, place, held);
    }

    /// A place gets a value that holds loans.
    pub(super) fn store(&mut self, point: Point, place: Place, held: LoanSet) {
        let Some(local) = self.form.base_local(place) else {
            return;
        };
        let Some(holder) = self.holders.number(local) else {
            return;
        };
        if place.as_local().is_some() {
            return self.state.set(holder, held);
        }
        if self.form.leads_away(place) {
            let through = self.state.held(holder).clone();
            self.store_behind(point, &through, &held);
        }
        self.state.add(holder, &held);
    }

    /// Something that holds loans is stored where these loans lead.
    fn store_behind(&mut self, point: Point, through: &LoanSet, held: &LoanSet) {
        if held.is_empty() {
            return;
        }
        for &loan in through {
            let data = *self.loans.get(loan);
            if data.is_parameter() {
                for &stored in held {
                    self.check_escape(stored);
                    self.check_inside_itself(stored, loan);
                }
            } else if let Some(holder) = self
                .form
                .base_local(data.place)
                .and_then(|local| self.holders.number(local))
                && self.is_used_behind(point, holder)
            {
                self.state.add(holder, held);
            }
        }
    }

    /// What a parameter leads to may not get a borrow of its own parts: callers take its loans to be none of its own.
    fn check_inside_itself(&mut self, stored: LoanId, parameter: LoanId) {
        let data = *self.loans.get(stored);
        if !data.is_parameter()
            && self.loans.way(self.form, data.place) == Way::ThroughMut
            && self.held_by(data.place).contains(&parameter)
        {
            let name = self.name_of(data.place);
            self.report_loan(stored, data.expression, || {
                returned_local::stored(data.expression, name.as_deref())
            });
        }
    }

    /// The values of two places are exchanged: each may hold what the other held.
    pub(super) fn exchange(&mut self, point: Point, left: Place, right: Place) {
        let ty = self.form.place_type(self.subject.db, left);
        if !types::holds_borrow(ty) {
            return;
        }
        let mut held = self.held_by(left);
        unite(&mut held, &self.held_by(right));
        // The loans of the places themselves are not in their values: no type of borrows contains itself.
        let (form, loans, db) = (self.form, &self.loans, self.subject.db);
        held.retain(|loan| {
            let data = loans.get(*loan);
            data.is_parameter() || form.place_type(db, data.place) != ty
        });
        self.store(point, left, held.clone());
        self.store(point, right, held);
    }

    fn check_escape(&mut self, loan: LoanId) {
        let data = *self.loans.get(loan);
        if data.is_of_own_local(self.form) {
            let name = self.name_of(data.place);
            self.report_loan(loan, data.expression, || {
                returned_local::stored(data.expression, name.as_deref())
            });
        }
    }

    /// A `mut` argument whose value is of borrow type may hold the loans of all other arguments afterwards.
    fn lend_to_arguments(&mut self, point: Point, arguments: OperandList) {
        for (index, argument) in self.form.operand_list(arguments).iter().enumerate() {
            let (Operand::Move(place) | Operand::Copy(place)) = *argument else {
                continue;
            };
            let Some(local) = place.as_local() else { continue };
            let Some(holder) = self.holders.number(local) else {
                continue;
            };
            let is_slot = match self.form.local(local).ty.as_borrow() {
                Some((target, true)) => types::holds_borrow(target),
                Some((_, false)) | None => false,
            };
            if is_slot {
                let through = self.state.held(holder).clone();
                let mut held = LoanSet::new();
                for (other, operand) in self.form.operand_list(arguments).iter().enumerate() {
                    if other != index {
                        unite(&mut held, &self.held_by_operand(*operand));
                    }
                }
                self.store_behind(point, &through, &held);
            }
        }
    }

    /// What a new borrow of a place holds: the last borrow on the path counts.
    fn held_by_borrow(&self, index: usize, lent: Place) -> LoanSet {
        let mut held = LoanSet::new();
        match self.loans.way(self.form, lent) {
            // A borrow of what holds loans holds them too.
            Way::Own if types::holds_borrow(self.form.place_type(self.subject.db, lent)) => held = self.held_by(lent),
            Way::Own => {}
            Way::Unknown => return held,
            Way::ThroughRef => return self.held_by(lent),
            Way::ThroughMut => held = self.held_by(lent),
        }
        if let Some(loan) = self.loans.made_by(index) {
            unite(&mut held, &[loan]);
        }
        held
    }

    pub(super) fn held_by(&self, place: Place) -> LoanSet {
        match self.holders.of(self.form, place) {
            Some(holder) => self.state.held(holder).clone(),
            None => LoanSet::new(),
        }
    }

    fn held_by_operand(&self, operand: Operand) -> LoanSet {
        match operand {
            Operand::Copy(place) | Operand::Move(place) => match self.holders.of(self.form, place) {
                Some(holder) if types::holds_borrow(self.form.place_type(self.subject.db, place)) => {
                    self.state.held(holder).clone()
                }
                Some(_) | None => LoanSet::new(),
            },
            Operand::Constant(_) | Operand::Poison => LoanSet::new(),
        }
    }

    fn held_by_list(&self, operands: OperandList) -> LoanSet {
        let mut held = LoanSet::new();
        for operand in self.form.operand_list(operands) {
            unite(&mut held, &self.held_by_operand(*operand));
        }
        held
    }

    /// The result of a `fn` or `fn mut` method holds what `self` holds, any other what all arguments hold.
    fn held_by_result(&self, callee: Callee, arguments: OperandList) -> LoanSet {
        let receiver = match callee {
            Callee::Function {
                item,
                type_arguments: _,
            } => types::signature(self.subject.db, item).receiver,
            Callee::Pointer { .. } | Callee::Runtime(_) => None,
        };
        match receiver {
            Some(Receiver::Ref | Receiver::Mut) => {
                let own = self.form.operand_list(arguments).first();
                own.map(|own| self.held_by_operand(*own)).unwrap_or_default()
            }
            Some(Receiver::Move) | None => self.held_by_list(arguments),
        }
    }

    /// A variable has ended, which has been reported if it is still lent: in the next turn of a loop it is another one.
    pub(super) fn end_loans_of(&mut self, local: LocalId) {
        let (form, loans) = (self.form, &self.loans);
        self.state.retain(|loan| {
            let data = loans.get(loan);
            !data.is_of_own_local(form) || form.base_local(data.place) != Some(local)
        });
    }

    /// A borrow is pointed elsewhere: what was lent through it is lent through it no more.
    fn end_loans_through(&mut self, local: LocalId) {
        if self.holders.number(local).is_some() {
            let (form, loans) = (self.form, &self.loans);
            self.state.retain(|loan| {
                let data = loans.get(loan);
                data.is_parameter() || form.base_local(data.place) != Some(local) || !form.leads_away(data.place)
            });
        }
    }
}
