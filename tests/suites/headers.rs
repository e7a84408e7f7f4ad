//! Programs whose headers C reads, `tests/headers/NAME.lang`: of each the header must be C and C++ without a warning on every
//! machine that is there, and C's sizes, alignments and offsets those of `lang abi`. Where `NAME.c` stands beside, it
//! includes the header, the program calls it, and the last line that a good program prints is `done`; by each code generator.
//! The same for random programs whose values cross to C in every form (`tests::crossings`), each on one of the machines.
//!
//! `HEADER_PROGRAMS=200` makes so many random programs, `HEADER_SEED=7` begins with that seed.

#[path = "headers/assertions.rs"]
mod assertions;

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tests::machine::{self, Machine};
use tests::{corpus, crossings, finish, has_llvm, lang_command, root};

/// What the files of C are compiled with: everything is said about the header, whose names a program may leave unused.
const STRICT: &[&str] = &["-Wall", "-Wextra", "-Werror", "-Wno-psabi", "-fsyntax-only"];

/// How many random programs there are if nobody asks for more, and how many functions each has in either direction.
const PROGRAMS: u64 = 8;
const FUNCTIONS: usize = 12;

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    let mut machines = Vec::new();
    let backends: &[&str] = if has_llvm() { &["cranelift", "llvm"] } else { &["cranelift"] };
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
                trials.push(Trial::test(format!("{name} [{}, run]", machine.name), move || {
                    backends.iter().try_for_each(|backend| run(&path, &machine, backend))
                }));
            }
        }
        machines.push(machine);
    }
    let number = |variable: &str| std::env::var(variable).ok().and_then(|text| text.parse().ok());
    let first: u64 = number("HEADER_SEED").unwrap_or(0);
    for seed in first..first + number("HEADER_PROGRAMS").unwrap_or(PROGRAMS) {
        let Some(machine) = machines.get(seed as usize % machines.len().max(1)).copied() else { break };
        let name = format!("random program {seed} [{}]", machine.name);
        trials.push(Trial::test(name, move || random(seed, &machine, backends)));
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

/// A random program; one that fails is kept.
fn random(seed: u64, machine: &Machine, backends: &[&str]) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("program.lang");
    let crossings::Sources { language, c } = crossings::sources(seed, FUNCTIONS);
    std::fs::write(&source, language)?;
    std::fs::write(source.with_extension("c"), c)?;
    let asked = read(&source, machine);
    let outcome = asked.and_then(|()| backends.iter().try_for_each(|backend| run(&source, machine, backend)));
    outcome.map_err(|failed| {
        let kept: PathBuf = folder.keep();
        let again = format!("HEADER_SEED={seed} HEADER_PROGRAMS=1 cargo test --release -p tests --test headers");
        let what = failed.message().unwrap_or_default();
        Failed::from(format!("{what}\nsource: {}\nagain: {again}", kept.display()))
    })
}

fn run(source: &Path, machine: &Machine, backend: &str) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let (object, program) = (folder.path().join("half.o"), folder.path().join("program"));
    let name = source.with_extension("h");
    let name = name.file_name().unwrap_or_default();
    std::fs::write(folder.path().join(name), told(source, machine, &["header"], folder.path())?)?;
    let folder_of_header = format!("-I{}", folder.path().display());
    let folder_of_expect = format!("-I{}", root().join("tests/interop").display());
    machine.compile_c(&source.with_extension("c"), &object, &["-O2", &folder_of_header, &folder_of_expect])?;
    machine.build_with(&["--backend", backend], source, &object, &program)?;
    let output = machine.run(&program)?;
    let stdout = String::from_utf8_lossy(&output.stdout);
    if output.status.success() && stdout.lines().last() == Some("done") {
        return Ok(());
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    Err(format!("{backend}: {}\n{stdout}{stderr}", output.status).into())
}
