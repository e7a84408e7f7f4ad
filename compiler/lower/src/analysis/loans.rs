//! Borrows: which values hold which loans, and what may not happen while they may still be used. A value holds the loans
//! it was made with; a loan is live while a local that holds it is used later. No lifetimes: only liveness of locals and
//! what each of them holds at each point. What a call does is judged by the declared signature of what it calls.
//! Must not know how signatures were written: a result holds what language rules say of all results.

mod called;
mod held;
mod report;

use std::cell::OnceCell;

use hir::ExpressionId;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use types::Problem;

use super::dataflow::Dataflow;
use super::holders::Holders;
use super::holding::{Held, Holding, State};
use super::last_uses::LastUses;
use super::loan::{Kind, Loan, LoanId, Loans};
use super::reaching::Uses;
use super::rules::{BorrowRule, rule};
use super::sets::{Set, Sets};
use super::{Scratch, Subject};
use crate::diagnostics::kinds::{LaterUse, changed_while_lent, lent_twice};
use crate::source_form::{
    Access, BlockId, BorrowKind, LocalId, Operand, Place, Rvalue, SourceForm, Statement, StatementKind,
};

/// Checks the loans of a body, and leaves of the last uses those of which no loan is live.
pub fn check(
    subject: Subject<'_>,
    form: &SourceForm,
    scratch: &mut Scratch,
    last_uses: &mut LastUses,
    problems: &mut Vec<Problem>,
) {
    let holders = Holders::new(subject.db, form, &mut scratch.dataflow);
    if holders.count() == 0 {
        return;
    }
    let loans = Loans::new(form);
    let dataflow = &mut scratch.dataflow;
    let mut checker = Checker {
        subject,
        form,
        dataflow,
        sets: Sets::default(),
        deepest: holders.depths().iter().map(|depth| depth.levels).max().unwrap_or(0),
        state: State::new(holders.depths()),
        entries: vec![Holding::default(); form.blocks.len()],
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
        .any(|(index, block)| form.successors(block.terminator).any(|target| target.0 as usize <= index));
    if has_loops {
        while checker.pass() {}
    }
    let before = problems.len();
    let (uses, seen) = (OnceCell::new(), FxHashSet::default());
    checker.reports = Some(Reports { problems, uses, seen, nameless: Vec::new(), count: None, last_uses });
    checker.pass();
    let nameless = checker.reports.map(|reports| reports.nameless).unwrap_or_default();
    drop_consequences(problems, before, &nameless);
}

/// Problems, each reported once.
struct Reports<'a> {
    problems: &'a mut Vec<Problem>,
    /// Where borrows are used; made for the first problem.
    uses: OnceCell<Uses>,
    seen: FxHashSet<(LoanId, ExpressionId)>,
    /// The places of those that are about values without names.
    nameless: Vec<usize>,
    /// The problem reported last if it is one of a count for a check: its loan, what is counted, and where it is told.
    count: Option<(LoanId, Place, ExpressionId)>,
    /// Uses that take a value if no loan of it is live.
    last_uses: &'a mut LastUses,
}

/// Leaves out what is said of a value without a name where the same is said of a variable at the same place.
fn drop_consequences(problems: &mut Vec<Problem>, before: usize, nameless: &[usize]) {
    if nameless.is_empty() {
        return;
    }
    let is_nameless = |place: usize| nameless.contains(&place);
    let told: FxHashSet<_> = (before..problems.len())
        .filter(|place| !is_nameless(*place))
        .map(|place| (problems[place].kind.code, problems[place].at))
        .collect();
    let mut place = 0;
    problems.retain(|problem| {
        place += 1;
        !(is_nameless(place - 1) && told.contains(&(problem.kind.code, problem.at)))
    });
}

