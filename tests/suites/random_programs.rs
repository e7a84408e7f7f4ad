//! Random programs on every engine: what each prints, how it ends and what it says on standard error must be what the
//! generator's own model computed, and on the interpreter nothing may be undefined or left allocated.
//!
//! `RANDOM_PROGRAMS=5000` runs so many instead of a few, without a limit of time; `RANDOM_SEED=7` begins with that seed.

use crosscheck::programs::{Program, Size, program, shrink};
use libtest_mimic::{Arguments, Failed, Trial};
use mir::interpret::Limits;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tests::interpret::interpret;
use tests::{finish, lang, lang_command};

/// How many programs run if nobody asks for more.
const PROGRAMS: u64 = 120;
/// How long new programs are begun, if nobody asks for a number.
const TIME: Duration = Duration::from_secs(45);
/// How long a program that fails is made smaller.
const SHRINKING: Duration = Duration::from_secs(120);
/// The exit code of a program that panics; it frees nothing.
const PANICKED: i32 = 101;

/// How a program is brought to run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Engine {
    InterpreterBefore,
    InterpreterAfter,
    CraneliftInProcess,
    CraneliftOptimised,
    LlvmPlain,
    LlvmOptimised,
}

impl Engine {
    const ALL: [Engine; 6] = [
        Engine::InterpreterBefore,
        Engine::InterpreterAfter,
        Engine::CraneliftInProcess,
        Engine::CraneliftOptimised,
        Engine::LlvmPlain,
        Engine::LlvmOptimised,
    ];

    /// One program in so many runs on this engine.
    fn sampled(self) -> u64 {
        match self {
            Engine::InterpreterBefore | Engine::InterpreterAfter | Engine::CraneliftInProcess => 1,
            Engine::CraneliftOptimised => 4,
            Engine::LlvmPlain | Engine::LlvmOptimised => 4,
        }
    }

    fn is_llvm(self) -> bool {
        matches!(self, Engine::LlvmPlain | Engine::LlvmOptimised)
    }
}

/// What a program did.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Outcome {
    stdout: String,
    stderr: String,
    exit: i32,
}

fn main() {
    let arguments = Arguments::from_args();
    let trial = Trial::test("random programs agree with the model on every engine", all);
    libtest_mimic::run(&arguments, vec![trial]).exit();
}

fn all() -> Result<(), Failed> {
    let asked = number("RANDOM_PROGRAMS");
    let first = number("RANDOM_SEED").unwrap_or(0);
    let count = asked.unwrap_or(PROGRAMS);
    let has_llvm = lang().with_file_name("lang-llvm").is_file();
    if !has_llvm {
        println!("no LLVM: lang-llvm has not been built");
    }
    let (begin, next) = (Instant::now(), AtomicU64::new(first));
    let agreed: Mutex<BTreeMap<Engine, u64>> = Mutex::default();
    let failed: Mutex<Option<(u64, Engine, String)>> = Mutex::default();
    let worker = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            let stopped = failed.lock().expect("no thread panics").is_some();
            let late = asked.is_none() && begin.elapsed() > TIME;
            if seed >= first + count || stopped || late {
                return;
            }
            if let Err((engine, what)) = one(seed, has_llvm, &agreed) {
                *failed.lock().expect("no thread panics") = Some((seed, engine, what));
            }
        }
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        drop(handles);
    });
    for (engine, count) in agreed.into_inner().expect("no thread panics") {
        println!("{count} random programs agree on {engine:?}");
    }
    match failed.into_inner().expect("no thread panics") {
        None => Ok(()),
        Some((seed, engine, what)) => Err(report(seed, engine, &what)?.into()),
    }
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// The size of the program with a seed: mostly middling.
fn size(seed: u64) -> Size {
    if seed.is_multiple_of(3) { Size::SMALL } else { Size::MEDIUM }
}

/// One program on all engines.
fn one(seed: u64, has_llvm: bool, agreed: &Mutex<BTreeMap<Engine, u64>>) -> Result<(), (Engine, String)> {
    let program = program(seed, size(seed));
    let expected = expected(&program);
    let folder = tempfile::tempdir().map_err(|error| (Engine::InterpreterBefore, error.to_string()))?;
    let path = folder.path().join("program.lang");
    std::fs::write(&path, &program.source).map_err(|error| (Engine::InterpreterBefore, error.to_string()))?;
    for engine in Engine::ALL {
        if !seed.is_multiple_of(engine.sampled()) || (engine.is_llvm() && !has_llvm) {
            continue;
        }
        let found = run(engine, &path).map_err(|problem| (engine, problem))?;
        if found != expected {
            return Err((engine, difference(&expected, &found)));
        }
        *agreed.lock().expect("no thread panics").entry(engine).or_insert(0) += 1;
    }
    Ok(())
}

fn expected(program: &Program) -> Outcome {
    let stderr = match &program.panic {
        Some((line, column, message)) => format!("program.lang:{line}:{column}: {message}\n"),
        None => String::new(),
    };
    Outcome { stdout: program.stdout.clone(), stderr, exit: program.exit }
}

fn run(engine: Engine, path: &Path) -> Result<Outcome, String> {
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
fn difference(expected: &Outcome, found: &Outcome) -> String {
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

/// Keeps the program that failed, and a smaller one on which the engine and another one disagree as well.
fn report(seed: u64, engine: Engine, what: &str) -> Result<String, Failed> {
    let source = program(seed, size(seed)).source;
    let kept = kept("whole")?;
    std::fs::write(&kept, &source)?;
    let mut text = format!(
        "seed {seed} on {engine:?}:\n{what}\nsource: {}\nagain: RANDOM_SEED={seed} RANDOM_PROGRAMS=1 cargo test --release -p tests --test random_programs\n",
        kept.display()
    );
    let other =
        if engine == Engine::CraneliftInProcess { Engine::InterpreterBefore } else { Engine::CraneliftInProcess };
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("program.lang");
    let begin = Instant::now();
    let differs = |source: &str| {
        begin.elapsed() < SHRINKING
            && std::fs::write(&path, source).is_ok()
            && source.contains("fn main(")
            && is_accepted(&path)
            && run(other, &path).is_ok_and(|other| run(engine, &path).as_ref() != Ok(&other))
    };
    if differs(&source) {
        let small = shrink(&source, differs);
        let kept = self::kept("smaller")?;
        std::fs::write(&kept, &small)?;
        let _ = writeln!(text, "smaller, where {other:?} differs from it: {}\n{small}", kept.display());
    }
    Ok(text)
}

fn is_accepted(path: &Path) -> bool {
    let mut command = lang_command(folder(path));
    command.arg("check").args(["--allow", "warnings"]).arg(path);
    finish(command).is_ok_and(|output| output.status.success())
}

/// A file that stays after the test.
fn kept(name: &str) -> Result<PathBuf, Failed> {
    let file = tempfile::Builder::new().prefix(&format!("{name}-")).suffix(".lang").tempfile()?;
    Ok(file.keep()?.1)
}
