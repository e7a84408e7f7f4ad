//! Every program of `tests/run` on every engine: what it prints and how it ends must be what its files say.

use libtest_mimic::{Arguments, Failed, Trial};
use mir::interpret::Limits;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tests::corpus::{Program, programs};
use tests::interpret::interpret;
use tests::{finish, has_llvm, lang_command};

/// How a program is brought to run.
#[derive(Clone, Copy, Debug)]
enum Engine {
    /// `lang run`: compiled by Cranelift into the memory of the `lang` process.
    CraneliftInProcess,
    /// `lang build` with Cranelift, then the linked executable.
    CraneliftExecutable,
    /// `lang build --target aarch64-linux-gnu`, then the executable in an emulator.
    CraneliftAarch64,
    /// `lang build --backend llvm -O0`, then the executable.
    LlvmUnoptimised,
    /// `lang build --release`, then the executable.
    LlvmRelease,
    /// `lang build --release --target aarch64-linux-gnu`, then the executable in an emulator.
    LlvmAarch64,
    /// The interpreter, on functions before the ABI pass.
    InterpreterBefore,
    /// The interpreter, on functions after the ABI pass.
    InterpreterAfter,
}

const ENGINES: [Engine; 8] = [
    Engine::CraneliftInProcess,
    Engine::CraneliftExecutable,
    Engine::CraneliftAarch64,
    Engine::LlvmUnoptimised,
    Engine::LlvmRelease,
    Engine::LlvmAarch64,
    Engine::InterpreterBefore,
    Engine::InterpreterAfter,
];

/// The exit code of a program that panics; it frees nothing.
const PANICKED: i32 = 101;

/// Where Debian puts the libraries of its AArch64 cross compiler.
const AARCH64_LIBRARIES: &str = "/usr/aarch64-linux-gnu";

fn main() {
    let arguments = Arguments::from_args();
    let emulated = is_installed("qemu-aarch64") && is_installed("aarch64-linux-gnu-gcc");
    if !emulated {
        println!("no AArch64: qemu-aarch64 or aarch64-linux-gnu-gcc is not installed");
    }
    // Listing the tests needs no worker.
    let llvm = arguments.list || has_llvm();
    let trials = programs()
        .into_iter()
        .flat_map(|program| ENGINES.map(|engine| (program.clone(), engine)))
        .filter(|(program, engine)| match engine {
            Engine::CraneliftInProcess | Engine::CraneliftExecutable => true,
            Engine::InterpreterBefore | Engine::InterpreterAfter => true,
            // The benchmarks would take minutes in an emulator.
            Engine::CraneliftAarch64 => emulated && !program.name.starts_with("bench/"),
            Engine::LlvmUnoptimised | Engine::LlvmRelease => llvm,
            Engine::LlvmAarch64 => llvm && emulated && !program.name.starts_with("bench/"),
        })
        .map(|(program, engine)| Trial::test(format!("{} [{engine:?}]", program.name), move || run(&program, engine)))
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}

fn run(program: &Program, engine: Engine) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let output = match engine {
        Engine::CraneliftInProcess => {
            let mut command = lang_command(folder.path());
            command.arg("run").arg(&program.path);
            finish(command)?
        }
        Engine::CraneliftExecutable => {
            let executable = build(program, folder.path(), &[])?;
            finish(Command::new(executable))?
        }
        Engine::CraneliftAarch64 => emulate(program, folder.path(), &["--target", "aarch64-linux-gnu"])?,
        Engine::LlvmUnoptimised => {
            let executable = build(program, folder.path(), &["--backend", "llvm", "-O0"])?;
            finish(Command::new(executable))?
        }
        Engine::LlvmRelease => {
            let executable = build(program, folder.path(), &["--release"])?;
            finish(Command::new(executable))?
        }
        Engine::LlvmAarch64 => emulate(program, folder.path(), &["--release", "--target", "aarch64-linux-gnu"])?,
        Engine::InterpreterBefore => return run_interpreter(program, false),
        Engine::InterpreterAfter => return run_interpreter(program, true),
    };
    compare(program, &output.stdout, &output.stderr, output.status.code())
}

fn emulate(program: &Program, folder: &Path, options: &[&str]) -> Result<Output, Failed> {
    let executable = build(program, folder, options)?;
    let mut command = Command::new("qemu-aarch64");
    command.args(["-L", AARCH64_LIBRARIES]).arg(executable);
    Ok(finish(command)?)
}

/// At their full size the benchmarks take 10^10 steps: they run at another one, with what Cranelift's code prints as the
/// witness.
fn run_interpreter(program: &Program, lowered: bool) -> Result<(), Failed> {
    let Some(text) = program.reduced() else {
        return interpret_program(program, lowered);
    };
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("reduced.lang");
    std::fs::write(&path, text)?;
    let mut command = lang_command(folder.path());
    command.arg("run").arg(&path);
    let witness = finish(command)?;
    let reduced = Program { path, stdout: String::from_utf8_lossy(&witness.stdout).into_owned(), ..program.clone() };
    interpret_program(&reduced, lowered)
}

fn interpret_program(program: &Program, lowered: bool) -> Result<(), Failed> {
    let ended = interpret(&program.path, lowered, &Limits::default())?;
    if let Some(fault) = ended.fault {
        let stderr = String::from_utf8_lossy(&ended.stderr);
        return Err(format!("{fault}\nstandard error:\n{stderr}").into());
    }
    if program.exit != PANICKED && !ended.leaks.is_empty() {
        return Err(format!("it does not free {:?}", ended.leaks).into());
    }
    compare(program, &ended.stdout, &ended.stderr, Some(ended.exit))
}

fn build(program: &Program, folder: &Path, options: &[&str]) -> Result<PathBuf, Failed> {
    let executable = folder.join("program");
    let mut command = lang_command(folder);
    command.arg("build").args(options).arg(&program.path).arg("-o").arg(&executable);
    let built = finish(command)?;
    if !built.status.success() {
        return Err(format!("`lang build` failed:\n{}", String::from_utf8_lossy(&built.stderr)).into());
    }
    Ok(executable)
}

fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn compare(program: &Program, stdout: &[u8], stderr: &[u8], exit: Option<i32>) -> Result<(), Failed> {
    let stdout = String::from_utf8_lossy(stdout);
    let stderr = String::from_utf8_lossy(stderr);
    if stdout != program.stdout {
        return Err(format!(
            "expected output:\n{}\nactual output:\n{stdout}\nstandard error:\n{stderr}",
            program.stdout
        )
        .into());
    }
    if exit != Some(program.exit) {
        return Err(format!("expected exit code {}, got {exit:?}\n{stderr}", program.exit).into());
    }
    match program.stderr.iter().find(|line| !stderr.contains(*line)) {
        Some(missing) => Err(format!("standard error lacks `{missing}`:\n{stderr}").into()),
        None => Ok(()),
    }
}
