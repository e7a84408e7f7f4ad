//! What becomes of copies in optimised code, asked of LLVM's workers in the background. It owns the questions that are
//! waiting (the last one of a hover, those of the last hints of a document), the one that is being asked, and the answers
//! so far, by the code of the function: so an answer is never one for another text. Nobody ever waits for it: what is not
//! known yet is not known, and whoever shows hints is told when it is. A missing worker, or one that dies, leaves things
//! unknown and nothing else. It must not know how the answers are shown.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use driver::OptimisedCode;
use ide::{CopyOutcome, FilePosition, Target};
use mir::{Backend, CopyFate, Optimisation, Options};
use tower_lsp::lsp_types::Url;

use crate::context::Context;
use crate::snapshot::Snapshot;

/// More answers than this are not kept; an editor asks about what is on the screen.
const MOST_ANSWERS: usize = 1024;

/// So long must nobody ask for newer hints before LLVM is asked: while letters are typed it would work for nothing.
const QUIET: Duration = Duration::from_millis(300);

/// The fates of a unit's copies in each place that they were compiled to, by function and number.
type Numbered = Arc<FatesByNumber>;

/// By the symbol of the function and the number of the copy: into which functions it was inlined, and what became of it.
type FatesByNumber = HashMap<(String, u32), Vec<(Vec<String>, CopyFate)>>;

/// The answers and the one who asks.
#[derive(Default)]
pub(crate) struct Survival {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// By the fingerprint of the code that was asked about.
    answers: HashMap<u64, Answer>,
    /// The last question of a hover about each target, and those of the last hints of each document.
    waiting: Vec<Question>,
    is_asking: bool,
    /// There is no LLVM here; what to do about it.
    absent: Option<String>,
}

enum Answer {
    Asked,
    Known(Numbered),
    /// The worker could not say; it is not asked again.
    Failed,
}

/// Who wants to know.
#[derive(Clone, PartialEq, Eq)]
enum Asker {
    Hover,
    /// The hints of a document.
    Hints(Url),
}

struct Question {
    asker: Asker,
    since: Instant,
    /// Whether hints were asked for again meanwhile, and nobody wants to know this for them any more.
    is_stale: bool,
    fingerprint: u64,
    target: Target,
    code: OptimisedCode,
    context: Arc<Context>,
}

/// The fates of the copies of the function around one position.
pub(crate) struct Fates<'a> {
    snapshot: &'a Snapshot,
    position: FilePosition,
    /// What is known for each target; found when first asked for.
    found: RefCell<Vec<(Target, Found)>>,
}

/// The fates of the copies of the functions of one document, on the target of the program.
pub(crate) struct HintFates<'a> {
    snapshot: &'a Snapshot,
    asker: Asker,
    /// What is known, by the symbols of the functions that it is known of.
    found: RefCell<Vec<(HashSet<String>, Found)>>,
}

/// What is known of one function.
#[derive(Clone)]
enum Found {
    Numbered { fates: Numbered, is_whole: bool },
    Otherwise(CopyOutcome),
}

impl Found {
    fn of(&self, symbol: &str, number: u32) -> CopyOutcome {
        match self {
            Found::Otherwise(outcome) => outcome.clone(),
            Found::Numbered { fates, is_whole } => CopyOutcome::Shown {
                places: fates.get(&(symbol.to_string(), number)).cloned().unwrap_or_default(),
                is_whole: *is_whole,
            },
        }
    }
}

