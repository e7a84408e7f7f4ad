//! What C's headers say of what a program declares, for hovers, for going there and for problems. It owns the headers that are
//! read in the background, since clang takes a second for large ones: nobody waits for it, and what is not known yet is not
//! shown. Modules of `[bind]` have their headers with them. It must not know how headers are read.

mod declaring;

use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use driver::{HeaderFacts, HeaderQuestion, UnreadHeaders};
use ide::InC;
use project::disk::{self, Stamp};
use project::{CDeclaration, HeaderBinder, HeaderModule, Report, WantedModule};
use source::SourceFile;

use crate::snapshot::Snapshot;
use crate::tools::Tools;
use crate::world::{Job, Queue};
pub(crate) use declaring::fixes;
use declaring::{Ask, Fix, Task};

/// So old may an answer be before somebody looks whether the headers have changed.
const FRESH: Duration = Duration::from_secs(2);

/// So long after headers could not be read it is tried again.
const RETRY: Duration = Duration::from_secs(5);

/// An editor shows a few files, which name a few headers.
const MOST_ANSWERS: usize = 64;

type Declared = Arc<BTreeMap<String, CDeclaration>>;

/// Headers that were read.
#[derive(Default)]
pub(crate) struct CHeaders {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    answers: HashMap<Question, Answer>,
    facts: HashMap<HeaderQuestion, Facts>,
    fixes: HashMap<Ask, Fix>,
    /// What is needed for the fixes that wait.
    tasks: HashMap<Ask, Task>,
    waiting: Vec<Wanted>,
    is_reading: bool,
    listener: Option<Queue>,
}

#[derive(Clone, PartialEq, Eq)]
enum Wanted {
    /// For hovers.
    Declared(Question),
    /// For problems.
    Facts(HeaderQuestion),
    /// For quick fixes.
    Fix(Ask),
}

type ReadFacts = Result<Arc<HeaderFacts>, UnreadHeaders>;

/// What headers say of declarations.
struct Facts {
    facts: ReadFacts,
    stamps: Vec<(Option<Stamp>, PathBuf)>,
    since: Instant,
}

/// Headers that are read together.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Question {
    headers: Vec<String>,
    /// Beside what they are looked for first.
    folder: PathBuf,
    include: Vec<PathBuf>,
    define: Vec<String>,
    libraries: Vec<String>,
}

#[derive(Clone)]
struct Answer {
    /// Nothing where the headers cannot be read.
    declared: Declared,
    /// The module that was made of them.
    module: Option<Arc<HeaderModule>>,
    since: Instant,
}

/// What C says of an item, if that is known.
pub(crate) fn declaration(snapshot: &Snapshot, item: &InC) -> Option<CDeclaration> {
    let tools = &snapshot.context.tools;
    let binder = tools.settings.binder.as_ref()?;
    if let Some(module) = snapshot.loaded.header_module(item.file) {
        // A method that was written for a type is where the type is.
        let declared = binder.declared(module);
        return item.names.iter().find_map(|name| declared.get(name)).cloned();
    }
    let symbol = item.symbol.as_ref()?;
    let question = Question::of(snapshot, item)?;
    snapshot.context.c_headers.declared(question, tools)?.get(symbol).cloned()
}

impl Question {
    /// The headers that declare an item, as it says, or those in which the project looks for what names none.
    fn of(snapshot: &Snapshot, item: &InC) -> Option<Question> {
        match item.headers.is_empty() {
            false => Question::of_headers(snapshot, item.headers.clone(), item.file, &item.libraries),
            true => {
                let loaded = &snapshot.loaded;
                let (headers, folder) = (loaded.c.headers.clone(), loaded.folder.clone());
                (!headers.is_empty()).then(|| Question::new(snapshot, headers, folder, &item.libraries))
            }
        }
    }

    /// The headers that something in a file names, which is linked with some libraries.
    fn of_headers(
        snapshot: &Snapshot,
        headers: Vec<String>,
        file: SourceFile,
        libraries: &[String],
    ) -> Option<Question> {
        let folder = snapshot.loaded.path(file)?.parent()?.to_path_buf();
        Some(Question::new(snapshot, headers, folder, libraries))
    }

    fn new(snapshot: &Snapshot, headers: Vec<String>, folder: PathBuf, libraries: &[String]) -> Question {
        let loaded = &snapshot.loaded;
        Question {
            headers,
            folder,
            include: loaded.c.include.clone(),
            define: loaded.c.define.clone(),
            libraries: loaded.link.libraries.iter().chain(libraries).cloned().collect(),
        }
    }

    /// What the headers declare, and the module that is made of them.
    fn read(&self, binder: &dyn HeaderBinder) -> Answer {
        let Question { headers, folder, include, define, libraries } = self.clone();
        let wanted = WantedModule::of_declarations(headers, libraries, (include, define), folder);
        // What is wrong with headers, `lang check` says.
        let module = binder.bind(&wanted, None).ok();
        let declared = module.as_ref().map(|module| binder.declared(module)).unwrap_or_default();
        Answer { declared, module, since: Instant::now() }
    }
}

/// What C's headers say against the declarations of a file that name them, as far as it is known.
pub(crate) fn reports(snapshot: &Snapshot, file: SourceFile) -> Vec<Report> {
    let reports = checked(snapshot, file);
    declaring::prepare(snapshot, file, &reports);
    reports
}

