//! Faults: what a correct program never does. Owns their kinds and how they read; must not know how they are found.

use std::fmt;

use crate::backend::Position;

use super::borrows::Spot;

/// A program did what has no meaning, or reached a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What it did.
    pub kind: FaultKind,
    /// The function in which; empty before the first call.
    pub function: String,
    /// Byte offset of the source expression, relative to the item's chunk.
    pub source: u32,
    /// Where that stands, if the program came with positions: the display path of the file, and the position.
    pub place: Option<(String, Position)>,
    /// What exactly, in words.
    pub message: String,
    /// Other places that it has to do with.
    pub traces: Vec<TracedPlace>,
    /// The functions that were called, innermost first, at most [`Fault::CALLERS`].
    pub callers: Vec<String>,
    /// What the order of threads followed from, if there were several.
    pub seed: Option<u64>,
}

/// A place that a fault has to do with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedPlace {
    /// What happened there.
    pub what: &'static str,
    /// In which function.
    pub function: String,
    /// Byte offset of the source expression, relative to the item's chunk.
    pub source: u32,
    /// Where that stands, if the program came with positions.
    pub place: Option<(String, Position)>,
}

impl Fault {
    /// So many callers are named.
    pub const CALLERS: usize = 8;
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((file, position)) = &self.place {
            write!(formatter, "{file}:{}:{}: ", position.line, position.column)?;
        }
        write!(formatter, "{}: {}", self.kind, self.message)?;
        if !self.function.is_empty() {
            write!(formatter, " (in {}, at {})", self.function, self.source)?;
        }
        for trace in &self.traces {
            write!(formatter, "\n  {}", trace.what)?;
            if let Some((file, position)) = &trace.place {
                write!(formatter, " at {file}:{}:{}", position.line, position.column)?;
            }
            write!(formatter, " (in {}, at {})", trace.function, trace.source)?;
        }
        for caller in &self.callers {
            write!(formatter, "\n  called by {caller}")?;
        }
        if let Some(seed) = self.seed {
            write!(formatter, "\n  threads took turns by seed {seed}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Fault {}

/// What a program did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FaultKind {
    /// An access outside of every piece of memory, or past either end of one.
    OutOfBounds,
    /// An access at or near address 0.
    NullPointer,
    /// An access to an allocation that was freed.
    UseAfterFree,
    /// An access to a slot of a call that has returned.
    UseAfterReturn,
    /// An allocation was freed twice.
    DoubleFree,
    /// Something was freed that is not the start of an allocation.
    BadFree,
    /// Undefined bits decided something.
    Uninitialised,
    /// An address is not aligned as the access says.
    Misaligned,
    /// A write to a constant.
    WriteToConstant,
    /// A copy between places that overlap and are not the same.
    OverlappingCopy,
    /// A truth value that is neither 0 nor 1.
    InvalidBool,
    /// An integer was divided by 0 without a check.
    DivisionByZero,
    /// The smallest integer was divided by -1 without a check.
    DivisionOverflow,
    /// A shift by the width or more without a check.
    ShiftOutOfRange,
    /// A function or datum that is neither in the program nor known to the host.
    NoSymbol,
    /// A call of an address at which no function is.
    NotAFunction,
    /// Caller and callee do not pass the same things.
    SignatureMismatch,
    /// Control reached what is never reached.
    Unreachable,
    /// Calls are nested too deep.
    StackExhausted,
    /// There is no more memory within the limit.
    MemoryLimit,
    /// The program ran for too long.
    StepLimit,
    /// A borrow was used after it had been broken, or a use by others broke one that a running function has.
    BrokenBorrow,
    /// Two threads accessed a byte at the same time, one of them a write and not both atomic.
    DataRace,
    /// A thread waits for what cannot come.
    Deadlock,
    /// The modules do not make a program.
    BadProgram,
    /// A C function was called in a way that it does not allow, or that is not provided here.
    BadHostCall,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            FaultKind::OutOfBounds => "out of bounds",
            FaultKind::NullPointer => "null pointer",
            FaultKind::UseAfterFree => "use after free",
            FaultKind::UseAfterReturn => "use after return",
            FaultKind::DoubleFree => "double free",
            FaultKind::BadFree => "bad free",
            FaultKind::Uninitialised => "uninitialised",
            FaultKind::Misaligned => "misaligned",
            FaultKind::WriteToConstant => "write to a constant",
            FaultKind::OverlappingCopy => "overlapping copy",
            FaultKind::InvalidBool => "invalid truth value",
            FaultKind::DivisionByZero => "division by zero",
            FaultKind::DivisionOverflow => "division overflow",
            FaultKind::ShiftOutOfRange => "shift out of range",
            FaultKind::NoSymbol => "no such symbol",
            FaultKind::NotAFunction => "not a function",
            FaultKind::SignatureMismatch => "signatures differ",
            FaultKind::Unreachable => "unreachable",
            FaultKind::StackExhausted => "stack exhausted",
            FaultKind::MemoryLimit => "memory limit",
            FaultKind::StepLimit => "step limit",
            FaultKind::BrokenBorrow => "broken borrow",
            FaultKind::DataRace => "data race",
            FaultKind::Deadlock => "deadlock",
            FaultKind::BadProgram => "no program",
            FaultKind::BadHostCall => "bad call of a C function",
        })
    }
}

/// A fault whose place is not known yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What happened.
    pub kind: FaultKind,
    /// What exactly, in words.
    pub message: String,
    /// Other places that it has to do with.
    pub traces: Vec<Trace>,
}

/// A place that a problem has to do with, by the function's number in the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// What happened there.
    pub what: &'static str,
    /// Where.
    pub spot: Spot,
}

impl Trace {
    /// What happened where.
    pub fn new(what: &'static str, spot: Spot) -> Trace {
        Trace { what, spot }
    }
}

impl Problem {
    /// A problem in words.
    #[cold]
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Problem {
        Problem { kind, message: message.into(), traces: Vec::new() }
    }

    /// The same, with one place more.
    #[cold]
    pub fn with(mut self, trace: Trace) -> Problem {
        self.traces.push(trace);
        self
    }
}

/// Why a program does not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It asked for its end.
    Exit(i32),
    /// It did what has no meaning.
    Fault(Problem),
}

impl From<Problem> for Stop {
    fn from(problem: Problem) -> Stop {
        Stop::Fault(problem)
    }
}
