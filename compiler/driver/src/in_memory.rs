//! Programs that run in this process: how they are loaded, and what of C is loaded with them. It owns the library that is made
//! of C objects, archives and C files; it must not know how code comes into memory.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;

use mir::artifact::DataArtifact;
use mir::debug::Records;
use mir::{Artifacts, DebugInformation, JustInTime, Linkage, LoadError, LoadedProgram, OFFERED_SYMBOL, Surroundings};
use project::Report;

use crate::compile::Compiled;
use crate::problems::unwritable_output::temporary;
use crate::problems::{backend_failed, missing_library};
use crate::program::{Program, Run};
use crate::system::linker::{self, LinkInputs, LinkProblem};
use crate::system::output;
use crate::{build, missing};

/// A program that is to run.
pub enum InMemory {
    /// It is in memory.
    Loaded(Box<dyn LoadedProgram>),
    /// What it is linked with cannot be part of a running process, or is wrong in a way that linking an executable tells.
    NeedsExecutable,
}

/// The code generator that runs programs in this process, and what it is to tell debuggers of them.
#[derive(Clone, Copy)]
pub struct InProcess<'run> {
    /// The code generator.
    pub backend: &'run dyn JustInTime,
    /// What debuggers are told.
    pub debug: DebugInformation,
    /// Whether the loaded program can say where its functions are.
    pub lists_functions: bool,
    /// Whether the program may ask who called whom.
    pub shows_callers: bool,
}

/// Loads a compiled program into this process.
///
/// # Errors
/// What is missing.
pub fn load(
    program: &Program,
    run: &mut Run,
    compiled: &Compiled,
    given: &LinkInputs,
    backend: InProcess<'_>,
) -> Result<InMemory, Vec<Report>> {
    let inputs = build::link_inputs(program, compiled, given);
    if inputs.objects.is_empty() {
        match load_with(compiled, backend, &shared_libraries(&inputs), &Names::default()) {
            Ok(program) => return Ok(InMemory::Loaded(program)),
            Err(LoadError::UndefinedSymbols(symbols)) => return Err(undefined(program, &symbols)),
            Err(LoadError::Other(error)) => return Err(vec![backend_failed::report("run", &error)]),
            // Perhaps there is an archive of this name, which a C compiler finds.
            Err(LoadError::MissingLibrary { name, reason }) => {
                return load_shared(program, run, compiled, &inputs, backend)
                    .map_err(|_| vec![missing_library::report(&name, &reason)]);
            }
        }
    }
    load_shared(program, run, compiled, &inputs, backend)
}

/// Loads a program with a library that is made of all that it is linked with.
fn load_shared(
    program: &Program,
    run: &mut Run,
    compiled: &Compiled,
    inputs: &LinkInputs,
    backend: InProcess<'_>,
) -> Result<InMemory, Vec<Report>> {
    let names = Names::of(&compiled.artifacts);
    let Some(stubs) = stubs(&program.target, &names) else {
        return Ok(InMemory::NeedsExecutable);
    };
    let compiler = build::c_compiler(program);
    let folder = output::temporary_folder().map_err(temporary)?;
    let inputs = build::with_compiled_c(program, run, (&compiler, inputs), folder.path())?;
    let (source, object) = (folder.path().join("offered.s"), folder.path().join("offered.o"));
    let library = folder.path().join("outside.so");
    let made = output::write_file(&source, stubs.as_bytes())
        .map_err(temporary)
        .map(|()| linker::compile_c(&compiler, &source, &LinkInputs::default(), &object))?
        .and_then(|_| {
            let own: Vec<PathBuf> = vec![object];
            linker::share(&compiler, &own, &inputs, &names.wanted, &library)
        });
    match made {
        Ok(()) => {}
        // Not everything that can stand in an executable can stand in a library; if it is wrong there too, that is
        // where it is told.
        Err(LinkProblem::Failed { .. } | LinkProblem::NoLinker { .. }) => {
            return Ok(InMemory::NeedsExecutable);
        }
    }
    let libraries = [library.to_string_lossy().into_owned()];
    Ok(match load_with(compiled, backend, &libraries, &names) {
        Ok(program) => {
            if backend.debug != DebugInformation::None {
                // Debuggers read its file when they come to its code.
                folder.leave().map_err(temporary)?;
            }
            InMemory::Loaded(program)
        }
        Err(LoadError::UndefinedSymbols(_) | LoadError::MissingLibrary { .. } | LoadError::Other(_)) => {
            InMemory::NeedsExecutable
        }
    })
}

fn undefined(program: &Program, symbols: &[String]) -> Vec<Report> {
    let reports = missing::undefined_symbols(program, symbols.iter().map(String::as_str));
    if reports.is_empty() {
        let error = mir::BackendError::new(format!("no library defines {}", symbols.join(", ")));
        return vec![backend_failed::report("run", &error)];
    }
    reports
}

