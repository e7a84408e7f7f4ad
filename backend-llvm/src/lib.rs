//! MIR to machine code with LLVM. Owns the translation of lowered MIR to LLVM's IR, the passes, and what is read back
//! from the optimised code. Must not know salsa, HIR, types or syntax, and decides nothing: layouts, checks, copies
//! and how values travel are in MIR and in the ABI description attached to it.
//!
//! Linked into the worker program `lang-llvm` only, so that LLVM's start-up, memory and aborts stay out of `lang`.
//!
//! Reading order: [`Llvm`], `product`, `unit`, `records`, `shape`, `translate`; then `facts` and `copies`.

mod copies;
mod data;
mod debug_information;
mod facts;
mod failure;
mod function_table;
mod machine;
mod notes;
mod product;
mod records;
mod sanitizer;
mod shape;
#[cfg(test)]
mod tests;
mod translate;
mod types;
mod unit;
mod unoptimised;
mod worker;

use mir::backend::{Positions, TextForm};
use mir::debug::Records;
use mir::{Artifacts, Backend, BackendError, Module, Options};

use machine::Processor;

pub use worker::{Fault, serve};

/// The backend. Stateless: each unit gets an LLVM context of its own, so one serves all threads.
#[derive(Clone, Copy, Debug, Default)]
pub struct Llvm;

impl Llvm {
    /// The backend.
    pub fn new() -> Llvm {
        Llvm
    }

    /// The targets that it makes code for.
    pub fn targets() -> &'static [abi::Target] {
        &machine::TARGETS
    }
}

impl Backend for Llvm {
    fn name(&self) -> &'static str {
        "llvm"
    }

    fn version(&self) -> String {
        let (major, minor, patch) = inkwell::support::get_llvm_version();
        format!("{}, LLVM {major}.{minor}.{patch}", env!("CARGO_PKG_VERSION"))
    }

    fn supports(&self, target: &abi::Target) -> Result<(), BackendError> {
        Processor::of(target).map(|_| ())
    }

    fn reads_llvm_signatures(&self) -> bool {
        true
    }

    fn compile(&self, unit: &Module, target: &abi::Target, options: &Options) -> Result<Artifacts, BackendError> {
        product::compile(unit, target, options)
    }

    fn assemble(
        &self,
        _artifacts: &[(&Artifacts, Option<&Records>)],
        _positions: &dyn Positions,
        _target: &abi::Target,
        _options: &Options,
    ) -> Result<Vec<u8>, BackendError> {
        Err(BackendError::new(
            "the LLVM backend makes a whole object of each unit; link those instead of assembling artifacts",
        ))
    }

    fn text(
        &self,
        unit: &Module,
        target: &abi::Target,
        options: &Options,
        form: TextForm,
    ) -> Result<String, BackendError> {
        match form {
            TextForm::Llvm => product::ir(unit, target, options),
            TextForm::Assembly => product::assembly(unit, target, options),
            TextForm::Clif => Err(BackendError::new("the LLVM backend has no Cranelift IR")),
        }
    }

    fn bitcode(&self, unit: &Module, target: &abi::Target, options: &Options) -> Result<Vec<u8>, BackendError> {
        product::bitcode(unit, target, options)
    }
}
