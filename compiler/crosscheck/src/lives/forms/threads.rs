//! Threads, and values that they change together. Owns their text and their meaning: who starts a thread waits for it at
//! once, or the threads do what comes to the same in any order, so that every run prints the same.

use super::super::machine::{Leave, Machine, Run};
use super::super::node::{Expr, Expression, Statement, Writer};
use super::super::types::Type;
use super::super::value::{Shape, Value};
use super::places::Place;

/// What programs with threads import.
pub(in super::super) const IMPORT: &str = "import std.thread (Mutex, Thread, spawn)\n\n";

/// `spawn(closure).join()`
pub(in super::super) struct Spawn(pub(in super::super) Expr);

impl Expression for Spawn {
    fn write(&self, out: &mut Writer<'_>) {
        out.text("spawn(");
        self.0.write(out);
        out.text(").join()");
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        let closure = self.0.run(machine)?;
        machine.consume_closure(closure, Vec::new())
    }
}

/// `Mutex.new(value)`, and the type of the value where that is written.
pub(in super::super) struct Guard(pub(in super::super) Expr, pub(in super::super) Option<Type>);

impl Expression for Guard {
    fn write(&self, out: &mut Writer<'_>) {
        out.wrapped("Mutex", self.1.as_ref(), &self.0);
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        let value = self.0.run(machine)?;
        Ok(Value::Object(Shape::Mutex, vec![value]))
    }
}

/// `mutex.with(closure)`; one that is called while it is called waits for ever, so such programs are none.
pub(in super::super) struct With(pub(in super::super) Place, pub(in super::super) Expr);

impl Expression for With {
    fn write(&self, out: &mut Writer<'_>) {
        self.0.write(out);
        out.text(".with(");
        self.1.write(out);
        out.text(")");
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        let address = self.0.address(machine)?;
        let content = machine.part(address, 0);
        if machine.locked.contains(&content) {
            return Err(Leave::Late);
        }
        let closure = self.1.run(machine)?;
        let closure = machine.hold(closure);
        machine.locked.push(content.clone());
        let result = machine.call_closure(&closure, vec![Value::Borrow(content)]);
        machine.locked.pop();
        result
    }
}

/// Threads that count together, each with its own copies of something shared.
pub(in super::super) struct Race {
    /// Numbers of its names.
    pub(in super::super) names: u32,
    pub(in super::super) threads: i64,
    pub(in super::super) turns: i64,
    /// What has several owners, by a place.
    pub(in super::super) shared: Option<Place>,
}

impl Statement for Race {
    fn write(&self, out: &mut Writer<'_>) {
        let Race { names, threads, turns, shared } = self;
        out.text("{");
        out.indent += 1;
        out.line();
        out.text(&format!("let m{names} = Shared.new(Mutex.new(3))"));
        out.line();
        out.text(&format!("let mut t{names}: Array[Thread[i64]] = Array.new()"));
        out.line();
        out.text(&format!("for i{names} in 0..{threads} {{"));
        out.indent += 1;
        out.line();
        out.text(&format!("let o{names} = m{names}"));
        if let Some(place) = shared {
            out.line();
            out.text(&format!("let s{names}: "));
            out.ty(&place.ty);
            out.text(" = ");
            place.write(out);
        }
        out.line();
        out.text(&format!("t{names}.push(spawn(fn move () -> i64 {{"));
        out.indent += 1;
        out.line();
        out.text(&format!("for j{names} in 0..{turns} {{"));
        out.indent += 1;
        if let Some(place) = shared {
            out.line();
            out.text(&format!("let k{names}: "));
            out.ty(&place.ty);
            out.text(&format!(" = s{names}"));
        }
        out.line();
        out.text(&format!("o{names}.with(fn (x: mut i64) {{ x = x +% (i{names} +% j{names}) }})"));
        out.indent -= 1;
        out.line();
        out.text("}");
        out.line();
        out.text(&format!("i{names}"));
        out.indent -= 1;
        out.line();
        out.text("}))");
        out.indent -= 1;
        out.line();
        out.text("}");
        out.line();
        out.text(&format!("let mut r{names} = 0"));
        out.line();
        out.text(&format!("for e{names} in move t{names} {{ r{names} = r{names} +% e{names}.join() }}"));
        out.line();
        out.text(&format!("println(\"race ${{r{names}}} ${{m{names}.with(fn (x: mut i64) -> i64 {{ x }})}}\")"));
        out.indent -= 1;
        out.line();
        out.text("}");
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<()> {
        if let Some(place) = &self.shared {
            place.address(machine)?;
        }
        let of_threads: i64 = (0..self.threads).sum();
        let counted = 3 + of_threads * self.turns + (0..self.turns).sum::<i64>() * self.threads;
        machine.out.push_str(&format!("race {of_threads} {counted}\n"));
        Ok(())
    }
}
