//! A front end of another language: `tiny` programs become MIR, which either code generator makes a program of. It shows how
//! somebody begins who brings a language of their own, and so uses nothing but `mir`, `abi`, a backend, and `debug` for what a
//! code generator in another process made.
//!
//! The language: `(record N (x T) …)` is a struct of C, `(extern N ((x T) …) T)` a function of C, `(fn N ((x T) …) T …)` one of
//! our own, whose last form is its result, `()` instead of `T` none. Forms are numbers, `x`, `x.field`, `(let x v)`,
//! `(set x v)`, `(if c a b)`, `(while c …)`, `(do …)`, `(as T v)`, `(+ a b)` with `+ - * / < =`, `(f v …)` and `(N v …)`.

mod compiler;
mod reader;

use std::path::Path;
use std::process::{Command, Stdio};

use ::debug::elf::with_debug_information;
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

/// What was asked for, or in words why not.
pub type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// Compiles a text of less than 4 GiB, which debuggers look for at a path in a folder.
///
/// # Errors
/// Says what is wrong with the text, as `path:line:column: what`.
pub fn compile(path: &str, folder: &str, text: &str) -> Outcome<Program> {
    let mut file = OneFile::new(path, folder, text);
    let mut compiler = compiler::Compiler::new(&mut file);
    let read = reader::read(text).and_then(|forms| forms.iter().try_for_each(|form| compiler.declaration(form)));
    let module = compiler.module;
    let Err((at, message)) = read else { return Ok(Program { module, file }) };
    let Position { line, column, .. } = file.position_at(at);
    Err(format!("{path}:{line}:{column}: {message}").into())
}

/// The form that code generators read, in which values travel as the target's C wants it.
fn lowered(program: &Program, target: &Target) -> Outcome<Module> {
    let mut unit = program.module.clone();
    AbiPass::new(*target).with_llvm_signatures(true).run(&mut unit)?;
    Ok(unit)
}

/// An object by Cranelift, with debug information.
///
/// # Errors
/// Says what the machine does not support.
pub fn object(program: &Program, target: &Target) -> Outcome<Vec<u8>> {
    let options = Options { debug: DebugInformation::Full, ..Options::default() };
    let (unit, backend) = (lowered(program, target)?, Cranelift::new());
    let made = backend.compile(&unit, target, &options)?;
    let made = [(&made, Some(&Records::of(unit, false)))];
    Ok(backend.assemble(&made, &program.file, target, &options)?)
}

/// An object by LLVM, with debug information: `worker` is the program `lang-llvm`.
///
/// # Errors
/// Says why there is no object, or what of it cannot be told to debuggers.
pub fn object_by_llvm(
    program: &Program,
    target: &Target,
    worker: &Path,
    optimisation: Optimisation,
) -> Outcome<Vec<u8>> {
    let options = Options { optimisation, debug: DebugInformation::Full, ..Options::default() };
    let object = untold_object_by_llvm(program, target, worker, &options)?;
    // LLVM knows places in functions only. Where these stand, and what types and variables are called, is told here.
    let records = Records::of(lowered(program, target)?, optimisation != Optimisation::None);
    Ok(with_debug_information(&object, &[&records], &program.file, &options)?)
}

/// The object as LLVM makes it, which is asked through pipes.
///
/// # Errors
/// Says why there is no answer.
pub fn untold_object_by_llvm(program: &Program, target: &Target, worker: &Path, options: &Options) -> Outcome<Vec<u8>> {
    let module = binary::write(&lowered(program, target)?);
    let mut child = Command::new(worker).arg("--worker").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut output = child.stdout.take().ok_or("it has no output")?;
    read_hello(&mut output, binary::VERSION)?;
    let mut input = child.stdin.take().ok_or("it has no input")?;
    write_frame(&mut input, &Job { id: 1, work: Work::Compile { module, target: *target, options: *options } })?;
    let answer: Answer = read_frame(&mut output)?;
    // It ends with its input.
    drop(input);
    child.wait()?;
    match answer.result? {
        Product::Artifacts(Artifacts { object: Some(object), .. }) => Ok(object.bytes),
        Product::Artifacts(_) | Product::Text(_) | Product::Bytes(_) => Err("it made no object".into()),
    }
}

/// Runs `main` in this process by Cranelift; shared libraries have the functions that are not C's own.
///
/// # Errors
/// Says what cannot be linked.
pub fn run(program: &Program, libraries: &[String]) -> Outcome<i32> {
    let target = Target::host().ok_or("no code can be made for this machine")?;
    let backend = Cranelift::new();
    let made = backend.compile(&lowered(program, &target)?, &target, &Options::default())?;
    let around = Surroundings { libraries, ..Surroundings::default() };
    let loaded = backend.load(&[(&made, None)], &program.file, "main", &around, DebugInformation::None)?;
    Ok(loaded.run(&["tiny".to_owned()]))
}
