//! Makes iterators, and loops over them.

use std::collections::BTreeMap;

use super::super::forms::arrays::{For, Walked};
use super::super::forms::control::{If, Return};
use super::super::forms::iterators::Walk;
use super::super::forms::places::{Assign, Place, Step, Taken, Use};
use super::super::forms::values::{Arithmetic, Literal, Make};
use super::super::node::{Block, Expr, Statement};
use super::super::tree::{Function, Item, Local, Provided, Receiver};
use super::super::types::{Kind, Type};
use super::super::value::Shape;
use super::calls::unify;
use super::scope::{Scope, way};
use super::{Generator, Head};

/// An iterator gives fewer values than this, unless something sets its count back.
const VALUES: i64 = 4;

impl Generator {
    /// `impl Iterator[…] for …`, of a struct, whose number counts.
    pub(super) fn declare_iterator(&mut self, declaration: usize) {
        let declared = &self.tree.declarations[declaration];
        if declared.is_enum || declared.kind == Kind::Copy || !self.chance(50) {
            return;
        }
        let generics = self.tree.declarations[declaration].parameters.clone();
        let element = match self.choose(&generics) {
            Some(parameter) if self.chance(50) => Type::Parameter(parameter.number),
            Some(_) | None => self.any_type(1),
        };
        let result = Type::Option(Box::new(element.clone()));
        let me = self.own_type(declaration);
        let Some(own) = self.self_parameter(Receiver::Changes, me) else { return };
        let mut scope = Scope::new(result.clone(), generics.clone());
        scope.variables.push(own.clone());
        let Some(rest) = self.apart(scope, |generator| generator.block(Some(&result), 2, 2)) else { return };
        let Some(body) = self.counted_next(declaration, &own, rest) else { return };
        self.tree.functions.push(Function {
            name: "next".to_owned(),
            generics,
            receiver: Receiver::Changes,
            parameters: vec![own],
            result,
            body,
        });
        let function = self.tree.functions.len() - 1;
        self.tree.iterators.push((declaration, function));
        self.item(Item::Provided(Provided { declaration, name: "Iterator", arguments: vec![element], function }));
    }

    /// What gives the next value, as long as the count allows it.
    fn counted_next(&mut self, declaration: usize, own: &Local, rest: Block) -> Option<Block> {
        let parts = &self.tree.declarations[declaration].cases[0].parts;
        let part = parts.iter().position(|(name, _)| name == "id")?;
        let place = || Place { variable: own.clone(), steps: vec![Step::Part("id".into(), part)], ty: Type::Int };
        let count = |operator, number| -> Expr {
            let value = Box::new(Use { place: place(), taken: Taken::Copied });
            Box::new(Arithmetic(operator, value, Box::new(Literal::Int(number))))
        };
        let none: Expr = Box::new(Make { shape: Shape::None, is_named: false, parts: Vec::new() });
        let leave: Box<dyn Statement> = Box::new(Return(Some(none)));
        let then = Block { statements: vec![(self.number(), leave)], value: None };
        let last = Box::new(Literal::Int(VALUES - 1));
        let stop = If { condition: Box::new(Arithmetic("==", count("%", VALUES), last)), then, otherwise: None };
        let up = Assign(place(), count("+%", 1));
        let statements: Vec<(u32, Box<dyn Statement>)> =
            vec![(self.number(), Box::new(stop)), (self.number(), Box::new(up))];
        Some(Block { statements, value: Some(Box::new(rest)) })
    }

