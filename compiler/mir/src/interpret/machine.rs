//! The machine: a program that runs. Owns the calls that are under way and the way in and out of functions; must not
//! know what steps do, nor C.

use std::rc::Rc;

use crate::scalar::Scalar;
use crate::site::{PANIC_INDEX_SYMBOL, PANIC_SYMBOL, Told};

use super::cell::Cell;
use super::code::Code;
use super::decode::decode;
use super::execute::{Activation, Transfer};
use super::fault::{FaultKind, Problem, Stop};
use super::host::{Host, HostValue};
use super::image::{Image, Target};
use super::memory::{DEEPEST, Memory};
use super::observe::{Observer, Seat};
use super::run::{Limits, Program};
use super::threads::Threads;

/// How deep calls of functions by the host may be nested in each other.
const DEEPEST_CALLBACKS: u32 = 64;

/// A program that runs.
#[derive(Debug)]
pub struct Machine<'program> {
    /// Its memory.
    pub memory: Memory,
    pub(super) image: Image<'program>,
    pub(super) cells: Vec<Cell>,
    pub(super) frames: Vec<Frame>,
    /// What a function gave back that the host called.
    pub(super) returned: Vec<Cell>,
    codes: Vec<Option<Rc<Code>>>,
    fuel: u64,
    depth: usize,
    callbacks: u32,
    pub(super) threads: Threads,
    pub(super) observer: Option<Seat<'program>>,
}

/// A call that is under way.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub code: Rc<Code>,
    /// The step to go on with.
    pub position: usize,
    /// Its first cell.
    pub base: usize,
    /// What offsets of its slots are added to.
    pub address: u64,
    pub entered: Entered,
}

/// By what a function was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entered {
    /// This entry of the caller's calls.
    Call(u32),
    /// The host.
    Host,
    /// A check that failed.
    Panic,
    /// Nobody: a thread began there.
    Thread,
}

