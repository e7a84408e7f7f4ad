//! Every program of `tests/run` under valgrind: all that is allocated is freed exactly once, and nothing is touched outside
//! of it or after its end. Programs that panic free nothing and are left out, and so are benchmarks, which take too long.
//! Examples in the comments of the library too: some by a seed (`LEAKS_SEED`), all with `LEAKS=all`.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use std::process::{Command, Stdio};
use tests::corpus::{Program, programs};
use tests::library::test_examples;
use tests::{finish, lang_command};

/// The exit code of a program that panics.
const PANICKED: i32 = 101;
/// The exit code by which valgrind reports, which no program of the corpus has.
const REPORTED: i32 = 99;
/// Examples of the library that are looked at in one run.
const SAMPLE: usize = 40;

fn main() {
    let arguments = Arguments::from_args();
    let has_valgrind =
        Command::new("valgrind").arg("--version").stdout(Stdio::null()).status().is_ok_and(|status| status.success());
    if !has_valgrind {
        println!("skipped: valgrind is not installed");
    }
    let mut trials: Vec<Trial> = programs()
        .into_iter()
        .filter(|program| program.exit != PANICKED && !program.name.starts_with("bench/"))
        .map(|program| Trial::test(program.name.clone(), move || check(&program)).with_ignored_flag(!has_valgrind))
        .collect();
    trials.push(Trial::test("examples of the library", check_examples).with_ignored_flag(!has_valgrind));
    let conclusion = libtest_mimic::run(&arguments, trials);
    println!("{} programs free all that they allocate", conclusion.num_passed);
    conclusion.exit();
}

fn check(program: &Program) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let executable = folder.path().join("program");
    let mut command = lang_command(folder.path());
    command.arg("build").arg(&program.path).arg("-o").arg(&executable);
    let built = finish(command)?;
    if !built.status.success() {
        return Err(format!("`lang build` failed:\n{}", String::from_utf8_lossy(&built.stderr)).into());
    }
    let output = finish(valgrind(&executable))?;
    if output.status.code() == Some(program.exit) {
        return Ok(());
    }
    Err(format!("{}\n{}", output.status, String::from_utf8_lossy(&output.stderr)).into())
}

fn valgrind(executable: &Path) -> Command {
    let mut command = Command::new("valgrind");
    command
        .args(["--quiet", "--leak-check=full"])
        .args(["--show-leak-kinds=all", "--errors-for-leak-kinds=all"])
        .arg(format!("--error-exitcode={REPORTED}"))
        .arg(executable);
    command
}

fn check_examples() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let executable = folder.path().join("tests");
    let built = finish(test_examples(folder.path(), &["--no-run", "-o", "tests"], ""))?;
    let listed = String::from_utf8(built.stdout)?;
    let mut examples: Vec<(&str, &str)> = listed
        .lines()
        .filter_map(|line| line.split_once(' '))
        // Valgrind has processes begin as copies, and then nobody hears that there was no such program.
        .filter(|(_, name)| *name != "process: example of Command.new")
        .collect();
    let seed = std::env::var("LEAKS_SEED").map_or(Ok(fastrand::u64(..)), |seed| seed.parse())?;
    fastrand::Rng::with_seed(seed).shuffle(&mut examples);
    if std::env::var("LEAKS").as_deref() != Ok("all") {
        examples.truncate(SAMPLE);
    }
    println!("LEAKS_SEED={seed}: {} examples", examples.len());
    if examples.len() < SAMPLE {
        return Err(format!("only {} examples were built", examples.len()).into());
    }
    for (number, name) in examples {
        let mut command = valgrind(&executable);
        command.arg(number).current_dir(folder.path());
        let output = finish(command)?;
        if !output.status.success() {
            return Err(format!("{name}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)).into());
        }
    }
    Ok(())
}
