//! The client of a code generator that lives in processes of its own (`lang-llvm`): its crashes, its memory and its
//! start-up cost stay out of this one. It owns the pool of workers, what happens when one dies, hangs or talks nonsense,
//! and the words for that. It must not know LLVM: to the rest of this room it is one more [`Backend`].
//!
//! Each thread that compiles has a worker to itself, so there are as many as threads. A unit whose worker failed is
//! tried again in a fresh one while no other works; a second failure is the unit's own, and its functions are tried
//! one half at a time until the culprit has a name.

mod conversation;
mod suspect;

use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use mir::debug::Records;
use mir::worker::{Hello, Product, Work};
use mir::{Artifacts, Backend, BackendError, Module, Optimisation, Options, Positions, TextForm};

use crate::system::{cache, worker_process};
use conversation::{Conversation, Failure};

/// What a user types to get along without the worker.
const MEANWHILE: &str = "use --backend cranelift meanwhile";

/// A worker's start, the loading of LLVM's library included, takes hundredths of a second; a job of a few instructions
/// hardly more. A machine with too much to do may need a thousand times as long.
const BASE_LIMIT: Duration = Duration::from_secs(20);

/// What is added for each instruction of a unit: about thirty times what optimising one takes.
const LIMIT_PER_INSTRUCTION: Duration = Duration::from_millis(2);

/// A code generator in other processes.
pub struct Workers {
    program: PathBuf,
    /// Identifies the program's file.
    build: String,
    /// Instead of a limit by size.
    time_limit: Option<Duration>,
    idle: Mutex<Vec<Conversation>>,
    hello: OnceLock<Result<Hello, String>>,
    /// Held shared by every job, and alone by the second try of one whose worker failed.
    turns: RwLock<()>,
}

impl Workers {
    /// The workers of a program. Nothing is started yet.
    pub fn new(program: PathBuf) -> Workers {
        Workers {
            build: cache::program_identity(&program),
            program,
            time_limit: worker_process::time_limit(),
            idle: Mutex::default(),
            hello: OnceLock::new(),
            turns: RwLock::default(),
        }
    }

    /// The workers of the installed `lang-llvm`: named by the environment variable LANG_LLVM, beside `lang`, or on the
    /// PATH.
    ///
    /// # Errors
    /// Says where it was looked for and how it is installed.
    pub fn installed() -> Result<Workers, String> {
        match worker_process::find("LANG_LLVM", "lang-llvm") {
            Ok(program) => Ok(Workers::new(program)),
            Err(reason) => Err(format!(
                "the LLVM backend is not installed: {reason}; install LLVM 22 (apt install llvm-22-dev) and build it (cargo \
                 build --release -p backend-llvm), or use --backend cranelift"
            )),
        }
    }

    /// The same with another time limit for every job.
    #[must_use]
    pub fn with_time_limit(mut self, limit: Duration) -> Workers {
        self.time_limit = Some(limit);
        self
    }

    /// Starts workers without waiting for them, so that they are ready when the first job is.
    pub fn warm_up(&self, count: usize) {
        for _ in 0..count {
            // What is wrong with a worker is told when it is needed.
            if let Ok(worker) = Conversation::start(&self.program) {
                self.keep(worker);
            }
        }
    }

    /// Ends the workers that have nothing to do.
    pub fn end(&self) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// What a worker says of itself.
    fn hello(&self) -> Result<&Hello, BackendError> {
        let hello = self.hello.get_or_init(|| {
            let first = self.worker().and_then(|worker| self.greeted(worker));
            let hello = match first {
                // One that died or stopped may have been killed, as the system does when memory runs out.
                Err(Failure::Died { .. } | Failure::Hung { .. } | Failure::Garbled { .. }) => {
                    Conversation::start(&self.program).and_then(|worker| self.greeted(worker))
                }
                Ok(_) | Err(Failure::NoWorker(_)) => first,
            };
            hello.map_err(|failure| self.unusable(&failure))
        });
        hello.as_ref().map_err(BackendError::new)
    }

    /// Waits for a worker's first word, and keeps it for the first job.
    fn greeted(&self, mut worker: Conversation) -> Result<Hello, Failure> {
        let hello = worker.hello(self.time_limit.unwrap_or(BASE_LIMIT))?;
        self.keep(worker);
        Ok(hello)
    }

    /// A worker that cannot even say hello.
    fn unusable(&self, failure: &Failure) -> String {
        let mut text = format!("{} {}", self.program.display(), failure.in_words());
        if !failure.last_words().is_empty() {
            text.push_str(&format!("\n{}", failure.last_words()));
        }
        text.push_str(&format!("\n{MEANWHILE}"));
        text
    }

