//! Random programs on every engine: what each prints, how it ends and what it says on standard error must be what the
//! generator's own model computed, and on the interpreter nothing may be undefined or left allocated. There are two
//! generators: of programs about numbers and layouts, and of programs about the lives of values.
//!
//! `RANDOM_PROGRAMS=5000` runs so many of each instead of a few, without a limit of time; `RANDOM_SEED=7` begins with that
//! seed.

use crosscheck::lives::{Ending, Life, life};
use crosscheck::programs::{Program, Size, program, shrink};
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tests::engines::{Engine, Outcome, difference, is_accepted, run};
use tests::lang;

/// How many programs of each kind run if nobody asks for more.
const PROGRAMS: u64 = 150;
/// How long new programs of a kind are begun, if nobody asks for a number.
const TIME: Duration = Duration::from_secs(60);
/// How long a program that fails is made smaller.
const SHRINKING: Duration = Duration::from_secs(120);

/// The exit code of a panic.
const PANICKED: i32 = 101;

/// What makes programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Generator {
    Programs,
    Lives,
}

impl Generator {
    /// The program of a seed, and what it must do.
    fn make(self, seed: u64) -> (String, Outcome) {
        match self {
            Generator::Programs => {
                let program = program(seed, size(seed));
                let expected = expected(&program);
                (program.source, expected)
            }
            Generator::Lives => {
                let life = life(seed);
                let expected = expected_of(&life);
                (life.source, expected)
            }
        }
    }
}

fn main() {
    let arguments = Arguments::from_args();
    let trial = |name: &str, generator| Trial::test(name, move || all(generator));
    let trials = vec![
        trial("random programs agree with the model on every engine", Generator::Programs),
        trial("random lives agree with the model on every engine", Generator::Lives),
    ];
    // One after the other: each uses the whole machine.
    libtest_mimic::run(&Arguments { test_threads: Some(1), ..arguments }, trials).exit();
}

fn all(generator: Generator) -> Result<(), Failed> {
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
            if let Err((engine, what)) = one(generator, seed, has_llvm, &agreed) {
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
        println!("{count} {generator:?} agree on {engine:?}");
    }
    match failed.into_inner().expect("no thread panics") {
        None => Ok(()),
        Some((seed, engine, what)) => Err(report(generator, seed, engine, &what)?.into()),
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
fn one(
    generator: Generator,
    seed: u64,
    has_llvm: bool,
    agreed: &Mutex<BTreeMap<Engine, u64>>,
) -> Result<(), (Engine, String)> {
    let (source, expected) = generator.make(seed);
    let folder = tempfile::tempdir().map_err(|error| (Engine::InterpreterBefore, error.to_string()))?;
    let path = folder.path().join("program.lang");
    std::fs::write(&path, &source).map_err(|error| (Engine::InterpreterBefore, error.to_string()))?;
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
    Outcome { stdout: program.stdout.clone(), stderr: stderr(program.panic.as_ref()), exit: program.exit }
}

/// What a program says when it panics.
fn stderr(panic: Option<&(usize, usize, String)>) -> String {
    panic.map(|(line, column, message)| format!("program.lang:{line}:{column}: {message}\n")).unwrap_or_default()
}

/// What a life must do. One that takes too long prints nothing that could be compared.
fn expected_of(life: &Life) -> Outcome {
    let Ending { stdout, panic } = life.ending().unwrap_or(Ending { stdout: String::new(), panic: None });
    Outcome { stdout, stderr: stderr(panic.as_ref()), exit: if panic.is_some() { PANICKED } else { 0 } }
}

/// Keeps the program that failed, and a smaller one on which the engine and another one disagree as well.
fn report(generator: Generator, seed: u64, engine: Engine, what: &str) -> Result<String, Failed> {
    let (source, _) = generator.make(seed);
    let kept = kept("whole")?;
    std::fs::write(&kept, &source)?;
    let mut text = format!(
        "seed {seed} on {engine:?}:\n{what}\nsource: {}\nagain: RANDOM_SEED={seed} RANDOM_PROGRAMS=1 cargo test --release -p tests --test random_programs\n",
        kept.display()
    );
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("program.lang");
    match generator {
        Generator::Programs => text.push_str(&smaller_program(&source, engine, &path)?),
        Generator::Lives => text.push_str(&smaller_life(seed, engine, &path)?),
    }
    Ok(text)
}

/// A smaller program on which the engine and another one disagree as well: the model knows nothing of it.
fn smaller_program(source: &str, engine: Engine, path: &Path) -> Result<String, Failed> {
    let begin = Instant::now();
    let other =
        if engine == Engine::CraneliftInProcess { Engine::InterpreterBefore } else { Engine::CraneliftInProcess };
    let differs = |source: &str| {
        begin.elapsed() < SHRINKING
            && std::fs::write(path, source).is_ok()
            && source.contains("fn main(")
            && is_accepted(path)
            && run(other, path).is_ok_and(|other| run(engine, path).as_ref() != Ok(&other))
    };
    if differs(source) {
        let small = shrink(source, differs);
        let kept = self::kept("smaller")?;
        std::fs::write(&kept, &small)?;
        return Ok(format!("smaller, where {other:?} differs from it: {}\n{small}\n", kept.display()));
    }
    Ok(String::new())
}

/// A smaller program on which the engine and the model disagree as well.
fn smaller_life(seed: u64, engine: Engine, path: &Path) -> Result<String, Failed> {
    let begin = Instant::now();
    let small = life(seed).smaller(|life| {
        begin.elapsed() < SHRINKING
            && life.source.contains("fn main(")
            && std::fs::write(path, &life.source).is_ok()
            && is_accepted(path)
            && life.ending().is_some()
            && run(engine, path).as_ref() != Ok(&expected_of(life))
    });
    let kept = kept("smaller")?;
    std::fs::write(&kept, &small.source)?;
    std::fs::write(path, &small.source)?;
    let what = match run(engine, path) {
        Ok(found) => difference(&expected_of(&small), &found),
        Err(problem) => problem,
    };
    Ok(format!("smaller, where {engine:?} differs from the model: {}\n{what}\n{}", kept.display(), small.source))
}

/// A file that stays after the test.
fn kept(name: &str) -> Result<PathBuf, Failed> {
    let file = tempfile::Builder::new().prefix(&format!("{name}-")).suffix(".lang").tempfile()?;
    Ok(file.keep()?.1)
}
