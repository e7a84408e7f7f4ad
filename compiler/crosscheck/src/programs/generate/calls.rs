//! Calls: of functions, methods and pointers, with arguments that are moved, copied and lent.

use super::super::ast::{Callee, Expr, ExprKind, FunctionKind, Receiver, Type};
use super::scope::{Access, Lent};
use super::{COST, Generator};

impl Generator {
    /// Whether a function may be called here, and for how much.
    fn is_callable(&self, function: usize) -> bool {
        let signature = &self.signatures[function];
        (signature.pure || !self.scope.pure) && self.scope.cost + self.scope.times * signature.cost <= COST
    }

    /// A call that gives a value of a type, also by way of a borrow of it.
    pub(super) fn call_giving(&mut self, ty: &Type, depth: u32, clear: bool) -> Option<Expr> {
        if let Some(call) = self.recursive_call(ty, depth) {
            return Some(call);
        }
        if self.chance(12)
            && let Some(call) = self.call_through_pointer(ty, depth)
        {
            return Some(call);
        }
        if clear
            && !self.tree.is_owner(ty)
            && self.chance(20)
            && let Some(call) = self.borrowing_call(ty, false, depth)
        {
            let place = self.temporary(call);
            return Some(self.make(ty.clone(), ExprKind::Use(place, false)));
        }
        let fitting: Vec<usize> = (0..self.signatures.len())
            .filter(|index| self.tree.functions[*index].result == *ty && self.is_callable(*index))
            .collect();
        let function = self.choose(&fitting)?;
        self.call(function, depth)
    }

    /// A call that gives a borrow of a type; its loans go on after it.
    pub(super) fn borrowing_call(&mut self, target: &Type, mutable: bool, depth: u32) -> Option<Expr> {
        let wrap = if mutable { Type::Mut } else { Type::Ref };
        let wanted = wrap(Box::new(target.clone()));
        let fitting: Vec<usize> = (0..self.signatures.len())
            .filter(|index| self.tree.functions[*index].result == wanted && self.is_callable(*index))
            .collect();
        let function = self.choose(&fitting)?;
        let mark = self.scope.loans.len();
        let call = self.call(function, depth)?;
        for loan in &mut self.scope.loans[mark..] {
            if loan.lent == Lent::Reserved {
                loan.lent = Lent::Exclusive;
            }
        }
        Some(call)
    }

    /// A call of a function, if places are found for all that it changes.
    pub(super) fn call(&mut self, function: usize, depth: u32) -> Option<Expr> {
        let depth = depth.saturating_sub(1);
        let (state, loans) = (self.scope.state(), self.scope.loans.clone());
        let result = self.tree.functions[function].result.clone();
        let kind = self.tree.functions[function].kind;
        let mark = self.scope.loans.len();
        let Some((arguments, order)) = self.arguments(function, depth) else {
            self.scope.restore(&state);
            self.scope.loans = loans;
            return None;
        };
        self.scope.cost += self.scope.times * self.signatures[function].cost;
        if !result.is_borrow() {
            self.scope.end_loans(mark);
        }
        let callee = if Self::is_static(kind) { Callee::Function(function) } else { Callee::Method(function) };
        Some(self.make(result, ExprKind::Call(callee, arguments, order)))
    }

    fn arguments(&mut self, function: usize, depth: u32) -> Option<(Vec<Expr>, Option<Vec<usize>>)> {
        let types: Vec<Type> = self.parameters(function).iter().map(|parameter| parameter.ty.clone()).collect();
        let kind = self.tree.functions[function].kind;
        let mut order: Vec<usize> = (0..types.len()).collect();
        let named = Self::is_static(kind) && types.len() > 1 && self.chance(15);
        if named {
            self.rng.shuffle(&mut order);
        }
        let lends = self.tree.functions[function].result.is_borrow();
        let mut values: Vec<Option<Expr>> = types.iter().map(|_ty| None).collect();
        for index in &order {
            let ty = &types[*index];
            let value = if *index == 0 && self.signatures[function].recursive {
                let bound = u128::from(self.rng.u8(0..4));
                self.number(ty.clone(), bound)
            } else if *index == 0 && !Self::is_static(kind) {
                self.receiver(kind, ty, depth, lends)?
            } else {
                self.argument(ty, depth, lends)?
            };
            values[*index] = Some(value);
        }
        Some((values.into_iter().flatten().collect(), named.then_some(order)))
    }

