//! Programs of which there is no text, only a module: as files of the intermediate representation have them. It owns the way
//! from such a module to a program that begins; what the module says of itself, `mir` reads. It must not know which code
//! generators there are.

use std::ffi::OsString;

use mir::debug::Records;
use mir::{
    AbiPass, Backend, DebugInformation, Form, JustInTime, KeptPositions, LoadedProgram, Module, Optimisation, Options,
    Surroundings,
};
use project::Report;

use crate::in_memory::shared_libraries;
use crate::problems::unwritable_output::temporary;
use crate::problems::{backend_failed, link_failed, missing_library, no_linker};
use crate::system::linker::{self, LinkInputs, LinkProblem};
use crate::system::output;
use crate::system::process::Successor;
use crate::{build, objects};

/// A program that is to begin.
pub enum Begun {
    /// It is in memory.
    Loaded(Box<dyn LoadedProgram>),
    /// This process goes on as it.
    Process(Successor),
}

/// How code is made of a module.
#[derive(Clone, Copy)]
pub struct ModuleGeneration<'run> {
    /// The code generator.
    pub backend: &'run dyn Backend,
    /// What it is asked to do.
    pub options: Options,
    /// What takes code into this process, where the code generator makes it function by function.
    pub in_process: &'run dyn JustInTime,
    /// Whether the program may ask who called whom.
    pub shows_callers: bool,
    /// C libraries, besides those that the module names.
    pub inputs: &'run LinkInputs,
}

/// Makes code of a whole program, which has a `main`, and what it begins with.
///
/// # Errors
/// What the code generator, the linker or the loader says; the module is for another machine.
pub fn program_of_module(
    mut module: Module,
    generation: ModuleGeneration<'_>,
    (name, arguments): (&str, &[OsString]),
) -> Result<Begun, Vec<Report>> {
    let ModuleGeneration { backend, options, in_process, shows_callers, inputs } = generation;
    let failed = |error: &mir::BackendError| vec![backend_failed::report(backend.name(), error)];
    let refused = |message: String| failed(&mir::BackendError::new(message));
    let target = abi::Target::host().ok_or_else(|| refused("this machine is none of the targets".to_owned()))?;
    backend.supports(&target).map_err(|error| failed(&error))?;
    let positions = KeptPositions::of(std::slice::from_ref(&module));
    let mut inputs = inputs.clone();
    mir::libraries(&module).into_iter().for_each(|library| inputs.want(library));
    lowered(&mut module, target, backend).map_err(&refused)?;
    if backend.optimises(&options) {
        module.keep_to_itself(|symbol| !mir::PANIC_SYMBOLS.contains(&symbol));
    }
    let artifacts = backend.compile(&module, &target, &options).map_err(|error| failed(&error))?;
    if build::wants_mathematics(&artifacts) {
        inputs.want(build::MATHEMATICS_LIBRARY.to_owned());
    }
    let is_told = options.debug != DebugInformation::None;
    let records = is_told.then(|| Records::of(module, options.optimisation != Optimisation::None));
    if artifacts.object.is_none() {
        let libraries = shared_libraries(&inputs);
        let surroundings = Surroundings { libraries: &libraries, shows_callers, ..Surroundings::default() };
        let pieces = [(&artifacts, records.as_ref())];
        let loaded = in_process.load(&pieces, &positions, lower::C_ENTRY, &surroundings, options.debug);
        return match loaded {
            Ok(program) => Ok(Begun::Loaded(program)),
            Err(mir::LoadError::MissingLibrary { name, reason }) => Err(vec![missing_library::report(&name, &reason)]),
            Err(error @ mir::LoadError::UndefinedSymbols(_)) => Err(refused(format!("{error}; name it with -l"))),
            Err(mir::LoadError::Other(error)) => Err(failed(&error)),
        };
    }
    let objects = objects::of_unit((&artifacts, records.as_ref()), backend, &positions, (&target, &options))
        .map_err(|error| failed(&error))?;
    let folder = output::temporary_folder().map_err(temporary)?;
    let paths = output::write_numbered(folder.path(), &objects).map_err(temporary)?;
    let program = folder.path().join("program");
    let compiler = linker::program_for(&target, Some(target));
    linker::link(&compiler, &paths, &inputs, &program).map_err(|problem| match problem {
        LinkProblem::NoLinker { program, reason } => vec![no_linker::report(&program, &reason)],
        LinkProblem::Failed { command, output } => vec![link_failed::report(&command, &output)],
    })?;
    let successor =
        Successor { folder, program, name: name.to_owned(), arguments: arguments.to_vec(), is_debugged: is_told };
    Ok(Begun::Process(successor))
}

/// Brings a module into the form that a code generator reads.
fn lowered(module: &mut Module, target: abi::Target, backend: &dyn Backend) -> Result<(), String> {
    if let Some(own) = module.target.filter(|own| *own != target) {
        return Err(format!("the module is for {own}, and this machine is {target}"));
    }
    let mut pass = AbiPass::new(target).with_llvm_signatures(backend.reads_llvm_signatures());
    if module.functions.iter().any(|function| function.form == Form::Lowered) {
        if module.functions.iter().any(|function| function.form == Form::SystemAbi) {
            return Err("some functions of the module are lowered and some are not".to_owned());
        }
        return pass.describe_again(module);
    }
    pass.run(module).map_err(|error| error.to_string())
}
