//! The loans of a body: which place each borrow lends, and which accesses a loan forbids. Must not know flow.

use std::borrow::Cow;

use hir::ExpressionId;
use smallvec::SmallVec;

use super::rules::{BorrowRule, rule};
use super::sets::{Set, Sets};
use crate::source_form::{
    BorrowKind, LocalId, LocalKind, Operand, Place, Projection, Rvalue, SourceForm, StatementKind,
};

/// A number of a loan.
pub type LoanId = u32;

/// A loan.
#[derive(Clone, Copy, Debug)]
pub struct Loan {
    /// What is lent; of a parameter's loan the parameter itself.
    pub place: Place,
    /// How. A parameter's loan forbids nothing here.
    pub kind: BorrowKind,
    /// The local that held it first.
    pub holder: LocalId,
    /// The statement that made it.
    pub statement: usize,
    /// The expression that made it.
    pub expression: ExpressionId,
    /// Of what a caller lent, the level of the parameter's value on which it stands.
    parameter_level: Option<u32>,
    /// Whether it is of the own storage of the view whose method the body is, and not of what that leads to.
    is_storage: bool,
}

/// What is done to a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It is read.
    Read,
    /// How many elements it leads to is read, and none of them.
    Count,
    /// It gets a value.
    Write,
    /// Its value is taken out.
    Move,
    /// It is lent.
    Lend {
        /// As `mut`, at once.
        mutable: bool,
    },
    /// Its value or memory ends.
    End {
        /// Whether it may use what the value holds: something in that has `Drop`.
        with_use: bool,
    },
}

/// The last borrow on a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// None: the path stays in a local.
    Own,
    /// A `ref`.
    ThroughRef,
    /// A `mut`.
    ThroughMut,
    /// A raw pointer, a constant or a C global: nothing is known, or nothing ends.
    Unknown,
}

/// The loans of a body.
pub struct Loans {
    loans: Vec<Loan>,
    /// For each local its loans.
    of_local: Vec<LoansOfLocal>,
}

/// The loans that have to do with a local.
#[derive(Clone, Copy, Default)]
struct LoansOfLocal {
    /// Those that lend it, or a part of it, or what it leads to.
    lend: Set,
    /// Those of them that are not `ref`.
    lend_mutable: Set,
    /// Those that count as `ref` until all arguments are evaluated, of which it is one.
    waiting: Set,
}

impl Loans {
    /// Numbers the loans that statements make, in order.
    pub fn new(form: &SourceForm) -> Loans {
        let mut loans = Loans { loans: Vec::new(), of_local: Vec::new() };
        for (index, statement) in form.statements.iter().enumerate() {
            if let StatementKind::Assign(holder, Rvalue::Borrow(kind, place)) = statement.kind
                && let Some(holder) = form.base_local(holder)
                && matches!(loans.way(form, place), Way::Own | Way::ThroughMut)
            {
                loans.loans.push(Loan {
                    place,
                    kind,
                    holder,
                    statement: index,
                    expression: statement.expression,
                    parameter_level: None,
                    is_storage: false,
                });
            }
            // A `mut` that becomes a `dyn` on its way to a call waits in that.
            if let StatementKind::Assign(place, Rvalue::Object(Operand::Move(lent))) = statement.kind
                && let (Some(object), Some(lent)) = (place.as_local(), lent.as_local())
                && matches!(form.local(object).kind, LocalKind::Value | LocalKind::Temporary)
                && let Some(made) = loans.loans.last_mut().filter(|made| made.holder == lent)
            {
                made.holder = object;
            }
        }
        loans
    }

    /// Adds the loan of the own storage of the view whose method the body is.
    pub fn storage_of_view(&mut self, parameter: LocalId) -> LoanId {
        let loan = self.parameter(parameter, 0);
        self.loans[loan as usize].is_storage = true;
        loan
    }

