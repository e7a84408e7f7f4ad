//! Borrows: which values hold which loans, and what may not happen while they may still be used. A value holds the loans
//! it was made with; a loan is live while a local that holds it is used later. No lifetimes: only liveness of locals and
//! what each of them holds at each point.
//! Must not know how signatures were written: a result holds what language rules say of all results.

use hir::ExpressionId;
use types::{Problem, Receiver};

use super::bits;
use super::holders::{Holders, LoanSet, State};
use super::loan::{Kind, LoanId, Loans};
use super::reaching::find_use;
use super::{Scratch, Subject};
use crate::diagnostics::kinds::changed_while_lent::{self, Change};
use crate::diagnostics::kinds::{lent_twice, outlived_borrow, returned_argument, returned_local, used_while_lent};
use crate::source_form::{
    Access, BlockId, BorrowKind, Callee, LocalId, Operand, OperandList, Place, Rvalue, SourceForm, Statement,
    StatementKind, Terminator,
};

/// Checks the loans of a body.
pub fn check(subject: Subject<'_>, form: &SourceForm, scratch: &mut Scratch, problems: &mut Vec<Problem>) {
    let holders = Holders::new(form, &mut scratch.dataflow);
    if holders.count() == 0 {
        return;
    }
    let loans = Loans::new(form);
    let mut checker = Checker {
        subject,
        form,
        dataflow: &scratch.dataflow,
        state: State::new(holders.count()),
        entries: vec![Vec::new(); form.blocks.len()],
        deaths: Vec::new(),
        accesses: Vec::new(),
        reports: None,
        holders,
        loans,
    };
    checker.enter_parameters();
    let has_loops = form
        .blocks
        .iter()
        .enumerate()
        .any(|(index, block)| block.terminator.successors().any(|target| target.0 as usize <= index));
    if has_loops {
        while checker.pass() {}
    }
    checker.reports = Some(Reports { problems, seen: Vec::new() });
    checker.pass();
}

/// Problems, each reported once.
struct Reports<'a> {
    problems: &'a mut Vec<Problem>,
    seen: Vec<(LoanId, ExpressionId)>,
}

struct Checker<'a, 'b> {
    subject: Subject<'a>,
    form: &'b SourceForm,
    dataflow: &'b super::dataflow::Dataflow,
    holders: Holders,
    loans: Loans,
    state: State,
    /// What live holders hold at the start of each block.
    entries: Vec<Vec<(u32, LoanSet)>>,
    /// The statements of the block at which a holder is used for the last time, backwards.
    deaths: Vec<(usize, u32)>,
    /// The accesses of the current statement.
    accesses: Vec<(Access, Place)>,
    /// Absent while the loans are only followed.
    reports: Option<Reports<'b>>,
}

impl Checker<'_, '_> {
    /// Borrowed parameters hold what the caller lent.
    fn enter_parameters(&mut self) {
        for parameter in self.form.parameters() {
            if let Some(holder) = self.holders.number(parameter) {
                let loan = self.loans.parameter(parameter);
                self.entries[0].push((holder, LoanSet::from_slice(&[loan])));
            }
        }
    }

    /// Goes through all blocks once. Whether a loop has brought something new to a block that was passed.
    fn pass(&mut self) -> bool {
        let mut again = false;
        for block in self.form.block_ids() {
            self.block(block);
            for target in self.form.blocks[block.0 as usize].terminator.successors() {
                let grown = self.flow_into(target);
                again |= grown && target <= block;
            }
        }
        again
    }

    /// Adds what the live holders hold now to what is known at the start of a block.
    fn flow_into(&mut self, target: BlockId) -> bool {
        let row = target.0 as usize;
        let mut grown = false;
        for &holder in self.state.active() {
            let bit = holder as usize;
            let is_live = bits::contains(self.dataflow.gained.row(row), bit)
                || bits::contains(self.dataflow.boundary.row(row), bit)
                    && !bits::contains(self.dataflow.lost.row(row), bit);
            if !is_live {
                continue;
            }
            let held = self.state.held(holder);
            let entry = &mut self.entries[row];
            match entry.iter_mut().find(|(known, _)| *known == holder) {
                Some((_, known)) => grown |= super::holders::unite(known, held),
                None => {
                    entry.push((holder, held.clone()));
                    grown = true;
                }
            }
        }
        grown
    }

