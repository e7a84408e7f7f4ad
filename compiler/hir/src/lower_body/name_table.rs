//! What names mean at the current place of a body: locals by scope, names of the module once they were looked up.
//! One array indexed by the place of the name in its table, kept by the thread from body to body, so that nothing is hashed.

use crate::{LocalId, Name, Resolution, TypeResolution};

/// What a name means in a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    Local(LocalId),
    /// A type parameter of the item or of what it stands in.
    Generic(TypeResolution),
    /// A name of the module or of the compiler.
    Global(Resolution),
    /// Nothing; reported.
    Unknown,
}

/// Names and their meanings.
#[derive(Default)]
pub(super) struct NameTable {
    /// By the place of the name. Slots of earlier bodies have another epoch.
    slots: Vec<Slot>,
    epoch: u32,
    /// Bindings in force, with what the name meant before.
    bound: Vec<Binding>,
    meanings: Vec<Meaning>,
    /// Names that were looked up outside of the body.
    looked_up: Vec<Name>,
    /// By the place of the name, the epoch in which it was looked up last.
    looked_up_in: Vec<u32>,
}

/// A binding in force.
#[derive(Clone, Copy)]
struct Binding {
    name: Name,
    local: LocalId,
    /// The place of its meaning.
    meaning: u32,
    /// The place of what the name meant before.
    before: Option<u32>,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    epoch: u32,
    /// The place in `meanings`.
    meaning: u32,
}

impl NameTable {
    /// Forgets all names, but keeps the memory.
    pub fn clear(&mut self) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.slots.clear();
            self.looked_up_in.clear();
            self.epoch = 1;
        }
        self.bound.clear();
        self.meanings.clear();
        self.looked_up.clear();
    }

    #[inline]
    fn place(&self, name: Name) -> Option<u32> {
        self.slots.get(name.place() as usize).filter(|slot| slot.epoch == self.epoch).map(|slot| slot.meaning)
    }

    /// What the name means, if it was bound or looked up.
    #[inline]
    pub fn get(&self, name: Name) -> Option<Meaning> {
        self.place(name).map(|place| self.meanings[place as usize])
    }

    fn set(&mut self, name: Name, meaning: Meaning) {
        let number = name.place() as usize;
        if number >= self.slots.len() {
            self.slots.resize(number + 1, Slot::default());
        }
        self.slots[number] = Slot { epoch: self.epoch, meaning: self.meanings.len() as u32 };
        self.meanings.push(meaning);
    }

    /// Remembers what a name outside of the body means.
    pub fn remember(&mut self, name: Name, meaning: Meaning) {
        self.note(name);
        self.set(name, meaning);
    }

    /// Notes that a name outside of the body was used.
    pub fn note(&mut self, name: Name) {
        let number = name.place() as usize;
        if number >= self.looked_up_in.len() {
            self.looked_up_in.resize(number + 1, 0);
        }
        if std::mem::replace(&mut self.looked_up_in[number], self.epoch) != self.epoch {
            self.looked_up.push(name);
        }
    }

    /// The names outside of the body that were looked up.
    pub fn looked_up(&self) -> impl Iterator<Item = Name> + '_ {
        self.looked_up.iter().copied()
    }

    /// Binds a local; what the name meant before comes back when the scope ends.
    pub fn bind(&mut self, name: Name, local: LocalId) {
        self.bound.push(Binding { name, local, meaning: self.meanings.len() as u32, before: self.place(name) });
        self.set(name, Meaning::Local(local));
    }

    /// Where the current scope begins; see [`NameTable::end_scope`].
    pub fn mark(&self) -> usize {
        self.bound.len()
    }

    /// Ends the scope that began at `mark`.
    pub fn end_scope(&mut self, mark: usize) {
        while self.bound.len() > mark {
            let Some(Binding { name, before, .. }) = self.bound.pop() else {
                return;
            };
            self.slots[name.place() as usize] = match before {
                Some(meaning) => Slot { epoch: self.epoch, meaning },
                None => Slot::default(),
            };
        }
    }

    /// The local bound to the name since `mark`.
    pub fn bound_since(&self, mark: usize, name: Name) -> Option<LocalId> {
        let bound = &self.bound[mark..];
        // Meanings are numbered as they come, so an older one was not bound since.
        let (first, meaning) = (bound.first()?, self.place(name)?);
        if meaning < first.meaning {
            return None;
        }
        bound.iter().find(|each| each.name == name).map(|each| each.local)
    }

    /// The locals in force, innermost last.
    pub fn locals(&self) -> impl DoubleEndedIterator<Item = (Name, LocalId)> + '_ {
        self.bound.iter().map(|each| (each.name, each.local))
    }
}
