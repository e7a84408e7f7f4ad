//! What becomes of copies in optimised code, asked of LLVM's workers in the background. It owns the questions that are
//! waiting (the last one), the one that is being asked, and the answers so far, by the code of the function: so an answer
//! is never one for another text. Nobody ever waits for it: what is not known yet is not known. A missing worker, or one
//! that dies, leaves things unknown and nothing else. It must not know who shows the answers.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use driver::OptimisedCode;
use ide::{CopyOutcome, FilePosition, Target};
use mir::{Backend, CopyFate, Optimisation, Options};

use crate::context::Context;
use crate::snapshot::Snapshot;

/// More answers than this are not kept; an editor asks about what is on the screen.
const MOST_ANSWERS: usize = 1024;

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
    /// The last question about each target.
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

struct Question {
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

/// What is known of one function.
#[derive(Clone)]
enum Found {
    Numbered { fates: Numbered, is_whole: bool },
    Otherwise(CopyOutcome),
}

impl<'a> Fates<'a> {
    /// For the function around a position.
    pub(crate) fn new(snapshot: &'a Snapshot, position: FilePosition) -> Fates<'a> {
        Fates {
            snapshot,
            position,
            found: RefCell::default(),
        }
    }

    /// What became of a copy, if that is known already.
    pub(crate) fn of(&self, target: &Target, symbol: &str, number: u32) -> CopyOutcome {
        let known = self.found.borrow().iter().find(|(known, _)| known == target).cloned();
        let found = known.map_or_else(
            || {
                let found = self.find(target);
                self.found.borrow_mut().push((*target, found.clone()));
                found
            },
            |(_, found)| found,
        );
        match found {
            Found::Otherwise(outcome) => outcome,
            Found::Numbered { fates, is_whole } => CopyOutcome::Shown {
                places: fates.get(&(symbol.to_string(), number)).cloned().unwrap_or_default(),
                is_whole,
            },
        }
    }

    fn find(&self, target: &Target) -> Found {
        let context = &self.snapshot.context;
        if let Some(how) = context.survival.lock().absent.clone() {
            return Found::Otherwise(CopyOutcome::Nobody(how));
        }
        let workers = match context.llvm.workers() {
            Ok(workers) => workers,
            Err(how) => return Found::Otherwise(CopyOutcome::Nobody(how)),
        };
        let Some(function) = ide::function_at(&self.snapshot.db, self.position) else {
            return Found::Otherwise(CopyOutcome::Failed);
        };
        match self.snapshot.session().optimised_code(function.item, target, workers) {
            Ok(code) => context.survival.answer(code, target, context),
            Err(_no_code) => Found::Otherwise(CopyOutcome::Failed),
        }
    }
}

impl Survival {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answer for a unit; if there is none, it is asked for.
    fn answer(self: &Arc<Survival>, code: OptimisedCode, target: &Target, context: &Arc<Context>) -> Found {
        let mut hasher = DefaultHasher::new();
        hasher.write(&mir::binary::write(&code.unit));
        hasher.write(target.to_string().as_bytes());
        let fingerprint = hasher.finish();
        let mut state = self.lock();
        match state.answers.get(&fingerprint) {
            Some(Answer::Known(fates)) => {
                return Found::Numbered {
                    fates: fates.clone(),
                    is_whole: code.is_whole,
                };
            }
            Some(Answer::Asked) => return Found::Otherwise(CopyOutcome::NotYet),
            Some(Answer::Failed) => return Found::Otherwise(CopyOutcome::Failed),
            None => {}
        }
        if state.answers.len() >= MOST_ANSWERS {
            state.answers.retain(|_, answer| matches!(answer, Answer::Asked));
        }
        // What waited until now is older than this; whoever still wants it asks again.
        let is_older = |waiting: &Question| waiting.target == *target;
        if let Some(older) = state.waiting.iter().position(is_older) {
            let older = state.waiting.remove(older);
            state.answers.remove(&older.fingerprint);
        }
        state.answers.insert(fingerprint, Answer::Asked);
        state.waiting.push(Question {
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
            let question = {
                let mut state = self.lock();
                if state.waiting.is_empty() {
                    state.is_asking = false;
                    return;
                }
                state.waiting.remove(0)
            };
            let fingerprint = question.fingerprint;
            let answer = ask(question);
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
        fates
            .entry((record.function, record.number))
            .or_default()
            .push((record.inlined_into, record.fate));
    }
    Ok(Answer::Known(Arc::new(fates)))
}