    fn block(&mut self, block: BlockId) {
        self.state.clear();
        for (holder, held) in &self.entries[block.0 as usize] {
            self.state.set(*holder, held.clone());
        }
        self.find_deaths(block);
        for index in self.form.statement_range(block) {
            let statement = self.form.statements[index];
            self.statement(block, index, &statement);
            while let Some((at, holder)) = self.deaths.last().copied()
                && at == index
            {
                self.state.remove(holder);
                self.deaths.pop();
            }
        }
        if let Terminator::Return = self.form.blocks[block.0 as usize].terminator {
            self.check_return(block);
        }
    }

    /// Notes, for each holder, the statement of the block behind which it is not used any more.
    fn find_deaths(&mut self, block: BlockId) {
        self.deaths.clear();
        let mut live = self.dataflow.boundary.row(block.0 as usize).to_vec();
        let (form, holders, deaths) = (self.form, &self.holders, &mut self.deaths);
        form.terminator_accesses(form.blocks[block.0 as usize].terminator, |_, place| {
            if let Some(holder) = holders.of(form, place) {
                bits::insert(&mut live, holder as usize);
            }
        });
        for index in form.statement_range(block).rev() {
            let kind = &form.statements[index].kind;
            form.accesses(kind, |access, place| {
                if access == Access::Write
                    && let Some(holder) = place.as_local().and_then(|local| holders.number(local))
                {
                    if !bits::contains(&live, holder as usize) {
                        deaths.push((index, holder));
                    }
                    bits::remove(&mut live, holder as usize);
                }
            });
            form.accesses(kind, |access, place| {
                if super::holders::is_use(access, place)
                    && let Some(holder) = holders.of(form, place)
                    && !bits::contains(&live, holder as usize)
                {
                    bits::insert(&mut live, holder as usize);
                    deaths.push((index, holder));
                }
            });
        }
    }

    fn statement(&mut self, block: BlockId, index: usize, statement: &Statement) {
        let point = Point { block, index, at: statement.expression };
        if !self.state.active().is_empty() {
            let mut accesses = std::mem::take(&mut self.accesses);
            accesses.clear();
            self.form.accesses(&statement.kind, |access, place| accesses.push((access, place)));
            self.accesses = accesses;
            for position in 0..self.accesses.len() {
                let (access, place) = self.accesses[position];
                if access == Access::Write {
                    self.activate(point, statement);
                }
                self.access(point, position, access, place);
            }
        }
        match statement.kind {
            StatementKind::Assign(place, rvalue) => self.assign(point, place, rvalue),
            StatementKind::Swap(left, right) => {
                // Each may hold what the other held.
                let mut held = self.held_by(left);
                super::holders::unite(&mut held, &self.held_by(right));
                self.store(point, left, held.clone());
                self.store(point, right, held);
            }
            StatementKind::Nothing
            | StatementKind::ReplaceContents(..)
            | StatementKind::CheckBounds { .. }
            | StatementKind::Drop { .. }
            | StatementKind::Declare(_)
            | StatementKind::StorageDead(_) => {}
        }
    }

