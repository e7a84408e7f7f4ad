//! Target machines and the pass pipeline. Owns what LLVM is told about a processor and how hard it tries, both as
//! clang does; must not know MIR.

use std::sync::Once;

use abi::{Architecture, OperatingSystem};
use inkwell::OptimizationLevel;
use inkwell::llvm_sys::target_machine::{LLVMSetTargetMachineFastISel, LLVMSetTargetMachineGlobalISel};
use inkwell::module::Module;
use inkwell::passes::PassBuilderOptions;
use inkwell::targets::{
    CodeModel, InitializationConfig, RelocMode, Target, TargetMachine, TargetMachineOptions, TargetTriple,
};
use mir::{BackendError, DebugInformation, Optimisation, Options};

/// A processor that code is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Processor {
    family: Family,
    /// The name of the target as clang writes it.
    triple: &'static str,
    /// The oldest model that runs the code.
    model: &'static str,
}

/// What LLVM calls a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    X86,
    Arm,
}

/// The targets of this backend.
pub(crate) const TARGETS: [abi::Target; 2] = [abi::Target::X86_64_LINUX, abi::Target::AARCH64_LINUX];

impl Processor {
    /// The processor of a target.
    pub(crate) fn of(target: &abi::Target) -> Result<Processor, BackendError> {
        match (target.architecture, target.operating_system) {
            (Architecture::X86_64, OperatingSystem::Linux) => {
                Ok(Processor { family: Family::X86, triple: "x86_64-pc-linux-gnu", model: "x86-64" })
            }
            (Architecture::Aarch64, OperatingSystem::Linux) => {
                Ok(Processor { family: Family::Arm, triple: "aarch64-unknown-linux-gnu", model: "generic" })
            }
            (
                Architecture::X86_64
                | Architecture::Aarch64
                | Architecture::Riscv64
                | Architecture::S390x
                | Architecture::Loongarch64
                | Architecture::Powerpc64le
                | Architecture::Wasm32,
                OperatingSystem::Linux | OperatingSystem::Windows | OperatingSystem::Darwin | OperatingSystem::Unknown,
            ) => Err(BackendError::new(format!("the LLVM backend does not support the target {target} yet"))),
        }
    }

    /// A machine for it.
    pub(crate) fn machine(self, options: &Options) -> Result<TargetMachine, BackendError> {
        self.initialise();
        let triple = self.triple();
        let failed = |message: String| BackendError::new(format!("LLVM has no machine for {}: {message}", self.triple));
        let target = Target::from_triple(&triple).map_err(|message| failed(message.to_string()))?;
        let machine = TargetMachineOptions::new()
            .set_cpu(self.model)
            .set_level(level(options.optimisation))
            .set_reloc_mode(if options.position_independent { RelocMode::PIC } else { RelocMode::Static })
            .set_code_model(CodeModel::Default);
        let machine = target
            .create_target_machine_from_options(&triple, machine)
            .ok_or_else(|| failed("it is not part of this LLVM".into()))?;
        if options.optimisation == Optimisation::None {
            select_quickly(&machine);
        }
        Ok(machine)
    }

    /// Tells LLVM that the processor is used; each costs start-up time, so only when it is.
    fn initialise(self) {
        static ONCE: [Once; 2] = [Once::new(), Once::new()];
        let parts = InitializationConfig {
            asm_parser: false,
            asm_printer: true,
            base: true,
            disassembler: false,
            info: true,
            machine_code: true,
        };
        match self.family {
            Family::X86 => ONCE[0].call_once(|| Target::initialize_x86(&parts)),
            Family::Arm => ONCE[1].call_once(|| Target::initialize_aarch64(&parts)),
        }
    }

    /// Its name for LLVM.
    pub(crate) fn triple(self) -> TargetTriple {
        TargetTriple::create(self.triple)
    }
}

/// Has LLVM select instructions one by one where nothing is optimised, on AArch64 too: what it takes there by itself computes
/// addresses before the line that they belong to, where a breakpoint then stops, and is slower.
fn select_quickly(machine: &TargetMachine) {
    let machine = machine.as_mut_ptr();
    // SAFETY: the machine is alive, and no code is made with it yet.
    unsafe {
        LLVMSetTargetMachineGlobalISel(machine, 0);
        LLVMSetTargetMachineFastISel(machine, 1);
    }
}

fn level(optimisation: Optimisation) -> OptimizationLevel {
    match optimisation {
        Optimisation::None => OptimizationLevel::None,
        Optimisation::Less => OptimizationLevel::Less,
        Optimisation::Speed | Optimisation::Size => OptimizationLevel::Default,
        Optimisation::Aggressive => OptimizationLevel::Aggressive,
    }
}

/// Runs clang's pipeline of the level. Where debuggers are told of variables, each store to one is tied to a record of its own
/// before, as clang has it, which stays when the store goes.
pub(crate) fn optimise(module: &Module<'_>, machine: &TargetMachine, options: &Options) -> Result<(), BackendError> {
    let (pipeline, vectorise) = match options.optimisation {
        Optimisation::None => ("default<O0>", false),
        Optimisation::Less => ("default<O1>", false),
        Optimisation::Speed => ("default<O2>", true),
        Optimisation::Aggressive => ("default<O3>", true),
        Optimisation::Size => ("default<Os>", true),
    };
    let passes = PassBuilderOptions::create();
    passes.set_loop_vectorization(vectorise);
    passes.set_loop_slp_vectorization(vectorise);
    passes.set_loop_interleaving(vectorise);
    passes.set_loop_unrolling(vectorise);
    let pipeline = match (options.optimisation, options.debug) {
        (Optimisation::None, _) | (_, DebugInformation::None | DebugInformation::Lines) => pipeline.to_owned(),
        (_, DebugInformation::Full) => format!("function(declare-to-assign),{pipeline}"),
    };
    run(module, machine, &pipeline, passes)
}

/// Runs single passes.
pub(crate) fn run_passes(module: &Module<'_>, machine: &TargetMachine, passes: &str) -> Result<(), BackendError> {
    run(module, machine, passes, PassBuilderOptions::create())
}

fn run(
    module: &Module<'_>,
    machine: &TargetMachine,
    passes: &str,
    options: PassBuilderOptions,
) -> Result<(), BackendError> {
    module
        .run_passes(passes, machine, options)
        .map_err(|message| BackendError::new(format!("LLVM's passes failed: {message}")))
}
