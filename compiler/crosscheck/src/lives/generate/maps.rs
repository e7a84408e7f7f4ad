//! Makes maps and sets, what is done with them, and loops over them.

use super::super::forms::control::Evaluate;
use super::super::forms::maps::{Filled, ForEntries, IfFound, OfMap, Operation};
use super::super::forms::matches::Mode;
use super::super::forms::places::{LendTemporary, Place};
use super::super::node::{Block, Expr, Statement};
use super::super::tree::Local;
use super::super::types::{Content, Type};
use super::Generator;
use super::scope::{Around, Flow, Known, Lent, way};

/// What stands in a map or set: the key, and the value under it.
fn entry(ty: &Type) -> Option<(Type, Option<Type>)> {
    match ty {
        Type::Map(key, value) => Some(((**key).clone(), Some((**value).clone()))),
        Type::Set(key) => Some(((**key).clone(), None)),
        _ => None,
    }
}

impl Generator {
    /// A map or set; keys are what is compared and hashed by its parts.
    pub(super) fn keyed_type(&mut self, depth: u32) -> Type {
        let mut keys = self.instances(|tree, ty| tree.has(ty, Content::Hash));
        keys.extend([Type::Int, Type::Text, Type::Tuple(vec![Type::Int, Type::Text])]);
        let key = Box::new(self.choose(&keys).unwrap_or(Type::Int));
        if self.chance(30) { Type::Set(key) } else { Type::Map(key, Box::new(self.any_type(depth))) }
    }

    /// A map or set that is made with entries.
    pub(super) fn filled(&mut self, ty: &Type, parts: &[Type], depth: u32) -> Option<Expr> {
        let count = if depth == 0 { 0 } else { self.below(4) };
        let entries = (0..count).map(|_| self.values(parts, depth)).collect::<Option<Vec<_>>>()?;
        Some(Box::new(Filled { number: self.number(), ty: ty.clone(), entries }))
    }

    fn keyed_places(&self, fits: impl Fn(&Known) -> bool) -> Vec<Known> {
        let mut places = self.scope.places(&self.tree);
        places.retain(|known| entry(&known.place.ty).is_some() && fits(known));
        places
    }

    /// A key that is lent.
    fn lent_key(&mut self, key: &Type, depth: u32) -> Option<Expr> {
        if self.chance(60) && self.tells(key) {
            let made = self.attempt(|generator| generator.plain(key, depth));
            return made.map(|made| Box::new(LendTemporary(made)) as Expr);
        }
        self.lent(key, false, depth)
    }

    /// A call of a method of a map or set; what is lent for it is so until it is made.
    fn of_map(&mut self, operation: Operation, place: Place, depth: u32) -> Option<Expr> {
        let (key, value) = entry(&place.ty)?;
        let lent = [Lent::briefly(place.variable.number, true)];
        let arguments = self.while_lent(&lent, |generator| {
            Some(match operation {
                Operation::Insert => {
                    let types: Vec<Type> = std::iter::once(key).chain(value).collect();
                    generator.values(&types, depth)?
                }
                Operation::Remove | Operation::Contains => vec![generator.lent_key(&key, depth)?],
                Operation::Length | Operation::Clear => Vec::new(),
            })
        })?;
        self.scope.is_whole(&place).then(|| Box::new(OfMap { operation, place, arguments }) as Expr)
    }

    /// A change of a map or set.
    pub(super) fn change_map(&mut self, depth: u32) -> Option<Box<dyn Statement>> {
        let place = self.choose_place(self.keyed_places(|known| known.may_change))?;
        let operation = [Operation::Insert, Operation::Insert, Operation::Remove, Operation::Clear][self.below(4)];
        let call = self.of_map(operation, place, depth)?;
        Some(Box::new(Evaluate(call, operation != Operation::Clear && self.rng.bool())))
    }

    /// What an insertion or removal gives back.
    pub(super) fn exchanged(&mut self, ty: &Type, depth: u32) -> Option<Expr> {
        let Type::Option(some) = ty else { return None };
        let places = self.keyed_places(|known| {
            let given = entry(&known.place.ty).map(|(key, value)| value.unwrap_or(key));
            known.may_change && given.as_ref() == Some(&**some)
        });
        let place = self.choose_place(places)?;
        let operation = [Operation::Insert, Operation::Remove][self.below(2)];
        self.of_map(operation, place, depth)
    }

