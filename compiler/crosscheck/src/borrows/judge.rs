//! What the checker and the model of borrows say of programs. Owns the way from texts to verdicts, many programs in one
//! database; must not know how programs are made.

use driver::system::output;
use driver::{Program, Run, Settings};
use mir::Scalar;
use mir::interpret::{self, BorrowModel, CLibrary, FaultKind, HostValue, Limits, Machine, Stop};
use project::Input;
use source::{Severity, SourceFile};

use super::generate::PRELUDE;

/// What is known of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It has errors that have nothing to do with ownership.
    IllTyped(String),
    /// The checker refuses it for these reasons; what the model finds when it runs all the same.
    Refused {
        /// The codes of the errors.
        codes: Vec<&'static str>,
        /// Where the errors are, as byte offsets in the program's text.
        offsets: Vec<u32>,
        /// What the model finds.
        fault: Option<String>,
    },
    /// The checker accepts it.
    Accepted {
        /// What the model finds, which should be nothing.
        fault: Option<String>,
    },
}

/// The values of `c` that a program runs with: all its branches.
const BITS: u128 = 8;

/// The verdict of one program.
pub fn judge_one(text: &str, prefix: &str) -> Verdict {
    let verdicts = judge(&[(text.to_owned(), prefix.to_owned())], true);
    verdicts.into_iter().next().unwrap_or_else(cannot_be_loaded)
}

/// The verdict of a program by itself, which begins with `main`.
pub fn judge_program(text: &str) -> Verdict {
    let text = format!("{text}\nfn judged_main(_c: i64) {{ main() }}\n");
    let verdicts = judge_behind("", &[(text, "judged_".to_owned())], true);
    verdicts.into_iter().next().unwrap_or_else(cannot_be_loaded)
}

fn cannot_be_loaded() -> Verdict {
    Verdict::IllTyped("it cannot be loaded".to_owned())
}

/// The verdicts of programs, each with the prefix of its names. Refused ones run only if `refused_too` says so.
pub fn judge(programs: &[(String, String)], refused_too: bool) -> Vec<Verdict> {
    judge_behind(PRELUDE, programs, refused_too)
}

fn judge_behind(shared: &str, programs: &[(String, String)], refused_too: bool) -> Vec<Verdict> {
    let mut text = shared.to_owned();
    let mut ends = Vec::with_capacity(programs.len());
    for (program, _) in programs {
        text.push_str(program);
        ends.push(text.len() as u32);
    }
    let Some((source, run)) = open(&text) else {
        return Vec::new();
    };
    let Some(file) = source.loaded.files.last().map(|loaded| loaded.file) else {
        return Vec::new();
    };
    let mut verdicts = checked(&source, file, shared.len() as u32, &ends);
    let runs = |verdict: &Verdict| match verdict {
        Verdict::IllTyped(_) => false,
        Verdict::Refused { .. } => refused_too,
        Verdict::Accepted { .. } => true,
    };
    let (running, entries): (Vec<&mut Verdict>, Vec<String>) = verdicts
        .iter_mut()
        .zip(programs)
        .filter(|(verdict, _)| runs(verdict))
        .map(|(verdict, (_, prefix))| (verdict, format!("{prefix}main")))
        .unzip();
    let watched = driver::watched_functions(&source, &run, file, &entries);
    let program = interpret::Program { modules: &watched.modules.modules, positions: &watched.modules.positions };
    let mut machine = Running::new(&program);
    for (verdict, symbol) in running.into_iter().zip(&watched.symbols) {
        if let (Verdict::Refused { fault, .. } | Verdict::Accepted { fault }, Some(symbol)) = (verdict, symbol) {
            *fault = machine.fault(symbol);
        }
    }
    verdicts
}

fn open(text: &str) -> Option<(Program, Run)> {
    let folder = output::temporary_folder().ok()?;
    let file = folder.path().join("program.lang");
    output::write_file(&file, text.as_bytes()).ok()?;
    let settings =
        Settings { target: abi::Target::X86_64_LINUX, threads: Some(1), verify: false, unchecked: false, binder: None };
    Some(Program::open(&Input::File(file), &settings))
}

