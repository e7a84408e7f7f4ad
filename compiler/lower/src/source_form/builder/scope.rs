//! Where values end: each open scope's variables and temporaries on one stack, emitted in reverse when the scope is left,
//! by its end or by a jump (`exits` shares the jumps' endings). Must not know whether a value has been moved away before: drop elaboration does.

use hir::ExpressionId;

use super::super::local::LocalKind;
use super::super::statement::{DropExtent, StatementKind};
use super::{Builder, Label, LocalId, Place};

/// An ending on the stack, among those below it: none that is put there again has the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct EndingId(u32);

/// A variable or temporary that ends with its scope.
#[derive(Clone, Copy)]
pub(super) struct Ending {
    pub(super) id: EndingId,
    pub(super) local: LocalId,
    /// Its value must be dropped.
    pub(super) drops: bool,
    /// Its memory must have been given back.
    ends: bool,
}

/// A loop around the current point.
#[derive(Clone, Copy)]
pub(super) struct LoopFrame {
    pub(super) expression: ExpressionId,
    /// Where `break` leads.
    pub(super) end: Label,
    /// Where `continue` leads.
    pub(super) next: Label,
    /// The endings that are open outside of the body.
    pub(super) mark: usize,
}

impl Builder<'_> {
    /// Lets a local end with the innermost scope.
    pub(super) fn ends_with_scope(&mut self, local: LocalId) {
        let data = self.form.local(local);
        let (ty, kind) = (data.ty, data.kind);
        let ends = match kind {
            LocalKind::Variable => self.ends_matter,
            LocalKind::Temporary
            | LocalKind::Return
            | LocalKind::Parameter
            | LocalKind::Captured
            | LocalKind::Value
            | LocalKind::DropFlag => false,
        };
        let drops = self.needs_drop(ty);
        if drops && kind == LocalKind::Temporary {
            self.tracked.push(local);
        }
        if drops || ends {
            self.push_ending(local, (drops, ends));
        }
    }

    /// Lets the memory of a borrowed temporary end with the innermost scope too.
    pub(super) fn memory_ends_with_scope(&mut self, local: LocalId) {
        // Something else of it ends already only if it was lent before or its value does: else no search is needed, of which
        // each would be through all that ends.
        let is_new = self.exits.memory_ends(local) && !self.needs_drop(self.form.local(local).ty);
        let known = match is_new {
            true => None,
            false => self.endings.iter_mut().rev().find(|ending| ending.local == local),
        };
        match known {
            Some(ending) => ending.ends = true,
            None => self.push_ending(local, (false, true)),
        }
    }

    fn push_ending(&mut self, local: LocalId, (drops, ends): (bool, bool)) {
        let id = EndingId(self.endings_made);
        self.endings_made += 1;
        self.endings.push(Ending { id, local, drops, ends });
    }

    /// Takes out what began at `mark` or later and goes on, to end among other values than before: temporaries that a value
    /// may lead to with what the block or `match` stands in whose value it is, names of a guard with the arm.
    pub(super) fn kept_from(&mut self, mark: usize) -> Vec<Ending> {
        self.endings.split_off(mark)
    }

    /// Lets what has been taken out end with the innermost scope.
    pub(super) fn end_kept(&mut self, kept: Vec<Ending>) {
        for Ending { id: _, local, drops, ends } in kept {
            self.push_ending(local, (drops, ends));
        }
    }

    /// Where the endings of a scope that begins here will start.
    pub(super) fn mark(&self) -> usize {
        self.endings.len()
    }

    /// Leaves the scopes that began at `mark` or later by their end.
    pub(super) fn close_to(&mut self, mark: usize, expression: ExpressionId) {
        if self.endings.len() > mark {
            self.leave_to(mark, expression);
            self.endings.truncate(mark);
        }
    }

    /// Ends everything that began at `mark` or later, at this point.
    pub(super) fn leave_to(&mut self, mark: usize, expression: ExpressionId) {
        if !self.open {
            return;
        }
        for index in (mark..self.endings.len()).rev() {
            let Ending { id: _, local, drops, ends } = self.endings[index];
            self.end(local, (drops, ends), expression);
        }
    }

    /// Ends a local: its value, its memory.
    pub(super) fn end(&mut self, local: LocalId, (drops, ends): (bool, bool), expression: ExpressionId) {
        if drops {
            let place = Place::local(local);
            self.emit(StatementKind::Drop { place, extent: DropExtent::Whole, flag: None }, expression);
        }
        if ends {
            self.emit(StatementKind::StorageDead(local), expression);
        }
    }
}
