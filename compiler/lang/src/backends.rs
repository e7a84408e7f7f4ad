//! Which code generators there are, and which one a command line means. It owns that choice; it must not know what they
//! do. The others know them only as `mir::Backend`.

use std::sync::{LazyLock, OnceLock};

use abi::Target;
use backend_cranelift::Cranelift;
use driver::worker::Workers;
use driver::{LinkTime, Store};
use mir::{Backend, DebugInformation, JustInTime, Optimisation, Options, Sanitizer};
use project::DebugSetting;

use crate::arguments::{BackendChoice, Emit, Generation, Level, LtoChoice, SanitizerChoice};

static CRANELIFT: LazyLock<Cranelift> = LazyLock::new(Cranelift::new);
static NOT_STARTED: OnceLock<Workers> = OnceLock::new();
static LLVM: OnceLock<Result<Workers, String>> = OnceLock::new();

/// The code generators of a build.
pub struct Chosen {
    /// The one for everything that has no other.
    pub main: &'static dyn Backend,
    /// Those of single modules, by the modules' names.
    pub exceptions: Vec<(String, &'static dyn Backend)>,
    /// How far an optimiser looks beyond what it compiles together.
    link_time: LinkTime,
}

impl Chosen {
    /// Code by them, asked for so and kept there. Beside an optimiser Cranelift makes what is not worth its time.
    pub fn generation<'run>(&'run self, options: Options, store: &'run Store) -> driver::Generation<'run> {
        let quick = Some(cranelift());
        driver::Generation {
            backend: self.main,
            exceptions: &self.exceptions,
            quick,
            options,
            is_object: false,
            coverage: false,
            link_time: self.link_time,
            store,
        }
    }
}

/// The code generators for a build. Workers are started here, so that they are ready when there is work.
pub fn chosen(generation: &Generation, emit: Option<Emit>) -> Result<Chosen, String> {
    if generation.sanitize.is_some() {
        let choices = generation.backend_for.iter().map(|(_, choice)| choice).chain([&generation.backend]);
        if choices.into_iter().any(|choice| matches!(choice, BackendChoice::Cranelift)) || emit == Some(Emit::Clif) {
            return Err("--sanitize needs code by LLVM: use --backend llvm, for all modules".to_string());
        }
    }
    let is_optimised = optimisation(generation.level, generation.release) != Optimisation::None;
    let link_time = match generation.lto {
        None => LinkTime::Separate,
        Some(_) if !is_optimised || matches!(generation.backend, BackendChoice::Cranelift) => {
            return Err("--lto is for an optimiser: use it with --release, or -O and --backend llvm".to_string());
        }
        Some(LtoChoice::Thin) => LinkTime::Thin,
        Some(LtoChoice::Full) => LinkTime::Full,
    };
    let exceptions = generation
        .backend_for
        .iter()
        .map(|(module, choice)| Ok((module.clone(), named(*choice, false)?)))
        .collect::<Result<_, String>>()?;
    let is_automatic = matches!(generation.backend, BackendChoice::Auto);
    let wants_llvm = match emit {
        Some(Emit::LlvmIr | Emit::LlvmBc | Emit::Copies) => true,
        Some(Emit::Clif) => false,
        Some(
            Emit::Tokens | Emit::Ast | Emit::Resolved | Emit::Hir | Emit::SourceCfg | Emit::MirSource | Emit::AbiDiff,
        ) => false,
        Some(Emit::Mir) if is_optimised && is_automatic => {
            return Ok(Chosen { main: llvm_or_its_likeness(), exceptions, link_time });
        }
        Some(Emit::Devirtualised) if is_automatic => {
            return Ok(Chosen { main: llvm_or_its_likeness(), exceptions, link_time });
        }
        Some(Emit::Mir | Emit::Devirtualised) => false,
        Some(Emit::Asm | Emit::Obj | Emit::Shared | Emit::Staticlib | Emit::Exe) | None => {
            generation.sanitize.is_some()
                || generation.release
                || optimisation(generation.level, generation.release) != Optimisation::None
        }
    };
    let main = named(generation.backend, wants_llvm)?;
    Ok(Chosen { main, exceptions, link_time })
}

/// What would be given to LLVM can be shown without it.
fn llvm_or_its_likeness() -> &'static dyn Backend {
    llvm().unwrap_or_else(|_missing| NOT_STARTED.get_or_init(|| Workers::new("lang-llvm".into())))
}

/// The code generator that a word of the command line means.
pub fn named(choice: BackendChoice, auto_is_llvm: bool) -> Result<&'static dyn Backend, String> {
    let is_llvm = match choice {
        BackendChoice::Auto => auto_is_llvm,
        BackendChoice::Cranelift => false,
        BackendChoice::Llvm => true,
    };
    if !is_llvm {
        return Ok(&*CRANELIFT);
    }
    let workers = llvm()?;
    workers.warm_up(1);
    Ok(workers)
}

