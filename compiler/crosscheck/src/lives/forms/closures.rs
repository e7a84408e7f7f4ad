//! Closures: literals of all kinds, names of functions, and calls. Owns their text and their meaning: a literal captures
//! what its body names, in the order of the text.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::super::machine::{Machine, Run};
use super::super::node::{Block, Expr, Expression, Writer};
use super::super::tree::Local;
use super::super::types::{Closure, Type};
use super::super::value::Value;
use super::places::Place;
use super::values::run_all;

/// What a closure literal says.
pub(in super::super) struct Code {
    pub(in super::super) kind: Closure,
    pub(in super::super) parameters: Vec<Local>,
    pub(in super::super) result: Type,
    pub(in super::super) body: Block,
    /// The variables around that it may name, and whether a use copies them.
    pub(in super::super) around: BTreeMap<u32, bool>,
}

impl Code {
    fn write(&self, out: &mut Writer<'_>) {
        out.text(if self.kind == Closure::Once { "fn move (" } else { "fn (" });
        out.list(&self.parameters, |out, parameter| {
            out.text(&format!("{}: ", parameter.name));
            out.ty(&parameter.ty);
        });
        out.text(")");
        if self.result != Type::Unit {
            out.text(" -> ");
            out.ty(&self.result);
        }
        out.text(" ");
        self.body.write(out);
    }

    /// The variables that it captures, in the order in which it names them.
    pub(in super::super) fn captures(&self, tree: &super::super::tree::Tree, left_out: &BTreeSet<u32>) -> Vec<u32> {
        let mut out = Writer::new(tree, left_out);
        self.body.write(&mut out);
        let mut captures = Vec::new();
        for variable in out.named {
            if self.around.contains_key(&variable) && !captures.contains(&variable) {
                captures.push(variable);
            }
        }
        captures
    }
}

impl std::fmt::Debug for Code {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{:?}", self.kind)
    }
}

/// A closure that has been made.
#[derive(Clone, Debug)]
pub(in super::super) struct Made {
    pub(in super::super) code: Rc<Code>,
    /// The variables that are captured; what they are lies beside it.
    pub(in super::super) captures: Vec<u32>,
    /// What the type parameters around it stand for.
    pub(in super::super) types: BTreeMap<u32, Type>,
}

/// A closure literal.
pub(in super::super) struct Literal(pub(in super::super) Rc<Code>);

impl Expression for Literal {
    fn write(&self, out: &mut Writer<'_>) {
        self.0.write(out);
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        let captures = self.0.captures(machine.tree, machine.left_out);
        let mut values = Vec::new();
        for variable in &captures {
            let address = machine.behind(machine.variable(*variable));
            values.push(match self.0.kind {
                Closure::Looks | Closure::Changes => Value::Borrow(address),
                Closure::Owned | Closure::Once if self.0.around[variable] => machine.copied(&address),
                Closure::Owned | Closure::Once => machine.take(&address),
            });
        }
        let made = Made { code: Rc::clone(&self.0), captures, types: machine.types() };
        Ok(Value::Closure(Rc::new(made), values))
    }
}

/// A function's name as a closure.
pub(in super::super) struct Name(pub(in super::super) usize);

impl Expression for Name {
    fn write(&self, out: &mut Writer<'_>) {
        out.text(&out.tree.functions[self.0].name);
    }

    fn run(&self, _: &mut Machine<'_>) -> Run<Value> {
        Ok(Value::Function(self.0))
    }
}

/// A call of a closure that lies in a place; `fn move` is consumed.
pub(in super::super) struct CallClosure {
    pub(in super::super) place: Place,
    pub(in super::super) is_consumed: bool,
    pub(in super::super) arguments: Vec<Expr>,
}

impl Expression for CallClosure {
    fn write(&self, out: &mut Writer<'_>) {
        if self.place.steps.is_empty() {
            self.place.write(out);
        } else {
            out.text("(");
            self.place.write(out);
            out.text(")");
        }
        out.text("(");
        out.list(&self.arguments, |out, argument| argument.write(out));
        out.text(")");
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        let address = self.place.address(machine)?;
        if !self.is_consumed {
            let arguments = run_all(&self.arguments, machine)?;
            return machine.call_closure(&address, arguments);
        }
        let closure = machine.take(&address);
        let held = machine.hold(closure);
        let arguments = run_all(&self.arguments, machine)?;
        let closure = machine.take(&held);
        machine.consume_closure(closure, arguments)
    }
}
