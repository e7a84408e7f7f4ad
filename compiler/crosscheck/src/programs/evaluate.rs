//! The model: it runs the tree of a generated program and says what the program prints and how it ends. Where an
//! operation would fail that is not meant to, it sets the guard of that operation, so that the program that is finally
//! written never fails there. It must not share code with the compiler, whose judge it is.

mod expressions;
mod patterns;
mod places;
mod statements;

use std::rc::Rc;

pub(crate) use patterns::ordered;
pub(crate) use places::{field_type, index_mask};

use super::ast::{Function, LoopId, Tree};
use super::value::{Address, Value};

/// The most steps that a program may take.
const STEPS: u64 = 100_000;
/// The most steps of all runs of a program; it is run anew after a guard was set.
const ALL_STEPS: u64 = 3_000_000;
/// So many bytes of a text are made in one step.
const BYTES_OF_A_STEP: u64 = 64;
/// What a run costs apart from its steps.
const RUN: u64 = 1000;
/// Slots from here on are memory of the C library's.
const ALLOCATED: usize = 1 << 40;

/// Why evaluation does not go on with the next statement.
#[derive(Debug)]
enum Stop {
    Break(LoopId),
    Continue(LoopId),
    Return(Value),
    /// A panic that stays: the failing part of the program and the message.
    Panic(u32, String),
    /// A guard was set that changes what came before.
    Again,
    /// Too many steps.
    Exhausted,
}

type Step<T> = Result<T, Stop>;

/// How a program ended.
pub(crate) struct Ending {
    pub(crate) stdout: String,
    /// The failing part of the program and the message.
    pub(crate) panic: Option<(u32, String)>,
    /// The exit code, if it does not panic.
    pub(crate) exit: i32,
}

/// The state of a run.
pub(crate) struct Machine<'a> {
    tree: &'a Tree,
    slots: Vec<Value>,
    allocated: Vec<Value>,
    /// Where the variables of the running function begin.
    base: usize,
    stdout: String,
    steps: u64,
    /// From which step on a failure stays.
    failure_from: u64,
}

/// Runs `function`, which has no parameters, to its end. Failures from step `failure_from` on stay, earlier ones are
/// guarded away. `None` if the program takes too long.
pub(crate) fn run(tree: &Tree, function: &Rc<Function>, failure_from: u64) -> Option<Ending> {
    let mut left = ALL_STEPS;
    loop {
        let mut machine = Machine {
            tree,
            slots: Vec::new(),
            allocated: Vec::new(),
            base: 0,
            stdout: String::new(),
            steps: 0,
            failure_from: u64::MAX,
        };
        let ended = machine.constants().and_then(|()| {
            machine.failure_from = failure_from;
            machine.call(function, Vec::new())
        });
        let (panic, exit) = match ended {
            Ok(Value::Int(code)) => (None, (code & 0xff) as i32),
            Ok(_nothing) => (None, 0),
            Err(Stop::Panic(id, message)) => (Some((id, message)), 0),
            Err(Stop::Again) => {
                left = left.checked_sub(machine.steps + RUN)?;
                continue;
            }
            Err(Stop::Exhausted) => return None,
            Err(stop @ (Stop::Break(_) | Stop::Continue(_) | Stop::Return(_))) => {
                panic!("{stop:?} left `{}`", function.name)
            }
        };
        return Some(Ending { stdout: machine.stdout, panic, exit });
    }
}

impl Machine<'_> {
    /// Constants and globals take the first slots, in the order of their indices.
    fn constants(&mut self) -> Step<()> {
        for constant in &self.tree.constants {
            let value = self.call(&constant.value, Vec::new())?;
            self.slots.push(value);
        }
        Ok(())
    }

    /// Calls a function with its arguments.
    fn call(&mut self, function: &Rc<Function>, arguments: Vec<Value>) -> Step<Value> {
        self.tick()?;
        let (base, caller) = (self.slots.len(), self.base);
        self.slots.extend(arguments);
        self.slots.resize_with(base + function.variables.len(), || Value::Missing);
        self.base = base;
        let ended = self.block(&function.body);
        self.base = caller;
        self.slots.truncate(base);
        match ended {
            Err(Stop::Return(value)) => Ok(value),
            ended => ended,
        }
    }

    fn tick(&mut self) -> Step<()> {
        self.steps += 1;
        if self.steps > STEPS { Err(Stop::Exhausted) } else { Ok(()) }
    }

    /// A text was made: a long one takes time, too, and loops may double it.
    fn made_text(&mut self, text: String) -> Step<Value> {
        self.steps += text.len() as u64 / BYTES_OF_A_STEP;
        if self.steps > STEPS { Err(Stop::Exhausted) } else { Ok(Value::Text(text.into())) }
    }

    /// A failure: it stays, or the guard is set and the program runs anew.
    fn fail(&mut self, id: u32, message: impl Into<String>, guard: &std::cell::Cell<bool>) -> Stop {
        if self.steps >= self.failure_from {
            return Stop::Panic(id, message.into());
        }
        guard.set(true);
        Stop::Again
    }

    /// A slot for a value without a name.
    fn temporary(&mut self, value: Value) -> Address {
        self.slots.push(value);
        Address { slot: self.slots.len() - 1, path: Vec::new() }
    }
}
