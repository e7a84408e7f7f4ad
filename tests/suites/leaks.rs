//! Every program of `tests/run` under valgrind: all that is allocated is freed exactly once, and nothing is touched outside
//! of it or after its end. Programs that panic free nothing and are left out, and so are benchmarks, which take too long.

use libtest_mimic::{Arguments, Failed, Trial};
use std::process::{Command, Stdio};
use tests::corpus::{Program, programs};
use tests::{finish, lang_command};

/// The exit code of a program that panics.
const PANICKED: i32 = 101;
/// The exit code by which valgrind reports, which no program of the corpus has.
const REPORTED: i32 = 99;

fn main() {
    let arguments = Arguments::from_args();
    let has_valgrind =
        Command::new("valgrind").arg("--version").stdout(Stdio::null()).status().is_ok_and(|status| status.success());
    if !has_valgrind {
        println!("skipped: valgrind is not installed");
    }
    let trials = programs()
        .into_iter()
        .filter(|program| program.exit != PANICKED && !program.name.starts_with("bench/"))
        .map(|program| Trial::test(program.name.clone(), move || check(&program)).with_ignored_flag(!has_valgrind))
        .collect();
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
    let mut command = Command::new("valgrind");
    command
        .args(["--quiet", "--leak-check=full"])
        .args(["--show-leak-kinds=all", "--errors-for-leak-kinds=all"])
        .arg(format!("--error-exitcode={REPORTED}"))
        .arg(&executable);
    let output = finish(command)?;
    if output.status.code() == Some(program.exit) {
        return Ok(());
    }
    Err(format!("{}\n{}", output.status, String::from_utf8_lossy(&output.stderr)).into())
}
