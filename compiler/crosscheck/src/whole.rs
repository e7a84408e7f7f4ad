//! Whole programs on every engine: `main` and each `test` block, by what they print and how they end, and what executables
//! that are not optimised tell debuggers. Owns the list of engines, the runs and their comparison; must not know how an
//! engine works, nor where programs come from.

use std::process::Output;
use std::time::Duration;

use mir::debug::Mutation;
use mir::interpret::{BorrowModel, CLibrary, FaultKind, Limits, run_program};
use mir::{Backend, DebugInformation, Optimisation, Options};
use project::Report;
use serde::Serialize;

use super::told::{Told, ToldReport};
use driver::Program;
use driver::Store;
use driver::problems::backend_failed;
use driver::system::linker::LinkInputs;
use driver::system::process;
use driver::system::witness::Toolchain;
use driver::{Generation, Product};

/// An engine that runs whole programs.
#[derive(Clone, Copy)]
pub enum Runner<'run> {
    /// The interpreter, on functions before the ABI pass or after it. It also finds `unsafe` code that breaks what
    /// optimised code relies on: see [`BorrowModel::Promises`].
    Interpreter {
        /// Whether after it.
        lowered: bool,
    },
    /// An executable by a code generator that tries so hard.
    Executable(&'run dyn Backend, Optimisation),
}

impl Runner<'_> {
    /// Its name in reports.
    pub fn name(&self) -> String {
        match self {
            Runner::Interpreter { lowered: false } => "interpreter".to_owned(),
            Runner::Interpreter { lowered: true } => "interpreter after the ABI pass".to_owned(),
            Runner::Executable(backend, optimisation) => {
                let level = match optimisation {
                    Optimisation::None => "-O0",
                    Optimisation::Less => "-O1",
                    Optimisation::Speed => "-O2",
                    Optimisation::Aggressive => "-O3",
                    Optimisation::Size => "-Os",
                };
                format!("{} {level}", backend.name())
            }
        }
    }
}

/// What runs whole programs.
pub struct Runners<'run> {
    /// The engines; the first one that runs a program to its end is what the others are compared with.
    pub engines: Vec<Runner<'run>>,
    /// What links and runs executables.
    pub toolchain: Toolchain,
    /// What programs are linked with. The interpreter knows nothing of it: what C does there is not compared.
    pub inputs: LinkInputs,
    /// Whether every backend verifies its own form.
    pub verify: bool,
    /// How long one run may take; the interpreter counts a hundred million steps for a second.
    pub time_limit: Duration,
    /// What the turns of threads follow from in the interpreter.
    pub seed: u64,
    /// How many seeds are tried there, one after another, with a program that has threads.
    pub schedules: u64,
    /// What the code generator of this name gets wrong of what it tells debuggers.
    pub mutation: Option<(Mutation, &'static str)>,
}

/// What a program gave on every engine.
pub struct Everywhere {
    /// How its `main` and its tests went.
    pub programs: Vec<ProgramReport>,
    /// What debuggers are told by executables that are not optimised.
    pub told: ToldReport,
}

/// A program, or one of its tests, on every engine.
#[derive(Clone, Debug, Serialize)]
pub struct ProgramReport {
    /// The program.
    pub name: String,
    /// `main`, or the name of a test.
    pub part: String,
    /// Whether all engines that ran it to its end agree, and the interpreter found no fault. See
    /// [`ProgramReport::is_compared`].
    pub agrees: bool,
    /// How it went on each engine.
    pub runs: Vec<Run>,
    /// The smallest program found that still differs.
    pub smallest: Option<String>,
}

impl ProgramReport {
    /// Whether two engines at least ran it to its end: otherwise nothing was compared.
    pub fn is_compared(&self) -> bool {
        self.runs.iter().filter(|run| run.problem.is_none()).count() > 1
    }

    /// Whether engines that ran it to its end differ. Else what does not agree is the program itself, which has a fault.
    pub fn differs(&self) -> bool {
        !agree(&self.runs)
    }
}