impl<'a> Fates<'a> {
    /// For the function around a position.
    pub(crate) fn new(snapshot: &'a Snapshot, position: FilePosition) -> Fates<'a> {
        Fates { snapshot, position, found: RefCell::default() }
    }

    /// What became of a copy, if that is known already.
    pub(crate) fn of(&self, target: &Target, symbol: &str, number: u32) -> CopyOutcome {
        let known = self.found.borrow().iter().find(|(known, _)| known == target).cloned();
        let found = known.map_or_else(
            || {
                let found = look(self.snapshot, self.position, target, &Asker::Hover, |_whole| {});
                self.found.borrow_mut().push((*target, found.clone()));
                found
            },
            |(_, found)| found,
        );
        found.of(symbol, number)
    }
}

impl<'a> HintFates<'a> {
    /// For the hints of a document. What earlier ones asked is not asked any more, unless these ask it again.
    pub(crate) fn new(snapshot: &'a Snapshot, uri: &Url) -> HintFates<'a> {
        let asker = Asker::Hints(uri.clone());
        for waiting in &mut snapshot.context.survival.lock().waiting {
            waiting.is_stale |= waiting.asker == asker;
        }
        HintFates { snapshot, asker, found: RefCell::default() }
    }

    /// What became of a copy of the function around a position, if that is known already.
    pub(crate) fn of(&self, position: FilePosition, symbol: &str, number: u32) -> CopyOutcome {
        let known = |found: &[(HashSet<String>, Found)]| {
            let (_, found) = found.iter().find(|(symbols, _)| symbols.contains(symbol))?;
            Some(found.of(symbol, number))
        };
        if let Some(outcome) = known(&self.found.borrow()) {
            return outcome;
        }
        let mut symbols = HashSet::from([symbol.to_string()]);
        let target = self.snapshot.context.tools.settings.target;
        let found = look(self.snapshot, position, &target, &self.asker, |whole| {
            let functions = whole.unit.functions.iter();
            symbols.extend(functions.map(|function| whole.unit.symbol_name(function.symbol).to_string()));
        });
        let outcome = found.of(symbol, number);
        self.found.borrow_mut().push((symbols, found));
        outcome
    }
}

/// What is known of the unit that holds the function around a position; if it is all of the program, it is shown first.
fn look(
    snapshot: &Snapshot,
    position: FilePosition,
    target: &Target,
    asker: &Asker,
    see_whole: impl FnOnce(&OptimisedCode),
) -> Found {
    let context = &snapshot.context;
    if let Some(how) = context.survival.lock().absent.clone() {
        return Found::Otherwise(CopyOutcome::Nobody(how));
    }
    let workers = match context.llvm.workers() {
        Ok(workers) => workers,
        Err(how) => return Found::Otherwise(CopyOutcome::Nobody(how)),
    };
    let Some(function) = ide::function_at(&snapshot.db, position) else {
        return Found::Otherwise(CopyOutcome::Failed);
    };
    let (program, run) = snapshot.program();
    match driver::optimised_code(&program, &run, function.item, target, workers, Some(context.tools.cranelift)) {
        Ok(code) => {
            if code.is_whole {
                see_whole(&code);
            }
            context.survival.answer(code, target, asker, context)
        }
        Err(_no_code) => Found::Otherwise(CopyOutcome::Failed),
    }
}

impl State {
    /// Forgets questions that nobody waits for any more.
    fn withdraw(&mut self, is_old: impl Fn(&Question) -> bool) {
        let (old, waiting) = std::mem::take(&mut self.waiting).into_iter().partition(|each| is_old(each));
        self.waiting = waiting;
        for question in old {
            self.answers.remove(&question.fingerprint);
        }
    }

