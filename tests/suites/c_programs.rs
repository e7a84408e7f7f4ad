//! Programs of two halves, `tests/interop/NAME.c` and `NAME.lang`: each must build and end well on every machine that is
//! there. Each half checks what the other passes; the last line that a good program prints is `done`.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use std::process::Output;
use tests::machine::{self, Machine};
use tests::{corpus, finish, lang_command};

/// C compilers optimise here, because wrong conventions hide in unoptimised code.
const LEVEL: &str = "-O2";

fn main() {
    let arguments = Arguments::from_args();
    let machines: Vec<Machine> = machine::ALL
        .into_iter()
        .filter(|machine| match machine.missing() {
            None => true,
            Some(reason) => {
                println!("skipped: {}: {reason}", machine.name);
                false
            }
        })
        .collect();
    let mut trials = Vec::new();
    for path in corpus::files("interop") {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = corpus::read(&path);
        let is_named_by_c = text.contains("extern fn lang_") || text.contains("@[name(\"lang_");
        if machine::NATIVE.missing().is_none() {
            let path = path.clone();
            trials.push(Trial::test(format!("{name} [in process, beside its C file]"), move || run_with_c_file(&path)));
        }
        if !is_named_by_c && machine::NATIVE.missing().is_none() {
            let path = path.clone();
            trials.push(Trial::test(format!("{name} [in process]"), move || run_in_process(&path)));
        }
        for machine in machines.clone() {
            let path = path.clone();
            trials.push(Trial::test(format!("{name} [{}]", machine.name), move || run(&path, &machine)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn run(source: &Path, machine: &Machine) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let (object, program) = (folder.path().join("half.o"), folder.path().join("program"));
    machine.compile_c(&source.with_extension("c"), &object, &[LEVEL])?;
    machine.build(source, &object, &program)?;
    judge(&machine.run(&program)?)
}

fn judge(output: &Output) -> Result<(), Failed> {
    let stdout = String::from_utf8_lossy(&output.stdout);
    if output.status.success() && stdout.lines().last() == Some("done") {
        return Ok(());
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    Err(format!("{}\n{stdout}{stderr}", output.status).into())
}

/// Runs a program with `lang run`, the C half as a shared library. That cannot call the program's functions by name.
fn run_in_process(source: &Path) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let library = folder.path().join("libhalf.so");
    machine::NATIVE.share_c(&source.with_extension("c"), &library, &[LEVEL])?;
    let mut command = lang_command(folder.path());
    command.arg("run").arg(source).arg("-L").arg(folder.path()).args(["-l", "half"]);
    judge(&finish(command)?)
}

/// Runs a program with `lang run`, its C half given as a file: each half finds the other's functions and variables.
fn run_with_c_file(source: &Path) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let mut command = lang_command(folder.path());
    command.arg("run").arg(source).arg(source.with_extension("c"));
    judge(&finish(command)?)
}