    fn worker(&self) -> Result<Conversation, Failure> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match idle {
            Some(worker) => Ok(worker),
            None => Conversation::start(&self.program),
        }
    }

    fn keep(&self, worker: Conversation) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
    }

    fn limit(&self, unit: &Module) -> Duration {
        let instructions: usize = unit.functions.iter().map(|function| function.instructions.len()).sum();
        let by_size = LIMIT_PER_INSTRUCTION.saturating_mul(u32::try_from(instructions).unwrap_or(u32::MAX));
        self.time_limit.unwrap_or(BASE_LIMIT.saturating_add(by_size))
    }

    /// Has a worker do something; the worker is kept for the next job unless it failed.
    fn attempt(&self, mut worker: Conversation, work: Work, limit: Duration) -> Attempt {
        let answer = worker.ask(work, limit)?;
        self.keep(worker);
        Ok(answer)
    }

    /// Has work done on a unit, a second time if a worker fails.
    fn work(&self, unit: &Module, task: impl Fn(Vec<u8>) -> Work) -> Result<Product, BackendError> {
        // The versions are compared once, and the first worker waits for the first job.
        self.hello()?;
        let limit = self.limit(unit);
        let first = {
            let _shared = self.turns.read().unwrap_or_else(PoisonError::into_inner);
            self.worker().and_then(|worker| self.attempt(worker, task(mir::binary::write(unit)), limit))
        };
        if let Ok(answer) = first {
            return answer;
        }
        let _alone = self.turns.write().unwrap_or_else(PoisonError::into_inner);
        let again = |part: &Module, limit: Duration| {
            let worker = Conversation::start(&self.program)?;
            self.attempt(worker, task(mir::binary::write(part)), limit)
        };
        again(unit, limit).unwrap_or_else(|failure| Err(suspect::blame(unit, &failure, limit, &again)))
    }
}

type Attempt = Result<Result<Product, BackendError>, Failure>;

impl Backend for Workers {
    fn reads_llvm_signatures(&self) -> bool {
        true
    }

    fn name(&self) -> &'static str {
        "llvm"
    }

    /// What the worker says, and which build of it says so: a program that is built anew often keeps its version.
    fn version(&self) -> String {
        match self.hello() {
            Ok(hello) => format!("{}, build {}", hello.version, self.build),
            Err(error) => error.message,
        }
    }

    fn supports(&self, target: &abi::Target) -> Result<(), BackendError> {
        let hello = self.hello()?;
        let triple = target.to_string();
        if hello.targets.contains(&triple) {
            return Ok(());
        }
        Err(BackendError::new(format!(
            "the LLVM backend makes no code for {triple} here, only for {}; use one of these, or --backend cranelift",
            hello.targets.join(", ")
        )))
    }

    /// Inlining wants callees beside their callers.
    fn functions_per_unit(&self) -> usize {
        64
    }

    fn optimises(&self, options: &Options) -> bool {
        match options.optimisation {
            Optimisation::None => false,
            Optimisation::Less | Optimisation::Speed | Optimisation::Aggressive | Optimisation::Size => true,
        }
    }

    fn compile(&self, unit: &Module, target: &abi::Target, options: &Options) -> Result<Artifacts, BackendError> {
        let task = |module| Work::Compile { module, target: *target, options: *options };
        match self.work(unit, task)? {
            Product::Artifacts(artifacts) => Ok(artifacts),
            Product::Text(_) | Product::Bytes(_) => Err(another_product()),
        }
    }

    fn assemble(
        &self,
        _artifacts: &[(&Artifacts, Option<&Records>)],
        _positions: &dyn Positions,
        _target: &abi::Target,
        _options: &Options,
    ) -> Result<Vec<u8>, BackendError> {
        Err(BackendError::new("its artifacts are whole objects, which are linked as they are"))
    }

    fn text(
        &self,
        unit: &Module,
        target: &abi::Target,
        options: &Options,
        form: TextForm,
    ) -> Result<String, BackendError> {
        let task = |module| Work::Text { module, target: *target, options: *options, form };
        match self.work(unit, task)? {
            Product::Text(text) => Ok(text),
            Product::Artifacts(_) | Product::Bytes(_) => Err(another_product()),
        }
    }

    fn bitcode(&self, unit: &Module, target: &abi::Target, options: &Options) -> Result<Vec<u8>, BackendError> {
        let task = |module| Work::Bitcode { module, target: *target, options: *options };
        match self.work(unit, task)? {
            Product::Bytes(bytes) => Ok(bytes),
            Product::Artifacts(_) | Product::Text(_) => Err(another_product()),
        }
    }
}

fn another_product() -> BackendError {
    BackendError::new(format!(
        "the worker made something else than it was asked for; install the lang-llvm that belongs to this lang, or {MEANWHILE}"
    ))
}