/// The verdicts before anything runs. The text of the first program begins at `start`, and `ends` says where each ends.
fn checked(program: &Program, file: SourceFile, start: u32, ends: &[u32]) -> Vec<Verdict> {
    let mut verdicts = vec![Verdict::Accepted { fault: None }; ends.len()];
    for found in lower::diagnostics(&program.db, file) {
        if found.severity() != Severity::Error {
            continue;
        }
        let at = found.primary.span.absolute(&program.db).start;
        let index = ends.partition_point(|end| *end <= at);
        let Some(verdict) = verdicts.get_mut(index) else {
            continue;
        };
        let code = found.kind.code;
        let begin = index.checked_sub(1).map_or(start, |before| ends[before]);
        let offset = at.saturating_sub(begin);
        // What a closure returns is judged while its body is inferred.
        if code.starts_with("E04") || code.starts_with("E05") || code == "E0315" {
            match verdict {
                Verdict::IllTyped(_) => {}
                Verdict::Refused { codes, offsets, .. } => {
                    codes.push(code);
                    offsets.push(offset);
                }
                Verdict::Accepted { .. } => {
                    *verdict = Verdict::Refused { codes: vec![code], offsets: vec![offset], fault: None };
                }
            }
        } else {
            *verdict = Verdict::IllTyped(format!("{code} {}", found.message));
        }
    }
    verdicts
}

/// Programs of one module that run one after the other, on one machine as long as nothing is wrong: to load the module
/// takes longer than to run one of its programs.
struct Running<'program> {
    program: &'program interpret::Program<'program>,
    machine: Option<(Machine<'program>, CLibrary)>,
    /// How many objects programs that panicked have left on the machine: nobody's leaks.
    left_behind: usize,
}

/// Faults that say nothing about borrows: the program is too long.
fn is_limit(kind: FaultKind) -> bool {
    matches!(kind, FaultKind::StackExhausted | FaultKind::MemoryLimit | FaultKind::StepLimit)
}

const LIMITS: Limits = Limits { steps: 400_000, memory: 64 << 20, depth: 200, borrows: BorrowModel::Rules, seed: 0 };
/// A program begins with at least so many steps left.
const STEPS: u64 = 100_000;
/// A machine on which more objects have been left is given up: they are all looked at after each call.
const LEFT_BEHIND: usize = 50;

impl<'program> Running<'program> {
    fn new(program: &'program interpret::Program<'program>) -> Running<'program> {
        Running { program, machine: None, left_behind: 0 }
    }

    /// The first fault of a function, over all values of its argument.
    fn fault(&mut self, symbol: &str) -> Option<String> {
        let kept = self.machine.take();
        let kept = kept.filter(|(machine, _)| machine.steps_left() >= STEPS && self.left_behind <= LEFT_BEHIND);
        let (mut machine, mut library) = match kept {
            Some(kept) => kept,
            None => {
                self.left_behind = 0;
                let mut library = CLibrary::new();
                match Machine::new(self.program, &LIMITS, &mut library) {
                    Ok(machine) => (machine, library),
                    Err(problem) => return Some(problem.message),
                }
            }
        };
        for bits in 0..BITS {
            let address = machine.address_of(symbol)?;
            let arguments = [HostValue::Scalar(Scalar::I64, bits)];
            match machine.call(address, &arguments, &mut library) {
                Ok(_) => {
                    let leaks = machine.memory.leaks();
                    if leaks.len() > self.left_behind {
                        let bytes: u64 = leaks[self.left_behind..].iter().map(|leak| leak.bytes).sum();
                        return Some(format!("c = {bits}: {bytes} bytes are never freed"));
                    }
                }
                Err(Stop::Exit(_)) => {
                    machine.abandon();
                    self.left_behind = machine.memory.leaks().len();
                }
                Err(Stop::Fault(problem)) if is_limit(problem.kind) => return None,
                Err(Stop::Fault(problem)) => {
                    let fault = machine.fault(problem, self.program.positions);
                    return Some(format!("c = {bits}: {fault}"));
                }
            }
        }
        self.machine = Some((machine, library));
        None
    }
}