    /// When all arguments are evaluated, those lent as `mut` become what they are.
    fn activate(&mut self, point: Point, statement: &Statement) {
        let StatementKind::Assign(_, Rvalue::Call(_, arguments)) = statement.kind else { return };
        for argument in self.form.operand_list(arguments) {
            let (Operand::Move(place) | Operand::Copy(place)) = *argument else { continue };
            let Some(holder) = place.as_local().and_then(|local| self.holders.number(local)) else { continue };
            let own = self.state.held(holder).iter().copied().find(|loan| self.is_waiting(*loan, holder));
            let Some(own) = own else { continue };
            let lent = self.loans.get(own).place;
            let conflict = self.conflict(lent, Kind::Lend { mutable: true }, |other, by| other != own && by != holder);
            if let Some((loan, by)) = conflict {
                let at = self.loans.get(own).expression;
                // The later of the two is the one to speak of.
                let (at, loan) = if self.loans.get(loan).statement > self.loans.get(own).statement {
                    (self.loans.get(loan).expression, own)
                } else {
                    (at, loan)
                };
                self.report(loan, at, |name, lent| {
                    lent_twice::problem(at, name, true, lent, (by != holder).then_some(point.at))
                }, lent);
            }
        }
    }

    /// Whether a loan made for an argument still counts as `ref`.
    fn is_waiting(&self, loan: LoanId, holder: u32) -> bool {
        let loan = self.loans.get(loan);
        loan.kind == BorrowKind::MutableArgument && self.holders.number(loan.holder) == Some(holder)
    }

    fn access(&mut self, point: Point, position: usize, access: Access, place: Place) {
        let kind = match access {
            Access::Read => Kind::Read,
            Access::Move => Kind::Move,
            Access::Write => Kind::Write,
            Access::Borrow(BorrowKind::Shared | BorrowKind::MutableArgument) | Access::Address => {
                Kind::Lend { mutable: false }
            }
            Access::Borrow(BorrowKind::Mutable) => Kind::Lend { mutable: true },
            Access::Drop(_) | Access::StorageDead => Kind::End,
            Access::Declare => return,
        };
        let is_write = access == Access::Write;
        let written = if is_write { place.as_local().and_then(|local| self.holders.number(local)) } else { None };
        let conflict = self.conflict(place, kind, |_, by| {
            Some(by) != written && self.is_needed_behind(point.index, position, by, is_write)
        });
        let Some((loan, by)) = conflict else { return };
        let used = find_use(self.form, self.holders.local(by), point.block, point.index + 1)
            .or_else(|| self.is_used_here(by).then_some(point.at));
        let at = point.at;
        let mutable_access = access == Access::Borrow(BorrowKind::Mutable);
        match kind {
            Kind::Read => self.report(loan, at, |name, lent| used_while_lent::problem(at, name, lent, used), place),
            Kind::Lend { .. } => {
                let is_address = access == Access::Address;
                self.report(loan, at, |name, lent| {
                    if is_address {
                        used_while_lent::problem(at, name, lent, used)
                    } else {
                        lent_twice::problem(at, name, mutable_access, lent, used)
                    }
                }, place);
            }
            Kind::Write => {
                self.report(loan, at, |name, lent| changed_while_lent::problem(at, name, Change::Write, lent, used), place);
            }
            Kind::Move => {
                self.report(loan, at, |name, lent| changed_while_lent::problem(at, name, Change::Move, lent, used), place);
            }
            Kind::End => self.report_end(point, loan, by, place, used),
        }
    }

    fn report_end(&mut self, point: Point, loan: LoanId, by: u32, place: Place, used: Option<ExpressionId>) {
        let at = point.at;
        if let hir::Expression::Assign { .. } = self.subject.body[at] {
            // The old value is dropped because a new one is assigned.
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
            return self.report_loan(loan, lent, || returned_local::problem(lent, name.as_deref()));
        }
        self.report_loan(loan, lent, || outlived_borrow::problem(lent, name.as_deref(), used));
    }

