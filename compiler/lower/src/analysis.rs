//! What is decided about a body in source form: which values are there (initialisation, moves, drops), what is lent, and
//! what is never used; and where a last use moves. Each analysis in a file of its own, on sets per block; those that a body gives no reason for are
//! skipped. Must not know positions: problems name expressions.

mod dataflow;
mod drops;
mod holders;
mod holding;
mod initialisation;
mod last_uses;
mod levels;
mod liveness;
mod loan;
mod loans;
mod move_paths;
mod reaching;
mod read_only;
pub mod rules;
mod sets;
mod unused;

use hir::{Body, ClosureId, ExpressionId, ItemId};
use source::Db;
use types::{Captures, Inference, Problem, Signature};

use crate::diagnostics::kinds::{certain_panic, missing_return};
use crate::source_form::{Built, LocalId, Mentions, SourceForm};
use dataflow::Dataflow;
use last_uses::LastUses;

/// Memory that is kept from body to body.
#[derive(Default)]
pub struct Scratch {
    dataflow: Dataflow,
    numbers: Vec<u32>,
}

/// What the analyses look at.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The database, for questions about types.
    pub db: &'a dyn Db,
    /// Whose body it is.
    pub item: ItemId,
    /// The typed body.
    pub body: &'a Body,
    /// Its types.
    pub inference: &'a Inference,
    /// The head of a function; constants and closures have none.
    pub signature: Option<&'a Signature>,
    /// By which callers judge the function: of a method of an `impl` that is what the trait declares.
    pub declared: Option<&'a Signature>,
    /// What the body is that is looked at, if it is a closure's in that of the item.
    pub closure: Option<(ClosureId, &'a Captures)>,
}

impl Subject<'_> {
    /// The whole of what is evaluated.
    pub fn root(&self) -> ExpressionId {
        self.closure.map_or(self.body.root, |(closure, _)| self.body[closure].body)
    }
}

/// What is known about a body afterwards.
pub struct Analysed {
    /// The form, with its drops decided.
    pub form: SourceForm,
    /// For the next body.
    pub mentions: Mentions,
    /// What is wrong.
    pub problems: Vec<Problem>,
}

/// Decides where values are dropped in a form that nobody wrote, so that nothing can be wrong with it.
pub(crate) fn decide_drops(subject: Subject<'_>, form: &mut SourceForm, tracked: &[LocalId], late: &[LocalId]) {
    if !tracked.is_empty() {
        initialisation::check(subject, form, tracked, late, &mut Scratch::default(), &mut Vec::new());
    }
}

/// What a body is analysed for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// What is wrong with it: the form is dropped, so that it does not matter what a use does with a count.
    Problems,
    /// Its form.
    Form,
}

/// Runs all analyses.
pub fn analyse(subject: Subject<'_>, built: Built, purpose: Purpose, scratch: &mut Scratch) -> Analysed {
    let Built { mut form, mut problems, mut mentions, misses_return, late, tracked, has_loans } = built;
    if misses_return && form.poison.is_none() {
        problems.push(match subject.closure {
            Some((closure, captures)) => {
                let result = types::display(subject.db, captures.result);
                missing_return::of_closure(subject.body.closure_literal(closure), &result)
            }
            None => {
                let result = types::display(subject.db, subject.inference.result);
                missing_return::problem(&subject.item.name(subject.db).text(), &result)
            }
        });
    }
    if matches!(subject.item.kind(subject.db), hir::ItemKind::Constant | hir::ItemKind::Global) {
        // Evaluating it has found the same, as an error.
        problems.retain(|problem| problem.kind != &certain_panic::KIND);
    }
    // What could not be lowered may use any variable.
    if form.poison.is_none() {
        // What a closure does with variables counts for the body that it is in.
        if subject.closure.is_none() {
            unused::check(subject, &mut mentions, &mut problems);
        }
        liveness::check(subject, &form, &mentions, scratch, &mut problems);
    }
    if !tracked.is_empty() {
        initialisation::check(subject, &mut form, &tracked, &late, scratch, &mut problems);
    }
    let mut last_uses = match purpose {
        Purpose::Problems => LastUses::default(),
        Purpose::Form => LastUses::find(subject, &form, &tracked, scratch),
    };
    if has_loans {
        loans::check(subject, &form, scratch, &mut last_uses, &mut problems);
    }
    read_only::check(subject, &form, &mut problems);
    last_uses.apply(subject, &mut form);
    Analysed { form, mentions, problems }
}
