//! The way in for who has a program: one call from modules to output, exit code, fault and leaks. Owns the limits and
//! the start of `main`; must not know steps.

use crate::backend::Positions;
use crate::module::Module;
use crate::scalar::Scalar;

use super::borrows::BorrowModel;
use super::c_library::CLibrary;
use super::fault::{Fault, FaultKind, Problem, Stop, TracedPlace};
use super::host::HostValue;
use super::machine::Machine;
use super::memory::{DEEPEST, Leak, Memory};
use super::observe::{Observer, Seat};

/// A program: the modules of all its units, all in one form. They are well-formed, as [`crate::verify()`] says.
#[derive(Clone, Copy)]
pub struct Program<'program> {
    /// The units; or one module that they were linked to.
    pub modules: &'program [Module],
    /// Where expressions stand, for the tables that panics read and for faults.
    pub positions: &'program dyn Positions,
}

/// How far a program may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Steps: about one per instruction.
    pub steps: u64,
    /// Bytes of memory, of which every byte of the program takes two.
    pub memory: u64,
    /// Calls inside of each other.
    pub depth: usize,
    /// What of borrows is watched, in modules that tell of them.
    pub borrows: BorrowModel,
    /// What the order of threads follows from.
    pub seed: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 10_000_000_000, memory: 2 << 30, depth: DEEPEST, borrows: BorrowModel::Off, seed: 0 }
    }
}

/// How a program ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// Its exit code; of a fault, [`Ended::FAULT`].
    pub exit: i32,
    /// What it wrote to standard output.
    pub stdout: Vec<u8>,
    /// What it wrote to standard error.
    pub stderr: Vec<u8>,
    /// What it did that has no meaning, if it did.
    pub fault: Option<Fault>,
    /// What it allocated and did not free, if it ended by itself or by `exit`.
    pub leaks: Vec<Leak>,
    /// How many steps it took.
    pub steps: u64,
    /// How many threads it had, that of `main` included.
    pub threads: usize,
}

impl Ended {
    /// The exit code of a program that does what has no meaning: that of one which a signal ends, as most would be.
    pub const FAULT: i32 = 139;
}

/// Runs a program from `entry`, a C `main`: the number of arguments and their addresses, the first one a name.
pub fn run_program(
    program: &Program<'_>,
    entry: &str,
    arguments: &[String],
    library: &mut CLibrary,
    limits: &Limits,
) -> Ended {
    run(program, entry, arguments, library, (limits, None))
}

/// The same while somebody looks on.
pub fn run_observed<'program>(
    program: &Program<'program>,
    entry: &str,
    library: &mut CLibrary,
    limits: &Limits,
    observer: &'program mut dyn Observer,
) -> Ended {
    run(program, entry, &[], library, (limits, Some(Seat(observer))))
}

fn run<'program>(
    program: &Program<'program>,
    entry: &str,
    arguments: &[String],
    library: &mut CLibrary,
    (limits, observer): (&Limits, Option<Seat<'program>>),
) -> Ended {
    let mut machine = match Machine::new(program, limits, library) {
        Ok(machine) => machine,
        Err(problem) => {
            return Ended { exit: Ended::FAULT, fault: Some(bare_fault(problem)), ..Ended::default() };
        }
    };
    machine.observer = observer;
    let stop = match start(&mut machine, entry, arguments, library) {
        Ok(exit) => Stop::Exit(exit),
        Err(stop) => stop,
    };
    let (exit, fault) = match stop {
        Stop::Exit(exit) => (exit & 0xff, None),
        Stop::Fault(problem) => (Ended::FAULT, Some(machine.fault(problem, program.positions))),
    };
    let (stdout, stderr) = library.take_output();
    Ended {
        exit,
        stdout,
        stderr,
        leaks: if fault.is_none() { machine.memory.leaks() } else { Vec::new() },
        fault,
        steps: limits.steps - machine.steps_left(),
        threads: machine.threads.count(),
    }
}

fn start(machine: &mut Machine<'_>, entry: &str, arguments: &[String], library: &mut CLibrary) -> Result<i32, Stop> {
    let Some(address) = machine.address_of(entry) else {
        return Err(Stop::Fault(Problem::new(
            FaultKind::NoSymbol,
            format!("there is no function {entry} to begin in"),
        )));
    };
    let (count, vector) = command_line(&mut machine.memory, entry, arguments)?;
    let arguments = [HostValue::Scalar(Scalar::I32, count), HostValue::pointer(vector)];
    let taken = machine.parameter_count(address).min(arguments.len());
    let result = machine.call(address, &arguments[..taken], library)?;
    Ok(result as i32)
}

/// The number of arguments and the address of their addresses, as C wants them.
fn command_line(memory: &mut Memory, name: &str, arguments: &[String]) -> Result<(u128, u64), Problem> {
    let mut vector = Vec::new();
    for argument in std::iter::once(name).chain(arguments.iter().map(String::as_str)) {
        let address = memory.add_datum(argument.len() as u64 + 1)?;
        memory.put(address, argument.as_bytes())?;
        vector.extend(address.to_le_bytes());
    }
    let count = vector.len() as u128 / 8;
    vector.extend([0; 8]);
    let address = memory.add_datum(vector.len() as u64)?;
    memory.put(address, &vector)?;
    Ok((count, address))
}

fn bare_fault(problem: Problem) -> Fault {
    Fault {
        kind: problem.kind,
        function: String::new(),
        source: 0,
        place: None,
        message: problem.message,
        traces: Vec::new(),
        callers: Vec::new(),
        seed: None,
    }
}

impl Machine<'_> {
    /// How many values the function at an address takes.
    fn parameter_count(&self, address: u64) -> usize {
        let function = Memory::function_at(address).and_then(|function| self.image.functions.get(function));
        function.and_then(|entry| entry.body).map_or(0, |(_, body)| body.parameters.len())
    }

    /// A problem with its place: where the innermost call stands.
    pub fn fault(&self, problem: Problem, positions: &dyn Positions) -> Fault {
        let name = |frame: &super::machine::Frame| self.image.functions[frame.code.function as usize].name;
        let place = |function: &str, source: u32| {
            let position = positions.position(function, source)?;
            Some((positions.file(position.file).to_owned(), position))
        };
        let traces = problem.traces.iter().map(|trace| {
            let function = self.image.functions[trace.spot.function as usize].name;
            TracedPlace {
                what: trace.what,
                function: function.to_owned(),
                source: trace.spot.source,
                place: place(function, trace.spot.source),
            }
        });
        let traces = traces.collect();
        let mut fault = bare_fault(problem);
        fault.traces = traces;
        fault.seed = self.threads.are_several().then_some(self.threads.seed);
        let mut frames = self.frames.iter().rev();
        if let Some(frame) = frames.next() {
            let step = frame.position.saturating_sub(1);
            fault.function = name(frame).to_owned();
            fault.source = frame.code.sources.get(step).copied().unwrap_or_default();
            fault.place = place(&fault.function, fault.source);
        }
        fault.callers = frames.take(Fault::CALLERS).map(|frame| name(frame).to_owned()).collect();
        fault
    }
}
