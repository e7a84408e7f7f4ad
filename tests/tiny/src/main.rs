//! `tiny`, the command: runs a program, or makes an object of it. Owns its words; must not know how that is done.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use abi::Target;
use mir::Optimisation;
use tiny::Outcome;

const USAGE: &str = "\
usage: tiny PROGRAM [LIBRARY.so …]        runs it; the libraries have the functions that are not C's own
       tiny -o OBJECT PROGRAM             makes an object with debug information, which cc links
       tiny --llvm -o OBJECT PROGRAM      the same, optimised by the lang-llvm beside this program";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["--llvm", "-o", object, program] => made(Path::new(program), Path::new(object), true),
        ["-o", object, program] => made(Path::new(program), Path::new(object), false),
        [program, libraries @ ..] if !program.starts_with('-') => ran(Path::new(program), libraries),
        _ => Err(USAGE.into()),
    };
    done.unwrap_or_else(|error| {
        eprintln!("{error}");
        ExitCode::from(2)
    })
}

fn compiled(path: &Path) -> Outcome<tiny::Program> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let folder = std::env::current_dir()?;
    tiny::compile(&path.to_string_lossy(), &folder.to_string_lossy(), &text)
}

fn ran(program: &Path, libraries: &[&str]) -> Outcome<ExitCode> {
    let libraries: Vec<String> = libraries.iter().map(|library| (*library).to_owned()).collect();
    // What the system keeps of a program's result.
    Ok(ExitCode::from(tiny::run(&compiled(program)?, &libraries)? as u8))
}

fn made(program: &Path, object: &Path, by_llvm: bool) -> Outcome<ExitCode> {
    let target = Target::host().ok_or("no code can be made for this machine")?;
    let program = compiled(program)?;
    let bytes = if by_llvm {
        let worker: PathBuf = std::env::current_exe()?.with_file_name("lang-llvm");
        tiny::object_by_llvm(&program, &target, &worker, Optimisation::Speed)
            .map_err(|error| format!("{}: {error}", worker.display()))?
    } else {
        tiny::object(&program, &target)?
    };
    std::fs::write(object, bytes).map_err(|error| format!("{}: {error}", object.display()))?;
    Ok(ExitCode::SUCCESS)
}
