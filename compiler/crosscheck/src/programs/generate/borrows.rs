//! Borrows: arguments, results, local variables and pointing them elsewhere.

use super::super::ast::{Block, Expr, ExprKind, Statement, Type};
use super::Generator;
use super::scope::{Access, Candidate, Lent, Loan};

impl Generator {
    /// A borrow of something of a type, lent for the running statement. A value without a name is lent if no place fits.
    pub(super) fn lent(&mut self, target: &Type, depth: u32) -> Expr {
        let ty = Type::Ref(Box::new(target.clone()));
        if depth > 0
            && self.chance(15)
            && let Some(call) = self.borrowing_call(target, false, depth)
        {
            return self.make(ty, ExprKind::Lent(Box::new(call)));
        }
        if self.chance(85)
            && let Some(candidate) = self.candidate(target, Access::Ref)
        {
            let place = self.place(&candidate);
            self.lend(&candidate, Lent::Shared, None);
            let silent = self.rng.bool();
            return self.make(ty, ExprKind::Ref(place, silent));
        }
        let value = self.nameless(target, depth.saturating_sub(1));
        let place = self.temporary(value);
        self.make(ty, ExprKind::Ref(place, true))
    }

    /// A value that is surely no place: what is written as a place would be lent instead of used.
    pub(super) fn nameless(&mut self, ty: &Type, depth: u32) -> Expr {
        let (state, loans) = (self.scope.state(), self.scope.loans.clone());
        let value = if depth > 0 { self.call_giving(ty, depth, false) } else { None };
        match value {
            Some(value) if matches!(value.kind, ExprKind::Call(..)) => value,
            Some(_) | None => {
                self.scope.restore(&state);
                self.scope.loans = loans;
                self.simple(ty, true)
            }
        }
    }

    /// A `mut` borrow of a place of a type.
    pub(super) fn lent_mut(&mut self, target: &Type) -> Option<Expr> {
        let candidate = self.candidate(target, Access::Mut)?;
        let place = self.place(&candidate);
        self.lend(&candidate, Lent::Reserved, None);
        Some(self.make(Type::Mut(Box::new(target.clone())), ExprKind::Mut(place)))
    }

    /// The loans of the running statement since there were `mark` are from now on held by a variable, together with what
    /// the borrows on their way hold.
    pub(super) fn hold(&mut self, mark: usize, holder: usize) {
        let fresh: Vec<Loan> = self.scope.loans[mark..].iter().filter(|loan| loan.holder.is_none()).cloned().collect();
        self.scope.end_loans(mark);
        for mut loan in fresh {
            let through = loan.variable;
            loan.holder = Some(holder);
            if loan.lent == Lent::Reserved {
                loan.lent = Lent::Exclusive;
            }
            self.scope.loans.push(loan);
            let inherited: Vec<Loan> =
                self.scope.loans.iter().filter(|loan| loan.holder == Some(through)).cloned().collect();
            self.scope.loans.extend(inherited.into_iter().map(|loan| Loan { holder: Some(holder), ..loan }));
        }
    }

    /// `let r = ref place` and its kin.
    pub(super) fn borrow_statement(&mut self) -> Option<Statement> {
        let mutable = self.chance(40);
        let access = if mutable { Access::Mut } else { Access::Ref };
        let candidate = self.candidate_where(access, &|ty| !matches!(ty, Type::Pointer(_) | Type::Function(..)))?;
        let target = candidate.ty.clone();
        let mark = self.scope.loans.len();
        let call = if self.chance(30) { self.borrowing_call(&target, mutable, 2) } else { None };
        let wrap = if mutable { Type::Mut } else { Type::Ref };
        let ty = wrap(Box::new(target));
        let is_call = call.is_some();
        let mut value = match call {
            Some(call) => self.make(ty.clone(), ExprKind::Lent(Box::new(call))),
            None => self.borrow_of(&candidate, mutable),
        };
        let typed = is_call || self.rng.bool();
        if let ExprKind::Ref(_, silent) = &mut value.kind {
            *silent = typed && self.rng.bool();
        }
        let again = !is_call && self.chance(30);
        let variable = self.name_variable(ty, again);
        self.hold(mark, variable);
        self.scope.visible.push(variable);
        Some(Statement::Let(variable, typed, Some(value)))
    }

