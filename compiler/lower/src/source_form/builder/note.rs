//! What is noted about variables on the way: reads, assignments, loans and changes. Only in code that is reached.

use hir::ExpressionId;

use super::super::local::LocalKind;
use super::super::mentions::{Mention, MentionKind};
use super::{Builder, LocalId, Place};

impl Builder<'_> {
    /// A variable is read, or something in it is reached.
    pub(super) fn note_read(&mut self, variable: hir::LocalId, local: LocalId) {
        self.mentions.uses[variable.index()].is_read = true;
        self.note(local, MentionKind::Read);
    }

    /// A variable begins: in a loop, each turn has one of its own.
    pub(super) fn note_begin(&mut self, local: LocalId) {
        self.note(local, MentionKind::Begin);
    }

    /// A compound assignment reads the old value of a variable. If nothing else does, the variable is still unused.
    pub(super) fn note_old_value(&mut self, local: LocalId) {
        self.note(local, MentionKind::Read);
    }

    /// A whole variable gets a value by an assignment.
    pub(super) fn note_assignment(&mut self, local: LocalId, assignment: ExpressionId) {
        if let Some(variable) = self.form.local(local).variable {
            let uses = &mut self.mentions.uses[variable.index()];
            uses.is_assigned = true;
            uses.is_changed = true;
            self.note(local, MentionKind::Assigned(assignment));
        }
    }

    fn note(&mut self, local: LocalId, kind: MentionKind) {
        let data = self.form.local(local);
        let may_be_assigned = data.mutable || self.is_late(local);
        if self.open && data.kind == LocalKind::Variable && may_be_assigned {
            self.mentions.mentions.push(Mention { local, kind });
        }
    }

    /// Something in a variable is changed, which needs its `mut`.
    pub(super) fn note_change(&mut self, place: Place, change: ExpressionId) {
        self.check_unguarded(place, change);
        if let Some(local) = self.form.base_local(place)
            && let Some(variable) = self.form.local(local).variable
            && !self.form.leads_away(place)
        {
            self.mentions.uses[variable.index()].is_changed = true;
        }
    }

    /// A place is lent or its address taken.
    pub(super) fn note_lent(&mut self, place: Place) {
        if let Some(local) = self.form.base_local(place)
            && let Some(variable) = self.form.local(local).variable
            && !self.form.leads_away(place)
        {
            self.mentions.uses[variable.index()].is_lent = true;
        }
    }
}