fn load_with(
    compiled: &Compiled,
    backend: InProcess<'_>,
    libraries: &[String],
    names: &Names<'_>,
) -> Result<Box<dyn LoadedProgram>, LoadError> {
    let nothing = Artifacts::default();
    let types = compiled.types.iter().map(|types| (&nothing, Some(types)));
    let artifacts: Vec<(&Artifacts, Option<&Records>)> = compiled.pieces().chain(types).collect();
    let shared: Vec<&str> = names.shared.iter().map(|datum| datum.symbol.as_str()).collect();
    let InProcess { backend, debug, lists_functions, shows_callers } = backend;
    let offered = &names.offered;
    let surroundings = Surroundings { libraries, offered, shared: &shared, lists_functions, shows_callers };
    backend.load(&artifacts, &compiled.positions, lower::C_ENTRY, &surroundings, debug)
}

/// What is loaded for the libraries of a program.
pub(crate) fn shared_libraries(inputs: &LinkInputs) -> Vec<String> {
    inputs.libraries.iter().map(|name| shared_library(name, &inputs.search_paths)).collect()
}

/// The path of a shared library in one of the folders, else the name itself, which the system looks up.
fn shared_library(name: &str, folders: &[PathBuf]) -> String {
    folders
        .iter()
        .map(|folder| folder.join(format!("lib{name}.so")))
        .find(|path| project::disk::is_file(path))
        .and_then(|path| std::path::absolute(path).ok())
        .map_or_else(|| name.to_string(), |path| path.to_string_lossy().into_owned())
}

/// What passes between a program and what it is linked with.
#[derive(Default)]
struct Names<'a> {
    /// Functions that C may call by their names.
    offered: Vec<&'a str>,
    /// Data that C may name.
    shared: Vec<&'a DataArtifact>,
    /// What the program does not define itself.
    wanted: Vec<&'a str>,
}

impl<'a> Names<'a> {
    fn of(artifacts: &'a [std::sync::Arc<Artifacts>]) -> Names<'a> {
        let functions = || artifacts.iter().flat_map(|unit| &unit.functions);
        let data = || artifacts.iter().flat_map(|unit| &unit.data);
        let offered = functions().filter(|function| function.linkage == Linkage::Export);
        let offered = offered.map(|function| function.symbol.as_str());
        let defined = functions().map(|function| &function.symbol);
        let defined: BTreeSet<&String> = defined.chain(data().map(|datum| &datum.symbol)).collect();
        let named = functions().flat_map(|function| &function.symbols);
        let named: BTreeSet<&String> = named.chain(data().flat_map(|datum| &datum.symbols)).collect();
        Names {
            offered: offered.filter(|symbol| *symbol != lower::C_ENTRY).collect(),
            shared: data().filter(|datum| datum.linkage == Linkage::Export).collect(),
            wanted: named.difference(&defined).map(|symbol| symbol.as_str()).collect(),
        }
    }
}

/// Assembly that stands for the program's functions in a library: each jumps to where the table says that the function is.
/// The table is filled in when both are in memory. The program's data that C may name has its place here, because what C
/// refers to by name must be in its library; it is filled then, too.
fn stubs(target: &abi::Target, names: &Names<'_>) -> Option<String> {
    let offered = &names.offered;
    let mut text = String::from("\t.text\n");
    for (number, symbol) in offered.iter().enumerate() {
        let place = 8 * number;
        let jump = match target.architecture {
            abi::Architecture::X86_64 => format!("jmp *\"{OFFERED_SYMBOL}.table\"+{place}(%rip)"),
            abi::Architecture::Aarch64 => format!(
                "adrp x16, \"{OFFERED_SYMBOL}.table\"+{place}\n\tldr x16, [x16, :lo12:\"{OFFERED_SYMBOL}.table\"+{place}]\n\tbr x16"
            ),
            abi::Architecture::Riscv64
            | abi::Architecture::S390x
            | abi::Architecture::Loongarch64
            | abi::Architecture::Powerpc64le
            | abi::Architecture::Wasm32 => return None,
        };
        let _ = write!(text, "\t.globl \"{symbol}\"\n\t.type \"{symbol}\", @function\n\"{symbol}\":\n\t{jump}\n");
    }
    for datum in &names.shared {
        let (symbol, align, bytes) = (&datum.symbol, datum.align, datum.bytes.len());
        let _ = write!(
            text,
            "\t.bss\n\t.balign {align}\n\t.globl \"{symbol}\"\n\t.type \"{symbol}\", @object\n\"{symbol}\":\n\t.zero {bytes}\n\
             \t.size \"{symbol}\", {bytes}\n"
        );
    }
    let bytes = 8 * offered.len().max(1);
    // One name for the program that fills it in, one that no other library can come before.
    let _ = write!(
        text,
        "\t.bss\n\t.balign 8\n\t.globl \"{OFFERED_SYMBOL}\"\n\t.type \"{OFFERED_SYMBOL}\", @object\n\"{OFFERED_SYMBOL}\":\n\
         \"{OFFERED_SYMBOL}.table\":\n\t.zero {bytes}\n\t.size \"{OFFERED_SYMBOL}\", {bytes}\n\
         \t.section .note.GNU-stack,\"\",@progbits\n"
    );
    Some(text)
}
