//! What C's headers say of what a program declares, for hovers and for going there. It owns the headers that are read in the
//! background, since clang takes a second for large ones: nobody waits for it, and what is not known yet is not shown. Modules
//! of `[bind]` have their headers with them. It must not know how headers are read.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ide::InC;
use project::{BindEntry, CDeclaration, HeaderBinder, WantedModule};

use crate::snapshot::Snapshot;

/// So old may an answer be before somebody looks whether the headers have changed.
const FRESH: Duration = Duration::from_secs(2);

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
    waiting: Vec<Question>,
    is_reading: bool,
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

struct Answer {
    /// Nothing where the headers cannot be read.
    declared: Declared,
    since: Instant,
}

/// What C says of an item, if that is known.
pub(crate) fn declaration(snapshot: &Snapshot, item: &InC) -> Option<CDeclaration> {
    let binder = snapshot.context.tools.settings.binder.as_ref()?;
    if let Some(module) = snapshot.loaded.header_module(item.file) {
        // A method that was written for a type is where the type is.
        let declared = binder.declared(module);
        return item.names.iter().find_map(|name| declared.get(name)).cloned();
    }
    let symbol = item.symbol.as_ref()?;
    let question = Question::of(snapshot, item)?;
    snapshot.context.c_headers.declared(question, binder)?.get(symbol).cloned()
}

impl Question {
    /// The headers that declare an item, as it says, or those in which the project looks for what names none.
    fn of(snapshot: &Snapshot, item: &InC) -> Option<Question> {
        let loaded = &snapshot.loaded;
        let (headers, folder) = match item.headers.is_empty() {
            false => (item.headers.clone(), loaded.path(item.file)?.parent()?.to_path_buf()),
            true => (loaded.c.headers.clone(), loaded.folder.clone()),
        };
        (!headers.is_empty()).then(|| Question {
            headers,
            folder,
            include: loaded.c.include.clone(),
            define: loaded.c.define.clone(),
            libraries: loaded.link.libraries.iter().chain(&item.libraries).cloned().collect(),
        })
    }

    fn read(&self, binder: &dyn HeaderBinder) -> Declared {
        let entry = BindEntry {
            name: "headers".to_string(),
            headers: self.headers.clone(),
            link: self.libraries.clone(),
            only: Vec::new(),
            name_range: 0..0,
            header_range: 0..0,
        };
        let wanted = WantedModule {
            entry,
            include: self.include.clone(),
            define: self.define.clone(),
            folder: self.folder.clone(),
        };
        // What is wrong with headers, `lang check` says.
        binder.bind(&wanted, None).map(|module| binder.declared(&module)).unwrap_or_default()
    }
}

impl CHeaders {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the headers declare, as far as it is known; the rest is read in the background.
    fn declared(self: &Arc<CHeaders>, question: Question, binder: &Arc<dyn HeaderBinder>) -> Option<Declared> {
        let mut state = self.lock();
        let known = state.answers.get(&question);
        let (declared, is_fresh) =
            known.map_or((None, false), |known| (Some(known.declared.clone()), known.since.elapsed() < FRESH));
        if !is_fresh && !state.waiting.contains(&question) {
            state.waiting.push(question);
            if !state.is_reading {
                let (reading, binder) = (self.clone(), binder.clone());
                let thread = thread::Builder::new().name("headers of C".to_string());
                let thread = thread.stack_size(driver::parallel::STACK_BYTES);
                state.is_reading = thread.spawn(move || reading.read_all(&*binder)).is_ok();
            }
        }
        declared
    }

    /// Reads until nothing waits.
    fn read_all(&self, binder: &dyn HeaderBinder) {
        loop {
            let question = {
                let mut state = self.lock();
                let Some(question) = state.waiting.first().cloned() else {
                    state.is_reading = false;
                    return;
                };
                question
            };
            let declared = question.read(binder);
            let mut state = self.lock();
            state.waiting.retain(|waiting| *waiting != question);
            if state.answers.len() >= MOST_ANSWERS {
                state.answers.clear();
            }
            state.answers.insert(question, Answer { declared, since: Instant::now() });
        }
    }
}
