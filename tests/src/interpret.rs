//! Programs in the interpreter, from their source, in this process.
//!
//! Owns the way from a file to the end of its program. Must not know what is expected of it.

use std::path::Path;

use driver::{Product, Program, Run, Settings};
use mir::interpret::{BorrowModel, CLibrary, Ended, Limits, run_program};
use project::Input;

/// Runs the `main` of a file or folder on its functions before the ABI pass or after it.
///
/// # Errors
/// What is wrong with the program.
pub fn interpret(path: &Path, lowered: bool, limits: &Limits) -> Result<Ended, String> {
    let (source, mut run) =
        open(&if path.is_dir() { Input::Folder(path.to_path_buf()) } else { Input::File(path.to_path_buf()) });
    let problems: Vec<String> = driver::check(&source, &mut run)
        .iter()
        .filter(|report| report.severity == source::Severity::Error)
        .map(|report| format!("{report:?}"))
        .collect();
    if !problems.is_empty() {
        return Err(problems.join("\n"));
    }
    let program = match limits.borrows {
        BorrowModel::Off => driver::modules(&source, &run, Product::Program, lowered),
        BorrowModel::Promises | BorrowModel::Rules => driver::watched_modules(&source, &run, Product::Program, lowered),
    };
    let program = program.map_err(|reports| format!("{reports:?}"))?;
    let program = mir::interpret::Program { modules: &program.modules, positions: &program.positions };
    Ok(run_program(&program, lower::C_ENTRY, &[], &mut CLibrary::new(), limits))
}

/// A program in this process, for this machine's usual target and with the verifier on.
pub fn open(input: &Input) -> (Program, Run) {
    let settings =
        Settings { target: abi::Target::X86_64_LINUX, threads: Some(1), verify: true, unchecked: false, binder: None };
    Program::open(input, &settings)
}