    /// Whether a holder is needed after the access at `position` of the current statement: in a later statement, by a
    /// later access, or because its value is part of what the statement makes.
    fn is_needed_behind(&self, index: usize, position: usize, holder: u32, is_write: bool) -> bool {
        let dies_here = self.deaths.iter().rev().take_while(|(at, _)| *at == index).any(|(_, dead)| *dead == holder);
        if !dies_here {
            return true;
        }
        if is_write {
            return false;
        }
        let local = self.holders.local(holder);
        self.accesses.iter().enumerate().any(|(other, (access, place))| {
            let is_value = *place == Place::local(local) && matches!(access, Access::Read | Access::Move);
            self.form.base_local(*place) == Some(local) && (other > position || other != position && is_value)
        })
    }

    fn is_used_here(&self, holder: u32) -> bool {
        let local = self.holders.local(holder);
        self.accesses.iter().any(|(_, place)| self.form.base_local(*place) == Some(local))
    }

    /// A live loan that forbids the access, and the holder that keeps it live.
    fn conflict(&self, place: Place, kind: Kind, counts: impl Fn(LoanId, u32) -> bool) -> Option<(LoanId, u32)> {
        for &holder in self.state.active() {
            for &loan in self.state.held(holder) {
                let data = self.loans.get(loan);
                let mutable = match data.kind {
                    BorrowKind::Shared => false,
                    BorrowKind::Mutable => true,
                    BorrowKind::MutableArgument => {
                        !self.holders.number(data.holder).is_some_and(|first| self.state.is_active(first))
                    }
                };
                if data.forbids(self.form, mutable, place, kind) && counts(loan, holder) {
                    return Some((loan, holder));
                }
            }
        }
        None
    }

    fn assign(&mut self, point: Point, place: Place, rvalue: Rvalue) {
        let Some(local) = self.form.base_local(place) else { return };
        if let Some(whole) = place.as_local() {
            self.end_loans_through(whole);
        }
        if self.holders.number(local).is_none() && !self.form.leads_away(place) {
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
    fn store(&mut self, point: Point, place: Place, held: LoanSet) {
        let Some(local) = self.form.base_local(place) else { return };
        let Some(holder) = self.holders.number(local) else { return };
        if place.as_local().is_some() {
            return self.state.set(holder, held);
        }
        if self.form.leads_away(place) {
            let through = self.state.held(holder).clone();
            return self.store_behind(point, &through, &held);
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
                    self.check_escape(point, stored);
                }
            } else if let Some(holder) = self.form.base_local(data.place).and_then(|local| self.holders.number(local)) {
                self.state.add(holder, held);
            }
        }
    }

    fn check_escape(&mut self, _point: Point, loan: LoanId) {
        let data = *self.loans.get(loan);
        if data.is_of_own_local(self.form) {
            let name = self.name_of(data.place);
            self.report_loan(loan, data.expression, || returned_local::stored(data.expression, name.as_deref()));
        }
    }

    /// A `mut` argument whose value is of borrow type may hold the loans of all arguments afterwards.
    fn lend_to_arguments(&mut self, point: Point, arguments: OperandList) {
        for argument in self.form.operand_list(arguments) {
            let (Operand::Move(place) | Operand::Copy(place)) = *argument else { continue };
            let Some(local) = place.as_local() else { continue };
            let Some(holder) = self.holders.number(local) else { continue };
            let is_slot = match self.form.local(local).ty.as_borrow() {
                Some((target, true)) => types::holds_borrow(target),
                Some((_, false)) | None => false,
            };
            if is_slot {
                let through = self.state.held(holder).clone();
                let held = self.held_by_list(arguments);
                self.store_behind(point, &through, &held);
            }
        }
    }

    /// What a new borrow of a place holds: the last borrow on the path counts.
    fn held_by_borrow(&self, index: usize, lent: Place) -> LoanSet {
        let mut held = LoanSet::new();
        match self.loans.way(self.form, lent) {
            super::loan::Way::Own => {}
            super::loan::Way::Unknown => return held,
            super::loan::Way::ThroughRef => return self.held_by(lent),
            super::loan::Way::ThroughMut => held = self.held_by(lent),
        }
        if let Some(loan) = self.loans.made_by(index) {
            super::holders::unite(&mut held, &[loan]);
        }
        held
    }

