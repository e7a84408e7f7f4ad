//! The interpreter: what a program means, run step by step. Owns the reference semantics of both forms of functions;
//! must not know any processor: values are exact, memory is a list of pieces that are far apart, and what a machine
//! would do by accident is a [`Fault`] with its place.
//!
//! - *Memory*: every datum, allocation and stack slot is a piece of its own, with an address that no other piece ever
//!   gets (slots: not for the next 16,383 calls at that depth). Bytes are little-endian (what is lowered for another
//!   order is refused) and start undefined.
//! - *Undefined bits* travel through loads, stores, copies, conversions, `and`, `or`, `xor` and shifts as in a
//!   register. They are a fault where they decide something: a branch, a comparison, arithmetic, an address, a call of
//!   a C function. So padding may be read, carried and copied.
//! - *Both forms* run by the same machine: before the ABI pass aggregates are passed as fresh copies, after it parts,
//!   bytes on the stack and addresses are, in the order of the description.
//! - *Borrows* are watched where the module tells of them and [`Limits::borrows`] says so: see [`BorrowModel`].
//! - *Threads* run to their ends where they start; what the order hides, vector clocks find: a data race is a fault.
//! - *Everything is deterministic*, addresses included.
//!
//! Functions without a body are asked of a [`Host`]; [`c_library`] is the one that programs run with.

mod arithmetic;
mod borrows;
pub mod c_library;
mod call;
mod cell;
mod code;
mod convert;
mod decode;
mod execute;
mod fault;
mod host;
mod image;
mod machine;
mod memory;
mod observe;
mod outside;
mod run;
mod sites;
#[cfg(test)]
mod tests;
mod threads;
mod wide;

pub use borrows::{BorrowModel, Spot};
pub use c_library::CLibrary;
pub use fault::{Fault, FaultKind, Problem, Stop, Trace, TracedPlace};
pub use host::{Host, HostFunction, HostResult, HostValue, Wait};
pub use machine::Machine;
pub use memory::{Leak, Memory};
pub use observe::{Moment, Observer};
pub use run::{Ended, Limits, Program, run_observed, run_program};
