//! Whole programs on every engine, and how two runs differ. Owns the list of engines; must not know where programs come
//! from.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use mir::interpret::Limits;

use crate::interpret::interpret;
use crate::{finish, lang_command};

/// The exit code of a program that panics; it frees nothing.
const PANICKED: i32 = 101;

/// How a program is brought to run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "the names say all that there is to say")]
pub enum Engine {
    InterpreterBefore,
    InterpreterAfter,
    CraneliftInProcess,
    CraneliftOptimised,
    LlvmPlain,
    LlvmOptimised,
}

impl Engine {
    /// All engines.
    pub const ALL: [Engine; 6] = [
        Engine::InterpreterBefore,
        Engine::InterpreterAfter,
        Engine::CraneliftInProcess,
        Engine::CraneliftOptimised,
        Engine::LlvmPlain,
        Engine::LlvmOptimised,
    ];

    /// One program in so many runs on this engine.
    pub fn sampled(self) -> u64 {
        match self {
            Engine::InterpreterBefore | Engine::InterpreterAfter | Engine::CraneliftInProcess => 1,
            Engine::CraneliftOptimised => 4,
            Engine::LlvmPlain | Engine::LlvmOptimised => 4,
        }
    }

    /// Whether it needs `lang-llvm`.
    pub fn is_llvm(self) -> bool {
        matches!(self, Engine::LlvmPlain | Engine::LlvmOptimised)
    }
}

/// What a program did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// The exit code.
    pub exit: i32,
}

/// Runs a file on an engine.
///
/// # Errors
/// What keeps it from running to its end, or is undefined or left allocated there.
pub fn run(engine: Engine, path: &Path) -> Result<Outcome, String> {
    match engine {
        Engine::InterpreterBefore => interpreted(path, false),
        Engine::InterpreterAfter => interpreted(path, true),
        Engine::CraneliftInProcess => {
            let mut command = lang_command(folder(path));
            command.arg("run").args(["--no-cache", "--allow", "warnings"]).arg(path);
            outcome(command)
        }
        Engine::CraneliftOptimised => built(path, &["--backend", "cranelift", "-O2"]),
        Engine::LlvmPlain => built(path, &["--backend", "llvm", "-O0"]),
        Engine::LlvmOptimised => built(path, &["--backend", "llvm", "-O2"]),
    }
}

fn folder(path: &Path) -> &Path {
    path.parent().expect("the program lies in a folder")
}

fn interpreted(path: &Path, lowered: bool) -> Result<Outcome, String> {
    let ended = interpret(path, lowered, &Limits::default())?;
    if let Some(fault) = &ended.fault {
        return Err(format!("undefined: {fault:?}"));
    }
    if ended.exit != PANICKED && !ended.leaks.is_empty() {
        return Err(format!("not freed: {:?}", ended.leaks));
    }
    Ok(Outcome {
        stdout: String::from_utf8_lossy(&ended.stdout).into_owned(),
        stderr: without_folder(path, &String::from_utf8_lossy(&ended.stderr)),
        exit: ended.exit,
    })
}

fn built(path: &Path, options: &[&str]) -> Result<Outcome, String> {
    let executable = folder(path).join("program");
    let mut command = lang_command(folder(path));
    command.arg("build").args(["--allow", "warnings"]).args(options).arg(path).arg("-o").arg(&executable);
    let output = finish(command)?;
    if !output.status.success() {
        return Err(format!("not built: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let mut command = Command::new(executable);
    command.current_dir(folder(path));
    outcome(command).map(|outcome| Outcome { stderr: without_folder(path, &outcome.stderr), ..outcome })
}

fn outcome(mut command: Command) -> Result<Outcome, String> {
    command.stdin(std::process::Stdio::null());
    let output = finish(command)?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    Ok(Outcome {
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: stderr[stderr.find("program.lang").unwrap_or(0)..].to_string(),
        exit: output.status.code().unwrap_or(-1),
    })
}

/// A panic names the file as it was given.
fn without_folder(path: &Path, stderr: &str) -> String {
    stderr.replace(&format!("{}/", folder(path).display()), "")
}

/// The first line that differs.
pub fn difference(expected: &Outcome, found: &Outcome) -> String {
    let mut text = String::new();
    let (mut left, mut right) = (expected.stdout.lines(), found.stdout.lines());
    for line in 1.. {
        let (left, right) = (left.next(), right.next());
        if left != right {
            let _ = writeln!(text, "line {line} of the output: expected {left:?}, found {right:?}");
        }
        if left != right || left.is_none() {
            break;
        }
    }
    if expected.stderr != found.stderr || expected.exit != found.exit {
        let _ = writeln!(
            text,
            "exit code: expected {}, found {}\nstandard error: expected {:?}, found {:?}",
            expected.exit, found.exit, expected.stderr, found.stderr
        );
    }
    text
}

/// Whether the checker accepts a file.
pub fn is_accepted(path: &Path) -> bool {
    let mut command = lang_command(folder(path));
    command.arg("check").args(["--allow", "warnings"]).arg(path);
    finish(command).is_ok_and(|output| output.status.success())
}