fn checked(snapshot: &Snapshot, file: SourceFile) -> Vec<Report> {
    // Every file is asked after every edit, and few declare anything of C's.
    if !driver::declares_c(&snapshot.db, file) {
        return Vec::new();
    }
    let (program, _run) = snapshot.program();
    let (headers, tools) = (&snapshot.context.c_headers, &snapshot.context.tools);
    driver::check_headers_of_file(&program, file, &|question| headers.facts(question, tools)).reports
}

impl CHeaders {
    /// Who is to be told when headers were read that problems depend on.
    pub(crate) fn tell(&self, queue: Queue) {
        self.lock().listener = Some(queue);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the headers declare, as far as it is known; the rest is read in the background.
    fn declared(self: &Arc<CHeaders>, question: Question, tools: &Arc<Tools>) -> Option<Declared> {
        let mut state = self.lock();
        let known = state.answers.get(&question);
        let (declared, is_fresh) =
            known.map_or((None, false), |known| (Some(known.declared.clone()), known.since.elapsed() < FRESH));
        if !is_fresh {
            self.want(&mut state, Wanted::Declared(question), tools);
        }
        declared
    }

    /// What headers say of the declarations that name them, as far as it is known.
    fn facts(self: &Arc<CHeaders>, question: HeaderQuestion, tools: &Arc<Tools>) -> Option<ReadFacts> {
        let mut state = self.lock();
        let known = state.facts.get(&question);
        let (facts, is_fresh) = known.map_or((None, false), |known| (Some(known.facts.clone()), known.is_fresh()));
        if !is_fresh {
            self.want(&mut state, Wanted::Facts(question), tools);
        }
        facts
    }

    fn want(self: &Arc<CHeaders>, state: &mut State, wanted: Wanted, tools: &Arc<Tools>) {
        if state.waiting.contains(&wanted) {
            return;
        }
        state.waiting.push(wanted);
        if !state.is_reading {
            let (reading, tools) = (self.clone(), tools.clone());
            let thread = thread::Builder::new().name("headers of C".to_string());
            let thread = thread.stack_size(driver::parallel::STACK_BYTES);
            state.is_reading = thread.spawn(move || reading.read_all(&tools)).is_ok();
        }
    }

    /// Reads until nothing waits.
    fn read_all(&self, tools: &Tools) {
        loop {
            let wanted = {
                let mut state = self.lock();
                let Some(wanted) = state.waiting.first().cloned() else {
                    state.is_reading = false;
                    return;
                };
                wanted
            };
            match &wanted {
                Wanted::Declared(question) => {
                    let binder = tools.settings.binder.as_deref();
                    let answer = binder.map_or_else(Answer::nothing, |binder| question.read(binder));
                    let mut state = self.lock();
                    make_room(&mut state.answers);
                    state.answers.insert(question.clone(), answer);
                    state.waiting.retain(|waiting| *waiting != wanted);
                }
                Wanted::Facts(question) => {
                    let _kept = self.read_facts(question, tools);
                    let mut state = self.lock();
                    state.waiting.retain(|waiting| *waiting != wanted);
                    if let Some(listener) = &state.listener {
                        listener.add(Job::News);
                    }
                }
                Wanted::Fix(ask) => {
                    let task = self.lock().tasks.remove(ask);
                    // A mistake of the compiler's about a text that nobody wrote ends no more than this.
                    let fix = task.and_then(|task| catch_unwind(AssertUnwindSafe(|| self.fix(&task, tools))).ok());
                    let mut state = self.lock();
                    make_room(&mut state.fixes);
                    state.fixes.extend(fix.map(|fix| (ask.clone(), fix)));
                    state.waiting.retain(|waiting| *waiting != wanted);
                }
            }
        }
    }

    fn read_facts(&self, question: &HeaderQuestion, tools: &Tools) -> ReadFacts {
        let reader = (tools.c_reader)();
        let facts = question.read(reader.as_ref().map_err(String::as_str)).map(Arc::new);
        let known = Facts::new(facts.clone());
        let mut state = self.lock();
        make_room(&mut state.facts);
        state.facts.insert(question.clone(), known);
        facts
    }
}

impl Answer {
    fn nothing() -> Answer {
        Answer { declared: Declared::default(), module: None, since: Instant::now() }
    }
}

impl Facts {
    fn new(facts: ReadFacts) -> Facts {
        let files = facts.as_ref().map(|facts| facts.files()).unwrap_or_default();
        let stamps = files.into_iter().map(|file| (disk::stamp(&file), file)).collect();
        Facts { facts, stamps, since: Instant::now() }
    }

    /// Whether the headers are as they were. What could not be read may be there now.
    fn is_fresh(&self) -> bool {
        match &self.facts {
            Ok(_) => self.stamps.iter().all(|(known, file)| disk::stamp(file) == *known),
            Err(_) => self.since.elapsed() < RETRY,
        }
    }
}

/// An editor asks for few of them again.
fn make_room<Key, Known>(known: &mut HashMap<Key, Known>) {
    if known.len() >= MOST_ANSWERS {
        known.clear();
    }
}