/// One run.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    /// The engine.
    pub engine: String,
    /// How it ended; none if it did not run to its end.
    pub exit_code: Option<i32>,
    /// Standard output.
    pub stdout: String,
    /// Standard error, which is shown and not compared.
    pub stderr: String,
    /// Why it did not run to its end.
    pub problem: Option<String>,
    /// What the interpreter found wrong with the program.
    #[serde(skip)]
    pub fault: Option<FaultKind>,
}

/// The tests that one executable holds, or `main`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Main,
    /// By its number in the executable.
    Test(usize),
}

impl Part {
    fn product(self) -> Product {
        match self {
            Part::Main => Product::Program,
            Part::Test(_) => Product::Tests,
        }
    }

    fn arguments(self) -> Vec<String> {
        match self {
            Part::Main => Vec::new(),
            Part::Test(number) => vec![number.to_string()],
        }
    }
}

/// Runs a checked program's `main` and tests on every engine.
///
/// # Errors
/// What keeps an engine from making the program.
pub fn run_everywhere(
    program: &Program,
    run: &mut driver::Run,
    runners: &Runners<'_>,
) -> Result<Everywhere, Vec<Report>> {
    let mut parts = Vec::new();
    if driver::main_function(program).is_some() {
        parts.push(("main".to_owned(), Part::Main));
    }
    let tests = driver::tests(program);
    parts
        .extend(tests.iter().enumerate().map(|(number, test)| (driver::test_name(program, *test), Part::Test(number))));
    let mut reports: Vec<ProgramReport> = parts
        .iter()
        .map(|(part, _)| ProgramReport {
            name: program.loaded.name.clone(),
            part: part.clone(),
            agrees: true,
            runs: Vec::new(),
            smallest: None,
        })
        .collect();
    let parts: Vec<Part> = parts.into_iter().map(|(_, part)| part).collect();
    let mut all_told = ToldReport::default();
    for product in [Product::Program, Product::Tests] {
        let of_product: Vec<usize> = (0..parts.len()).filter(|at| parts[*at].product() == product).collect();
        if of_product.is_empty() {
            continue;
        }
        let mut told = Vec::new();
        for runner in &runners.engines {
            let wanted: Vec<Part> = of_product.iter().map(|at| parts[*at]).collect();
            let runs = runs((program, run), runners, *runner, product, &wanted, &mut told)?;
            for (at, ran) in of_product.iter().zip(runs) {
                reports[*at].runs.push(ran);
            }
        }
        all_told.add(ToldReport::of(&program.loaded.name, &told));
    }
    for report in &mut reports {
        let is_faulty = |run: &Run| run.fault.is_some_and(|kind| !is_limit(kind));
        report.agrees = !report.differs() && !report.runs.iter().any(is_faulty);
    }
    Ok(Everywhere { programs: reports, told: all_told })
}

fn runs(
    (program, run): (&Program, &mut driver::Run),
    runners: &Runners<'_>,
    runner: Runner<'_>,
    product: Product,
    parts: &[Part],
    told: &mut Vec<(String, Told)>,
) -> Result<Vec<Run>, Vec<Report>> {
    match runner {
        Runner::Interpreter { lowered } => {
            let modules = driver::watched_modules(program, run, product, lowered)?;
            let program = mir::interpret::Program { modules: &modules.modules, positions: &modules.positions };
            let limits = Limits {
                steps: 100_000_000 * runners.time_limit.as_secs().max(1),
                borrows: BorrowModel::Promises,
                seed: runners.seed,
                ..Limits::default()
            };
            Ok(parts
                .iter()
                .map(|part| scheduled(&program, *part, &runner.name(), &limits, runners.schedules))
                .collect())
        }
        Runner::Executable(backend, optimisation) => {
            let store = Store::none();
            let is_told = optimisation == Optimisation::None;
            let debug = if is_told { DebugInformation::Full } else { DebugInformation::None };
            let options = Options { optimisation, verify: runners.verify, debug, ..Options::default() };
            let generation = Generation::new(backend, options, &store);
            let mut compiled = driver::generate(program, run, product, &generation)?;
            if let Some((mutation, _)) = runners.mutation.filter(|(_, wrong)| *wrong == backend.name()) {
                compiled.records_mut().for_each(|records| mutation.apply(records));
            }
            let objects = driver::objects(program, run, &compiled, &generation)?;
            if is_told {
                let read = Told::read(&objects)
                    .map_err(|reason| vec![backend_failed::report(backend.name(), &mir::BackendError::new(reason))])?;
                told.push((runner.name(), read));
            }
            let runs = driver::with_executable(program, run, &objects, &compiled, &runners.inputs, |executable| {
                let outputs =
                    parts.iter().map(|part| runners.toolchain.run(executable, &part.arguments(), runners.time_limit));
                Ok(outputs.collect::<Vec<_>>())
            })?;
            Ok(runs.into_iter().map(|output| executed(runner.name(), output)).collect())
        }
    }
}

