//! What becomes of copies in optimised code, asked of LLVM's workers in the background. It owns the questions that are
//! waiting (the last one), the one that is being asked, and the answers so far, by the code of the function: so an answer
//! is never one for another text. Nobody ever waits for it: what is not known yet is not known. A missing worker, or one
//! that dies, leaves things unknown and nothing else. It must not know who shows the answers.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use driver::FunctionCode;
use ide::FilePosition;
use mir::{Backend, CopyFate, Module, Optimisation, Options};

use crate::context::Context;
use crate::snapshot::Snapshot;

/// More answers than this are not kept; an editor asks about what is on the screen.
const MOST_ANSWERS: usize = 1024;

/// The fates of one function's copies, by their numbers.
type Numbered = Arc<HashMap<u32, CopyFate>>;

/// The answers and the one who asks.
#[derive(Default)]
pub(crate) struct Survival {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// By the fingerprint of the function's code.
    answers: HashMap<u64, Answer>,
    waiting: Option<Question>,
    is_asking: bool,
    /// There is no LLVM here.
    is_absent: bool,
}

enum Answer {
    Asked,
    Known(Numbered),
    /// The worker could not say; it is not asked again.
    Failed,
}

struct Question {
    fingerprint: u64,
    symbol: String,
    module: Module,
    context: Arc<Context>,
}

/// The fates of the copies of the function around one position.
pub(crate) struct Fates<'a> {
    snapshot: &'a Snapshot,
    position: FilePosition,
    /// The function's symbol and what is known; found when first asked for.
    found: OnceCell<Option<(String, Numbered)>>,
}

impl<'a> Fates<'a> {
    /// For the function around a position.
    pub(crate) fn new(snapshot: &'a Snapshot, position: FilePosition) -> Fates<'a> {
        Fates {
            snapshot,
            position,
            found: OnceCell::new(),
        }
    }

    /// What became of a copy, if that is known already.
    pub(crate) fn of(&self, symbol: &str, number: u32) -> Option<CopyFate> {
        let found = self.found.get_or_init(|| self.find());
        let (known, fates) = found.as_ref()?;
        if known != symbol {
            return None;
        }
        fates.get(&number).copied()
    }

    fn find(&self) -> Option<(String, Numbered)> {
        let context = &self.snapshot.context;
        if context.survival.lock().is_absent {
            return None;
        }
        let function = ide::function_at(&self.snapshot.db, self.position)?;
        let code = self.snapshot.session().function_code(function.item, true).ok()?;
        let symbol = code.symbol.clone();
        let fates = context.survival.answer(code, context)?;
        Some((symbol, fates))
    }
}

impl Survival {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answer for a function's code; if there is none, it is asked for.
    fn answer(self: &Arc<Survival>, code: FunctionCode, context: &Arc<Context>) -> Option<Numbered> {
        let mut hasher = DefaultHasher::new();
        hasher.write(&mir::binary::write(&code.lowered));
        let fingerprint = hasher.finish();
        let mut state = self.lock();
        match state.answers.get(&fingerprint) {
            Some(Answer::Known(fates)) => return Some(fates.clone()),
            Some(Answer::Asked | Answer::Failed) => return None,
            None => {}
        }
        if state.answers.len() >= MOST_ANSWERS {
            state.answers.retain(|_, answer| matches!(answer, Answer::Asked));
        }
        // What waited until now is older than this; whoever still wants it asks again.
        if let Some(older) = state.waiting.take() {
            state.answers.remove(&older.fingerprint);
        }
        state.answers.insert(fingerprint, Answer::Asked);
        state.waiting = Some(Question {
            fingerprint,
            symbol: code.symbol,
            module: code.lowered,
            context: context.clone(),
        });
        if !state.is_asking {
            let asking = self.clone();
            let thread = thread::Builder::new().name("survival of copies".to_string());
            state.is_asking = thread.spawn(move || asking.ask_all()).is_ok();
        }
        None
    }

    /// Asks until nothing waits.
    fn ask_all(&self) {
        loop {
            let question = {
                let mut state = self.lock();
                match state.waiting.take() {
                    Some(question) => question,
                    None => {
                        state.is_asking = false;
                        return;
                    }
                }
            };
            let fingerprint = question.fingerprint;
            let answer = ask(question);
            let mut state = self.lock();
            match answer {
                Some(answer) => {
                    state.answers.insert(fingerprint, answer);
                }
                None => {
                    state.is_absent = true;
                    state.waiting = None;
                    state.is_asking = false;
                    return;
                }
            }
        }
    }
}

/// Asks a worker about one function; nothing if there are no workers.
fn ask(question: Question) -> Option<Answer> {
    let context = &question.context;
    let workers = context.llvm.workers().ok()?;
    let options = Options {
        optimisation: Optimisation::Speed,
        report_copies: true,
        ..Options::default()
    };
    let made = workers.compile(&question.module, &context.tools.session.target, &options);
    context.llvm.answered(&made);
    let Ok(Some(object)) = made.map(|artifacts| artifacts.object) else {
        return Some(Answer::Failed);
    };
    // The function's own code; what became of it inside of others is another question.
    let own = |record: &&mir::CopyRecord| record.function == question.symbol && record.inlined_into.is_empty();
    let fates = object
        .copies
        .iter()
        .filter(own)
        .map(|record| (record.number, record.fate));
    Some(Answer::Known(Arc::new(fates.collect())))
}
