//! The text form. Owns printing and reading, which are exact inverses: reading what was printed and printing it
//! again gives the same text, and every fact of a module is in it. Must not know what the facts mean; the
//! verifier checks them.
//!
//! ```text
//! module "example" version 2
//! target "x86_64-linux-gnu"                        ; after the ABI pass
//! type %Pair = struct 16 align 8 { a: i64 @0, b: f64 @8 }
//! type %Lanes = vector 16 align 16 { lanes: [4 x f32] @0 } ; passed as C's; also `complex`, `long_double`, `union`
//! type %0 = opaque                                 ; unnamed; anonymous types stand where they are used
//! import function @printf : (ptr, ...) -> i32
//! global constant local @text align 1 = "hi\00"
//! function system_abi hidden @f(v0: i64, s0) : (i64, %Pair) -> i64 {
//!   slot s0 16 align 8 parameter frame : %Pair
//!   site 0 add_overflow at 12
//! b0:
//!   v1: ptr = slot_address s0 at 7
//!   v2: i64 = load v1 align 8
//!   v3: i64 = checked_add v0, v2, site0
//!   return v3
//! }
//! ```
//!
//! A source offset (`at`) is printed where it differs from the line before. Of an attached ABI description a
//! summary is printed (`abi "rdi, rsi:xmm0 -> rax"`); the reader asks [`abi`] again for the target that the
//! module names, and reports an error if that summary differs.
//!
//! Texts of older versions are read, too (`upgrade`); one without a version is from before versions were counted, and is
//! read as the first. So what is kept in files moves on by being read and printed.

mod abi_summary;
mod call;
mod cursor;
mod lexer;
pub(crate) mod names;
mod operation;
mod piece;
mod print_function;
mod print_module;
mod read_function;
mod read_header;
mod read_module;
mod read_types;
mod upgrade;

use std::fmt;

pub(crate) use print_module::type_text;
pub use print_module::{print, print_function, print_to};
pub use read_module::read;

/// The version of the text form that is printed. A change after which older texts mean something else, or older readers
/// refuse newer ones, raises it, with a step in `upgrade` and a text of the version before in the tests.
pub const VERSION: u32 = 2;

/// Why a text is not a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in bytes.
    pub column: u32,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ReadError {}