struct Checker<'a, 'b> {
    subject: Subject<'a>,
    form: &'b SourceForm,
    dataflow: &'b mut Dataflow,
    holders: Holders,
    loans: Loans,
    /// What sets of loans are made of.
    sets: Sets,
    state: State,
    /// The most levels that a value here has.
    deepest: usize,
    /// What live holders hold at the start of each block.
    entries: Vec<Holding>,
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
        let mut entered = Vec::new();
        for parameter in self.form.parameters() {
            if let Some(holder) = self.holders.number(parameter) {
                let levels = 0..self.holders.depth(holder);
                entered.extend(levels.map(|level| (holder, level, self.loans.parameter(parameter, level))));
                if parameter == LocalId(1) && self.declared_view().is_some() {
                    entered.push((holder, 0, self.loans.storage_of_view(parameter)));
                }
            }
        }
        self.loans.sort(self.form, &mut self.sets);
        for (holder, level, loan) in entered {
            let mut held = self.state.held(holder).clone();
            let mut own = Set::default();
            self.sets.insert(&mut own, loan as usize);
            held.add(&mut self.sets, level, own);
            self.state.set(&mut self.sets, holder, held);
        }
        self.entries[0] = self.state.current();
    }

    /// Goes through all blocks once. Whether a loop has brought something new to a block that was passed.
    fn pass(&mut self) -> bool {
        let mut again = false;
        for block in self.form.block_ids() {
            self.block(block);
            for target in self.form.successors(self.form.blocks[block.0 as usize].terminator) {
                let grown = self.flow(block, target);
                again |= grown && target <= block;
            }
        }
        again
    }

    /// Adds what the live holders hold at the end of a block to what is known at the start of one that follows.
    fn flow(&mut self, source: BlockId, target: BlockId) -> bool {
        let live = self.dataflow.beyond[target.0 as usize];
        let known = self.dataflow.boundary[source.0 as usize];
        let entry = &mut self.entries[target.0 as usize];
        let holders = (&self.dataflow.sets, live, known);
        self.state.flow_into(entry, holders, &mut self.sets)
    }

    fn block(&mut self, block: BlockId) {
        self.state.go_to(self.entries[block.0 as usize]);
        self.find_deaths(block);
        for index in self.form.statement_range(block) {
            let statement = self.form.statements[index];
            self.statement(block, index, &statement);
            while let Some((at, holder)) = self.deaths.last().copied()
                && at == index
            {
                self.state.remove(&mut self.sets, holder);
                self.deaths.pop();
            }
        }
        if self.form.leaves(block) {
            self.check_return(block);
        }
        // What the terminator alone still needed.
        while let Some((_, holder)) = self.deaths.pop() {
            self.state.remove(&mut self.sets, holder);
        }
    }

    /// Notes, for each holder, the statement of the block behind which it is not used any more: the end for the
    /// terminator. Only holders that are used later go on to other blocks.
    fn find_deaths(&mut self, block: BlockId) {
        self.deaths.clear();
        let mut live = self.dataflow.boundary[block.0 as usize];
        let (form, holders, deaths) = (self.form, &self.holders, &mut self.deaths);
        let sets = &mut self.dataflow.sets;
        sets.start_editing();
        form.terminator_accesses(form.blocks[block.0 as usize].terminator, |_, place| {
            if let Some(holder) = holders.of(form, place)
                && !sets.contains(live, holder as usize)
            {
                sets.insert(&mut live, holder as usize);
                deaths.push((form.statement_range(block).end, holder));
            }
        });
        for index in form.statement_range(block).rev() {
            let kind = &form.statements[index].kind;
            // What gets a new value here that is used later does not die here, though its old value does.
            let mut renewed = SmallVec::<[u32; 2]>::new();
            form.accesses(kind, |access, place| {
                if access == Access::Write
                    && let Some(holder) = place.as_local().and_then(|local| holders.number(local))
                {
                    if sets.contains(live, holder as usize) {
                        renewed.push(holder);
                    } else {
                        deaths.push((index, holder));
                    }
                    sets.remove(&mut live, holder as usize);
                }
            });
            form.accesses(kind, |access, place| {
                if holders.is_use(form, access, place)
                    && let Some(holder) = holders.of(form, place)
                    && !sets.contains(live, holder as usize)
                {
                    sets.insert(&mut live, holder as usize);
                    if !renewed.contains(&holder) {
                        deaths.push((index, holder));
                    }
                }
            });
        }
        sets.forget_edited();
    }

    fn statement(&mut self, block: BlockId, index: usize, statement: &Statement) {
        let point = Point { block, index, at: statement.expression };
        if !self.state.is_empty() {
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
            self.keep_lent(point);
        }
        match statement.kind {
            StatementKind::Assign(place, rvalue) => {
                if let Rvalue::Call(callee, arguments) = rvalue {
                    self.store_by_call(point, self.form.callee(callee), arguments);
                }
                self.assign(point, place, rvalue);
            }
            StatementKind::ReplaceContents(place, operand) => self.assign(point, place, Rvalue::Use(operand)),
            StatementKind::Swap(left, right) => self.exchange(point, left, right),
            StatementKind::StorageDead(local) => self.end_loans_of(local),
            StatementKind::Nothing
            | StatementKind::Count(_)
            | StatementKind::Reach(_)
            | StatementKind::CheckBounds { .. }
            | StatementKind::CheckRange { .. }
            | StatementKind::Drop { .. }
            | StatementKind::Declare(_) => {}
        }
    }

    /// A use that would be the last of a variable takes nothing while a loan of it is live.
    fn keep_lent(&mut self, point: Point) {
        let Some(reports) = self.reports.take() else { return };
        reports.last_uses.retain_at(point.index, |local| {
            let place = Place::local(local);
            let position = self.accesses.iter().rposition(|access| *access == (Access::Read, place));
            let (Some(position), Some(against)) = (position, self.held_against(place, Kind::Move)) else { return true };
            let is_needed = |_, by| self.is_needed_behind(point.index, position, by, false);
            self.conflict(against, place, Kind::Move, is_needed).is_none()
        });
        self.reports = Some(reports);
    }

    /// A place gets a value: what was lent through a borrow that lay in it is lent through it no more.
    fn assign(&mut self, point: Point, place: Place, rvalue: Rvalue) {
        let held = self.held_by_value(point.index, place, rvalue);
        self.forget_moved(point);
        let mut held = self.without_loans_through(place, held);
        self.check_own_loan(point, place, &held);
        self.store(point, place, std::mem::take(&mut held));
    }

    /// A variable whose value has moved holds nothing any more: where its end would be a use, it is none.
    fn forget_moved(&mut self, point: Point) {
        if self.state.is_empty() {
            return;
        }
        let mut moved = SmallVec::<[u32; 4]>::new();
        self.form.accesses(&self.form.statements[point.index].kind, |access, place| {
            if access == Access::Move
                && let Some(holder) = place.as_local().and_then(|local| self.holders.number(local))
                && self.holders.ends_with_use(holder)
            {
                moved.push(holder);
            }
        });
        for holder in moved {
            self.state.remove(&mut self.sets, holder);
        }
    }

    /// A value may not lead to the storage that it overwrites.
    fn check_own_loan(&mut self, point: Point, place: Place, held: &Held) {
        let Some(holder) = self.holders.of(self.form, place) else {
            return;
        };
        let is_overwritten = |loan: &LoanId| {
            let data = self.loans.get(*loan);
            data.forbids(self.form, data.kind != BorrowKind::Shared, place, Kind::Write)
        };
        let all = held.all(&mut self.sets);
        let own = self.loans.of(self.form, place);
        let overwritten = self.sets.find_common(all, own, |loan| {
            let loan = loan as LoanId;
            is_overwritten(&loan).then_some(loan)
        });
        if let Some(loan) = overwritten
            && self.is_used_behind(point, holder)
        {
            self.report(
                loan,
                point.at,
                |name, lent| changed_while_lent::problem(point.at, name, changed_while_lent::Change::Write, lent, None),
                place,
            );
        }
    }

    /// When all arguments are evaluated, those lent as `mut` become what they are.
    fn activate(&mut self, point: Point, statement: &Statement) {
        match statement.kind {
            // A value is made by a call of its type or case.
            StatementKind::Assign(
                _,
                Rvalue::Call(_, arguments) | Rvalue::Aggregate(arguments) | Rvalue::Case(_, arguments),
            ) => {
                let form = self.form;
                for argument in form.operand_list(arguments) {
                    if let Operand::Move(place) | Operand::Copy(place) = *argument
                        && let Some(local) = place.as_local()
                    {
                        self.activate_argument(point, local);
                    }
                }
            }
            StatementKind::Swap(left, right) => {
                for local in [left, right].into_iter().filter_map(|place| self.form.base_local(place)) {
                    self.activate_argument(point, local);
                }
            }
            StatementKind::Assign(..)
            | StatementKind::Nothing
            | StatementKind::ReplaceContents(..)
            | StatementKind::Count(_)
            | StatementKind::Reach(_)
            | StatementKind::CheckBounds { .. }
            | StatementKind::CheckRange { .. }
            | StatementKind::Drop { .. }
            | StatementKind::Declare(_)
            | StatementKind::StorageDead(_) => {}
        }
    }

    fn activate_argument(&mut self, point: Point, argument: LocalId) {
        let Some(holder) = self.holders.number(argument) else {
            return;
        };
        let waiting = (self.state.held(holder).level(0), self.loans.waiting_in(argument));
        let Some(own) = self.sets.find_common(waiting.0, waiting.1, Some) else {
            return;
        };
        let own = own as LoanId;
        if !rule(BorrowRule::OnlyLiveLoan) {
            return;
        }
        let lent = self.loans.get(own).place;
        let kind = Kind::Lend { mutable: true };
        let Some(against) = self.held_against(lent, kind) else { return };
        let conflict = self.conflict(against, lent, kind, |other, by| {
            other != own && (self.is_part_of_value(by) || self.is_used_behind(point, by))
        });
        let Some((loan, by)) = conflict else { return };
        let at = self.loans.get(own).expression;
        // The later of the two is the one to speak of.
        let is_own_first = self.loans.get(loan).statement > self.loans.get(own).statement;
        let (at, loan) = if is_own_first { (self.loans.get(loan).expression, own) } else { (at, loan) };
        let used = if by == holder {
            None
        } else if is_own_first {
            Some(LaterUse::Expression(point.at))
        } else {
            self.next_use(by, point).or(Some(LaterUse::Expression(point.at)))
        };
        let is_for_c = self.subject.inference.adjustment(at) == types::Adjustment::Address;
        self.report(loan, at, |name, lent| lent_twice::problem(at, name, true, lent, used, is_for_c), lent);
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
        let later = self.accesses.iter().skip(position + 1);
        later.into_iter().any(|(_, place)| self.form.base_local(*place) == Some(local)) || self.is_part_of_value(holder)
    }

    /// Whether the current statement takes a value of borrow type from a holder, which what it makes or calls then has,
    /// lends one, which what it makes then leads to, or writes where the holder leads.
    fn is_part_of_value(&self, holder: u32) -> bool {
        let local = self.holders.local(holder);
        self.accesses.iter().any(|(access, place)| {
            self.form.base_local(*place) == Some(local)
                && match access {
                    Access::Read | Access::Move | Access::Borrow(_) => {
                        types::holds_borrow(self.subject.db, self.form.place_type(self.subject.db, *place))
                    }
                    Access::Write => place.as_local().is_none(),
                    Access::Count | Access::Address | Access::Drop(_) | Access::Declare | Access::StorageDead => false,
                }
        })
    }

    /// Whether the value that a holder has after a statement is used later.
    fn is_used_behind(&self, point: Point, holder: u32) -> bool {
        let local = self.holders.local(holder);
        let (form, row) = (self.form, point.block.0 as usize);
        let mut used = None;
        let mut visit = |access: Access, place: Place| {
            if used.is_none() && form.base_local(place) == Some(local) {
                if self.holders.is_use(form, access, place) {
                    used = Some(true);
                } else if access == Access::Write {
                    used = Some(false);
                }
            }
        };
        for index in point.index + 1..form.statement_range(point.block).end {
            form.accesses(&form.statements[index].kind, &mut visit);
        }
        form.terminator_accesses(form.blocks[row].terminator, visit);
        used.unwrap_or_else(|| self.dataflow.sets.contains(self.dataflow.boundary[row], holder as usize))
    }

    fn is_used_here(&self, holder: u32) -> bool {
        let local = self.holders.local(holder);
        self.accesses.iter().any(|(_, place)| self.form.base_local(*place) == Some(local))
    }

    /// A variable has ended, which has been reported if it is still lent: in the next turn of a loop it is another one.
    fn end_loans_of(&mut self, local: LocalId) {
        let place = Place::local(local);
        let ended = self.loans_where(self.state.loans(), place, |loan, form| loan.is_of_own_local(form));
        self.state.remove_loans(&mut self.sets, ended);
    }

    /// Which of some loans lend what a place begins with and are such as asked for.
    fn loans_where(&mut self, among: Set, place: Place, is_such: impl Fn(&Loan, &SourceForm) -> bool) -> Set {
        let mut found = SmallVec::<[usize; 8]>::new();
        let of_local = self.loans.of(self.form, place);
        let searched: Option<()> = self.sets.find_common(among, of_local, |loan| {
            if is_such(self.loans.get(loan as LoanId), self.form) {
                found.push(loan);
            }
            None
        });
        debug_assert!(searched.is_none());
        let mut set = Set::default();
        for loan in found {
            self.sets.insert(&mut set, loan);
        }
        set
    }

    /// Ends the loans of what the borrows in a place lead to, in a value too: the place gets other ones.
    fn without_loans_through(&mut self, place: Place, mut held: Held) -> Held {
        if self.holders.of(self.form, place).is_some() {
            let all = held.all(&mut self.sets);
            let leads = |loan: &Loan, form: &SourceForm| loan.leads_through(form, place);
            let ended = self.loans_where(self.state.loans(), place, leads);
            self.state.remove_loans(&mut self.sets, ended);
            let ended = self.loans_where(all, place, leads);
            held.remove(&mut self.sets, ended);
        }
        held
    }

    /// The loans that may forbid an access, if one of them is live.
    fn held_against(&mut self, place: Place, kind: Kind) -> Option<Set> {
        let against = self.loans.against(self.form, place, kind);
        self.state.is_held(&mut self.sets, against).then_some(against)
    }

    /// Of the loans that may, a live one that forbids the access, and the holder that keeps it live.
    fn conflict(
        &self,
        against: Set,
        place: Place,
        kind: Kind,
        counts: impl Fn(LoanId, u32) -> bool,
    ) -> Option<(LoanId, u32)> {
        let forbids = |loan: LoanId| {
            let data = self.loans.get(loan);
            let mutable = match data.kind {
                BorrowKind::Shared => false,
                BorrowKind::Mutable => true,
                BorrowKind::MutableArgument => {
                    let mut first = self.holders.number(data.holder).into_iter();
                    let waits = first.any(|first| self.state.is_active(first));
                    if waits && !rule(BorrowRule::WaitingMutIsLent) {
                        return false;
                    }
                    !waits
                }
            };
            data.forbids(self.form, mutable, place, kind)
        };
        self.state.find(&self.sets, against, |holder, held| {
            (0..held.depth()).find_map(|level| {
                self.sets.find_common(held.level(level), against, |loan| {
                    let loan = loan as LoanId;
                    (forbids(loan) && counts(loan, holder)).then_some((loan, holder))
                })
            })
        })
    }
}

/// Where something happens.
#[derive(Clone, Copy)]
struct Point {
    block: BlockId,
    index: usize,
    at: ExpressionId,
}
