//! Makes calls: finds what gives a type, and makes the arguments.

use std::collections::BTreeMap;

use super::super::forms::arrays::Cut;
use super::super::forms::calls::{Call, Callee};
use super::super::forms::places::{Lend, LendTemporary, Place};
use super::super::node::Expr;
use super::super::tree::{Function, Item, Local, Receiver};
use super::super::types::{Closure, Parameter, Type};
use super::Generator;
use super::scope::{Known, Lent};

/// Finds what type parameters stand for, so that a type becomes another.
pub(super) fn unify(ty: &Type, wanted: &Type, open: &[Parameter], found: &mut BTreeMap<u32, Type>) -> bool {
    match (ty, wanted) {
        (Type::Parameter(number), _) if open.iter().any(|parameter| parameter.number == *number) => {
            let known = found.entry(*number).or_insert_with(|| wanted.clone());
            known == wanted
        }
        (Type::Named(left, first), Type::Named(right, second)) => {
            left == right && first.iter().zip(second).all(|(ty, wanted)| unify(ty, wanted, open, found))
        }
        (Type::Option(ty), Type::Option(wanted)) => unify(ty, wanted, open, found),
        (Type::Fixed(ty, count), Type::Fixed(wanted, other)) => count == other && unify(ty, wanted, open, found),
        (Type::Tuple(types), Type::Tuple(wanted)) => {
            types.len() == wanted.len() && types.iter().zip(wanted).all(|(ty, wanted)| unify(ty, wanted, open, found))
        }
        (Type::Ref(ty), Type::Ref(wanted)) | (Type::Mut(ty), Type::Mut(wanted)) => unify(ty, wanted, open, found),
        _ => ty == wanted,
    }
}

impl Generator {
    /// A call that gives a value of the type.
    pub(super) fn called(&mut self, ty: &Type, depth: u32) -> Option<Expr> {
        if !self.scope.calls {
            return None;
        }
        let depth = depth.checked_sub(1)?;
        let mut callees: Vec<(usize, Option<usize>, BTreeMap<u32, Type>)> = Vec::new();
        for (_, item) in &self.tree.items {
            let (functions, of): (&[usize], Option<usize>) = match item {
                Item::Function(function) => (std::slice::from_ref(function), None),
                Item::Methods(declaration, functions) => (functions, Some(*declaration)),
                // Views have no static methods, of which the type would be asked.
                Item::View(view, functions) => (functions, Some(*view)),
                Item::Type(_)
                | Item::Trait(_)
                | Item::Drop(_)
                | Item::Derived(..)
                | Item::Provided(_)
                | Item::Implementation(..) => continue,
            };
            for function in functions {
                let called = &self.tree.functions[*function];
                let mut found = BTreeMap::new();
                if unify(&called.result, ty, &called.generics, &mut found) {
                    callees.push((*function, of, found));
                }
            }
        }
        if self.chance(35)
            && let Some(call) = self.attempt(|generator| generator.operator_call(ty, depth))
        {
            return Some(call);
        }
        let by_trait = *ty == Type::Int && self.chance(40);
        if by_trait && let Some(call) = self.attempt(|generator| generator.trait_call(true, depth)) {
            return Some(call);
        }
        let (function, of, found) = self.choose(&callees)?;
        match of {
            Some(declaration) if self.tree.functions[function].receiver == Receiver::Static => {
                self.own_static_call(declaration, function, found, depth)
            }
            Some(_) => self.method_call(function, found, depth),
            None => self.call_of(function, found, depth),
        }
    }

    /// What the type parameters stand for that are still open.
    pub(super) fn complete(
        &mut self,
        generics: &[Parameter],
        mut found: BTreeMap<u32, Type>,
    ) -> Option<BTreeMap<u32, Type>> {
        for parameter in generics {
            match found.get(&parameter.number) {
                Some(ty) => {
                    let fits = self.may_stand_for(ty, parameter);
                    if !fits || ty.is_borrow() || !self.tree.is_shown(ty) || matches!(ty, Type::Dyn(_)) {
                        return None;
                    }
                }
                None => {
                    let ty = self.argument_type(parameter);
                    if !self.may_stand_for(&ty, parameter) {
                        return None;
                    }
                    found.insert(parameter.number, ty);
                }
            }
        }
        Some(found)
    }

    /// A call of a function of the module.
    pub(super) fn call_of(&mut self, function: usize, found: BTreeMap<u32, Type>, depth: u32) -> Option<Expr> {
        let Function { generics, parameters, .. } = &self.tree.functions[function];
        let (generics, parameters) = (generics.clone(), parameters.clone());
        let types = self.complete(&generics, found)?;
        let arguments = self.arguments(&parameters, &types, depth, Vec::new())?;
        let are_written = !types.values().all(|ty| self.tells(ty)) || self.chance(40);
        Some(Box::new(Call { callee: Callee::Function(function), types, are_written, arguments }))
    }