    fn borrow_of(&mut self, candidate: &Candidate, mutable: bool) -> Expr {
        let place = self.place(candidate);
        let target = Box::new(candidate.ty.clone());
        if mutable {
            self.lend(candidate, Lent::Exclusive, None);
            self.make(Type::Mut(target), ExprKind::Mut(place))
        } else {
            self.lend(candidate, Lent::Shared, None);
            self.make(Type::Ref(target), ExprKind::Ref(place, false))
        }
    }

    /// `r = ref place`, `m = mut place`, of an older variable.
    pub(super) fn point_statement(&mut self) -> Option<Statement> {
        let depth = self.scope.loops.len();
        let borrows: Vec<usize> = self
            .scope
            .visible
            .iter()
            .copied()
            .filter(|variable| {
                let declared = &self.scope.variables[*variable];
                declared.mutable
                    && declared.ty.is_borrow()
                    && self.scope.infos[*variable].loops == depth
                    && self.scope.infos[*variable].moved.is_empty()
                    && self.scope.loans.iter().all(|loan| loan.variable != *variable)
            })
            .collect();
        let variable = self.choose(&borrows)?;
        let ty = self.scope.variables[variable].ty.clone();
        let mutable = matches!(ty, Type::Mut(_));
        let access = if mutable { Access::Mut } else { Access::Ref };
        let target = ty.target().clone();
        let fitting: Vec<Candidate> = self
            .scope
            .candidates(&self.tree, access, &|found| *found == target)
            .into_iter()
            .filter(|candidate| candidate.variable < variable)
            .collect();
        let candidate = self.choose(&fitting)?;
        let named: Vec<Candidate> = self
            .scope
            .candidates(&self.tree, Access::Read, &|found| *found == target)
            .into_iter()
            .filter(|named| named.variable == variable)
            .collect();
        // A name that a younger variable has taken does not mean the borrow.
        if named.is_empty() {
            return None;
        }
        let mark = self.scope.loans.len();
        let value = self.borrow_of(&candidate, mutable);
        self.hold(mark, variable);
        Some(Statement::Point(variable, value))
    }

    /// The value of a function whose result is a borrow: it lies in a parameter.
    pub(super) fn borrowed_result(&mut self, ty: &Type) -> Option<Expr> {
        let mutable = matches!(ty, Type::Mut(_));
        let target = ty.target().clone();
        let first = self.result_place(&target, mutable)?;
        if !self.chance(40) {
            return Some(first);
        }
        let second = self.result_place(&target, mutable)?;
        let condition = self.literal(&Type::Bool, true);
        let block = |value| Block { statements: Vec::new(), value: Some(Box::new(value)) };
        let kind = ExprKind::If(Box::new(condition), block(first), block(second));
        Some(self.make(ty.clone(), kind))
    }

    fn result_place(&mut self, target: &Type, mutable: bool) -> Option<Expr> {
        let candidates = self.lendable(target, mutable);
        let candidate = self.choose(&candidates)?;
        let place = self.place(&candidate);
        let target = Box::new(target.clone());
        Some(if mutable {
            self.make(Type::Mut(target), ExprKind::Mut(place))
        } else {
            self.make(Type::Ref(target), ExprKind::Ref(place, true))
        })
    }

    /// The places of a type within parameters of borrow type.
    pub(super) fn lendable(&self, target: &Type, mutable: bool) -> Vec<Candidate> {
        let access = if mutable { Access::Mut } else { Access::Ref };
        let parameters = if self.scope.is_method { 1 } else { self.scope.parameters };
        self.scope
            .candidates(&self.tree, access, &|found| found == target)
            .into_iter()
            .filter(|candidate| {
                candidate.variable < parameters
                    && match &self.scope.variables[candidate.variable].ty {
                        Type::Mut(_) => true,
                        Type::Ref(_) => !mutable,
                        _ => false,
                    }
            })
            .collect()
    }
}
