//! Which variables a body reads and assigns, in the order it does: noted while the form is built, because the warnings
//! about variables need no more than that, and walking all statements for them again would cost twice as much.

use hir::ExpressionId;

use super::LocalId;

/// Reads and assignments of the variables that may change, block by block.
#[derive(Default, Debug)]
pub struct Mentions {
    /// In order of evaluation.
    pub mentions: Vec<Mention>,
    /// For each block the end of its mentions.
    pub ends: Vec<u32>,
    /// For each local of the typed body.
    pub uses: Vec<Use>,
    /// Whether all of the body was seen: code that is not reached is not.
    pub is_complete: bool,
}

/// One mention of a variable that may change.
#[derive(Clone, Copy, Debug)]
pub struct Mention {
    /// The variable.
    pub local: LocalId,
    /// What is done.
    pub kind: MentionKind,
}

/// What is done to a variable where it is mentioned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MentionKind {
    /// It is read, or something in it is reached.
    Read,
    /// It begins, with its first value or without one.
    Begin,
    /// All of it is assigned.
    Assigned(ExpressionId),
}

/// What is done with a variable anywhere.
#[derive(Clone, Copy, Default, Debug)]
pub struct Use {
    /// Its value is used, or a part of it is changed.
    pub is_read: bool,
    /// It is assigned as a whole.
    pub is_assigned: bool,
    /// Something in it is changed after its first assignment: it needs its `mut`.
    pub is_changed: bool,
    /// It is lent, or its address is taken: it may be read and changed where it is not mentioned.
    pub is_lent: bool,
}

impl Mentions {
    /// What a closure does with the variables of the body that it is in counts for that body.
    pub fn add_closure(&mut self, closure: &Mentions) {
        self.is_complete &= closure.is_complete;
        for (own, inner) in self.uses.iter_mut().zip(&closure.uses) {
            own.is_read |= inner.is_read;
            own.is_assigned |= inner.is_assigned;
            own.is_changed |= inner.is_changed;
            own.is_lent |= inner.is_lent;
        }
    }

    /// Empties it for a body with that many variables and keeps the memory.
    pub fn reset(&mut self, variables: usize) {
        self.mentions.clear();
        self.ends.clear();
        self.uses.clear();
        self.uses.resize(variables, Use::default());
        self.is_complete = true;
    }
}