impl<'program> Machine<'program> {
    /// A machine before the first step.
    ///
    /// # Errors
    /// The modules do not make a program, or their data do not fit into memory.
    pub fn new(
        program: &Program<'program>,
        limits: &Limits,
        host: &mut dyn Host,
    ) -> Result<Machine<'program>, Problem> {
        let mut memory = Memory::new(limits.memory);
        let image = Image::load(program, &mut memory, host)?;
        memory.watch(limits.borrows);
        let codes = vec![None; image.functions.len()];
        Ok(Machine {
            memory,
            image,
            cells: Vec::new(),
            frames: Vec::new(),
            returned: Vec::new(),
            codes,
            fuel: limits.steps,
            depth: limits.depth.min(DEEPEST),
            callbacks: 0,
            threads: Threads::new(limits.seed),
            observer: None,
        })
    }

    /// Calls the function at an address with scalars; gives the bits of its scalar result, and 0 if it has none.
    ///
    /// # Errors
    /// The program ends in it, or there is no such function.
    pub fn call(&mut self, address: u64, arguments: &[HostValue], host: &mut dyn Host) -> Result<u128, Stop> {
        if self.callbacks == DEEPEST_CALLBACKS {
            return Err(Stop::Fault(Problem::new(
                FaultKind::StackExhausted,
                "C functions and functions of the program call each other too deep",
            )));
        }
        let function = self.function_at(address)?;
        let mut cells = Vec::new();
        for argument in arguments {
            let HostValue::Scalar(scalar, _) = argument else {
                return Err(Stop::Fault(Problem::new(
                    FaultKind::BadHostCall,
                    "a C function passes only scalars to a function of the program",
                )));
            };
            let bits = argument.bits().unwrap_or_default();
            cells.push(Cell::defined(bits as u64));
            if scalar.bits() > 64 {
                cells.push(Cell::defined((bits >> 64) as u64));
            }
        }
        let Some(_) = self.image.functions[function as usize].body else {
            return Ok(match self.call_host(function, arguments, host)? {
                super::HostResult::Scalar(bits) => bits,
                super::HostResult::Nothing | super::HostResult::Aggregate(_) | super::HostResult::Wait(_) => 0,
            });
        };
        let stop = self.frames.len();
        self.enter(function, Entered::Host)?;
        self.give_cells(&cells)?;
        self.callbacks += 1;
        self.run(host, stop)?;
        self.callbacks -= 1;
        let cell = |index: usize| self.returned.get(index).copied().unwrap_or_default();
        let (low, high) = (cell(0), cell(1));
        if low.undefined | high.undefined != 0 {
            return Err(Stop::Fault(super::arithmetic::undefined("the result of a function")));
        }
        Ok(u128::from(low.bits) | u128::from(high.bits) << 64)
    }

    /// The address of a function or datum that all modules know, if there is one.
    pub fn address_of(&self, name: &str) -> Option<u64> {
        match self.image.find(name)? {
            Target::Function(function) => Some(Memory::code_address(function as usize)),
            Target::Datum(address) => Some(address),
            Target::Missing => None,
        }
    }

    /// Leaves all calls that are under way, after a fault; what they did to memory stays.
    pub fn abandon(&mut self) {
        self.abandon_threads();
        for _ in self.frames.drain(..) {
            self.memory.pop();
        }
        self.callbacks = 0;
    }

    /// How many steps are left.
    pub fn steps_left(&self) -> u64 {
        self.fuel
    }

    /// Whether a function runs that C calls, so that the thread cannot be left.
    pub(super) fn is_called_back(&self) -> bool {
        self.callbacks > 1
    }

    /// Goes on until only `stop` calls are left.
    fn run(&mut self, host: &mut dyn Host, stop: usize) -> Result<(), Stop> {
        loop {
            if self.frames.len() <= stop {
                if self.is_called_back() || self.running() == 0 {
                    return Ok(());
                }
                self.end_thread()?;
                continue;
            }
            let is_called_back = self.is_called_back();
            let mut endless = u64::MAX;
            let Some(frame) = self.frames.last_mut() else {
                return Ok(());
            };
            let code = frame.code.clone();
            let end = frame.base + code.cells as usize + 1;
            let mut activation = Activation {
                code: &code,
                cells: &mut self.cells[frame.base..end],
                memory: &mut self.memory,
                frame: frame.address,
                fuel: &mut self.fuel,
                turn: if is_called_back { &mut endless } else { &mut self.threads.turn },
                observer: self.observer.as_mut().map(|seat| {
                    let name = self.image.functions[code.function as usize].name;
                    (&mut *seat.0 as &mut dyn Observer, name)
                }),
            };
            let left = if activation.observer.is_some() || activation.memory.is_followed() {
                activation.run::<true>(&mut frame.position)?
            } else {
                activation.run::<false>(&mut frame.position)?
            };
            match left {
                Transfer::Call(call) => self.begin_call(&code, call, host)?,
                Transfer::Return(list) => self.end_call(&code, list)?,
                Transfer::Panic { site, told } => self.panic(&code, site, told, host)?,
                Transfer::Pause => self.go_on()?,
            }
        }
    }

    /// Begins a call whose arguments come next.
    pub(super) fn enter(&mut self, function: u32, entered: Entered) -> Result<Rc<Code>, Problem> {
        let code = self.code(function)?;
        if self.frames.len() >= self.depth {
            return Err(Problem::new(
                FaultKind::StackExhausted,
                format!("{} calls are nested; let the program recurse less", self.frames.len()),
            ));
        }
        let base = self.frames.last().map_or(0, |frame| frame.base + frame.code.cells as usize + 1);
        let end = base + code.cells as usize + 1;
        if self.cells.len() < end {
            let more = end.next_power_of_two() - self.cells.len();
            self.memory.charge((more * size_of::<Cell>()) as u64)?;
            self.cells.resize(self.cells.len() + more, Cell::default());
        }
        let address = self.memory.push(&code.layout)?;
        self.frames.push(Frame { code: code.clone(), position: 0, base, address, entered });
        Ok(code)
    }

    /// The code of a function with a body, made at its first call.
    fn code(&mut self, function: u32) -> Result<Rc<Code>, Problem> {
        if let Some(code) = &self.codes[function as usize] {
            return Ok(code.clone());
        }
        let entry = self.image.functions[function as usize];
        let Some((module, body)) = entry.body else {
            return Err(Problem::new(FaultKind::NoSymbol, format!("{} has no body", entry.name)));
        };
        let code = Rc::new(decode(&self.image, (function, module), body, self.memory.is_watched())?);
        self.codes[function as usize] = Some(code.clone());
        Ok(code)
    }

    /// The function at an address.
    pub(super) fn function_at(&self, address: u64) -> Result<u32, Problem> {
        Memory::function_at(address)
            .filter(|function| *function < self.image.functions.len())
            .map(|function| function as u32)
            .ok_or_else(|| {
                Problem::new(FaultKind::NotAFunction, format!("{address:#x} is called, where no function is"))
            })
    }

    /// Calls the function that ends a program at a failed check.
    fn panic(
        &mut self,
        code: &Code,
        site: u32,
        told: Option<(Told, [u64; 2])>,
        host: &mut dyn Host,
    ) -> Result<(), Stop> {
        let address = code.sites + u64::from(site) * crate::site::SITE_ENTRY_BYTES;
        let (symbol, arguments) = match told {
            None => (PANIC_SYMBOL, vec![(Scalar::Pointer, address)]),
            Some((told, [index, limit])) => (
                PANIC_INDEX_SYMBOL,
                vec![
                    (Scalar::Pointer, address),
                    (Scalar::I64, index),
                    (Scalar::U64, told.code()),
                    (Scalar::I64, limit),
                ],
            ),
        };
        let Some(Target::Function(function)) = self.image.find(symbol) else {
            return Err(Stop::Fault(Problem::new(
                FaultKind::NoSymbol,
                format!("a check failed (site {site}), and {symbol} is not in the program"),
            )));
        };
        if self.image.functions[function as usize].body.is_none() {
            let values = arguments.iter().map(|(ty, bits)| HostValue::Scalar(*ty, u128::from(*bits)));
            self.call_host(function, &values.collect::<Vec<_>>(), host)?;
            return Err(Stop::Fault(returned_from_panic()));
        }
        self.enter(function, Entered::Panic)?;
        let cells: Vec<Cell> = arguments.iter().map(|(_, bits)| Cell::defined(*bits)).collect();
        self.give_cells(&cells)?;
        Ok(())
    }
}

/// The function that never returns did.
#[cold]
pub(super) fn returned_from_panic() -> Problem {
    Problem::new(FaultKind::Unreachable, "the function that ends the program at a failed check returned")
}