    /// Whether there is a key.
    pub(super) fn contained(&mut self, depth: u32) -> Option<Expr> {
        let place = self.choose_place(self.keyed_places(|_| true))?;
        self.of_map(Operation::Contains, place, depth)
    }

    /// How many entries there are.
    pub(super) fn entries_counted(&mut self) -> Option<Expr> {
        let place = self.choose_place(self.keyed_places(|_| true))?;
        self.of_map(Operation::Length, place, 0)
    }

    /// `if let Some(name) = map.get(key) { … }`
    pub(super) fn if_found(&mut self, depth: u32) -> Option<Box<dyn Statement>> {
        let mut places = self.keyed_places(|_| true);
        if places.is_empty() {
            return None;
        }
        let known = places.swap_remove(self.below(places.len()));
        let place = known.place;
        let (key, value) = entry(&place.ty)?;
        let changes = value.is_some() && known.may_change && self.rng.bool();
        let found = Box::new(value.unwrap_or_else(|| key.clone()));
        let ty = if changes { Type::Mut(found) } else { Type::Ref(found) };
        let variable = self.local(ty, false);
        let lent = [Lent::briefly(place.variable.number, changes)];
        let (key, then, otherwise) = self.while_lent(&lent, |generator| {
            let key = generator.lent_key(&key, 0)?;
            let names = vec![variable.clone()];
            let made = generator.branch(|generator| generator.with_names(&names, |inner| inner.block(None, 3, depth)));
            let (then, first) = made?;
            let (otherwise, second) = generator.branch(|generator| generator.block(None, 2, depth))?;
            generator.scope.flow = Flow::join(vec![first, second]);
            Some((key, then, otherwise))
        })?;
        Some(Box::new(IfFound { place, changes, key, variable, then, otherwise: Some(otherwise) }))
    }

    /// `for (key, value) in map`, or `for value in set`.
    pub(super) fn for_entries(&mut self, depth: u32) -> Option<Box<dyn Statement>> {
        let mut places = self.keyed_places(|_| true);
        if places.is_empty() {
            return None;
        }
        let Known { place, may_change, may_move } = places.swap_remove(self.below(places.len()));
        let (key, value) = entry(&place.ty)?;
        let variable = place.variable.number;
        let (mode, lent) = match self.below(3) {
            0 if may_change && value.is_some() => (Mode::Change, vec![Lent::briefly(variable, true)]),
            1 if may_move => {
                self.scope.flow.moved.insert(way(&place));
                (Mode::Take, Vec::new())
            }
            _ => (Mode::Look, vec![Lent::briefly(variable, false)]),
        };
        let mut names: Vec<Local> = Vec::new();
        for (index, ty) in std::iter::once(key).chain(value).enumerate() {
            let ty = match mode {
                Mode::Change if index > 0 => Type::Mut(Box::new(ty)),
                Mode::Look | Mode::Change => Type::Ref(Box::new(ty)),
                Mode::Take => ty,
            };
            names.push(self.local(ty, false));
        }
        let id = self.number();
        let body = self.loop_body(id, &lent, &names, depth)?;
        Some(Box::new(ForEntries { id, names, place, mode, body }))
    }

    /// The body of a loop that ends by itself, with names that each turn has anew.
    pub(super) fn loop_body(&mut self, id: u32, lent: &[Lent], names: &[Local], depth: u32) -> Option<Block> {
        let outside = self.scope.variables.len();
        let start = self.scope.flow.clone();
        self.scope.loops.push(Around { id, outside, start: start.moved.clone(), breaks: Vec::new() });
        let body = self.while_lent(lent, |generator| {
            generator.scope.variables.extend(names.iter().cloned());
            let mut body = generator.block(None, 4, depth)?;
            generator.forget(outside);
            generator.restore(&mut body, depth)?;
            Some(body)
        })?;
        self.end_loop(Some(start));
        Some(body)
    }
}
