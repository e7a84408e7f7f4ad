//! Places: a candidate becomes a place of the tree, with index expressions, and is noted as moved, lent or assigned.

use super::super::ast::{Expr, ExprKind, Place, Root, Step, Type};
use super::Generator;
use super::scope::{Access, Candidate, CandidateStep, Lent, Loan};
use std::cell::Cell;

impl Generator {
    /// A place of a type that may be used so.
    pub(super) fn candidate(&mut self, ty: &Type, access: Access) -> Option<Candidate> {
        self.candidate_where(access, &|found| found == ty)
    }

    /// A place whose type is wanted, shallow ones more often.
    pub(super) fn candidate_where(&mut self, access: Access, wanted: &dyn Fn(&Type) -> bool) -> Option<Candidate> {
        let candidates = self.scope.candidates(&self.tree, access, wanted);
        let first = self.choose(&candidates)?;
        let second = self.choose(&candidates)?;
        Some(if second.steps.len() < first.steps.len() { second } else { first })
    }

    /// The place of a candidate.
    pub(super) fn place(&mut self, candidate: &Candidate) -> Place {
        let mark = self.scope.loans.len();
        self.lend(candidate, Lent::Reserved, None);
        let (root, root_type) = match (candidate.pointed, &self.scope.variables[candidate.variable].ty) {
            (Some(count), Type::Pointer(element)) => {
                let element = (**element).clone();
                let pointer = self.variable(candidate.variable);
                let index = self.below(count);
                let index = self.number(Type::Int(super::super::ast::IntType::I64), index as u128);
                (Root::Pointed(Box::new(pointer), Box::new(index)), element)
            }
            (_, ty) => (Root::Variable(candidate.variable), ty.target().clone()),
        };
        let steps = candidate
            .steps
            .iter()
            .map(|step| match step {
                CandidateStep::Field(field) => Step::Field(*field),
                CandidateStep::Index(count) => Step::Index(Box::new(self.index(*count)), Cell::new(false)),
            })
            .collect();
        self.scope.end_loans(mark);
        Place { root_type, root, steps, id: self.id() }
    }

    /// A use of a variable as it is.
    pub(super) fn variable(&mut self, variable: usize) -> Expr {
        let ty = self.scope.variables[variable].ty.target().clone();
        let place = self.whole(variable);
        self.make(ty, ExprKind::Use(place, false))
    }

    /// The place of a variable.
    pub(super) fn whole(&mut self, variable: usize) -> Place {
        Place {
            root_type: self.scope.variables[variable].ty.target().clone(),
            root: Root::Variable(variable),
            steps: Vec::new(),
            id: self.id(),
        }
    }

    /// An index into an array of `count`: mostly a literal or a loop's variable.
    fn index(&mut self, count: usize) -> Expr {
        let ty = match self.below(4) {
            0 => Type::Int(self.integer_type()),
            _ => Type::Int(super::super::ast::IntType::I64),
        };
        if self.scope.indices > 0 || self.chance(45) {
            let value = self.below(count) as u128;
            return self.make(ty, ExprKind::Int(value, super::super::ast::Radix::Decimal, false));
        }
        let reserved: Vec<usize> = self.scope.visible.clone();
        let counters: Vec<Candidate> = self
            .scope
            .candidates(&self.tree, Access::Read, &|found| matches!(found, Type::Int(_)))
            .into_iter()
            .filter(|candidate| {
                candidate.steps.is_empty()
                    && candidate.pointed.is_none()
                    && reserved.contains(&candidate.variable)
                    && self.scope.infos[candidate.variable].reserved
            })
            .collect();
        if let Some(counter) = self.choose(&counters) {
            let variable = self.variable(counter.variable);
            return variable;
        }
        self.scope.indices += 1;
        let index = self.expr(&ty, 1, false);
        self.scope.indices -= 1;
        index
    }

    /// Notes a loan of a candidate.
    pub(super) fn lend(&mut self, candidate: &Candidate, lent: Lent, holder: Option<usize>) {
        self.scope.loans.push(Loan { holder, variable: candidate.variable, path: candidate.path.clone(), lent });
    }

    /// A copy of a place's value, or the value moved out of it.
    pub(super) fn use_of(&mut self, candidate: &Candidate) -> Expr {
        let place = self.place(candidate);
        let owner = self.tree.is_owner(&candidate.ty);
        if owner {
            self.scope.moved_away(candidate);
        }
        let word = owner && self.chance(15);
        self.make(candidate.ty.clone(), ExprKind::Use(place, word))
    }

    /// A place for a value without a name.
    pub(super) fn temporary(&mut self, value: Expr) -> Place {
        Place {
            root_type: value.ty.target().clone(),
            root: Root::Value(Box::new(value)),
            steps: Vec::new(),
            id: self.id(),
        }
    }
}
