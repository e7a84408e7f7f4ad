//! What programs of the language use of C: memory, text, formatted output, numbers, sorting. Owns the collected output
//! and the streams; must not know the language. A function that is not here is a fault that names it.

mod format;
mod memory;
mod number;
mod search;
mod streams;
mod text;
mod threads;

use std::collections::BTreeSet;
use std::io::Read;

use crate::scalar::Scalar;

use super::fault::{FaultKind, Problem, Stop};
use super::host::{Host, HostFunction, HostResult, HostValue};
use super::machine::Machine;
use super::memory::Memory;

use streams::Streams;

/// A C library whose output is collected.
#[derive(Debug, Default)]
pub struct CLibrary {
    streams: Streams,
    /// The address of `errno`, once asked for.
    errno: Option<u64>,
    /// The threads that have begun to wait at a condition, and have not gone on.
    waiting: BTreeSet<usize>,
}

/// How a function is done.
type Implementation = fn(&mut CLibrary, Arguments<'_>, &mut Machine<'_>) -> Result<HostResult, Stop>;

/// All functions, by name.
type Table = &'static [(&'static str, Implementation)];

const TABLES: [Table; 8] = [
    memory::FUNCTIONS,
    text::FUNCTIONS,
    streams::FUNCTIONS,
    number::FUNCTIONS,
    number::MATHEMATICS,
    search::FUNCTIONS,
    threads::FUNCTIONS,
    FUNCTIONS,
];

const FUNCTIONS: Table = &[
    ("exit", |_, arguments, _| Err(Stop::Exit(arguments.i32(0)?))),
    ("_exit", |_, arguments, _| Err(Stop::Exit(arguments.i32(0)?))),
    ("_Exit", |_, arguments, _| Err(Stop::Exit(arguments.i32(0)?))),
    // What a shell shows of a process that ended itself by its signal.
    ("abort", |_, _, _| Err(Stop::Exit(134))),
    // There is no memory of this kind: the runtime does without the signal stack that it is for.
    ("mmap", |_, _, _| Ok(HostResult::Scalar(u64::MAX.into()))),
    ("getenv", |_, _, _| Ok(HostResult::Scalar(0))),
    ("__errno_location", |library, _, machine| Ok(address_result(library.errno_address(machine)?))),
];

impl CLibrary {
    /// A library that has written nothing, and whose standard input is empty.
    pub fn new() -> CLibrary {
        CLibrary::default()
    }

    /// One whose standard input is this, which is read when the program reads it.
    pub fn with_input(input: impl Read + Send + 'static) -> CLibrary {
        let mut library = CLibrary::new();
        library.streams.give_input(Box::new(input));
        library
    }

    /// What was written to standard output and standard error; it is gone from here.
    pub fn take_output(&mut self) -> (Vec<u8>, Vec<u8>) {
        self.streams.take_output()
    }

    fn errno_address(&mut self, machine: &mut Machine<'_>) -> Result<u64, Problem> {
        match self.errno {
            Some(address) => Ok(address),
            None => Ok(*self.errno.insert(machine.memory.add_datum(4)?)),
        }
    }

    fn set_errno(&mut self, machine: &mut Machine<'_>, number: i32) -> Result<(), Problem> {
        let address = self.errno_address(machine)?;
        machine.memory.put(address, &number.to_le_bytes())
    }
}

impl Host for CLibrary {
    fn find(&mut self, name: &str) -> Option<HostFunction> {
        let mut functions = TABLES.into_iter().flatten();
        let number = functions.position(|(known, _)| *known == name)?;
        Some(HostFunction(number as u32))
    }

    fn datum(&mut self, name: &str, memory: &mut Memory) -> Result<Option<u64>, Problem> {
        let number = |value: i32, memory: &mut Memory| {
            let address = memory.add_datum(4)?;
            memory.put(address, &value.to_le_bytes())?;
            Ok(Some(address))
        };
        match name {
            "stdin" | "stdout" | "stderr" => self.streams.standard(name, memory).map(Some),
            "optind" | "opterr" => number(1, memory),
            "optopt" => number(i32::from(b'?'), memory),
            "optarg" => memory.add_datum(8).map(Some),
            _ => Ok(None),
        }
    }

    fn call(
        &mut self,
        function: HostFunction,
        arguments: &[HostValue],
        machine: &mut Machine<'_>,
    ) -> Result<HostResult, Stop> {
        let mut functions = TABLES.into_iter();
        let mut number = function.0 as usize;
        let table = functions.find(|table| {
            let here = number < table.len();
            if !here {
                number -= table.len();
            }
            here
        });
        match table {
            Some(table) => {
                let (name, implementation) = table[number];
                implementation(self, Arguments { name, values: arguments }, machine)
            }
            None => Err(Stop::Fault(Problem::new(
                FaultKind::NoSymbol,
                "a function is called that this library never gave out",
            ))),
        }
    }
}

/// The arguments of a call.
#[derive(Clone, Copy, Debug)]
pub struct Arguments<'call> {
    name: &'static str,
    values: &'call [HostValue],
}

impl<'call> Arguments<'call> {
    /// The bits of a scalar, extended by its sign, with its type.
    fn scalar(self, index: usize) -> Result<(Scalar, u128), Problem> {
        match self.values.get(index) {
            Some(value @ HostValue::Scalar(scalar, _)) => Ok((*scalar, value.bits().unwrap_or_default())),
            Some(HostValue::Aggregate(_)) => Err(self.wrong(format!("argument {} is an aggregate", index + 1))),
            None => Err(self.wrong(format!("argument {} is missing", index + 1))),
        }
    }

    /// An address or unsigned number.
    fn u64(self, index: usize) -> Result<u64, Problem> {
        Ok(self.scalar(index)?.1 as u64)
    }

    /// A signed number.
    fn i64(self, index: usize) -> Result<i64, Problem> {
        Ok(self.u64(index)?.cast_signed())
    }

    /// An `int`.
    fn i32(self, index: usize) -> Result<i32, Problem> {
        Ok(self.u64(index)? as i32)
    }

    /// A `double`.
    fn f64(self, index: usize) -> Result<f64, Problem> {
        match self.scalar(index)? {
            (Scalar::F64, bits) => Ok(f64::from_bits(bits as u64)),
            (other, _) => Err(self.wrong(format!("argument {} is {other}, not a double", index + 1))),
        }
    }

    /// A `float`.
    fn f32(self, index: usize) -> Result<f32, Problem> {
        match self.scalar(index)? {
            (Scalar::F32, bits) => Ok(f32::from_bits(bits as u32)),
            (other, _) => Err(self.wrong(format!("argument {} is {other}, not a float", index + 1))),
        }
    }

    /// The arguments behind the first ones.
    fn behind(self, count: usize) -> Arguments<'call> {
        Arguments { name: self.name, values: self.values.get(count..).unwrap_or_default() }
    }

    /// The function was called as C does not allow.
    fn wrong(self, what: impl std::fmt::Display) -> Problem {
        Problem::new(FaultKind::BadHostCall, format!("{}: {what}", self.name))
    }
}

fn address_result(address: u64) -> HostResult {
    HostResult::Scalar(u128::from(address))
}

fn i32_result(value: i32) -> HostResult {
    HostResult::Scalar(u128::from(value.cast_unsigned()))
}

fn i64_result(value: i64) -> HostResult {
    HostResult::Scalar(u128::from(value.cast_unsigned()))
}

fn f64_result(value: f64) -> HostResult {
    HostResult::Scalar(u128::from(value.to_bits()))
}

fn f32_result(value: f32) -> HostResult {
    HostResult::Scalar(u128::from(value.to_bits()))
}
