//! Makes closures of all kinds, and calls of them.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::super::forms::closures::{CallClosure, Code, Literal, Name};
use super::super::forms::control::Let;
use super::super::forms::places::Lend;
use super::super::node::{Expr, Statement};
use super::super::tree::Local;
use super::super::types::{Closure, Type};
use super::Generator;
use super::scope::{Lent, Scope, way};

impl Generator {
    /// A type of closures.
    pub(super) fn closure_type(&mut self, kind: Closure) -> Type {
        let parameters = (0..self.below(3))
            .map(|_| {
                let ty = self.any_type(1);
                if self.chance(25) { Type::Ref(Box::new(ty)) } else { ty }
            })
            .collect();
        let result = if self.chance(20) { Type::Unit } else { self.any_type(1) };
        Type::Function(kind, parameters, Box::new(result))
    }

    /// A closure that owns what it captures, or a function's name.
    pub(super) fn owned_closure(&mut self, ty: &Type, depth: u32) -> Option<Expr> {
        let Type::Function(kind, parameters, result) = ty else { return None };
        if self.chance(15) {
            let named = self.tree.items.iter().filter_map(|(_, item)| item.function());
            let fitting: Vec<usize> = named
                .filter(|function| {
                    let function = &self.tree.functions[*function];
                    let types = function.parameters.iter().map(|parameter| &parameter.ty);
                    function.generics.is_empty() && function.result == **result && types.eq(parameters)
                })
                .collect();
            if let Some(function) = self.choose(&fitting).filter(|_| self.scope.calls && *kind == Closure::Owned) {
                return Some(Box::new(Name(function)));
            }
        }
        self.literal(*kind, parameters, result, depth)
    }

    /// A closure literal; what it captures has moved, or is lent, behind it.
    pub(super) fn literal(&mut self, kind: Closure, parameters: &[Type], result: &Type, depth: u32) -> Option<Expr> {
        let is_lent = matches!(kind, Closure::Looks | Closure::Changes);
        let mut inside = Vec::new();
        let mut around = BTreeMap::new();
        for (index, variable) in self.scope.variables.clone().into_iter().enumerate() {
            let lent = |mutably: bool| {
                let mut lent = self.scope.lent.iter();
                lent.any(|lent| lent.variable == variable.number && lent.mutably == mutably)
            };
            let is_whole = self.scope.flow.moved.iter().all(|(moved, _)| *moved != variable.number);
            if !is_whole || lent(true) {
                continue;
            }
            let target = variable.ty.target().clone();
            let free = !lent(false) && !self.scope.only_looks;
            // Behind it nothing names what is counted, whose last use is the capture then.
            let is_copied = self.tree.is_copied(&variable.ty) && !self.tree.is_counted(&variable.ty);
            let is_outside = self.scope.loops.last().is_some_and(|around| index < around.outside);
            let may_move = free && (!is_outside || variable.mutable || self.scope.leaves);
            let holds_borrow = variable.ty.holds_borrow();
            if matches!(target, Type::Slice(_)) || (&*variable.name == "self" && !is_lent) {
                continue;
            }
            let ty = match kind {
                Closure::Owned | Closure::Once if holds_borrow || !(is_copied || may_move) => continue,
                Closure::Owned => Type::Ref(Box::new(variable.ty.clone())),
                Closure::Once => variable.ty.clone(),
                Closure::Looks | Closure::Changes if holds_borrow && !variable.ty.is_borrow() => continue,
                Closure::Changes if free && (variable.mutable || matches!(variable.ty, Type::Mut(_))) => {
                    Type::Mut(Box::new(target))
                }
                Closure::Looks | Closure::Changes => Type::Ref(Box::new(target)),
            };
            around.insert(variable.number, is_copied);
            let mutable = variable.mutable && kind == Closure::Once;
            inside.push(Local { ty, mutable, ..variable });
        }
        let parameters: Vec<Local> = parameters.iter().map(|ty| self.local(ty.clone(), false)).collect();
        let mut scope = Scope::new(result.clone(), self.scope.generics.clone());
        scope.calls = self.scope.calls;
        scope.variables = inside.clone();
        scope.variables.extend(parameters.iter().cloned());
        let body = self.apart(scope, |generator| generator.block(Some(result), 2, depth.min(2)))?;
        let code = Code { kind, parameters, result: result.clone(), body, around };
        for number in code.captures(&self.tree, &BTreeSet::new()) {
            if is_lent {
                let mutably = inside.iter().any(|local| local.number == number && matches!(local.ty, Type::Mut(_)));
                self.scope.lent.push(Lent::briefly(number, mutably));
            } else if !code.around[&number] {
                self.scope.flow.moved.insert((number, Vec::new()));
            }
        }
        Some(Box::new(Literal(Rc::new(code))))
    }

