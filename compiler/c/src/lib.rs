//! C as data: declarations that are read to signatures of `abi`, and the words in which C text is written. It must not know
//! the language, its types or its intermediate form: what those are in C, the rooms say that have them.

pub mod clang;
pub mod declarations;
mod harmless;
pub mod read;
pub mod spelled;
pub mod write;
