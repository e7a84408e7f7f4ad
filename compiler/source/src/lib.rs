//! The inputs of the compiler, the cut of a file into chunks, parsing, positions and diagnostics; owns **the one database**.
//!
//! It must not know types, editors or the disk: `project` and `lsp` fill the inputs, upper rooms add queries over `&dyn Db`.
//! Everything above reads text through [`chunks`] and [`parse`], so that an edit re-runs what belongs to one item;
//! only [`chunk_starts`] knows absolute offsets, and only the last step of reporting may read it.

mod chunk;
mod common;
mod copy;
mod database;
mod diagnostic;
mod epoch;
mod inputs;
mod kind;
mod last_cut;
mod lines;
mod lossless;
mod parsing;
#[cfg(test)]
mod pins;
pub mod printable;
mod scan;
mod span;
mod syntax_problems;

pub use chunk::{Chunk, ChunkId, ChunkStarts, chunk_starts, chunks};
pub use copy::ProgramCopy;
pub use database::{Database, Db, ExecutionLog};
pub use diagnostic::{Diagnostic, Fix, Label, Severity, Tag};
pub use epoch::{begin_epoch, entries, epoch, living_databases, note_entry};
pub use inputs::{Package, Program, SourceFile, TargetInput};
pub use kind::DiagnosticKind;
pub use lines::{LineColumn, LineIndex, line_index};
pub use lossless::text_of_trees;
pub use parsing::parse;
pub use span::{AbsoluteRange, Span};
pub use syntax_problems::{
    ALL as DIAGNOSTIC_KINDS, broken_lines, is_incomplete, lost_words, syntax_diagnostics, syntax_error_kind,
};
