//! Where a value lies inside the matched one: a path of steps, each path stored once. Owns the table of them. Must not
//! know patterns or how a place is read.

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// A path from the matched value to a part of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OccurrenceId(u32);

impl OccurrenceId {
    /// The matched value itself.
    pub const ROOT: OccurrenceId = OccurrenceId(0);

    /// The place in its table.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One step into a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A part of a case of an enum, which the value is known to be here.
    Case {
        /// The case.
        case: u32,
        /// The part of it.
        part: u32,
    },
    /// A part of a structure or tuple.
    Part(u32),
    /// An element, counted from the front. There are enough of them here.
    Element(u64),
    /// An element, counted from the end: 0 is the last. Of slices of unknown length only.
    FromEnd(u64),
}

/// The last step of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrence<T> {
    /// What the step starts from, and the step; nothing for the matched value itself.
    pub from: Option<(OccurrenceId, Step)>,
    /// The type of what is there.
    pub ty: T,
}

/// All paths of one `match`. What a path starts from has a smaller id.
#[derive(Clone, Debug)]
pub struct Occurrences<T> {
    all: Vec<Occurrence<T>>,
    ids: FxHashMap<(OccurrenceId, Step), OccurrenceId>,
}

impl<T: Copy + Eq + Hash> Occurrences<T> {
    pub(super) fn of_type(root: T) -> Self {
        Occurrences { all: vec![Occurrence { from: None, ty: root }], ids: FxHashMap::default() }
    }

    /// The last step to a part, and its type.
    pub fn get(&self, id: OccurrenceId) -> Occurrence<T> {
        self.all[id.index()]
    }

    /// All of them, by id.
    pub fn all(&self) -> &[Occurrence<T>] {
        &self.all
    }

    /// The path with a step more.
    pub(super) fn step(&mut self, from: OccurrenceId, step: Step, ty: impl FnOnce() -> T) -> OccurrenceId {
        *self.ids.entry((from, step)).or_insert_with(|| {
            self.all.push(Occurrence { from: Some((from, step)), ty: ty() });
            OccurrenceId(self.all.len() as u32 - 1)
        })
    }
}