/// Runs a part in the interpreter; one with threads in so many orders, until one goes another way than the first.
fn scheduled(program: &mir::interpret::Program<'_>, part: Part, name: &str, limits: &Limits, schedules: u64) -> Run {
    let run = |seed: u64| {
        let limits = Limits { seed, ..*limits };
        run_program(program, lower::C_ENTRY, &part.arguments(), &mut CLibrary::new(), &limits)
    };
    let first = run(limits.seed);
    if first.fault.is_none() && first.threads > 1 {
        for seed in (1..schedules).map(|more| limits.seed.wrapping_add(more)) {
            let other = run(seed);
            if other.fault.is_some() || (other.exit, &other.stdout) != (first.exit, &first.stdout) {
                return interpreted(format!("{name}, seed {seed}"), other);
            }
        }
    }
    interpreted(name.to_owned(), first)
}

/// Faults that say something about the interpreter or its limits, not about the program.
fn is_limit(kind: FaultKind) -> bool {
    matches!(
        kind,
        FaultKind::NoSymbol
            | FaultKind::StackExhausted
            | FaultKind::MemoryLimit
            | FaultKind::StepLimit
            | FaultKind::BadHostCall
    )
}

fn interpreted(engine: String, ended: mir::interpret::Ended) -> Run {
    let mut stderr = text(&ended.stderr);
    let mut problem = None;
    if let Some(fault) = &ended.fault {
        if is_limit(fault.kind) {
            problem = Some(fault.to_string());
        }
        stderr.push_str(&format!("{fault}\n"));
    }
    Run {
        engine,
        exit_code: problem.is_none().then_some(ended.exit),
        stdout: text(&ended.stdout),
        stderr,
        problem,
        fault: ended.fault.map(|fault| fault.kind),
    }
}

fn executed(engine: String, output: Result<Output, String>) -> Run {
    match output {
        Ok(output) => Run {
            engine,
            exit_code: Some(process::exit_code(output.status)),
            stdout: text(&output.stdout),
            stderr: text(&output.stderr),
            problem: None,
            fault: None,
        },
        Err(problem) => Run {
            engine,
            exit_code: None,
            stdout: String::new(),
            stderr: String::new(),
            problem: Some(problem),
            fault: None,
        },
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// In what two finished runs differ: how each of them went wrong, and whether they end differently or only print something
/// else. A smaller program that differs in another way is another finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Difference {
    faults: [Option<FaultKind>; 2],
    same_end: bool,
}

impl Difference {
    /// Of the first engine that finished and the first that differs from it.
    pub(super) fn of(runs: &[Run]) -> Option<Difference> {
        let mut finished = runs.iter().filter(|run| run.problem.is_none());
        let first = finished.next()?;
        let other = finished.find(|run| !same(first, run))?;
        Some(Difference { faults: [first.fault, other.fault], same_end: first.exit_code == other.exit_code })
    }
}

/// Runs that were not finished say nothing.
pub(super) fn agree(runs: &[Run]) -> bool {
    Difference::of(runs).is_none()
}

fn same(left: &Run, right: &Run) -> bool {
    left.exit_code == right.exit_code && left.stdout == right.stdout
}