    /// The next question, or how long to wait for one: a hover's comes first, those of hints when nobody types.
    fn next(&mut self) -> Next {
        self.withdraw(|waiting| waiting.is_stale);
        if self.waiting.is_empty() {
            self.is_asking = false;
            return Next::Nothing;
        }
        let is_of_hover = |question: &Question| question.asker == Asker::Hover;
        let first = self.waiting.iter().position(is_of_hover).unwrap_or(0);
        let question = &self.waiting[first];
        let age = question.since.elapsed();
        if !is_of_hover(question) && age < QUIET {
            // A hover may come meanwhile.
            return Next::Wait((QUIET - age).min(QUIET / 10));
        }
        Next::Ask(Box::new(self.waiting.remove(first)))
    }
}

/// What there is to do.
enum Next {
    Ask(Box<Question>),
    Wait(Duration),
    Nothing,
}

impl Survival {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answer for a unit; if there is none, it is asked for.
    fn answer(
        self: &Arc<Survival>,
        code: OptimisedCode,
        target: &Target,
        asker: &Asker,
        context: &Arc<Context>,
    ) -> Found {
        let mut hasher = DefaultHasher::new();
        hasher.write(&mir::binary::write(&code.unit));
        hasher.write(target.to_string().as_bytes());
        let fingerprint = hasher.finish();
        let mut state = self.lock();
        match state.answers.get(&fingerprint) {
            Some(Answer::Known(fates)) => {
                return Found::Numbered { fates: fates.clone(), is_whole: code.is_whole };
            }
            Some(Answer::Asked) => {
                let same = state.waiting.iter_mut().find(|waiting| waiting.fingerprint == fingerprint);
                if let Some(question) = same {
                    question.is_stale = false;
                }
                return Found::Otherwise(CopyOutcome::NotYet);
            }
            Some(Answer::Failed) => return Found::Otherwise(CopyOutcome::Failed),
            None => {}
        }
        if state.answers.len() >= MOST_ANSWERS {
            state.answers.retain(|_, answer| matches!(answer, Answer::Asked));
        }
        if *asker == Asker::Hover {
            // What waited until now is older than this; whoever still wants it asks again.
            state.withdraw(|waiting| waiting.asker == Asker::Hover && waiting.target == *target);
        }
        state.answers.insert(fingerprint, Answer::Asked);
        state.waiting.push(Question {
            asker: asker.clone(),
            since: Instant::now(),
            is_stale: false,
            fingerprint,
            target: *target,
            code,
            context: context.clone(),
        });
        if !state.is_asking {
            let asking = self.clone();
            let thread = thread::Builder::new().name("survival of copies".to_string());
            state.is_asking = thread.spawn(move || asking.ask_all()).is_ok();
        }
        Found::Otherwise(CopyOutcome::NotYet)
    }

    /// Asks until nothing waits.
    fn ask_all(&self) {
        loop {
            let next = self.lock().next();
            let question = match next {
                Next::Ask(question) => question,
                Next::Wait(time) => {
                    thread::sleep(time);
                    continue;
                }
                Next::Nothing => return,
            };
            let (fingerprint, asker, context) =
                (question.fingerprint, question.asker.clone(), question.context.clone());
            let answer = ask(*question);
            let mut state = self.lock();
            match answer {
                Ok(answer) => {
                    state.answers.insert(fingerprint, answer);
                }
                Err(how) => {
                    state.absent = Some(how);
                    state.waiting.clear();
                    state.is_asking = false;
                    return;
                }
            }
            let is_last = !state.waiting.iter().any(|waiting| waiting.asker == asker && !waiting.is_stale);
            drop(state);
            if is_last && asker != Asker::Hover {
                context.refresh_inlay_hints();
            }
        }
    }
}

/// Asks a worker about one function; what to do if there are no workers.
fn ask(question: Question) -> Result<Answer, String> {
    let workers = question.context.llvm.workers()?;
    let options = Options {
        optimisation: Optimisation::Speed,
        position_independent: true,
        report_copies: true,
        ..Options::default()
    };
    let made = workers.compile(&question.code.unit, &question.target, &options);
    question.context.llvm.answered(&made);
    let Ok(Some(object)) = made.map(|artifacts| artifacts.object) else {
        return Ok(Answer::Failed);
    };
    let mut fates = FatesByNumber::new();
    for record in object.copies {
        fates.entry((record.function, record.number)).or_default().push((record.inlined_into, record.fate));
    }
    Ok(Answer::Known(Arc::new(fates)))
}
