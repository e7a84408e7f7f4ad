//! Maps and sets. Owns their text and their meaning: entries stand in the order in which they came, a key keeps its place,
//! and of an entry that ends the value ends first.

use super::super::machine::{Machine, Run};
use super::super::node::{Block, Expr, Expression, Statement, Writer};
use super::super::tree::Local;
use super::super::types::Type;
use super::super::value::{Address, Shape, Value};
use super::control::turn;
use super::matches::Mode;
use super::places::Place;
use super::values::run_all;

/// A method of a map or set, on a place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Operation {
    Insert,
    Remove,
    Contains,
    Length,
    Clear,
}

impl Operation {
    fn name(self) -> &'static str {
        match self {
            Operation::Insert => "insert",
            Operation::Remove => "remove",
            Operation::Contains => "contains",
            Operation::Length => "length",
            Operation::Clear => "clear",
        }
    }
}

/// A call of such a method.
pub(in super::super) struct OfMap {
    pub(in super::super) operation: Operation,
    pub(in super::super) place: Place,
    pub(in super::super) arguments: Vec<Expr>,
}

fn option(value: Option<Value>) -> Value {
    match value {
        Some(value) => Value::Object(Shape::Some, vec![value]),
        None => Value::Object(Shape::None, Vec::new()),
    }
}

impl Machine<'_> {
    /// The entries of a map or set at a place.
    fn entries(&mut self, map: &Address) -> &mut Vec<Value> {
        match self.get_mut(map) {
            Value::Object(Shape::Map | Shape::Set, entries) => entries,
            other => unreachable!("{other:?} has entries"),
        }
    }

    /// Where an entry's key lies.
    fn key(&self, map: &Address, entry: usize) -> Address {
        let address = self.part(map.clone(), entry);
        if self.is_map(map) { self.part(address, 0) } else { address }
    }

    /// The entry with a key that equals what lies somewhere.
    pub(in super::super) fn entry(&mut self, map: &Address, key: &Address) -> Run<Option<usize>> {
        for entry in 0..self.entries(map).len() {
            let own = self.key(map, entry);
            if self.equal(own, key.clone())? {
                return Ok(Some(entry));
            }
        }
        Ok(None)
    }

    /// Puts something into a map or set; what it takes the place of comes back.
    fn insert(&mut self, map: &Address, mut arguments: Vec<Value>) -> Run<Value> {
        let key = self.aside(arguments.remove(0));
        let found = self.entry(map, &key)?;
        let key = self.take(&key);
        let value = arguments.pop();
        let new = match (found, value) {
            (None, Some(value)) => Value::Object(Shape::Tuple, vec![key, value]),
            (None, None) => key,
            (Some(entry), None) => {
                let old = std::mem::replace(&mut self.entries(map)[entry], key);
                return Ok(option(Some(old)));
            }
            (Some(entry), Some(value)) => {
                let mut place = self.part(map.clone(), entry);
                place.path.push(1);
                let old = std::mem::replace(self.get_mut(&place), value);
                // The key that is there stays.
                self.end(key)?;
                return Ok(option(Some(old)));
            }
        };
        self.entries(map).push(new);
        Ok(option(None))
    }

    /// Whether what lies somewhere is a map, and no set.
    fn is_map(&self, address: &Address) -> bool {
        matches!(self.get(address), Value::Object(Shape::Map, _))
    }
}

impl Expression for OfMap {
    fn write(&self, out: &mut Writer<'_>) {
        self.place.write_call(self.operation.name(), &self.arguments, out);
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        let address = self.place.address(machine)?;
        let map = machine.within(address);
        let mut arguments = run_all(&self.arguments, machine)?;
        match self.operation {
            Operation::Length => Ok(Value::Int(machine.entries(&map).len() as i64)),
            Operation::Clear => {
                let old = std::mem::take(machine.entries(&map));
                machine.end(Value::Object(Shape::Array, old))?;
                Ok(Value::Unit)
            }
            Operation::Insert => machine.insert(&map, arguments),
            Operation::Contains | Operation::Remove => {
                let Value::Borrow(key) = arguments.remove(0) else { unreachable!("a key is lent") };
                let found = machine.entry(&map, &key)?;
                if self.operation == Operation::Contains {
                    return Ok(Value::Bool(found.is_some()));
                }
                let entry = found.map(|entry| machine.entries(&map).remove(entry));
                Ok(option(match entry {
                    Some(Value::Object(Shape::Tuple, mut parts)) if machine.is_map(&map) => {
                        let value = parts.pop();
                        machine.end(parts.remove(0))?;
                        value
                    }
                    other => other,
                }))
            }
        }
    }
}

