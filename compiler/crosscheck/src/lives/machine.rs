//! The model that runs programs: places, scopes, and the ends of values in their order. Owns what a program means; must
//! not call the compiler, which it judges.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::forms::closures::Made;
use super::node::Written;
use super::tree::{Head, Tree};
use super::types::Type;
use super::value::{Address, Shape, Value};

/// What an expression or statement comes to.
pub(super) type Run<T> = Result<T, Leave>;

/// What leaves more than one form.
pub(super) enum Leave {
    Break(u32),
    Continue(u32),
    Return(Value),
    /// The program ends where a form stands, with a message.
    Panic(Written, String),
    /// The program takes too long.
    Late,
}

/// How many statements a program may run.
const STEPS: u32 = 6_000;
/// How deep calls may be.
const DEPTH: usize = 60;
/// How much a program may print.
const OUTPUT: usize = 60_000;

/// A call that runs.
#[derive(Default)]
struct Frame {
    /// Where its variables lie.
    variables: BTreeMap<u32, Address>,
    /// What its type parameters stand for.
    types: BTreeMap<u32, Type>,
}

/// A program that runs.
pub(super) struct Machine<'t> {
    pub(super) tree: &'t Tree,
    pub(super) left_out: &'t BTreeSet<u32>,
    pub(super) out: String,
    slots: Vec<Value>,
    /// Of each scope that has begun the slots that end with it.
    scopes: Vec<Vec<usize>>,
    frames: Vec<Frame>,
    /// How many own what lies in a slot.
    owners: BTreeMap<usize, u32>,
    /// What is behind mutexes that are being called.
    pub(super) locked: Vec<Address>,
    steps: u32,
}

impl<'t> Machine<'t> {
    /// Runs `main`; what it prints, and the panic that ends it, unless that takes too long.
    pub(super) fn main(tree: &'t Tree, left_out: &'t BTreeSet<u32>) -> Option<(String, Option<(Written, String)>)> {
        let mut machine = Machine {
            tree,
            left_out,
            out: String::new(),
            slots: Vec::new(),
            scopes: Vec::new(),
            frames: Vec::new(),
            owners: BTreeMap::new(),
            locked: Vec::new(),
            steps: 0,
        };
        let main = tree.functions.len() - 1;
        let panic = match machine.call(main, BTreeMap::new(), Vec::new()) {
            Ok(_) => None,
            Err(Leave::Panic(form, message)) => Some((form, message)),
            Err(Leave::Late | Leave::Break(_) | Leave::Continue(_) | Leave::Return(_)) => return None,
        };
        Some((machine.out, panic))
    }

    /// Counts a statement.
    pub(super) fn step(&mut self) -> Run<()> {
        self.steps += 1;
        if self.steps > STEPS || self.out.len() > OUTPUT { Err(Leave::Late) } else { Ok(()) }
    }

    /// Calls a function; arguments end after what it declares, the last one first.
    pub(super) fn call(&mut self, function: usize, types: BTreeMap<u32, Type>, arguments: Vec<Value>) -> Run<Value> {
        if self.frames.len() > DEPTH {
            return Err(Leave::Late);
        }
        self.step()?;
        let function = &self.tree.functions[function];
        self.frames.push(Frame { variables: BTreeMap::new(), types });
        let result = self.scope(|machine| {
            for (parameter, argument) in function.parameters.iter().zip(arguments) {
                machine.declare(parameter.number, argument);
            }
            function.body.run(machine)
        });
        self.frames.pop();
        match result {
            Err(Leave::Return(value)) => Ok(value),
            other => other,
        }
    }

    /// Runs something, and ends what it declared and made, in reverse.
    pub(super) fn scope<T>(&mut self, body: impl FnOnce(&mut Self) -> Run<T>) -> Run<T> {
        self.scopes.push(Vec::new());
        let result = body(self);
        let slots = self.scopes.pop().unwrap_or_default();
        if matches!(result, Err(Leave::Late | Leave::Panic(..))) {
            return result;
        }
        for slot in slots.into_iter().rev() {
            let value = self.take(&Address::of(slot));
            self.end(value)?;
        }
        result
    }

    /// Declares something in the scope around this one.
    pub(super) fn outside(&mut self, declare: impl FnOnce(&mut Self)) {
        let inner = self.scopes.pop();
        declare(self);
        self.scopes.extend(inner);
    }