    /// Adds the loans that a parameter holds from the caller on one level.
    pub fn parameter(&mut self, parameter: LocalId, level: usize) -> LoanId {
        let place = Place::local(parameter);
        let expression = ExpressionId::from_index(0);
        // Behind those of statements, which are found by their statement.
        let statement = usize::MAX;
        self.loans.push(Loan {
            place,
            kind: BorrowKind::Shared,
            holder: parameter,
            statement,
            expression,
            parameter_level: Some(level as u32),
            is_storage: false,
        });
        self.loans.len() as LoanId - 1
    }

    /// A loan.
    pub fn get(&self, loan: LoanId) -> &Loan {
        &self.loans[loan as usize]
    }

    /// Sorts the loans by locals, when there are all of them; `sets` is empty yet.
    pub fn sort(&mut self, form: &SourceForm, sets: &mut Sets) {
        sets.reset(self.loans.len());
        self.of_local.resize(form.locals.len(), LoansOfLocal::default());
        for (number, loan) in self.loans.iter().enumerate().filter(|(_, loan)| !loan.is_parameter()) {
            if let Some(local) = form.base_local(loan.place) {
                let of_local = &mut self.of_local[local.0 as usize];
                sets.insert(&mut of_local.lend, number);
                if loan.kind != BorrowKind::Shared {
                    sets.insert(&mut of_local.lend_mutable, number);
                }
            }
            if loan.kind == BorrowKind::MutableArgument {
                sets.insert(&mut self.of_local[loan.holder.0 as usize].waiting, number);
            }
        }
    }

    /// All loans that lend what a place begins with.
    pub fn of(&self, form: &SourceForm, place: Place) -> Set {
        let local = form.base_local(place);
        local.map_or(Set::default(), |local| self.of_local[local.0 as usize].lend)
    }

    /// Those of them that may forbid what is done.
    pub fn against(&self, form: &SourceForm, place: Place, kind: Kind) -> Set {
        match kind {
            Kind::Read | Kind::Count | Kind::Lend { mutable: false } => {
                let local = form.base_local(place);
                local.map_or(Set::default(), |local| self.of_local[local.0 as usize].lend_mutable)
            }
            Kind::Write | Kind::Move | Kind::Lend { mutable: true } | Kind::End { .. } => self.of(form, place),
        }
    }

    /// The loans that are made for an argument.
    pub fn waiting_in(&self, argument: LocalId) -> Set {
        self.of_local[argument.0 as usize].waiting
    }

    /// The loan that a statement makes.
    pub fn made_by(&self, statement: usize) -> Option<LoanId> {
        self.loans.binary_search_by_key(&statement, |loan| loan.statement).ok().map(|index| index as LoanId)
    }

    /// The last borrow on the path of a place.
    pub fn way(&self, form: &SourceForm, place: Place) -> Way {
        for projection in form.projections(place).iter().rev() {
            match projection {
                Projection::Deref { mutable: true } => return Way::ThroughMut,
                Projection::Deref { mutable: false } => return Way::ThroughRef,
                Projection::PointerElement(_) | Projection::PointerSlice(_) => return Way::Unknown,
                Projection::Field(_)
                | Projection::UnionField(_)
                | Projection::Payload(_)
                | Projection::Storage
                | Projection::Slice(_)
                | Projection::FromEnd { .. }
                | Projection::Rest { .. }
                | Projection::Index(_)
                | Projection::ConstantIndex(_) => {}
            }
        }
        if form.base_local(place).is_some() { Way::Own } else { Way::Unknown }
    }
}

/// The borrows that a path goes through, in order, and whether each is a `mut`.
pub fn borrows_on_path(form: &SourceForm, place: Place) -> SmallVec<[bool; 4]> {
    form.projections(place)
        .iter()
        .filter_map(|projection| if let Projection::Deref { mutable } = projection { Some(*mutable) } else { None })
        .collect()
}

