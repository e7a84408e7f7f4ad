//! Every program of `tests/run` on every engine: what it prints and how it ends must be what its files say.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use std::process::{Command, Output};
use tests::corpus::{Program, programs};
use tests::{finish, lang_command};

/// How a program is brought to run.
#[derive(Clone, Copy, Debug)]
enum Engine {
    /// `lang run`: compiled by Cranelift into the memory of the `lang` process.
    CraneliftInProcess,
    /// `lang build` with Cranelift, then the linked executable.
    CraneliftExecutable,
}

const ENGINES: [Engine; 2] = [Engine::CraneliftInProcess, Engine::CraneliftExecutable];

fn main() {
    let arguments = Arguments::from_args();
    let trials = programs()
        .into_iter()
        .flat_map(|program| ENGINES.map(|engine| (program.clone(), engine)))
        .map(|(program, engine)| {
            Trial::test(format!("{} [{engine:?}]", program.name), move || {
                run(&program, engine)
            })
        })
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
        Engine::CraneliftExecutable => build_and_run(program, folder.path())?,
    };
    compare(program, &output)
}

fn build_and_run(program: &Program, folder: &Path) -> Result<Output, Failed> {
    let executable = folder.join("program");
    let mut command = lang_command(folder);
    command
        .arg("build")
        .arg(&program.path)
        .arg("-o")
        .arg(&executable);
    let built = finish(command)?;
    if !built.status.success() {
        return Err(format!(
            "`lang build` failed:\n{}",
            String::from_utf8_lossy(&built.stderr)
        )
        .into());
    }
    Ok(finish(Command::new(&executable))?)
}

fn compare(program: &Program, output: &Output) -> Result<(), Failed> {
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    if stdout != program.stdout {
        return Err(format!(
            "expected output:\n{}\nactual output:\n{stdout}\nstandard error:\n{stderr}",
            program.stdout
        )
        .into());
    }
    if output.status.code() != Some(program.exit) {
        return Err(format!(
            "expected exit code {}, got {}\n{stderr}",
            program.exit, output.status
        )
        .into());
    }
    match program.stderr.iter().find(|line| !stderr.contains(*line)) {
        Some(missing) => Err(format!("standard error lacks `{missing}`:\n{stderr}").into()),
        None => Ok(()),
    }
}