    /// An argument; of a call that lends, no value without a name is lent.
    fn argument(&mut self, ty: &Type, depth: u32, lends: bool) -> Option<Expr> {
        match ty {
            Type::Ref(target) if lends => {
                let candidate = self.candidate(target, Access::Ref)?;
                let place = self.place(&candidate);
                self.lend(&candidate, Lent::Shared, None);
                Some(self.make(ty.clone(), ExprKind::Ref(place, false)))
            }
            Type::Ref(target) => Some(self.lent(target, depth)),
            Type::Mut(target) => self.lent_mut(target),
            value => Some(self.expr(value, depth, true)),
        }
    }

    fn receiver(&mut self, kind: FunctionKind, ty: &Type, depth: u32, lends: bool) -> Option<Expr> {
        let FunctionKind::Method(_, receiver) = kind else {
            return None;
        };
        match receiver {
            Receiver::Borrowed => {
                if let Some(candidate) = self.candidate(ty.target(), Access::Ref) {
                    let place = self.place(&candidate);
                    self.lend(&candidate, Lent::Shared, None);
                    return Some(self.make(ty.clone(), ExprKind::Ref(place, true)));
                }
                if lends {
                    return None;
                }
                let value = self.nameless(ty.target(), depth);
                let place = self.temporary(value);
                Some(self.make(ty.clone(), ExprKind::Ref(place, true)))
            }
            Receiver::Changed => self.lent_mut(ty.target()),
            Receiver::Consumed => Some(self.expr(ty, depth, true)),
            Receiver::Static => None,
        }
    }

    /// A call of the function itself, with a smaller bound.
    fn recursive_call(&mut self, ty: &Type, depth: u32) -> Option<Expr> {
        let (function, left) = self.scope.recursion?;
        if left == 0 || self.scope.result != *ty || !self.scope.loops.is_empty() || !self.chance(50) {
            return None;
        }
        let (state, loans) = (self.scope.state(), self.scope.loans.clone());
        self.scope.recursion = Some((function, left - 1));
        let types: Vec<Type> =
            self.scope.variables[..self.scope.parameters].iter().map(|parameter| parameter.ty.clone()).collect();
        let mark = self.scope.loans.len();
        let mut arguments = Vec::new();
        for (index, parameter) in types.iter().enumerate() {
            let argument = if index == 0 {
                let bound = self.variable(0);
                let one = self.number(parameter.clone(), 1);
                let kind = ExprKind::Binary(
                    super::super::ast::Operator::Subtract,
                    Box::new(bound),
                    Box::new(one),
                    std::cell::Cell::new(false),
                );
                Some(self.make(parameter.clone(), kind))
            } else {
                self.argument(parameter, depth.saturating_sub(1), false)
            };
            match argument {
                Some(argument) => arguments.push(argument),
                None => {
                    self.scope.restore(&state);
                    self.scope.loans = loans;
                    return None;
                }
            }
        }
        self.scope.end_loans(mark);
        Some(self.make(ty.clone(), ExprKind::Call(Callee::Function(function), arguments, None)))
    }

    /// A call through a variable of function type.
    fn call_through_pointer(&mut self, ty: &Type, depth: u32) -> Option<Expr> {
        if self.scope.pure {
            return None;
        }
        let candidate =
            self.candidate_where(Access::Read, &|found| matches!(found, Type::Function(_, result) if **result == *ty))?;
        let Type::Function(parameters, _) = candidate.ty.clone() else {
            return None;
        };
        let dearest = (0..self.signatures.len())
            .filter(|index| self.pointer_type(*index).as_ref() == Some(&candidate.ty))
            .map(|index| self.signatures[index].cost)
            .max()?;
        if self.scope.cost + self.scope.times * dearest > COST {
            return None;
        }
        self.scope.cost += self.scope.times * dearest;
        let pointer = self.use_of(&candidate);
        let arguments =
            parameters.iter().map(|parameter| self.expr(parameter, depth.saturating_sub(1), true)).collect();
        Some(self.make(ty.clone(), ExprKind::Call(Callee::Pointer(Box::new(pointer)), arguments, None)))
    }
}
