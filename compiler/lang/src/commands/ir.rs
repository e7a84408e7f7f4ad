//! `lang ir`: modules of the intermediate representation as files. It owns what each action prints and its exit code: 0 if all
//! is well, 1 if a module is wrong or two differ, 2 if it cannot be read or written. Must not know what is in a module.

mod compared;
mod files;
mod linked;
mod run;

use std::fmt::Write;
use std::path::PathBuf;

use mir::interpret::{CLibrary, FaultKind, Limits, Program, run_program};
use mir::{DebugInformation, KeptPositions, Module};
use source::Severity;

use super::{Context, Ending, Exit, Trouble, check_input, complain, print};
use crate::arguments::{From, Interpret, Ir, IrAction, Link, Lower, Pair, Strip, Written};
use crate::output;

/// A module that is no good, in words for the user; or trouble.
enum Refused {
    Wrong(String),
    Trouble(Trouble),
}

impl std::convert::From<Trouble> for Refused {
    fn from(trouble: Trouble) -> Refused {
        Refused::Trouble(trouble)
    }
}

pub(super) fn run(context: &Context, ir: &Ir) -> Result<Ending, Trouble> {
    if ir.action.modules().iter().filter(|path| path.as_os_str() == "-").count() > 1 {
        return Err(Trouble("standard input can be read only once: give all modules but one as files".to_owned()));
    }
    let done = match &ir.action {
        IrAction::From(from) => return made_of_program(context, from).map(Ending::Exit),
        IrAction::Run(run) => return run::run(context, run),
        IrAction::Verify(modules) => Ok(verify(context, &modules.files)),
        IrAction::Print(one) => files::read(&one.file).and_then(|module| written(&module, &one.written)),
        IrAction::Strip(strip) => stripped(strip),
        IrAction::Link(Link { modules, root, written: to }) => {
            let module = match root.is_empty() {
                true => linked::all(&modules.files),
                false => linked::reachable_from(&modules.files, &root.iter().map(String::as_str).collect::<Vec<_>>()),
            };
            module.and_then(|module| written(&module, to))
        }
        IrAction::Lower(lower) => lowered(lower),
        IrAction::Interpret(interpret) => interpreted(context, interpret),
        IrAction::Stats(modules) => stats(&modules.files),
        IrAction::Diff(pair) => differences(pair),
    };
    ended(context, done).map(Ending::Exit)
}

/// Tells what is wrong with a module.
fn ended(context: &Context, done: Result<Exit, Refused>) -> Result<Exit, Trouble> {
    match done {
        Ok(exit) => Ok(exit),
        Err(Refused::Wrong(message)) => {
            complain(context, &message);
            Ok(Exit::Errors)
        }
        Err(Refused::Trouble(trouble)) => Err(trouble),
    }
}

fn written(module: &Module, to: &Written) -> Result<Exit, Refused> {
    files::write(module, to.output.as_deref(), to.binary)?;
    Ok(Exit::Success)
}

fn made_of_program(context: &Context, from: &From) -> Result<Exit, Trouble> {
    let mut checked = check_input(context, from.input.as_deref(), from.target.as_deref(), &from.reporting)?;
    if checked.has_errors() {
        return checked.finish(context);
    }
    // Warnings are for those who check; here they would stand between the lines of a module on a terminal.
    checked.reports.retain(|report| report.severity == Severity::Error);
    let product = driver::object_product(&checked.program);
    let debug = if from.debug { DebugInformation::Full } else { DebugInformation::None };
    match driver::kept_modules(&checked.program, &checked.run, product, (from.per_module.is_some(), debug)) {
        Ok(mut modules) => {
            if from.target.is_some() {
                modules.iter_mut().for_each(|module| module.target = Some(checked.program.target));
            }
            files::write_made(&modules, from)?;
        }
        Err(reports) => checked.add(reports),
    }
    checked.finish(context)
}

fn stripped(strip: &Strip) -> Result<Exit, Refused> {
    let Strip { ref one, names, debug, metadata } = *strip;
    let mut module = files::read(&one.file)?;
    let what = match names || debug || metadata {
        true => mir::Strip { names, debug, metadata },
        false => mir::Strip::EVERYTHING,
    };
    mir::strip(&mut module, what);
    written(&module, &one.written)
}

