//! MIR to machine code with Cranelift. Owns the translation of lowered MIR, the object that artifacts are assembled
//! to, and running them in this process. Must not know salsa, HIR, types or syntax, and decides nothing: layouts,
//! checks, copies and registers are in MIR and in the ABI description attached to it.
//!
//! Reading order: [`Cranelift`], `unit`, `translate`, `failure`; then `object`, `jit` and `assembly`.

mod artifact;
mod assembly;
mod failure;
mod fields;
mod function_table;
mod image;
mod isa;
mod jit;
mod library;
mod memory;
mod object;
#[cfg(test)]
mod tests;
mod thunk;
mod translate;
mod unit;
mod unwind;
mod wide;

use std::sync::Arc;

use cranelift_codegen::isa::TargetIsa;
use mir::backend::{Optimisation, Positions, TextForm};
use mir::debug::Records;
use mir::{
    Artifacts, Backend, BackendError, DebugInformation, JustInTime, LoadError, LoadedProgram, Module, Options,
    Surroundings,
};

use translate::CheckForm;

/// The backend. One serves all threads; each thread keeps memory of its own between functions.
pub struct Cranelift {
    sets: isa::Cache,
    checks: &'static [CheckForm],
}

impl Default for Cranelift {
    fn default() -> Cranelift {
        Cranelift {
            sets: isa::Cache::default(),
            checks: &[CheckForm::Trap, CheckForm::TrapWithoutPool, CheckForm::Block],
        }
    }
}

/// Processors whose code this crate finishes by hand: the cold end of checks, frames, relocations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Machine {
    X86_64,
    Aarch64,
}

impl Machine {
    fn of(target: &abi::Target) -> Result<Machine, BackendError> {
        use abi::{Architecture, OperatingSystem};
        match (target.architecture, target.operating_system) {
            (Architecture::X86_64, OperatingSystem::Linux) => Ok(Machine::X86_64),
            (Architecture::Aarch64, OperatingSystem::Linux) => Ok(Machine::Aarch64),
            (
                Architecture::X86_64
                | Architecture::Aarch64
                | Architecture::Riscv64
                | Architecture::S390x
                | Architecture::Loongarch64
                | Architecture::Powerpc64le
                | Architecture::Wasm32,
                OperatingSystem::Linux | OperatingSystem::Windows | OperatingSystem::Darwin | OperatingSystem::Unknown,
            ) => Err(BackendError::new(format!("the Cranelift backend does not support the target {target} yet"))),
        }
    }
}

impl Cranelift {
    /// The backend.
    pub fn new() -> Cranelift {
        Cranelift::default()
    }

    fn isa(&self, target: &abi::Target, options: &Options, blocks: bool) -> Result<Arc<dyn TargetIsa>, BackendError> {
        let optimise = match options.optimisation {
            Optimisation::None => false,
            Optimisation::Less | Optimisation::Speed | Optimisation::Aggressive | Optimisation::Size => true,
        };
        let configuration = isa::Configuration { triple: target.to_string(), optimise, verify: options.verify, blocks };
        self.sets.get(&configuration).map_err(BackendError::new)
    }
}

impl Backend for Cranelift {
    fn name(&self) -> &'static str {
        "cranelift"
    }

    fn version(&self) -> String {
        format!("{}, Cranelift {}", env!("CARGO_PKG_VERSION"), cranelift_codegen::VERSION)
    }

    fn supports(&self, target: &abi::Target) -> Result<(), BackendError> {
        Machine::of(target).map(|_| ())
    }

    fn compile(&self, unit: &Module, target: &abi::Target, options: &Options) -> Result<Artifacts, BackendError> {
        let task = unit::Task {
            unit,
            machine: Machine::of(target)?,
            isa: &*self.isa(target, options, false)?,
            source_positions: options.source_positions || options.debug != DebugInformation::None,
            checks: self.checks,
        };
        unit::compile(task)
    }

    fn assemble(
        &self,
        artifacts: &[(&Artifacts, Option<&Records>)],
        positions: &dyn Positions,
        target: &abi::Target,
        options: &Options,
    ) -> Result<Vec<u8>, BackendError> {
        object::assemble(Machine::of(target)?, artifacts, positions, options.debug)
    }

    fn text(
        &self,
        unit: &Module,
        target: &abi::Target,
        options: &Options,
        form: TextForm,
    ) -> Result<String, BackendError> {
        let task = unit::Task {
            unit,
            machine: Machine::of(target)?,
            isa: &*self.isa(target, options, form == TextForm::Assembly)?,
            source_positions: options.source_positions,
            checks: self.checks,
        };
        match form {
            TextForm::Clif => unit::clif(task),
            TextForm::Assembly => unit::assembly(task),
            TextForm::Llvm => Err(BackendError::new("the Cranelift backend has no LLVM IR")),
        }
    }
}

impl JustInTime for Cranelift {
    fn load(
        &self,
        artifacts: &[(&Artifacts, Option<&Records>)],
        positions: &dyn Positions,
        entry: &str,
        surroundings: &Surroundings<'_>,
        debug: DebugInformation,
    ) -> Result<Box<dyn LoadedProgram>, LoadError> {
        jit::load(artifacts, positions, entry, surroundings, debug)
    }
}