    /// `fn move into_iter`, of a type that does not walk by itself.
    pub(super) fn walking_method(&mut self, declaration: usize) -> Option<usize> {
        let walks = |index: &usize| self.tree.iterators.iter().any(|(walks, _)| walks == index);
        let plain = |index: &usize| self.tree.declarations[*index].parameters.is_empty();
        let iterators: Vec<usize> = self.tree.iterators.iter().map(|(index, _)| *index).filter(plain).collect();
        if walks(&declaration) || !plain(&declaration) || !self.chance(50) {
            return None;
        }
        let result = Type::Named(self.choose(&iterators)?, Vec::new());
        let me = self.own_type(declaration);
        let parameters: Vec<Local> = self.self_parameter(Receiver::Takes, me).into_iter().collect();
        let (name, generics, receiver) = ("into_iter".to_owned(), Vec::new(), Receiver::Takes);
        let function = self.body(Head { name, generics, receiver, parameters, result, calls: true }, 2)?;
        self.tree.walked.push((declaration, function));
        Some(function)
    }

    /// `for` over an iterator, or over what gives one.
    pub(super) fn for_iterator(&mut self, depth: u32) -> Option<Box<dyn Statement>> {
        let (walk, element) = if self.chance(30) { self.given_walk(depth)? } else { self.own_walk(depth)? };
        let variable = self.local(element, false);
        let id = self.number();
        let body = self.loop_body(id, &[], std::slice::from_ref(&variable), depth)?;
        Some(Box::new(For { id, variable, walked: Walked::Iterator(walk), body }))
    }

    /// An iterator, and the type of what it gives.
    fn own_walk(&mut self, depth: u32) -> Option<(Walk, Type)> {
        let (declaration, next) = self.choose(&self.tree.iterators.clone())?;
        let parameters = self.tree.declarations[declaration].parameters.clone();
        let pattern = self.own_type(declaration);
        let mut places = self.scope.places(&self.tree);
        places.retain(|known| known.may_move && unify(&pattern, &known.place.ty, &parameters, &mut BTreeMap::new()));
        let (ty, is_place) = match self.choose_place(places) {
            Some(place) => (place.ty, true),
            None => {
                let arguments = parameters.iter().map(|parameter| self.argument_type(parameter)).collect();
                (Type::Named(declaration, arguments), false)
            }
        };
        let mut types = BTreeMap::new();
        unify(&pattern, &ty, &parameters, &mut types);
        let types = self.complete(&parameters, types)?;
        let value = if is_place { self.used(&ty) } else { self.made(&ty, depth) }?;
        let Type::Option(element) = self.tree.functions[next].result.with(&types) else { return None };
        Some((Walk { value, is_moved: false, into: None, next, types }, *element))
    }

    /// What gives an iterator, and the type of what that gives.
    fn given_walk(&mut self, depth: u32) -> Option<(Walk, Type)> {
        let (declaration, into) = self.choose(&self.tree.walked.clone())?;
        let Type::Named(walks, _) = self.tree.functions[into].result else { return None };
        let (_, next) = *self.tree.iterators.iter().find(|(index, _)| *index == walks)?;
        let ty = Type::Named(declaration, Vec::new());
        let mut places = self.scope.places(&self.tree);
        places.retain(|known| known.may_move && known.place.ty == ty);
        let (value, is_moved): (Expr, bool) = match self.choose_place(places) {
            Some(place) => {
                let taken = if self.tree.is_copied(&ty) { Taken::Copied } else { Taken::Moved };
                if taken == Taken::Moved {
                    self.scope.flow.moved.insert(way(&place));
                }
                (Box::new(Use { place, taken }), true)
            }
            None => (self.made(&ty, depth)?, false),
        };
        let Type::Option(element) = self.tree.functions[next].result.clone() else { return None };
        Some((Walk { value, is_moved, into: Some(into), next, types: BTreeMap::new() }, *element))
    }

    /// A value that a call or construction makes, where nothing else tells its type.
    fn made(&mut self, ty: &Type, depth: u32) -> Option<Expr> {
        let called = if self.rng.bool() { self.attempt(|generator| generator.called(ty, depth)) } else { None };
        called.or_else(|| if self.tells(ty) { self.attempt(|generator| generator.plain(ty, depth)) } else { None })
    }
}
