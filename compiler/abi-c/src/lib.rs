//! The C interface of [`abi`], for compilers that are not written in Rust. Owns the rim: what goes over it as numbers and
//! structures of C, who frees what, and that nothing a caller gives makes this library panic or guess. Must not decide
//! anything about an ABI, nor know any language.
//!
//! `include/lang_abi.h` is made from this text (`cbindgen`), so every item says what C needs to know of it.

mod answer;
mod data;
mod function;
mod rim;
mod texts;
mod types;

pub use answer::*;
pub use data::*;
pub use function::*;
pub use types::*;

#[cfg(test)]
mod tests;
