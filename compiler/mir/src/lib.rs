//! The intermediate representation: what a program does, with layouts, checks, moves, drops and copies explicit.
//! Owns types, functions, the text form, the verifier, the ABI pass, the linker and the [`Backend`] trait, all
//! over plain owned data. Must not know salsa, source forms, LLVM or Cranelift: two backends and an interpreter
//! read it, and whatever one of them had to guess would be guessed differently by the others.
//!
//! Reading order: [`types`], [`module`], [`function`], [`instruction`], [`builder`]; then [`backend`].

pub mod abi_pass;
pub mod artifact;
pub mod backend;
pub mod binary;
pub mod builder;
pub mod call;
pub mod copies;
pub mod debug;
pub mod dispatch;
pub mod fingerprint;
pub mod function;
pub mod function_table;
pub mod global;
pub mod ids;
pub mod instruction;
pub mod interpret;
pub mod link;
pub mod metadata;
pub mod module;
mod operands;
pub mod passing;
pub mod provenance;
pub mod scalar;
pub mod signature;
pub mod site;
pub mod strings;
pub mod terminator;
pub mod text;
pub mod types;
pub mod variable;
pub mod verify;
pub mod watch;
pub mod worker;

/// The examples of the page for people compile.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub use abi_pass::{AbiError, AbiPass, AbiTypes, lower_module};
pub use artifact::{Artifacts, CodeArtifact, CopyFate, CopyRecord, DataArtifact, ObjectArtifact, SiteTable};
pub use backend::{
    Backend, BackendError, DebugInformation, JustInTime, LoadError, LoadedFunction, LoadedProgram, NoPositions,
    OFFERED_SYMBOL, OneFile, Optimisation, Options, Origin, Position, Positions, Sanitizer, Surroundings, TextForm,
};
pub use binary::BinaryError;
pub use builder::{FunctionBuilder, constant_bits};
pub use call::{Argument, ArgumentList, Call, CallResult, Callee};
pub use copies::{CopyPlace, CopySite, copies_of};
pub use dispatch::{Candidate, Dispatch, KnownTables, MOST_COMPARED, TableCall, devirtualise};
pub use fingerprint::{Fingerprint, Fingerprinter, nameless_fingerprint};
pub use function::{
    Attribute, BlockData, Form, Function, INLINE, IntegerRange, Linkage, Note, OPTIMISE, Parameter, PointerFacts,
    SlotData, SlotKind, Storage, ValueRange,
};
pub use function_table::{
    FUNCTION_ROW_ALIGN, FUNCTION_TABLE_END, FUNCTION_TABLE_SECTION, FUNCTION_TABLE_START, SYMBOL_FILE, function_row,
    may_be_missing,
};
pub use global::{Global, GlobalRelocation};
pub use ids::{
    AbiId, AliasId, Align, Block, CallId, NodeId, ScopeId, SignatureId, SiteId, Slot, StringId, SymbolId, TypeId,
    Value, VariableId,
};
pub use instruction::{
    AtomicOperator, BinaryOperator, CheckKind, CheckedOperator, Comparison, CopyReason, Instruction, Operation,
    UnaryOperator,
};
pub use link::{LinkError, Linker, Strip, link, strip};
pub use metadata::{Alias, MemoryKinds, Metadata, Operand};
pub use module::{Declaration, Module, Symbol, Symbols};
pub use operands::{Named, Use};
pub use passing::{LoweredList, Passing};
pub use provenance::{KeptPositions, keep_libraries, keep_positions, libraries};
pub use scalar::{Scalar, ScalarClass};
pub use signature::{Signature, Signatures};
pub use site::{
    IndexForm, PANIC_INDEX_SYMBOL, PANIC_SYMBOL, PANIC_SYMBOLS, SITE_ENTRY_BYTES, Site, SiteKind, SiteTables,
    SlicePart, Told, site_table_symbol,
};
pub use strings::Strings;
pub use terminator::{BlockCall, Case, CaseList, ReturnValue, Terminator, ValueList};
pub use text::{ReadError, print, print_function, print_to, read};
pub use types::{Field, Layout, Record, RecordKind, Type, TypeBody, TypeData, TypeKind, TypeTable};
pub use variable::{Scope, Variable};
pub use verify::{Problem, verify};
pub use watch::Watch;

#[cfg(test)]
mod tests;