    fn held_by(&self, place: Place) -> LoanSet {
        match self.holders.of(self.form, place) {
            Some(holder) => self.state.held(holder).clone(),
            None => LoanSet::new(),
        }
    }

    fn held_by_operand(&self, operand: Operand) -> LoanSet {
        match operand {
            Operand::Copy(place) | Operand::Move(place) => self.held_by(place),
            Operand::Constant(_) | Operand::Poison => LoanSet::new(),
        }
    }

    fn held_by_list(&self, operands: OperandList) -> LoanSet {
        let mut held = LoanSet::new();
        for operand in self.form.operand_list(operands) {
            super::holders::unite(&mut held, &self.held_by_operand(*operand));
        }
        held
    }

    /// The result of a `fn` or `fn mut` method holds what `self` holds, any other what all arguments hold.
    fn held_by_result(&self, callee: Callee, arguments: OperandList) -> LoanSet {
        let receiver = match callee {
            Callee::Function { item, type_arguments: _ } => types::signature(self.subject.db, item).receiver,
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

    /// What is returned may lead only to where the arguments lead, in a method to where `self` leads.
    fn check_return(&mut self, block: BlockId) {
        let Some(holder) = self.holders.number(LocalId::RETURN) else { return };
        let only_self = self.subject.signature.is_some_and(|signature| match signature.receiver {
            Some(Receiver::Ref | Receiver::Mut) => true,
            Some(Receiver::Move) | None => false,
        });
        for loan in self.state.held(holder).clone() {
            let data = *self.loans.get(loan);
            if data.is_of_own_local(self.form) {
                let name = self.name_of(data.place);
                self.report_loan(loan, data.expression, || returned_local::problem(data.expression, name.as_deref()));
            } else if data.is_parameter() && only_self && data.holder != LocalId(1) {
                let at = self.last_result(block);
                let Some(parameter) = self.form.local(data.holder).variable else { continue };
                let name = self.subject.body[parameter].name.text();
                self.report_loan(loan, at, || returned_argument::problem(at, parameter, name));
            }
        }
    }

    /// The expression that gave the return place its value.
    fn last_result(&self, block: BlockId) -> ExpressionId {
        let statements = self.form.block_statements(block).iter().rev();
        let mut results = statements.filter_map(|statement| match statement.kind {
            StatementKind::Assign(place, _) if place == Place::local(LocalId::RETURN) => Some(statement.expression),
            StatementKind::Assign(..)
            | StatementKind::Nothing
            | StatementKind::ReplaceContents(..)
            | StatementKind::Swap(..)
            | StatementKind::CheckBounds { .. }
            | StatementKind::Drop { .. }
            | StatementKind::Declare(_)
            | StatementKind::StorageDead(_) => None,
        });
        results.next().unwrap_or(self.subject.body.root)
    }

    /// The name of a place that begins with a variable.
    fn name_of(&self, place: Place) -> Option<String> {
        let local = self.form.base_local(place)?;
        self.form.local(local).name?;
        Some(self.form.describe(self.subject.db, place))
    }

    fn report(
        &mut self,
        loan: LoanId,
        at: ExpressionId,
        problem: impl FnOnce(&str, ExpressionId) -> Problem,
        place: Place,
    ) {
        if self.reports.is_some() {
            let name = self.form.describe(self.subject.db, place);
            let lent = self.loans.get(loan).expression;
            self.report_loan(loan, at, || problem(&name, lent));
        }
    }

    fn report_loan(&mut self, loan: LoanId, at: ExpressionId, problem: impl FnOnce() -> Problem) {
        if let Some(reports) = &mut self.reports
            && !reports.seen.contains(&(loan, at))
        {
            reports.seen.push((loan, at));
            reports.problems.push(problem());
        }
    }
}

/// Where something happens.
#[derive(Clone, Copy)]
struct Point {
    block: BlockId,
    index: usize,
    at: ExpressionId,
}
