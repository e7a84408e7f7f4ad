//! Arrays that grow, slices, and `for` over them. Owns their text and their meaning.

use super::super::machine::{Machine, Run};
use super::super::node::{Block, Expr, Expression, Statement, Writer, Written};
use super::super::tree::Local;
use super::super::value::{Address, Shape, Value};
use super::control::turn;
use super::iterators::Walk;
use super::matches::Mode;
use super::places::{Place, Target, element};

/// A method of `Array` or of a slice, on a place.
pub(in super::super) enum Operation {
    Push,
    Pop,
    Insert,
    Remove,
    SwapRemove,
    Clear,
    Truncate,
    Length,
    Reverse,
}

impl Operation {
    fn name(&self) -> &'static str {
        match self {
            Operation::Push => "push",
            Operation::Pop => "pop",
            Operation::Insert => "insert",
            Operation::Remove => "remove",
            Operation::SwapRemove => "swap_remove",
            Operation::Clear => "clear",
            Operation::Truncate => "truncate",
            Operation::Length => "length",
            Operation::Reverse => "reverse",
        }
    }
}

/// A call of such a method.
pub(in super::super) struct OfArray {
    pub(in super::super) operation: Operation,
    pub(in super::super) place: Place,
    pub(in super::super) arguments: Vec<Expr>,
}

impl Expression for OfArray {
    fn write(&self, out: &mut Writer<'_>) {
        self.place.write_call(self.operation.name(), &self.arguments, out);
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        let address = self.place.address(machine)?;
        let mut arguments = super::values::run_all(&self.arguments, machine)?.into_iter();
        let mut index = || arguments.next().map_or(0, |value| usize::try_from(value.int()).unwrap_or(0));
        match self.operation {
            Operation::Push => {
                let value = arguments.next().unwrap_or(Value::Missing);
                machine.elements(&address).push(value);
            }
            Operation::Pop => {
                return Ok(match machine.elements(&address).pop() {
                    Some(value) => Value::Object(Shape::Some, vec![value]),
                    None => Value::Object(Shape::None, Vec::new()),
                });
            }
            Operation::Insert => {
                let index = index();
                let value = arguments.next().unwrap_or(Value::Missing);
                machine.elements(&address).insert(index, value);
            }
            Operation::Remove => {
                let index = index();
                return Ok(machine.elements(&address).remove(index));
            }
            Operation::SwapRemove => {
                let index = index();
                return Ok(machine.elements(&address).swap_remove(index));
            }
            Operation::Clear => {
                let old = std::mem::take(machine.elements(&address));
                machine.end(Value::Object(Shape::Array, old))?;
            }
            Operation::Truncate => {
                let index = index();
                let elements = machine.elements(&address);
                let old = elements.split_off(index.min(elements.len()));
                machine.end(Value::Object(Shape::Array, old))?;
            }
            Operation::Length => return Ok(Value::Int(machine.range(&address).1.len() as i64)),
            Operation::Reverse => {
                let (array, range) = machine.range(&address);
                machine.elements(&array)[range].reverse();
            }
        }
        Ok(Value::Unit)
    }
}

/// `place[index]`, of an index that is computed: copied, or lent where it stands.
pub(in super::super) struct Pick {
    pub(in super::super) place: Place,
    pub(in super::super) index: Expr,
    pub(in super::super) is_copied: bool,
}

impl Target for Pick {
    fn write_target(&self, out: &mut Writer<'_>) {
        Expression::write(self, out);
    }

    fn find(&self, machine: &mut Machine<'_>) -> Run<Address> {
        let array = self.place.address(machine)?;
        let index = self.index.run(machine)?.int();
        let element = element(machine, array, index, Written::of(self))?;
        Ok(machine.behind(element))
    }
}

impl Expression for Pick {
    fn write(&self, out: &mut Writer<'_>) {
        out.mark(self);
        self.place.write(out);
        out.text("[");
        self.index.write(out);
        out.text("]");
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        let address = self.find(machine)?;
        Ok(if self.is_copied { machine.copied(&address) } else { Value::Borrow(address) })
    }
}

/// `place[from..to]`, lent; the ends are within it.
pub(in super::super) struct Cut {
    pub(in super::super) word: &'static str,
    pub(in super::super) place: Place,
    pub(in super::super) from: Option<usize>,
    pub(in super::super) to: Option<usize>,
}

impl Expression for Cut {
    fn write(&self, out: &mut Writer<'_>) {
        out.text(self.word);
        self.place.write(out);
        let end = |end: Option<usize>| end.map(|end| end.to_string()).unwrap_or_default();
        out.text(&format!("[{}..{}]", end(self.from), end(self.to)));
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        let address = self.place.address(machine)?;
        let (array, range) = machine.range(&address);
        let from = range.start + self.from.unwrap_or(0);
        let to = self.to.map_or(range.end, |to| range.start + to);
        Ok(Value::Slice(array, from, to))
    }
}

/// What `for` walks over.
pub(in super::super) enum Walked {
    /// An array or slice, looked at, changed or moved.
    Place(Place, Mode),
    Temporary(Expr),
    /// What gives one value after another by a function.
    Iterator(Walk),
}

/// `for name in …`
pub(in super::super) struct For {
    pub(in super::super) id: u32,
    pub(in super::super) variable: Local,
    pub(in super::super) walked: Walked,
    pub(in super::super) body: Block,
}

impl For {
    /// One turn; whether the loop is left.
    fn turn(&self, value: Value, machine: &mut Machine<'_>) -> Run<bool> {
        machine.step()?;
        let result = machine.scope(|machine| {
            machine.declare(self.variable.number, value);
            self.body.run(machine)
        });
        turn(self.id, result)
    }

    fn over_elements(&self, address: &Address, mode: Mode, machine: &mut Machine<'_>) -> Run<()> {
        let (array, range) = machine.range(address);
        for index in range {
            let element = machine.part(array.clone(), index);
            let value = match mode {
                Mode::Look | Mode::Change => Value::Borrow(machine.behind(element)),
                Mode::Take => machine.take(&element),
            };
            if self.turn(value, machine)? {
                break;
            }
        }
        Ok(())
    }
}

impl Statement for For {
    fn write(&self, out: &mut Writer<'_>) {
        out.text(&format!("l{}: for {} in ", self.id, self.variable.name));
        match &self.walked {
            Walked::Place(place, mode) => {
                out.text(mode.word());
                place.write(out);
            }
            Walked::Temporary(value) => value.write(out),
            Walked::Iterator(walk) => walk.write(out),
        }
        out.text(" ");
        self.body.write(out);
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<()> {
        machine.scope(|machine| match &self.walked {
            Walked::Place(place, Mode::Take) => {
                let address = place.address(machine)?;
                let value = machine.take(&address);
                let held = machine.hold(value);
                self.over_elements(&held, Mode::Take, machine)
            }
            Walked::Place(place, mode) => {
                let address = place.address(machine)?;
                self.over_elements(&address, *mode, machine)
            }
            Walked::Temporary(value) => {
                let value = value.run(machine)?;
                let held = machine.hold(value);
                self.over_elements(&held, Mode::Take, machine)
            }
            Walked::Iterator(walk) => walk.run(machine, |value, machine| self.turn(value, machine)),
        })
    }
}
