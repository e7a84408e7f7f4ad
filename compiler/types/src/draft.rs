//! The tables of a body while it is inferred, wide and quick to write. Threads keep a few of them, so that inference
//! touches no fresh memory except for what it keeps. Must not know rules.

use std::cell::RefCell;

use hir::{ExpressionId, PatternId};

use crate::compact::Compact;
use crate::details::Details;
use crate::inference::{Adjustment, Argument, Call, Detail, Inference, Iteration, PatternUse};
use crate::problem::Problem;
use crate::ty::Ty;

/// What inference has found out so far.
#[derive(Default)]
pub(crate) struct Draft {
    pub(crate) expression_types: Vec<Ty>,
    pub(crate) details: Details,
    pub(crate) adjustments: Vec<Adjustment>,
    pub(crate) local_types: Vec<Ty>,
    pub(crate) calls: Vec<Call>,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) patterns: Vec<(PatternId, PatternUse)>,
    pub(crate) iterations: Vec<(ExpressionId, Iteration)>,
    pub(crate) becomes: Vec<(ExpressionId, Ty)>,
    pub(crate) result: Ty,
    pub(crate) poisoned: bool,
    pub(crate) problems: Vec<Problem>,
}

thread_local! {
    static SPARE: RefCell<Vec<Draft>> = const { RefCell::new(Vec::new()) };
}

/// Bodies that are larger than this do not leave their tables to others.
const LARGEST_SPARE: usize = 1 << 20;

impl Draft {
    /// Tables for a body, every type in them poison.
    pub(crate) fn take(expressions: usize, locals: usize) -> Draft {
        let mut draft = SPARE.with_borrow_mut(Vec::pop).unwrap_or_default();
        draft.reset(expressions, locals);
        draft
    }

    pub(crate) fn reset(&mut self, expressions: usize, locals: usize) {
        self.expression_types.clear();
        self.expression_types.resize(expressions, Ty::ERROR);
        self.details.reset(expressions);
        self.adjustments.clear();
        self.adjustments.resize(expressions, Adjustment::None);
        self.local_types.clear();
        self.local_types.resize(locals, Ty::ERROR);
        self.calls.clear();
        self.arguments.clear();
        self.patterns.clear();
        self.iterations.clear();
        self.becomes.clear();
        self.result = Ty::ERROR;
        self.poisoned = false;
        self.problems.clear();
    }

    /// The detail of an expression.
    pub(crate) fn detail(&self, expression: ExpressionId) -> Detail {
        self.details.find(expression.index())
    }

    /// What has been found so far, packed, without its problems.
    pub(crate) fn packed(&self) -> Inference {
        Inference {
            compact: Compact::new(self),
            details: self.details.packed(),
            local_types: self.local_types.as_slice().into(),
            calls: self.calls.as_slice().into(),
            arguments: self.arguments.as_slice().into(),
            patterns: sorted(&self.patterns),
            iterations: sorted(&self.iterations),
            becomes: sorted(&self.becomes),
            result: self.result,
            poisoned: self.poisoned,
            problems: Vec::new(),
        }
    }

    /// Replaces each type that stands in the tables.
    pub(crate) fn replace_types(&mut self, mut replaced: impl FnMut(Ty) -> Ty) {
        for ty in self.expression_types.iter_mut().chain(&mut self.local_types) {
            *ty = replaced(*ty);
        }
        self.result = replaced(self.result);
        for call in &mut self.calls {
            call.callee = call.callee.with_types(&mut replaced);
        }
        self.details.replace_types(&mut replaced);
        for (_, pattern) in &mut self.patterns {
            pattern.ty = replaced(pattern.ty);
        }
        for (_, iteration) in &mut self.iterations {
            iteration.iterator = replaced(iteration.iterator);
            iteration.given = replaced(iteration.given);
        }
        for (_, ty) in &mut self.becomes {
            *ty = replaced(*ty);
        }
    }

    /// Packs what has been found and leaves the tables to the next body.
    pub(crate) fn finish(mut self) -> Inference {
        let problems = std::mem::take(&mut self.problems);
        let inference = Inference { problems, ..self.packed() };
        if self.expression_types.len() <= LARGEST_SPARE {
            SPARE.with_borrow_mut(|spare| spare.push(self));
        }
        inference
    }
}

/// A table by what its entries are for.
fn sorted<Id: Copy + Ord, Entry: Copy>(table: &[(Id, Entry)]) -> Box<[(Id, Entry)]> {
    let mut table: Box<[(Id, Entry)]> = table.into();
    table.sort_unstable_by_key(|(id, _)| *id);
    table
}
