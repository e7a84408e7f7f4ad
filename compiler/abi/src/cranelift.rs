//! The flat parameter list that makes Cranelift land on the described registers. Owns the plan as data and how
//! it is made; depends on no Cranelift crate. Cranelift hands out registers per class in list order and stack
//! slots of 8 bytes in list order, and knows no aggregates: so general-register pieces come first (with dummies
//! in the holes), then vector-register pieces (on IBM z those of floating-point numbers, then those of vectors), then the
//! argument area word by word. On Windows x64 the list is that of the arguments, because position alone decides.
//!
//! What a backend does with a plan, with no decision left:
//! - Declare one parameter per entry of `params` and one result per entry of `results`, of type, extension and
//!   purpose as stated; call convention: Cranelift's own for the target's triple.
//! - Caller: pass for each entry what [`Carries`] says. Callee: take it from the block parameter of the entry. For a
//!   backend whose values lie in memory, [`Entry::content`] says the same in offsets.
//! - Caller, if the plan has a [`Thunk`]: call its code instead of the function.
//! - Results in x87 registers are fetched behind the call and put there before the return: see [`Plan::x87_results`].
//! - The caller's results and the callee's return values are the entries of `results`, in order.

mod apple64;
mod entry;
mod plan;
#[cfg(test)]
mod tests;
mod thunk;
mod windows64;

pub use entry::{Carries, ClifType, Content, Entry, Plan, Purpose};
pub use plan::plan;
pub use thunk::{AddressPlace, Area, Thunk, ThunkCallee, ThunkCode, ThunkFrame, X87Transfer};
