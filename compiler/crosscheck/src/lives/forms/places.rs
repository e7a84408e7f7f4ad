//! Places, and what is done with them: uses, borrows, assignments, exchanges. Owns their text and their meaning.

use std::rc::Rc;

use super::super::machine::{Leave, Machine, Run};
use super::super::node::{Expr, Expression, Statement, Writer, Written};
use super::super::tree::Local;
use super::super::types::Type;
use super::super::value::{Address, Shape, Value};

/// One step into a place.
#[derive(Clone, PartialEq, Eq)]
pub(in super::super) enum Step {
    /// A field or tuple element, by its name and number.
    Part(Rc<str>, usize),
    /// An element of an array.
    Index(usize),
}

/// A place that begins at a variable.
#[derive(Clone)]
pub(in super::super) struct Place {
    pub(in super::super) variable: Local,
    pub(in super::super) steps: Vec<Step>,
    pub(in super::super) ty: Type,
}

impl Place {
    pub(in super::super) fn of(variable: &Local) -> Place {
        Place { variable: variable.clone(), steps: Vec::new(), ty: variable.ty.clone() }
    }

    /// A call of a method on the place.
    pub(in super::super) fn write_call(&self, method: &str, arguments: &[Expr], out: &mut Writer<'_>) {
        self.write(out);
        out.text(&format!(".{method}("));
        out.list(arguments, |out, argument| argument.write(out));
        out.text(")");
    }

    pub(in super::super) fn write(&self, out: &mut Writer<'_>) {
        out.mark(self);
        out.named.push(self.variable.number);
        let mut steps = self.steps.as_slice();
        match (&*self.variable.name, steps) {
            ("self", [Step::Part(name, _), rest @ ..]) => {
                out.text(&format!("@{name}"));
                steps = rest;
            }
            (name, _) => out.text(name),
        }
        for step in steps {
            match step {
                Step::Part(name, _) => out.text(&format!(".{name}")),
                Step::Index(index) => out.text(&format!("[{index}]")),
            }
        }
    }

    /// Where it lies; borrows on the way are followed, and one that lies there too.
    pub(in super::super) fn address(&self, machine: &Machine<'_>) -> Run<Address> {
        let mut address = machine.variable(self.variable.number);
        for step in &self.steps {
            address = match step {
                Step::Part(_, part) => machine.part(address, *part),
                Step::Index(index) => element(machine, address, *index as i64, Written::of(self))?,
            };
        }
        Ok(machine.behind(address))
    }
}

/// Where an element lies; an index that leads to none is a panic of the form.
pub(super) fn element(machine: &Machine<'_>, array: Address, index: i64, form: Written) -> Run<Address> {
    let length = machine.range(&array).1.len();
    if let Some(index) = usize::try_from(index).ok().filter(|index| *index < length) {
        return Ok(machine.part(array, index));
    }
    let elements = match length {
        0 => "no elements".to_owned(),
        1 => "1 element".to_owned(),
        length => format!("{length} elements"),
    };
    Err(Leave::Panic(form, format!("index {index} out of bounds of {elements}")))
}

/// How a value comes out of a place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Taken {
    /// It stays, and is copied.
    Copied,
    /// The same through a borrow, so that it stays even where nothing uses it any more.
    CopiedThroughBorrow,
    /// It is gone: it moves, or this is the last use of what is counted.
    Moved,
}

/// A function that copies what is lent.
pub(in super::super) const AGAIN: &str = "fn again[T: Copy](value: ref T) -> T { value }\n\n";

/// A use of a place.
pub(in super::super) struct Use {
    pub(in super::super) place: Place,
    pub(in super::super) taken: Taken,
}

impl Expression for Use {
    fn write(&self, out: &mut Writer<'_>) {
        match self.taken {
            Taken::Copied | Taken::Moved => self.place.write(out),
            Taken::CopiedThroughBorrow => {
                out.text("again(");
                self.place.write(out);
                out.text(")");
            }
        }
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        let address = self.place.address(machine)?;
        Ok(match self.taken {
            Taken::Copied | Taken::CopiedThroughBorrow => machine.copied(&address),
            Taken::Moved => machine.take(&address),
        })
    }
}

/// `ref place` or `mut place`, the first also without the word.
pub(in super::super) struct Lend {
    pub(in super::super) place: Place,
    pub(in super::super) word: &'static str,
}

impl Expression for Lend {
    fn write(&self, out: &mut Writer<'_>) {
        out.text(self.word);
        self.place.write(out);
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        Ok(Value::Borrow(self.place.address(machine)?))
    }
}

/// A temporary that is lent silently.
pub(in super::super) struct LendTemporary(pub(in super::super) Expr);

impl Expression for LendTemporary {
    fn write(&self, out: &mut Writer<'_>) {
        self.0.write(out);
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        let value = self.0.run(machine)?;
        Ok(Value::Borrow(machine.hold(value)))
    }
}

/// What an assignment writes to.
pub(in super::super) trait Target {
    fn write_target(&self, out: &mut Writer<'_>);
    /// Where it lies; finding that may compute an index.
    fn find(&self, machine: &mut Machine<'_>) -> Run<Address>;
}

impl Target for Place {
    fn write_target(&self, out: &mut Writer<'_>) {
        self.write(out);
    }

    fn find(&self, machine: &mut Machine<'_>) -> Run<Address> {
        self.address(machine)
    }
}

/// `place = value`, `place[index] = value`
pub(in super::super) struct Assign<T>(pub(in super::super) T, pub(in super::super) Expr);

impl<T: Target> Statement for Assign<T> {
    fn write(&self, out: &mut Writer<'_>) {
        self.0.write_target(out);
        out.text(" = ");
        self.1.write(out);
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<()> {
        machine.scope(|machine| {
            let value = self.1.run(machine)?;
            let address = self.0.find(machine)?;
            machine.store(&address, value)
        })
    }
}

/// `replace(mut place, value)`
pub(in super::super) struct Replace(pub(in super::super) Place, pub(in super::super) Expr);

impl Expression for Replace {
    fn write(&self, out: &mut Writer<'_>) {
        out.text("replace(mut ");
        self.0.write(out);
        out.text(", ");
        self.1.write(out);
        out.text(")");
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        let address = self.0.address(machine)?;
        let value = self.1.run(machine)?;
        Ok(std::mem::replace(machine.get_mut(&address), value))
    }
}

/// `place.take()` of an `Option`.
pub(in super::super) struct Take(pub(in super::super) Place);

impl Expression for Take {
    fn write(&self, out: &mut Writer<'_>) {
        self.0.write(out);
        out.text(".take()");
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        let address = self.0.address(machine)?;
        Ok(std::mem::replace(machine.get_mut(&address), Value::Object(Shape::None, Vec::new())))
    }
}

/// `swap(mut left, mut right)`
pub(in super::super) struct Swap(pub(in super::super) Place, pub(in super::super) Place);

impl Statement for Swap {
    fn write(&self, out: &mut Writer<'_>) {
        out.text("swap(mut ");
        self.0.write(out);
        out.text(", mut ");
        self.1.write(out);
        out.text(")");
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<()> {
        let (left, right) = (self.0.address(machine)?, self.1.address(machine)?);
        let value = machine.take(&left);
        let value = std::mem::replace(machine.get_mut(&right), value);
        *machine.get_mut(&left) = value;
        Ok(())
    }
}