    /// An argument that is a lent closure: a literal, or an owned one that is lent.
    pub(super) fn lent_closure(&mut self, ty: &Type, depth: u32) -> Option<Expr> {
        let Type::Function(kind, parameters, result) = ty else { return None };
        let owned = Type::Function(Closure::Owned, parameters.clone(), result.clone());
        let mut places = self.scope.places(&self.tree);
        let changes = *kind == Closure::Changes;
        places.retain(|known| known.place.ty == owned && (!changes || known.may_change));
        if !places.is_empty() && self.chance(50) {
            let place = places.swap_remove(self.below(places.len())).place;
            self.scope.lent.push(Lent::briefly(place.variable.number, changes));
            return Some(Box::new(Lend { place, word: if changes { "mut " } else { "" } }));
        }
        self.literal(*kind, parameters, result, depth)
    }

    /// `let name: ref fn … = fn …`; its loans end with the block.
    pub(super) fn let_closure(&mut self, depth: u32) -> Option<Box<dyn Statement>> {
        let kind = if self.rng.bool() { Closure::Looks } else { Closure::Changes };
        let ty = self.closure_type(kind);
        let Type::Function(_, parameters, result) = &ty else { return None };
        let count = self.scope.lent.len();
        let value = self.literal(kind, parameters, result, depth)?;
        let variable = self.local(ty, false);
        let until = self.scope.variables.len();
        for lent in &mut self.scope.lent[count..] {
            lent.until = until;
        }
        self.scope.variables.push(variable.clone());
        Some(Box::new(Let { variable, is_typed: true, value: Some(value) }))
    }

    /// A call of a closure that gives a value of the type.
    pub(super) fn closure_call(&mut self, ty: &Type, depth: u32) -> Option<Expr> {
        let mut places = self.scope.places(&self.tree);
        places.retain(|known| match &known.place.ty {
            Type::Function(kind, _, result) => {
                **result == *ty
                    && (*kind != Closure::Once || known.may_move)
                    && (*kind != Closure::Changes || !self.scope.only_looks)
            }
            _ => false,
        });
        if places.is_empty() {
            return None;
        }
        let place = places.swap_remove(self.below(places.len())).place;
        let Type::Function(kind, parameters, _) = place.ty.clone() else { return None };
        let is_consumed = kind == Closure::Once;
        let number = place.variable.number;
        let parameters: Vec<Local> = parameters.into_iter().map(|ty| self.local(ty, false)).collect();
        if is_consumed {
            self.scope.flow.moved.insert(way(&place));
        }
        let lent = if is_consumed { Vec::new() } else { vec![Lent::briefly(number, kind == Closure::Changes)] };
        let arguments =
            self.while_lent(&lent, |generator| generator.arguments(&parameters, &BTreeMap::new(), depth, Vec::new()))?;
        if !is_consumed && !self.scope.is_whole(&place) {
            return None;
        }
        Some(Box::new(CallClosure { place, is_consumed, arguments }))
    }

    /// An owned closure that is stored.
    pub(super) fn stored_closure(&mut self) -> Type {
        let kind = if self.chance(70) { Closure::Owned } else { Closure::Once };
        self.closure_type(kind)
    }
}
