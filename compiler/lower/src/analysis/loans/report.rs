//! Which accesses live loans forbid, and how the problems are put, each once. Must not know what values hold.

use hir::ExpressionId;
use types::{Problem, Receiver};

use super::super::loan::{Kind, Loan, LoanId};
use super::super::reaching::{Uses, assigned_place, mention};
use super::super::rules::{BorrowRule, rule};
use super::called::held_by_result_of;
use super::{Checker, Point};
use crate::diagnostics::kinds::changed_while_lent::{self, Change};
use crate::diagnostics::kinds::{
    LaterUse, lent_twice, outlived_borrow, returned_argument, returned_capture, returned_local, returned_storage,
    stored_argument, used_while_lent,
};
use crate::source_form::{Access, BlockId, BorrowKind, LocalId, LocalKind, Place, StatementKind};

impl Checker<'_, '_> {
    pub(super) fn access(&mut self, point: Point, position: usize, access: Access, place: Place) {
        let kind = match access {
            Access::Read => Kind::Read,
            Access::Count => Kind::Count,
            Access::Move => Kind::Move,
            Access::Write => Kind::Write,
            Access::Borrow(BorrowKind::Shared | BorrowKind::MutableArgument) | Access::Address => {
                Kind::Lend { mutable: false }
            }
            Access::Borrow(BorrowKind::Mutable) => Kind::Lend { mutable: true },
            Access::Drop(_) => Kind::End { with_use: self.holders.is_use(self.form, access, place) },
            Access::StorageDead => Kind::End { with_use: false },
            Access::Declare => return,
        };
        let is_write = access == Access::Write;
        let written = if is_write { place.as_local().and_then(|local| self.holders.number(local)) } else { None };
        let Some(against) = self.held_against(place, kind) else { return };
        // What uses its own parts when it ends does so while they end.
        let ending = self.holders.of(self.form, place).filter(|_| kind == Kind::End { with_use: true });
        let conflict = self.conflict(against, place, kind, |_, by| {
            Some(by) != written && (Some(by) == ending || self.is_needed_behind(point.index, position, by, is_write))
        });
        let Some((loan, by)) = conflict else { return };
        let used = self.next_use(by, point).or_else(|| self.is_used_here(by).then_some(LaterUse::Expression(point.at)));
        let body = self.subject.body;
        let at = match kind {
            Kind::Read | Kind::Count | Kind::Move => mention(body, self.form, place, point.at),
            Kind::Write => assigned_place(body, point.at),
            Kind::Lend { .. } | Kind::End { .. } => point.at,
        };
        let mutable_access = access == Access::Borrow(BorrowKind::Mutable);
        self.forget_count(loan, place);
        match kind {
            Kind::Read => self.report(loan, at, |name, lent| used_while_lent::problem(at, name, lent, used), place),
            Kind::Count => {
                let before = self.reports.as_ref().map(|reports| reports.problems.len());
                self.report(loan, at, |name, lent| used_while_lent::problem(at, name, lent, used), place);
                if let Some(reports) = self.reports.as_mut().filter(|reports| Some(reports.problems.len()) != before) {
                    reports.count = Some((loan, place, at));
                }
            }
            Kind::Lend { .. } => {
                let is_address = access == Access::Address;
                let is_for_c = self.subject.inference.adjustment(at) == types::Adjustment::Address;
                self.report(
                    loan,
                    at,
                    |name, lent| {
                        if is_address {
                            used_while_lent::problem(at, name, lent, used)
                        } else {
                            lent_twice::problem(at, name, mutable_access, lent, used, is_for_c)
                        }
                    },
                    place,
                );
            }
            Kind::Write => {
                self.report(
                    loan,
                    at,
                    |name, lent| changed_while_lent::problem(at, name, Change::Write, lent, used),
                    place,
                );
            }
            Kind::Move => {
                self.report(
                    loan,
                    at,
                    |name, lent| changed_while_lent::problem(at, name, Change::Move, lent, used),
                    place,
                );
            }
            Kind::End { .. } => self.report_end(point, loan, by, place, used),
        }
    }

    /// What uses a holder behind a point.
    pub(super) fn next_use(&self, holder: u32, point: Point) -> Option<LaterUse> {
        let reports = self.reports.as_ref()?;
        let uses = reports.uses.get_or_init(|| Uses::new(self.form, &self.holders));
        uses.next(self.form, self.holders.local(holder), point.block, point.index + 1)
    }

    fn report_end(&mut self, point: Point, loan: LoanId, by: u32, place: Place, used: Option<LaterUse>) {
        let at = point.at;
        let is_variable = place.as_local().is_none_or(|local| self.form.local(local).variable.is_some());
        if let (true, hir::Expression::Assign { .. }) = (is_variable, self.subject.body[at]) {
            // The old value is dropped because a new one is assigned.
            let at = assigned_place(self.subject.body, at);
            return self.report(
                loan,
                at,
                |name, lent| changed_while_lent::problem(at, name, Change::Write, lent, used),
                place,
            );
        }
        let lent = self.loans.get(loan).expression;
        let name = self.name_of(self.loans.get(loan).place);
        if self.holders.local(by) == LocalId::RETURN {
            self.report_loan(loan, lent, || returned_local::problem(lent, name.as_deref()));
            return self.may_follow(name.as_deref());
        }
        self.report_loan(loan, lent, || outlived_borrow::problem(lent, name.as_deref(), used));
        self.may_follow(name.as_deref());
    }