    /// Keeps a value until the scope ends, or it is taken.
    pub(super) fn hold(&mut self, value: Value) -> Address {
        self.slots.push(value);
        let slot = self.slots.len() - 1;
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(slot);
        }
        Address::of(slot)
    }

    /// Keeps a value that does not end with the scope.
    pub(super) fn aside(&mut self, value: Value) -> Address {
        self.slots.push(value);
        Address::of(self.slots.len() - 1)
    }

    /// A variable of the scope.
    pub(super) fn declare(&mut self, variable: u32, value: Value) {
        let address = self.hold(value);
        self.name(variable, address);
    }

    /// Gives a place a name.
    fn name(&mut self, variable: u32, address: Address) {
        if let Some(frame) = self.frames.last_mut() {
            frame.variables.insert(variable, address);
        }
    }

    /// Where a variable lies.
    pub(super) fn variable(&self, variable: u32) -> Address {
        let frame = self.frames.last();
        let address = frame.and_then(|frame| frame.variables.get(&variable));
        address.unwrap_or_else(|| unreachable!("the variable v{variable} is declared")).clone()
    }

    /// What the type parameters of the running function stand for.
    pub(super) fn types(&self) -> BTreeMap<u32, Type> {
        self.frames.last().map_or_else(BTreeMap::new, |frame| frame.types.clone())
    }

    /// What a type of the running function stands for.
    pub(super) fn meaning(&self, ty: &Type) -> Type {
        match self.frames.last() {
            Some(frame) => ty.with(&frame.types),
            None => ty.clone(),
        }
    }

    pub(super) fn get(&self, address: &Address) -> &Value {
        address.path.iter().fold(&self.slots[address.slot], |value, step| match value {
            Value::Object(_, parts) | Value::Closure(_, parts) => &parts[*step],
            other => unreachable!("{other:?} has no parts"),
        })
    }

    pub(super) fn get_mut(&mut self, address: &Address) -> &mut Value {
        address.path.iter().fold(&mut self.slots[address.slot], |value, step| match value {
            Value::Object(_, parts) | Value::Closure(_, parts) => &mut parts[*step],
            other => unreachable!("{other:?} has no parts"),
        })
    }

    /// Where the value is that a place leads to: what is behind its borrows.
    pub(super) fn behind(&self, mut address: Address) -> Address {
        while let Value::Borrow(next) = self.get(&address) {
            address = next.clone();
        }
        address
    }

    /// What a place leads to, within what several own or a `dyn` holds.
    pub(super) fn within(&self, address: Address) -> Address {
        let mut address = self.behind(address);
        loop {
            match self.get(&address) {
                Value::Shared(slot) => address = self.behind(Address::of(*slot)),
                Value::Object(Shape::Dyn, _) => address.path.push(0),
                _ => return address,
            }
        }
    }

    /// The array of which a place is, or names, a slice, and the elements in it.
    pub(super) fn range(&self, address: &Address) -> (Address, std::ops::Range<usize>) {
        let address = self.within(address.clone());
        match self.get(&address) {
            Value::Slice(array, from, to) => (array.clone(), *from..*to),
            Value::Object(Shape::Array, parts) => {
                let count = parts.len();
                (address, 0..count)
            }
            other => unreachable!("{other:?} has elements"),
        }
    }

    /// The elements of an array.
    pub(super) fn elements(&mut self, address: &Address) -> &mut Vec<Value> {
        match self.get_mut(address) {
            Value::Object(Shape::Array, parts) => parts,
            other => unreachable!("{other:?} has elements"),
        }
    }

    /// A part of what a place leads to.
    pub(super) fn part(&self, address: Address, part: usize) -> Address {
        let mut address = self.within(address);
        if let Value::Slice(array, from, _) = self.get(&address) {
            let mut address = array.clone();
            address.path.push(from + part);
            return address;
        }
        address.path.push(part);
        address
    }

    /// Moves a value away.
    pub(super) fn take(&mut self, address: &Address) -> Value {
        std::mem::replace(self.get_mut(address), Value::Missing)
    }

    /// Ends the old value of a place and stores another.
    pub(super) fn store(&mut self, address: &Address, value: Value) -> Run<()> {
        let old = self.take(address);
        self.end(old)?;
        *self.get_mut(address) = value;
        Ok(())
    }

    /// Ends a value: first its own `drop`, then its parts in reverse, elements in order.
    pub(super) fn end(&mut self, mut value: Value) -> Run<()> {
        if let Value::Object(Shape::Case(declaration, _), _) = &value
            && let Some(function) = self.tree.declarations[*declaration].drop
            && self.has_drop(*declaration)
        {
            let address = self.aside(value);
            self.call(function, BTreeMap::new(), vec![Value::Borrow(address.clone())])?;
            value = self.take(&address);
        }
        match value {
            Value::Missing | Value::Unit | Value::Int(_) | Value::Bool(_) | Value::Text(_) => Ok(()),
            Value::Borrow(_) | Value::Slice(..) | Value::Function(_) => Ok(()),
            Value::Object(Shape::Array | Shape::Map | Shape::Set, parts) => {
                parts.into_iter().try_for_each(|part| self.end(part))
            }
            Value::Object(_, parts) | Value::Closure(_, parts) => {
                parts.into_iter().rev().try_for_each(|part| self.end(part))
            }
            Value::Shared(slot) => self.end_share(slot),
        }
    }

    /// Whether something happens first when a value of a declared type ends.
    pub(super) fn has_drop(&self, declaration: usize) -> bool {
        let is_left_out = self.tree.drops.get(&declaration).is_some_and(|item| self.left_out.contains(item));
        self.tree.declarations[declaration].drop.is_some() && !is_left_out
    }

    /// Counts one owner less; the last one ends what they own.
    fn end_share(&mut self, slot: usize) -> Run<()> {
        let count = self.owners.entry(slot).or_insert(1);
        *count -= 1;
        if *count > 0 {
            return Ok(());
        }
        let content = self.take(&Address::of(slot));
        self.end(content)
    }

    /// A copy of a value, by which what several own has one owner more.
    pub(super) fn copy(&mut self, value: &Value) -> Value {
        match value {
            Value::Shared(slot) => *self.owners.entry(*slot).or_insert(1) += 1,
            Value::Object(_, parts) | Value::Closure(_, parts) => {
                for part in parts {
                    self.copy(part);
                }
            }
            _ => {}
        }
        value.clone()
    }

    /// A copy of what lies at an address.
    pub(super) fn copied(&mut self, address: &Address) -> Value {
        let value = self.get(address).clone();
        self.copy(&value)
    }

    /// Puts a value where several own it.
    pub(super) fn share(&mut self, value: Value) -> Value {
        let slot = self.aside(value).slot;
        self.owners.insert(slot, 1);
        Value::Shared(slot)
    }

    /// Calls a closure that lies at an address.
    pub(super) fn call_closure(&mut self, address: &Address, arguments: Vec<Value>) -> Run<Value> {
        let address = self.behind(address.clone());
        let made = match self.get(&address) {
            Value::Function(function) => {
                let function = *function;
                return self.call(function, BTreeMap::new(), arguments);
            }
            Value::Closure(made, _) => Rc::clone(made),
            other => unreachable!("{other:?} is called"),
        };
        let captured = made.captures.iter().enumerate().map(|(index, variable)| {
            let mut address = address.clone();
            address.path.push(index);
            (*variable, address)
        });
        let frame = Frame { variables: captured.collect(), types: made.types.clone() };
        self.run_closure(&made, frame, Vec::new(), arguments)
    }

    /// Calls a closure that ends with the call; what it has captured are variables of the call.
    pub(super) fn consume_closure(&mut self, closure: Value, arguments: Vec<Value>) -> Run<Value> {
        match closure {
            Value::Closure(made, captured) => {
                let frame = Frame { variables: BTreeMap::new(), types: made.types.clone() };
                self.run_closure(&made, frame, captured, arguments)
            }
            Value::Function(function) => self.call(function, BTreeMap::new(), arguments),
            other => unreachable!("{other:?} is called"),
        }
    }

    fn run_closure(&mut self, made: &Made, frame: Frame, captured: Vec<Value>, arguments: Vec<Value>) -> Run<Value> {
        if self.frames.len() > DEPTH {
            return Err(Leave::Late);
        }
        self.step()?;
        self.frames.push(frame);
        let result = self.scope(|machine| {
            for (variable, value) in made.captures.iter().zip(captured) {
                machine.declare(*variable, value);
            }
            for (parameter, argument) in made.code.parameters.iter().zip(arguments) {
                machine.declare(parameter.number, argument);
            }
            made.code.body.run(machine)
        });
        self.frames.pop();
        match result {
            Err(Leave::Return(value)) => Ok(value),
            other => other,
        }
    }

    /// The function behind a trait's method for a value.
    pub(super) fn method(&self, of: usize, method: usize, head: Head) -> usize {
        let own = self.tree.implementations.get(&(of, head)).and_then(|methods| methods[method]);
        own.or(self.tree.traits[of].methods[method].default)
            .unwrap_or_else(|| unreachable!("{head:?} has method {method} of trait {of}"))
    }

    /// The head of the type of a value, behind borrows.
    pub(super) fn head(&self, value: &Value) -> Head {
        match value {
            Value::Int(_) => Head::Int,
            Value::Text(_) => Head::Text,
            Value::Object(Shape::Case(declaration, _), _) => Head::Named(*declaration),
            Value::Borrow(address) => self.head(self.get(&self.within(address.clone()))),
            Value::Object(Shape::Dyn, parts) => self.head(&parts[0]),
            Value::Shared(slot) => self.head(self.get(&self.within(Address::of(*slot)))),
            other => unreachable!("{other:?} has traits"),
        }
    }
}