impl Loan {
    /// Whether it is what a caller lent.
    pub fn is_parameter(&self) -> bool {
        self.parameter_level.is_some()
    }

    /// Whether it is of the own storage of the view whose method the body is.
    pub fn is_storage(&self) -> bool {
        self.is_storage
    }

    /// Of what a caller lent, the level of the parameter's value on which it stands.
    pub fn parameter_level(&self) -> Option<usize> {
        self.parameter_level.map(|level| level as usize)
    }

    /// Whether it lends what this body owns: a local, and nothing that a borrow leads to.
    pub fn is_of_own_local(&self, form: &SourceForm) -> bool {
        !self.is_parameter() && !form.leads_away(self.place)
    }

    /// Whether the loan, being live, forbids an access. `mutable` says what it counts as now.
    pub fn forbids(&self, form: &SourceForm, mutable: bool, place: Place, kind: Kind) -> bool {
        if self.is_parameter() || form.base(place) != form.base(self.place) {
            return false;
        }
        let is_harmless = match kind {
            Kind::Read | Kind::Count | Kind::Lend { mutable: false } => !mutable,
            Kind::Write | Kind::Move | Kind::Lend { mutable: true } | Kind::End { .. } => false,
        };
        if is_harmless {
            return false;
        }
        let (lent, touched) = (comparable(form, self.place), comparable(form, place));
        if !is_forbidden(mutable, kind) {
            return false;
        }
        for (left, right) in lent.iter().zip(&*touched) {
            match (left, right) {
                (Projection::UnionField(left), Projection::UnionField(right)) if left != right => {
                    return rule(BorrowRule::UnionIsOnePlace);
                }
                (Projection::Index(_), Projection::Index(_) | Projection::ConstantIndex(_))
                | (Projection::ConstantIndex(_), Projection::Index(_))
                    if !rule(BorrowRule::IndicesMayBeEqual) =>
                {
                    return false;
                }
                (Projection::Field(left), Projection::Field(right)) if left != right => return false,
                // While something that a case carries is lent, the value stays of that case.
                (Projection::Payload(left), Projection::Payload(right)) if left != right => return false,
                (Projection::ConstantIndex(left), Projection::ConstantIndex(right)) if left != right => return false,
                (Projection::FromEnd { from_end: left, .. }, Projection::FromEnd { from_end: right, .. })
                    if left != right =>
                {
                    return false;
                }
                (Projection::FromEnd { from_end, least }, Projection::ConstantIndex(index))
                | (Projection::ConstantIndex(index), Projection::FromEnd { from_end, least })
                    if index.saturating_add(*from_end).saturating_add(1) < *least =>
                {
                    return false;
                }
                (Projection::Rest { front, back, length }, Projection::ConstantIndex(index))
                | (Projection::ConstantIndex(index), Projection::Rest { front, back, length })
                    if index < front || length.is_some_and(|length| index.saturating_add(*back) >= length) =>
                {
                    return false;
                }
                (Projection::Rest { back, .. }, Projection::FromEnd { from_end, .. })
                | (Projection::FromEnd { from_end, .. }, Projection::Rest { back, .. })
                    if from_end < back =>
                {
                    return false;
                }
                // All fields of a union are one memory; other indices may be equal.
                (
                    Projection::Field(_)
                    | Projection::UnionField(_)
                    | Projection::Payload(_)
                    | Projection::Storage
                    | Projection::Index(_)
                    | Projection::ConstantIndex(_)
                    | Projection::Slice(_)
                    | Projection::FromEnd { .. }
                    | Projection::Rest { .. }
                    | Projection::PointerSlice(_)
                    | Projection::Deref { mutable: _ }
                    | Projection::PointerElement(_),
                    _,
                ) => {}
            }
        }
        if lent.len() <= touched.len() {
            return true;
        }
        // What a borrow leads to stays when the borrow itself is pointed elsewhere or ends.
        let rest_leads_away = leads_away(&lent[touched.len()..]);
        match kind {
            Kind::Count => false,
            Kind::Write | Kind::End { with_use: false } => !rest_leads_away,
            Kind::Read | Kind::Move | Kind::Lend { .. } | Kind::End { with_use: true } => true,
        }
    }
}