    /// A call of a static method of a declared type's own.
    fn own_static_call(
        &mut self,
        declaration: usize,
        function: usize,
        found: BTreeMap<u32, Type>,
        depth: u32,
    ) -> Option<Expr> {
        let Function { generics, parameters, .. } = &self.tree.functions[function];
        let (generics, parameters) = (generics.clone(), parameters.clone());
        let types = self.complete(&generics, found)?;
        let arguments = self.arguments(&parameters, &types, depth, Vec::new())?;
        let callee = Callee::OwnStatic(declaration, function);
        Some(Box::new(Call { callee, types, are_written: true, arguments }))
    }

    /// Whether a method may be called on a place.
    fn may_receive(&self, receiver: Receiver, known: &Known) -> bool {
        match receiver {
            Receiver::Looks => true,
            Receiver::Changes => known.may_change,
            Receiver::Takes => known.may_move || self.tree.is_copied(&known.place.ty),
            Receiver::Static => false,
        }
    }

    /// A call of a type's own method; the receiver is a place or a call.
    fn method_call(&mut self, function: usize, found: BTreeMap<u32, Type>, depth: u32) -> Option<Expr> {
        let (types, arguments) = self.called_on_place(function, found, depth)?;
        Some(Box::new(Call { callee: Callee::Method(function), types, are_written: false, arguments }))
    }

    /// The arguments of a method, the first of which is a place, and what the type parameters stand for.
    pub(super) fn called_on_place(
        &mut self,
        function: usize,
        found: BTreeMap<u32, Type>,
        depth: u32,
    ) -> Option<(BTreeMap<u32, Type>, Vec<Expr>)> {
        let Function { generics, parameters, receiver, .. } = &self.tree.functions[function];
        let (generics, parameters, receiver) = (generics.clone(), parameters.clone(), *receiver);
        let pattern = parameters[0].ty.target().clone();
        // The receiver tells the type arguments.
        let mut places = self.scope.places(&self.tree);
        places.retain(|known| {
            let mut found = found.clone();
            unify(&pattern, &known.place.ty, &generics, &mut found) && self.may_receive(receiver, known)
        });
        if places.is_empty() {
            return None;
        }
        let known = places.swap_remove(self.below(places.len()));
        let mut types = found;
        unify(&pattern, &known.place.ty.clone(), &generics, &mut types);
        let types = self.complete(&generics, types)?;
        let arguments = self.received(receiver, known, &parameters, &types, depth)?;
        Some((types, arguments))
    }

    /// The receiver and the arguments behind it.
    fn received(
        &mut self,
        receiver: Receiver,
        known: super::scope::Known,
        parameters: &[Local],
        types: &BTreeMap<u32, Type>,
        depth: u32,
    ) -> Option<Vec<Expr>> {
        let number = known.place.variable.number;
        let lent = match receiver {
            Receiver::Looks => vec![Lent::briefly(number, false)],
            // Counts as `ref` until all arguments are evaluated; nothing is asked of that here.
            Receiver::Changes => vec![Lent::briefly(number, true)],
            Receiver::Takes | Receiver::Static => Vec::new(),
        };
        let place = known.place.clone();
        let first: Expr = match receiver {
            Receiver::Looks | Receiver::Changes => Box::new(Lend { place: known.place, word: "" }),
            Receiver::Takes | Receiver::Static => Box::new(self.use_of(known)),
        };
        let rest = &parameters[1..];
        let arguments = self.while_lent(&lent, |generator| generator.arguments(rest, types, depth, vec![first]))?;
        let is_there = matches!(receiver, Receiver::Takes | Receiver::Static) || self.scope.is_whole(&place);
        is_there.then_some(arguments)
    }

    /// Arguments from left to right, behind those that are there already; what is lent stays so until the last is made.
    pub(super) fn arguments(
        &mut self,
        parameters: &[Local],
        types: &BTreeMap<u32, Type>,
        depth: u32,
        arguments: Vec<Expr>,
    ) -> Option<Vec<Expr>> {
        let count = self.scope.lent.len();
        let arguments = self.lasting_arguments(parameters, types, depth, arguments)?;
        self.scope.lent.truncate(count);
        Some(arguments)
    }

    /// The same, where what is lent stays so.
    pub(super) fn lasting_arguments(
        &mut self,
        parameters: &[Local],
        types: &BTreeMap<u32, Type>,
        depth: u32,
        mut arguments: Vec<Expr>,
    ) -> Option<Vec<Expr>> {
        for parameter in parameters {
            let ty = parameter.ty.with(types);
            let argument = match &ty {
                Type::Ref(target) => self.lent(target, false, depth)?,
                Type::Mut(target) => self.lent(target, true, depth)?,
                Type::Function(Closure::Looks | Closure::Changes, ..) => self.lent_closure(&ty, depth)?,
                _ => self.value(&ty, depth)?,
            };
            arguments.push(argument);
        }
        Some(arguments)
    }

