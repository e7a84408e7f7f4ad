//! C read by clang: a library that is loaded when it is asked for, in a process of its own, so that its crashes, its hangs
//! and its memory stay out of the compiler. It owns both ends of that process's conversation ([`wire`]), the way through
//! clang's declarations ([`serve`]) and the way from them to types of `abi` ([`Answer::describe`]), on which every size,
//! alignment and offset is compared with clang's. It must not know where the library lies, nor how processes are started.

mod attributes;
mod describe;
mod expansion;
mod layout;
// Clang's constants are called as in C.
#[allow(non_upper_case_globals)]
mod library;
#[allow(non_upper_case_globals)]
mod macros;
mod mend;
mod resources;
#[cfg(test)]
mod tests;
#[allow(non_upper_case_globals)]
mod walk;
pub mod wire;
mod worker;

pub use wire::{Answer, Request};
pub use worker::{LIBRARY_VARIABLE, serve};