impl Loan {
    /// Whether the loan is of what a borrow leads to that lies in a place: it ends when that borrow is pointed elsewhere.
    pub fn leads_through(&self, form: &SourceForm, place: Place) -> bool {
        if self.is_parameter() || form.base(place) != form.base(self.place) {
            return false;
        }
        let (lent, overwritten) = (comparable(form, self.place), comparable(form, place));
        let is_exact = overwritten.iter().all(|step| match step {
            Projection::Field(_)
            | Projection::Payload(_)
            | Projection::Storage
            | Projection::ConstantIndex(_)
            | Projection::Deref { mutable: _ } => true,
            Projection::Index(_)
            | Projection::FromEnd { .. }
            | Projection::Rest { .. }
            | Projection::Slice(_)
            | Projection::PointerSlice(_)
            | Projection::UnionField(_)
            | Projection::PointerElement(_) => false,
        });
        is_exact
            && lent.len() > overwritten.len()
            && lent.starts_with(&overwritten)
            && leads_away(&lent[overwritten.len()..])
    }
}

fn is_rest(step: &Projection) -> bool {
    matches!(step, Projection::Rest { .. })
}

/// The steps of a path as paths are compared: a slice is the array that it is a part of, and an index in it may be any index
/// of that. What a pattern leaves out stays apart from its other elements.
fn comparable(form: &SourceForm, place: Place) -> Cow<'_, [Projection]> {
    let steps = form.projections(place);
    let is_part = |step: &Projection| matches!(step, Projection::Slice(_) | Projection::Rest { .. });
    let last = steps.len().saturating_sub(1);
    if !steps.iter().enumerate().any(|(number, step)| is_part(step) && !(number == last && is_rest(step))) {
        return Cow::Borrowed(steps);
    }
    // Which operand it is does not matter where paths are compared.
    let any_index = Projection::Index(Operand::Copy(Place::local(LocalId::RETURN)));
    let mut is_in_part = false;
    let mut all = Vec::with_capacity(steps.len());
    for (number, step) in steps.iter().enumerate() {
        match *step {
            Projection::Slice(_) => {}
            Projection::Rest { .. } if number < last || is_in_part => {}
            Projection::ConstantIndex(_) | Projection::FromEnd { .. } if is_in_part => all.push(any_index),
            step => all.push(step),
        }
        is_in_part = is_part(step);
    }
    Cow::Owned(all)
}

/// Whether some of these steps leave what owns the place.
fn leads_away(steps: &[Projection]) -> bool {
    steps.iter().any(|step| match step {
        Projection::Deref { mutable: _ } | Projection::PointerElement(_) | Projection::PointerSlice(_) => true,
        Projection::Field(_)
        | Projection::UnionField(_)
        | Projection::Payload(_)
        | Projection::Storage
        | Projection::Slice(_)
        | Projection::FromEnd { .. }
        | Projection::Rest { .. }
        | Projection::Index(_)
        | Projection::ConstantIndex(_) => false,
    })
}

/// Whether the rule is in force that forbids the access while a loan is live.
fn is_forbidden(mutable: bool, kind: Kind) -> bool {
    rule(match kind {
        Kind::End { .. } => BorrowRule::NoEndWhileLent,
        Kind::Read | Kind::Count | Kind::Write | Kind::Move | Kind::Lend { .. } if mutable => {
            BorrowRule::NoUseWhileLentMut
        }
        Kind::Write => BorrowRule::NoWriteWhileLent,
        Kind::Move => BorrowRule::NoMoveWhileLent,
        Kind::Read | Kind::Count | Kind::Lend { .. } => BorrowRule::NoMutWhileLent,
    })
}