/// A map or set that is made with entries: `{ let mut m = Map.new()  m.insert(…)  m }`.
pub(in super::super) struct Filled {
    pub(in super::super) number: u32,
    pub(in super::super) ty: Type,
    pub(in super::super) entries: Vec<Vec<Expr>>,
}

impl Expression for Filled {
    fn write(&self, out: &mut Writer<'_>) {
        let name = if matches!(self.ty, Type::Map(..)) { "Map" } else { "Set" };
        if self.entries.is_empty() {
            out.ty(&self.ty);
            return out.text(".new()");
        }
        out.text("{");
        out.indent += 1;
        out.line();
        out.text(&format!("let mut m{}: ", self.number));
        out.ty(&self.ty);
        out.text(&format!(" = {name}.new()"));
        for entry in &self.entries {
            out.line();
            out.text(&format!("m{}.insert(", self.number));
            out.list(entry, |out, argument| argument.write(out));
            out.text(")");
        }
        out.line();
        out.text(&format!("m{}", self.number));
        out.indent -= 1;
        out.line();
        out.text("}");
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        let shape = if matches!(self.ty, Type::Map(..)) { Shape::Map } else { Shape::Set };
        machine.scope(|machine| {
            let map = machine.hold(Value::Object(shape, Vec::new()));
            for entry in &self.entries {
                machine.scope(|machine| {
                    let arguments = run_all(entry, machine)?;
                    let old = machine.insert(&map, arguments)?;
                    machine.hold(old);
                    Ok(())
                })?;
            }
            Ok(machine.take(&map))
        })
    }
}

/// `if let Some(name) = map.get(key) { … } else { … }`, or with `get_mut`.
pub(in super::super) struct IfFound {
    pub(in super::super) place: Place,
    pub(in super::super) changes: bool,
    pub(in super::super) key: Expr,
    pub(in super::super) variable: Local,
    pub(in super::super) then: Block,
    pub(in super::super) otherwise: Option<Block>,
}

impl Expression for IfFound {
    fn write(&self, out: &mut Writer<'_>) {
        out.text(&format!("if let Some({}) = ", self.variable.name));
        self.place.write(out);
        out.text(if self.changes { ".get_mut(" } else { ".get(" });
        self.key.write(out);
        out.text(") ");
        self.then.write(out);
        out.otherwise(self.otherwise.as_ref());
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        machine.scope(|machine| {
            let address = self.place.address(machine)?;
            let map = machine.within(address);
            let Value::Borrow(key) = self.key.run(machine)? else { unreachable!("a key is lent") };
            let Some(entry) = machine.entry(&map, &key)? else {
                return self.otherwise.as_ref().map_or(Ok(Value::Unit), |otherwise| otherwise.run(machine));
            };
            machine.scope(|machine| {
                let mut value = machine.part(map.clone(), entry);
                if machine.is_map(&map) {
                    value = machine.part(value, 1);
                }
                machine.declare(self.variable.number, Value::Borrow(machine.behind(value)));
                self.then.run(machine)
            })
        })
    }
}

/// `for (key, value) in map`, or `for value in set`.
pub(in super::super) struct ForEntries {
    pub(in super::super) id: u32,
    /// One name, or that of the key and that of the value.
    pub(in super::super) names: Vec<Local>,
    pub(in super::super) place: Place,
    pub(in super::super) mode: Mode,
    pub(in super::super) body: Block,
}

impl Statement for ForEntries {
    fn write(&self, out: &mut Writer<'_>) {
        out.text(&format!("l{}: for ", self.id));
        match self.names.as_slice() {
            [key, value] => out.text(&format!("({}, {})", key.name, value.name)),
            names => out.list(names, |out, name| out.text(&name.name)),
        }
        out.text(" in ");
        out.text(self.mode.word());
        self.place.write(out);
        out.text(" ");
        self.body.write(out);
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<()> {
        machine.scope(|machine| {
            let address = self.place.address(machine)?;
            let mut map = machine.within(address);
            if self.mode == Mode::Take {
                let value = machine.take(&map);
                map = machine.hold(value);
            }
            for entry in 0..machine.entries(&map).len() {
                machine.step()?;
                let entry = machine.part(map.clone(), entry);
                let result = machine.scope(|machine| {
                    for (index, name) in self.names.iter().enumerate() {
                        let part =
                            if machine.is_map(&map) { machine.part(entry.clone(), index) } else { entry.clone() };
                        let value = match self.mode {
                            Mode::Look | Mode::Change => Value::Borrow(machine.behind(part)),
                            Mode::Take => machine.take(&part),
                        };
                        machine.declare(name.number, value);
                    }
                    self.body.run(machine)
                });
                if turn(self.id, result)? {
                    break;
                }
            }
            Ok(())
        })
    }
}
