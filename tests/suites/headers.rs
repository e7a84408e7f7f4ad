//! Programs whose headers C reads, `tests/headers/NAME.lang`: of each the header must be C and C++ without a warning on every
//! machine that is there, and C's sizes, alignments and offsets those of `lang abi`. Where `NAME.c` stands beside, it
//! includes the header, the program calls it, and the last line that a good program prints is `done`.

#[path = "headers/assertions.rs"]
mod assertions;

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use std::process::{Command, Output};
use tests::machine::{self, Machine};
use tests::{corpus, finish, lang_command};

/// What the files of C are compiled with: everything is said about the header, whose names a program may leave unused.
const STRICT: &[&str] = &["-Wall", "-Wextra", "-Werror", "-Wno-psabi", "-fsyntax-only"];

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for machine in machine::ALL {
        if let Some(reason) = machine.missing() {
            println!("skipped: {}: {reason}", machine.name);
            continue;
        }
        for path in corpus::files("headers") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let source = path.clone();
            trials.push(Trial::test(format!("{name} [{}, read]", machine.name), move || read(&source, &machine)));
            if path.with_extension("c").is_file() {
                trials.push(Trial::test(format!("{name} [{}, run]", machine.name), move || run(&path, &machine)));
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// What `lang` prints about a program on a machine.
fn told(source: &Path, machine: &Machine, words: &[&str], folder: &Path) -> Result<String, Failed> {
    let mut command = lang_command(folder);
    command.arg(words[0]).arg(source).args(&words[1..]);
    command.args(["--target", machine.target.unwrap_or("x86_64-linux-gnu")]);
    well(finish(command)?, "lang")
}

fn well(output: Output, what: &str) -> Result<String, Failed> {
    match output.status.success() {
        true => Ok(String::from_utf8(output.stdout)?),
        false => Err(format!("{what}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)).into()),
    }
}

fn read(source: &Path, machine: &Machine) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let header = told(source, machine, &["header"], folder.path())?;
    let report = serde_json::from_str(&told(source, machine, &["abi", "--format", "json"], folder.path())?)?;
    let asserted = assertions::assertions(&header, &report)?;
    std::fs::write(folder.path().join("program.h"), &header)?;
    std::fs::write(folder.path().join("asserted.c"), &asserted)?;
    std::fs::write(folder.path().join("empty.c"), "")?;
    for language in [&["-std=c11", "-xc"][..], &["-std=c++17", "-xc++"]] {
        let compile = |file: &str| {
            let mut command = Command::new(machine.compiler[0]);
            command.current_dir(folder.path()).args(&machine.compiler[1..]).args(STRICT).args(language).arg(file);
            finish(command)
        };
        if !compile("empty.c")?.status.success() {
            println!("skipped: {} has no {language:?}", machine.name);
            continue;
        }
        well(compile("asserted.c")?, &format!("{:?} {language:?}, {header}\n{asserted}", machine.compiler))?;
    }
    Ok(())
}

fn run(source: &Path, machine: &Machine) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let (object, program) = (folder.path().join("half.o"), folder.path().join("program"));
    let name = source.with_extension("h");
    let name = name.file_name().unwrap_or_default();
    std::fs::write(folder.path().join(name), told(source, machine, &["header"], folder.path())?)?;
    let folder_of_header = format!("-I{}", folder.path().display());
    machine.compile_c(&source.with_extension("c"), &object, &["-O2", &folder_of_header])?;
    machine.build(source, &object, &program)?;
    let output = machine.run(&program)?;
    let stdout = String::from_utf8_lossy(&output.stdout);
    if output.status.success() && stdout.lines().last() == Some("done") {
        return Ok(());
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    Err(format!("{}\n{stdout}{stderr}", output.status).into())
}
