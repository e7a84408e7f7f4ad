//! Statements that declare, print and branch, and loops. Owns their text and their meaning; conditions end what they made
//! before a branch begins.

use super::super::machine::{Leave, Machine, Run};
use super::super::node::{Block, Expr, Expression, Statement, Writer, Written};
use super::super::tree::Local;
use super::super::value::Value;
use super::values::Interpolate;

/// `let name: T = value`, or without a value.
pub(in super::super) struct Let {
    pub(in super::super) variable: Local,
    pub(in super::super) is_typed: bool,
    pub(in super::super) value: Option<Expr>,
}

impl Local {
    fn write_let(&self, is_typed: bool, out: &mut Writer<'_>) {
        out.text(if self.mutable { "let mut " } else { "let " });
        out.text(&self.name);
        if is_typed {
            out.text(": ");
            out.ty(&self.ty);
        }
    }
}

impl Statement for Let {
    fn write(&self, out: &mut Writer<'_>) {
        self.variable.write_let(self.is_typed, out);
        if let Some(value) = &self.value {
            out.text(" = ");
            value.write(out);
        }
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<()> {
        let value = match &self.value {
            Some(value) => machine.scope(|machine| value.run(machine))?,
            None => Value::Missing,
        };
        machine.declare(self.variable.number, value);
        Ok(())
    }
}

/// `let name: ref T = temporary`, which lives with the block.
pub(in super::super) struct LetLent {
    pub(in super::super) variable: Local,
    pub(in super::super) value: Expr,
}

impl Statement for LetLent {
    fn write(&self, out: &mut Writer<'_>) {
        out.text(&format!("let {}: ", self.variable.name));
        out.ty(&self.variable.ty);
        out.text(" = ");
        self.value.write(out);
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<()> {
        let value = self.value.run(machine)?;
        let address = machine.hold(value);
        machine.declare(self.variable.number, Value::Borrow(address));
        Ok(())
    }
}

/// `let name = View(…)`, whose temporaries live with the block.
pub(in super::super) struct LetView {
    pub(in super::super) variable: Local,
    pub(in super::super) is_typed: bool,
    pub(in super::super) value: Expr,
}

impl Statement for LetView {
    fn write(&self, out: &mut Writer<'_>) {
        self.variable.write_let(self.is_typed, out);
        out.text(" = ");
        self.value.write(out);
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<()> {
        let value = self.value.run(machine)?;
        machine.declare(self.variable.number, value);
        Ok(())
    }
}

/// An expression that stands alone, or behind `let _ =`.
pub(in super::super) struct Evaluate(pub(in super::super) Expr, pub(in super::super) bool);

impl Statement for Evaluate {
    fn write(&self, out: &mut Writer<'_>) {
        if self.1 {
            out.text("let _ = ");
        }
        self.0.write(out);
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<()> {
        machine.scope(|machine| {
            let value = self.0.run(machine)?;
            machine.hold(value);
            Ok(())
        })
    }
}

/// `println(value)`
pub(in super::super) struct Print(pub(in super::super) Expr);

impl Statement for Print {
    fn write(&self, out: &mut Writer<'_>) {
        out.text("println(");
        self.0.write(out);
        out.text(")");
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<()> {
        machine.scope(|machine| {
            let value = self.0.run(machine)?;
            let text = machine.show(&value);
            machine.out.push_str(&text);
            machine.out.push('\n');
            Ok(())
        })
    }
}

/// `if condition { … } else { … }`, with a value or without.
pub(in super::super) struct If {
    pub(in super::super) condition: Expr,
    pub(in super::super) then: Block,
    pub(in super::super) otherwise: Option<Block>,
}

impl Expression for If {
    fn write(&self, out: &mut Writer<'_>) {
        out.text("if ");
        self.condition.write(out);
        out.text(" ");
        self.then.write(out);
        out.otherwise(self.otherwise.as_ref());
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        if machine.scope(|machine| self.condition.run(machine))?.bool() {
            return self.then.run(machine);
        }
        self.otherwise.as_ref().map_or(Ok(Value::Unit), |otherwise| otherwise.run(machine))
    }
}

impl Expression for Block {
    fn write(&self, out: &mut Writer<'_>) {
        self.write(out);
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        self.run(machine)
    }
}

/// What a loop does before each turn.
pub(in super::super) enum Head {
    Endless,
    While(Expr),
    /// The variable, and how far it counts.
    Count(Local, i64, i64),
}

/// A loop with its name.
pub(in super::super) struct Loop {
    pub(in super::super) id: u32,
    pub(in super::super) head: Head,
    pub(in super::super) body: Block,
}

/// Whether a loop is left after a turn that came to this.
pub(in super::super) fn turn(id: u32, result: Run<Value>) -> Run<bool> {
    match result {
        Ok(_) => Ok(false),
        Err(Leave::Break(of)) if of == id => Ok(true),
        Err(Leave::Continue(of)) if of == id => Ok(false),
        Err(other) => Err(other),
    }
}

impl Statement for Loop {
    fn write(&self, out: &mut Writer<'_>) {
        out.text(&format!("l{}: ", self.id));
        match &self.head {
            Head::Endless => out.text("loop "),
            Head::While(condition) => {
                out.text("while ");
                condition.write(out);
                out.text(" ");
            }
            Head::Count(variable, from, to) => out.text(&format!("for {} in {from}..{to} ", variable.name)),
        }
        self.body.write(out);
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<()> {
        for count in 0.. {
            machine.step()?;
            match &self.head {
                Head::Endless => {}
                Head::While(condition) => {
                    if !machine.scope(|machine| condition.run(machine))?.bool() {
                        break;
                    }
                }
                Head::Count(variable, from, to) => {
                    if from + count >= *to {
                        break;
                    }
                    machine.declare(variable.number, Value::Int(from + count));
                }
            }
            let result = self.body.run(machine);
            if turn(self.id, result)? {
                break;
            }
        }
        Ok(())
    }
}

/// `break` and `continue` of a loop.
pub(in super::super) struct Jump(pub(in super::super) u32, pub(in super::super) bool);

impl Statement for Jump {
    fn write(&self, out: &mut Writer<'_>) {
        out.text(&format!("{} l{}", if self.1 { "break" } else { "continue" }, self.0));
    }

    fn run(&self, _: &mut Machine<'_>) -> Run<()> {
        Err(if self.1 { Leave::Break(self.0) } else { Leave::Continue(self.0) })
    }
}

/// `panic("…")`: the program ends here, and nothing is dropped.
pub(in super::super) struct Panic(pub(in super::super) Interpolate);

impl Statement for Panic {
    fn write(&self, out: &mut Writer<'_>) {
        out.mark(self);
        out.text("panic(");
        Expression::write(&self.0, out);
        out.text(")");
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<()> {
        let message = Expression::run(&self.0, machine)?;
        Err(Leave::Panic(Written::of(self), machine.show(&message)))
    }
}

/// `return value`
pub(in super::super) struct Return(pub(in super::super) Option<Expr>);

impl Statement for Return {
    fn write(&self, out: &mut Writer<'_>) {
        out.text("return");
        if let Some(value) = &self.0 {
            out.text(" ");
            value.write(out);
        }
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<()> {
        let value = match &self.0 {
            Some(value) => machine.scope(|machine| value.run(machine))?,
            None => Value::Unit,
        };
        Err(Leave::Return(value))
    }
}