    /// What is returned may lead only to where the arguments lead, in a method to where `self` leads.
    pub(super) fn check_return(&mut self, block: BlockId) {
        let Some(holder) = self.holders.number(LocalId::RETURN) else {
            return;
        };
        // What a `fn mut` method has stored in what `self` leads to is part of what `self` holds.
        let keeps_arguments = self.subject.signature.is_some_and(|signature| {
            let stores = |parameter: &types::Parameter| types::leads_to_borrow(self.subject.db, parameter.ty);
            signature.receiver == Some(Receiver::Mut) && signature.parameters.first().is_some_and(stores)
        });
        let held = self.state.held(holder).all(&mut self.sets);
        let mut loans = Vec::new();
        self.sets.for_each(held, |loan| loans.push(loan as LoanId));
        for loan in loans {
            let data = *self.loans.get(loan);
            if data.is_of_own_local(self.form) {
                if !rule(BorrowRule::NeverOwnLocals) {
                    continue;
                }
                let name = self.name_of(data.place);
                self.report_loan(loan, data.expression, || returned_local::problem(data.expression, name.as_deref()));
                self.may_follow(name.as_deref());
            } else if self.is_changed_capture(&data) && rule(BorrowRule::ClosuresReturnNoMut) {
                let at = self.last_result(block);
                let name = self.name_of(Place::local(data.holder)).unwrap_or_default();
                self.report_loan(loan, at, || returned_capture::problem(at, &name));
            } else if data.is_parameter()
                && !(keeps_arguments && types::may_be_kept(self.subject.db, self.declared_parameter(data.holder)))
            {
                self.check_returned_parameter(block, loan, &data);
            }
        }
    }

    /// What an argument holds is returned, which callers do not know if the declaration does not say so.
    fn check_returned_parameter(&mut self, block: BlockId, loan: LoanId, data: &Loan) {
        let (Some(signature), Some(level)) = (self.subject.declared, data.parameter_level()) else { return };
        let Some(index) = (data.holder.0 as usize).checked_sub(1) else { return };
        let at = self.last_result(block);
        let Some(parameter) = self.form.local(data.holder).variable else { return };
        let name = self.subject.body[parameter].name.text();
        match held_by_result_of(self.subject.db, signature, index) {
            Some(held) if held.from <= level && !(held.is_view && data.is_storage()) => {}
            None if index > 0 && matches!(signature.receiver, Some(Receiver::Ref | Receiver::Mut)) => {
                if rule(BorrowRule::MethodsReturnSelf) {
                    self.report_loan(loan, at, || returned_argument::problem(at, parameter, &name));
                }
            }
            held => {
                let is_view = held.is_some_and(|held| held.is_view);
                let in_force =
                    if is_view { BorrowRule::ViewsReturnNoStorage } else { BorrowRule::BareResultsLendNothing };
                if rule(in_force) {
                    self.report_loan(loan, at, || returned_storage::problem(at, parameter, &name, is_view));
                }
            }
        }
    }

    /// What was reported last is about a value without a name: of the environment of a closure nobody need hear who hears
    /// of what the closure borrows.
    fn may_follow(&mut self, name: Option<&str>) {
        if let Some(reports) = &mut self.reports
            && name.is_none()
        {
            reports.nameless.extend(reports.problems.len().checked_sub(1));
        }
    }

    /// Whether a loan is of what a closure has captured `mut`.
    fn is_changed_capture(&self, loan: &Loan) -> bool {
        let local = self.form.local(loan.holder);
        loan.parameter_level() == Some(0)
            && local.kind == LocalKind::Captured
            && matches!(local.ty.as_borrow(), Some((_, true)))
    }

    /// What an argument holds is stored where another argument leads.
    pub(super) fn report_stored_argument(&mut self, at: ExpressionId, loan: LoanId, parameter: LocalId) {
        let Some(variable) = self.form.local(parameter).variable else {
            return;
        };
        let name = self.subject.body[variable].name.text();
        self.report_loan(loan, at, || stored_argument::problem(at, variable, &name));
    }

    /// The expression that gave the return place its value.
    fn last_result(&self, block: BlockId) -> ExpressionId {
        let statements = self.form.block_statements(block).iter().rev();
        let mut results = statements.filter(|statement| {
            matches!(statement.kind, StatementKind::Assign(place, _) if place == Place::local(LocalId::RETURN))
        });
        results.next().map_or(self.subject.root(), |statement| statement.expression)
    }

    /// The name of a place that begins with a variable.
    pub(super) fn name_of(&self, place: Place) -> Option<String> {
        let local = self.form.base_local(place)?;
        self.form.local(local).name?;
        Some(self.form.describe(self.subject.db, place))
    }

    pub(super) fn report(
        &mut self,
        loan: LoanId,
        at: ExpressionId,
        problem: impl FnOnce(&str, ExpressionId) -> Problem,
        place: Place,
    ) {
        if self.reports.is_some() {
            let name = self.form.quoted(self.subject.db, place);
            let lent = self.loans.get(loan).expression;
            self.report_loan(loan, at, || problem(&name, lent));
        }
    }

    pub(super) fn report_loan(&mut self, loan: LoanId, at: ExpressionId, problem: impl FnOnce() -> Problem) {
        if let Some(reports) = &mut self.reports
            && reports.seen.insert((loan, at))
        {
            reports.problems.push(problem());
            reports.count = None;
        }
    }

    /// The check of an index comes before what is done to the element: where a loan forbids both, the latter is what is wrong.
    fn forget_count(&mut self, loan: LoanId, place: Place) {
        if let Some(reports) = &mut self.reports
            && let Some((counted_loan, counted, at)) = reports.count
            && (counted_loan, self.form.base(counted)) == (loan, self.form.base(place))
            && self.form.projections(place).starts_with(self.form.projections(counted))
            && place != counted
        {
            reports.problems.pop();
            reports.seen.remove(&(loan, at));
            reports.count = None;
        }
    }
}
