//! Makes programs: a random walk over the forms with types, owners and loans in mind, so that every program is accepted.
//! Owns what is made and how often; must not know what values are.

mod arrays;
mod calls;
mod closures;
mod content;
mod declare;
mod iterators;
mod maps;
mod patterns;
mod results;
mod scope;
mod statements;
mod threads;
mod values;
mod views;

use fastrand::Rng;

use super::forms::matches::name;
use super::node::Block;
use super::tree::{Function, Local, Receiver, Tree};
use super::types::{Parameter, Type};
use scope::{Flow, Scope};

/// A program in the making.
struct Generator {
    rng: Rng,
    tree: Tree,
    scope: Scope,
    numbers: u32,
}

/// How many functions are called by `main`.
const FUNCTIONS: usize = 7;

/// Makes a program.
pub(super) fn generate(rng: Rng) -> Tree {
    let scope = Scope::new(Type::Unit, Vec::new());
    let mut generator = Generator { rng, tree: Tree::default(), scope, numbers: 0 };
    generator.tree.may_panic = generator.chance(30);
    generator.declare();
    for _ in 0..FUNCTIONS {
        generator.function();
    }
    generator.main();
    generator.tree
}

impl Generator {
    fn chance(&mut self, percent: u32) -> bool {
        self.rng.u32(0..100) < percent
    }

    fn below(&mut self, count: usize) -> usize {
        self.rng.usize(0..count)
    }

    /// One of several, if there is one.
    fn choose<T: Clone>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())].clone()) }
    }

    /// One number after another, in random order.
    fn order(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        self.rng.shuffle(&mut order);
        order
    }

    fn number(&mut self) -> u32 {
        self.numbers += 1;
        self.numbers
    }

    fn local(&mut self, ty: Type, mutable: bool) -> Local {
        let number = self.number();
        Local { number, name: name(number), ty, mutable }
    }

    /// Tries to make something; what was noted on the way is forgotten where that fails.
    fn attempt<T>(&mut self, make: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let before = self.scope.clone();
        let made = make(self);
        if made.is_none() {
            self.scope = before;
        }
        made
    }

    /// Makes something that may not run, and gives what has moved away behind it.
    fn branch<T>(&mut self, make: impl FnOnce(&mut Self) -> Option<T>) -> Option<(T, Flow)> {
        let before = self.scope.flow.clone();
        let made = make(self)?;
        Some((made, std::mem::replace(&mut self.scope.flow, before)))
    }

    /// Makes something with a new scope, and gives the old one back.
    fn apart<T>(&mut self, scope: Scope, make: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let before = std::mem::replace(&mut self.scope, scope);
        let made = make(self);
        self.scope = before;
        made
    }

    /// Makes a function's body and adds the function; none if its result cannot be made.
    fn body(&mut self, head: Head, count: usize) -> Option<usize> {
        let mut scope = Scope::new(head.result.clone(), head.generics.clone());
        scope.variables.extend(head.parameters.iter().cloned());
        scope.calls = head.calls;
        let result = head.result.clone();
        let mut body: Option<Block> = None;
        for _ in 0..3 {
            body = self.apart(scope.clone(), |generator| generator.block(Some(&result), count, 3));
            if body.is_some() {
                break;
            }
        }
        let Head { name, generics, receiver, parameters, result, calls: _ } = head;
        self.tree.functions.push(Function { name, generics, receiver, parameters, result, body: body? });
        Some(self.tree.functions.len() - 1)
    }
}

/// A function before it has a body.
struct Head {
    name: String,
    generics: Vec<Parameter>,
    receiver: Receiver,
    parameters: Vec<Local>,
    result: Type,
    /// Whether it may call functions.
    calls: bool,
}