    /// An argument that is a borrow.
    pub(super) fn lent(&mut self, target: &Type, mutably: bool, depth: u32) -> Option<Expr> {
        let mut places = self.scope.places(&self.tree);
        places.retain(|known| (!mutably || known.may_change) && self.is_lent_as(&known.place.ty, target));
        if !places.is_empty() {
            let place = places.swap_remove(self.below(places.len())).place;
            self.scope.lent.push(Lent::briefly(place.variable.number, mutably));
            let is_silent = !mutably && self.chance(50);
            let word = if mutably {
                "mut "
            } else if is_silent {
                ""
            } else {
                "ref "
            };
            if matches!(target, Type::Slice(_)) && self.chance(40) {
                return Some(Box::new(self.cut(place, if mutably { "mut " } else { "ref " })));
            }
            return Some(Box::new(Lend { place, word }));
        }
        if mutably || !self.tells(target) {
            return None;
        }
        let made = self.attempt(|generator| generator.called(target, depth))?;
        Some(Box::new(LendTemporary(made)))
    }

    /// Some of the elements; of an array whose length is known also less than all.
    fn cut(&mut self, place: Place, word: &'static str) -> Cut {
        let Type::Fixed(_, count) = place.ty else { return Cut { word, place, from: None, to: None } };
        let from = self.below(count + 1);
        let to = from + self.below(count + 1 - from);
        Cut { word, place, from: Some(from), to: self.chance(70).then_some(to) }
    }

    /// Whether a place of a type is lent where a borrow of another is expected.
    fn is_lent_as(&self, ty: &Type, target: &Type) -> bool {
        match target {
            Type::Dyn(of) => self.has_trait(ty, *of) && !matches!(ty, Type::Parameter(_)),
            Type::Slice(element) => match ty {
                Type::Slice(own) | Type::Array(own) | Type::Fixed(own, _) => own == element,
                _ => false,
            },
            _ => ty == target,
        }
    }

    /// A call of a trait's method that gives a number, or nothing.
    pub(super) fn trait_call(&mut self, gives: bool, depth: u32) -> Option<Expr> {
        if !self.scope.calls {
            return None;
        }
        let mut calls = Vec::new();
        for (of, declared) in self.tree.traits.iter().enumerate() {
            for (method, wanted) in declared.methods.iter().enumerate() {
                if wanted.result == Some(if gives { Type::Int } else { Type::Unit }) {
                    calls.push((of, method));
                }
            }
        }
        let (of, method) = self.choose(&calls)?;
        let wanted = &self.tree.traits[of].methods[method];
        let (receiver, rest) = (wanted.receiver, wanted.parameters.clone());
        let mut places = self.scope.places(&self.tree);
        places.retain(|known| self.has_trait(&known.place.ty, of) && self.may_receive(receiver, known));
        if places.is_empty() {
            return None;
        }
        let known = places.swap_remove(self.below(places.len()));
        let types = BTreeMap::from_iter(self.types_of(&known.place.ty));
        let mut parameters = vec![known.place.variable.clone()];
        parameters.extend(rest);
        let arguments = self.received(receiver, known, &parameters, &BTreeMap::new(), depth)?;
        let is_qualified = receiver != Receiver::Changes && self.chance(15);
        let callee = if is_qualified { Callee::Qualified(of, method) } else { Callee::Trait(of, method) };
        Some(Box::new(Call { callee, types, are_written: false, arguments }))
    }

    /// A trait's static method, of a type that has it.
    pub(super) fn static_call(&mut self, of: usize, ty: &Type, depth: u32) -> Option<Expr> {
        let methods = &self.tree.traits[of].methods;
        let method = methods.iter().position(|wanted| wanted.receiver == Receiver::Static)?;
        let parameters = methods[method].parameters.clone();
        let types = BTreeMap::from_iter(self.types_of(ty));
        let arguments = self.arguments(&parameters, &types, depth, Vec::new())?;
        let callee = Callee::Static(of, method, ty.clone());
        Some(Box::new(Call { callee, types, are_written: false, arguments }))
    }

    /// What the parameters of a declared type stand for in an instance.
    fn types_of(&self, ty: &Type) -> Vec<(u32, Type)> {
        let Type::Named(declaration, arguments) = ty else { return Vec::new() };
        let parameters = self.tree.declarations[*declaration].parameters.iter();
        parameters.map(|parameter| parameter.number).zip(arguments.iter().cloned()).collect()
    }
}