/// Tells of every module what is wrong with it; one that cannot be read hides nothing of the others.
fn verify(context: &Context, paths: &[PathBuf]) -> Exit {
    let mut exit = Exit::Success;
    for path in paths {
        let (message, is_trouble) = match files::read(path) {
            Ok(_) => continue,
            Err(Refused::Wrong(message)) => (message, false),
            Err(Refused::Trouble(Trouble(message))) => (message, true),
        };
        complain(context, &message);
        exit = match (exit, is_trouble) {
            (_, true) | (Exit::Trouble, false) => Exit::Trouble,
            (Exit::Success | Exit::Errors | Exit::Program(_), false) => Exit::Errors,
        };
    }
    exit
}

fn lowered(lower: &Lower) -> Result<Exit, Refused> {
    let mut module = files::read(&lower.one.file)?;
    let target = match (&lower.target, module.target) {
        (None, Some(own)) => own,
        (asked, _) => crate::backends::target(asked.as_deref()).map_err(Trouble::from)?,
    };
    if let Some(own) = module.target.filter(|own| *own != target) {
        return Err(Refused::Wrong(format!("{} is for {own}", files::name(&lower.one.file))));
    }
    mir::lower_module(&mut module, &target).map_err(|error| Refused::Wrong(error.to_string()))?;
    written(&module, &lower.one.written)
}

fn interpreted(context: &Context, interpret: &Interpret) -> Result<Exit, Refused> {
    let module = linked::program(&interpret.modules.files)?;
    let positions = KeptPositions::of(std::slice::from_ref(&module));
    let program = Program { modules: &[module], positions: &positions };
    let (arguments, limits) = (&interpret.arguments, Limits::default());
    let mut library = CLibrary::with_input(std::io::stdin());
    let ended = run_program(&program, lower::C_ENTRY, arguments, &mut library, &limits);
    output::print_bytes(&ended.stdout).map_err(Trouble::from)?;
    output::report_bytes(&ended.stderr).map_err(Trouble::from)?;
    if let Some(fault) = &ended.fault {
        complain(context, &fault.to_string());
        // What the interpreter does not know is no deed of the program.
        if fault.kind == FaultKind::NoSymbol {
            return Ok(Exit::Errors);
        }
    }
    Ok(Exit::Program(ended.exit))
}

fn stats(paths: &[PathBuf]) -> Result<Exit, Refused> {
    let mut text = String::new();
    for path in paths {
        let module = files::read(path)?;
        let count = |count: fn(&mir::Function) -> usize| module.functions.iter().map(count).sum::<usize>();
        let rows = [
            ("functions", module.functions.len()),
            ("blocks", count(|function| function.blocks.len())),
            ("instructions", count(|function| function.instructions.len())),
            ("calls", count(|function| function.calls.len())),
            ("sites", count(|function| function.sites.len())),
            ("globals", module.globals.len()),
            ("bytes of globals", module.globals.iter().map(|global| global.bytes.len()).sum()),
            ("types", module.types.len()),
            ("signatures", module.signatures.len()),
            ("symbols", module.symbols.iter().count()),
            ("descriptions of calls", module.abis.len()),
            ("nodes of metadata", module.metadata.nodes().len()),
            ("memory kinds", module.metadata.aliases().len()),
        ];
        let target = module.target.map_or_else(|| "any target".to_owned(), |target| target.to_string());
        text += &format!("{}: module {:?} for {target}\n", files::name(path), module.name);
        for (what, number) in rows {
            text += &format!("{number:>12} {what}\n");
        }
    }
    print(&text)?;
    Ok(Exit::Success)
}

fn differences(pair: &Pair) -> Result<Exit, Refused> {
    let differences = compared::differences(files::read(&pair.left)?, files::read(&pair.right)?);
    let mut text = String::new();
    for difference in &differences {
        let _ = writeln!(text, "{difference}");
    }
    print(&text)?;
    Ok(if differences.is_empty() { Exit::Success } else { Exit::Errors })
}