/// The workers of LLVM, if they are installed.
pub fn llvm() -> Result<&'static Workers, String> {
    LLVM.get_or_init(Workers::installed).as_ref().map_err(Clone::clone)
}

/// Ends what was started. The system would end workers too when nobody talks to them any more, but later, and what they
/// cost would be in nobody's account.
pub fn end() {
    if let Some(Ok(workers)) = LLVM.get() {
        workers.end();
    }
}

/// The embedded code generator.
pub fn cranelift() -> &'static dyn Backend {
    &*CRANELIFT
}

/// The code generator that runs programs in this process.
pub fn in_process() -> &'static dyn JustInTime {
    &*CRANELIFT
}

/// What they are asked to do.
pub fn options(generation: &Generation, setting: Option<DebugSetting>, verify: bool, emit: Option<Emit>) -> Options {
    let report_copies = emit == Some(Emit::Copies);
    let is_about_optimising = report_copies || emit == Some(Emit::Devirtualised);
    let optimisation = match optimisation(generation.level, generation.release) {
        // Without an optimiser every copy and every call through a table is kept, which nobody needs to ask.
        Optimisation::None if is_about_optimising && generation.level.is_none() => Optimisation::Speed,
        asked => asked,
    };
    Options {
        optimisation,
        verify,
        position_independent: true,
        source_positions: false,
        report_copies,
        debug: debug(generation, setting, optimisation, emit),
        sanitize: generation.sanitize.map(|choice| match choice {
            SanitizerChoice::Address => Sanitizer::Address,
            SanitizerChoice::Thread => Sanitizer::Thread,
        }),
    }
}

/// Whether the environment asks programs to tell the callers of a function in which a check failed.
pub fn shows_callers() -> bool {
    std::env::var_os("LANG_BACKTRACE").is_some_and(|wish| !wish.is_empty() && wish != "0")
}

/// What debuggers are told: what was asked for; of what is linked, what the manifest says; if that says nothing, all of what
/// is not optimised. Of what only runs it is nothing, or lines, where callers or accesses are to be told.
fn debug(
    generation: &Generation,
    setting: Option<DebugSetting>,
    optimisation: Optimisation,
    emit: Option<Emit>,
) -> DebugInformation {
    if generation.debug_none {
        return DebugInformation::None;
    }
    if generation.debug_lines {
        return DebugInformation::Lines;
    }
    if generation.debug {
        return DebugInformation::Full;
    }
    let says_lines = generation.sanitize.is_some() || shows_callers();
    match emit {
        Some(Emit::Obj | Emit::Shared | Emit::Staticlib | Emit::Exe) => {}
        None if says_lines => return DebugInformation::Lines,
        None
        | Some(
            Emit::Tokens
            | Emit::Ast
            | Emit::Resolved
            | Emit::Hir
            | Emit::SourceCfg
            | Emit::MirSource
            | Emit::Mir
            | Emit::AbiDiff
            | Emit::Copies
            | Emit::Devirtualised
            | Emit::Clif
            | Emit::LlvmIr
            | Emit::LlvmBc
            | Emit::Asm,
        ) => return DebugInformation::None,
    }
    match (setting, optimisation) {
        (Some(DebugSetting::None), _) => DebugInformation::None,
        (Some(DebugSetting::Lines), _) => DebugInformation::Lines,
        (Some(DebugSetting::Full), _) | (None, Optimisation::None) => DebugInformation::Full,
        (None, Optimisation::Less | Optimisation::Speed | Optimisation::Aggressive | Optimisation::Size) => {
            match generation.sanitize {
                Some(SanitizerChoice::Address | SanitizerChoice::Thread) => DebugInformation::Lines,
                None => DebugInformation::None,
            }
        }
    }
}

/// How hard a code generator is to try.
pub fn optimisation(level: Option<Level>, is_release: bool) -> Optimisation {
    match level {
        Some(Level::None) => Optimisation::None,
        Some(Level::Less) => Optimisation::Less,
        Some(Level::Speed) => Optimisation::Speed,
        Some(Level::Aggressive) => Optimisation::Aggressive,
        Some(Level::Size) => Optimisation::Size,
        None if is_release => Optimisation::Speed,
        None => Optimisation::None,
    }
}

/// Reads a target from the command line; without one it is this machine.
pub fn target(name: Option<&str>) -> Result<Target, String> {
    let Some(name) = name else {
        return host();
    };
    Target::parse(name).map_err(|error| error.to_string())
}

/// The targets with these names, each once.
pub fn targets(names: &[String]) -> Result<Vec<Target>, String> {
    let mut targets = Vec::new();
    for name in names {
        let target = target(Some(name))?;
        if !targets.contains(&target) {
            targets.push(target);
        }
    }
    Ok(targets)
}

/// This machine.
pub fn host() -> Result<Target, String> {
    let known = || Target::ALL.map(|target| target.to_string()).join(", ");
    let unknown =
        || format!("the C ABI of this machine is not described; say `--target` with one of these: {}", known());
    Target::host().ok_or_else(unknown)
}
