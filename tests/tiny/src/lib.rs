//! A front end of another language: `tiny` programs become MIR, which either code generator makes a program of. It shows how
//! somebody begins who brings a language of their own, and so uses nothing but `mir`, `abi` and a backend.
//!
//! The language: `(record N (x T) …)` is a struct of C, `(extern N ((x T) …) T)` a function of C, `(fn N ((x T) …) T …)` one of
//! our own, whose last form is its result, `()` instead of `T` none. Forms are numbers, `x`, `x.field`, `(let x v)`,
//! `(set x v)`, `(if c a b)`, `(while c …)`, `(do …)`, `(as T v)`, `(+ a b)` with `+ - * / < =`, `(f v …)` and `(N v …)`.

mod compiler;
mod reader;

use std::path::Path;
use std::process::{Command, Stdio};

use abi::Target;
use backend_cranelift::Cranelift;
use mir::debug::Records;
use mir::worker::{Answer, Job, Product, Work, read_frame, read_hello, write_frame};
use mir::*;

/// A program, with its places in the text.
pub struct Program {
    /// Before the ABI pass; verified.
    pub module: Module,
    /// For debuggers and messages.
    pub file: OneFile,
}

/// Compiles a text, which debuggers look for at a path in a folder.
///
/// # Errors
/// Says what is wrong with the text, as `path:line:column: what`.
pub fn compile(path: &str, folder: &str, text: &str) -> Result<Program, String> {
    let mut file = OneFile::new(path, folder, text);
    let mut compiler = compiler::Compiler::new(&mut file);
    let read = reader::read(text).and_then(|forms| forms.iter().try_for_each(|form| compiler.declaration(form)));
    let module = compiler.module;
    match read {
        Ok(()) => Ok(Program { module, file }),
        Err((at, message)) => {
            let place = file.position_at(at);
            Err(format!("{path}:{}:{}: {message}", place.line, place.column))
        }
    }
}

/// The form that code generators read, in which values travel as the target's C wants it.
fn lowered(program: &Program, target: &Target) -> Result<Module, String> {
    let mut unit = program.module.clone();
    AbiPass::new(*target).with_llvm_signatures(true).run(&mut unit).map_err(|error| error.to_string())?;
    Ok(unit)
}

/// An object by Cranelift, with debug information.
///
/// # Errors
/// Says what the machine does not support.
pub fn object(program: &Program, target: &Target) -> Result<Vec<u8>, String> {
    let options = Options { debug: DebugInformation::Full, ..Options::default() };
    let (unit, backend) = (lowered(program, target)?, Cranelift::new());
    let made = backend.compile(&unit, target, &options).map_err(|error| error.to_string())?;
    let made = [(&made, Some(&Records::of(unit, false)))];
    backend.assemble(&made, &program.file, target, &options).map_err(|error| error.to_string())
}

/// An optimised object by LLVM, which is asked through a pipe: `worker` is the program `lang-llvm`.
///
/// # Errors
/// Says why there is no answer.
pub fn optimised_object(program: &Program, target: &Target, worker: &Path) -> Result<Vec<u8>, String> {
    let options = Options { optimisation: Optimisation::Speed, ..Options::default() };
    let mut command = Command::new(worker);
    let started = command.arg("--worker").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = started.map_err(|error| format!("{}: {error}", worker.display()))?;
    let (Some(mut input), Some(mut output)) = (child.stdin.take(), child.stdout.take()) else { return Ok(Vec::new()) };
    read_hello(&mut output, binary::VERSION).map_err(|error| error.to_string())?;
    let module = binary::write(&lowered(program, target)?);
    let job = Job { id: 1, work: Work::Compile { module, target: *target, options } };
    write_frame(&mut input, &job).map_err(|error| error.to_string())?;
    let answer: Answer = read_frame(&mut output).map_err(|error| error.to_string())?;
    // It ends with its input.
    drop(input);
    child.wait().map_err(|error| error.to_string())?;
    match answer.result.map_err(|error| error.to_string())? {
        Product::Artifacts(Artifacts { object: Some(object), .. }) => Ok(object.bytes),
        Product::Artifacts(_) | Product::Text(_) | Product::Bytes(_) => Err("it made no object".to_owned()),
    }
}

/// Runs `main` in this process; shared libraries have the functions that are not C's own.
///
/// # Errors
/// Says what cannot be linked.
pub fn run(program: &Program, libraries: &[String]) -> Result<i32, String> {
    let target = Target::host().ok_or("no code can be made for this machine")?;
    let (unit, backend) = (lowered(program, &target)?, Cranelift::new());
    let made = backend.compile(&unit, &target, &Options::default()).map_err(|error| error.to_string())?;
    let around = Surroundings { libraries, ..Surroundings::default() };
    let loaded = backend.load(&[(&made, None)], &program.file, "main", &around, DebugInformation::None);
    Ok(loaded.map_err(|error| format!("{error:?}"))?.run(&["tiny".to_owned()]))
}
