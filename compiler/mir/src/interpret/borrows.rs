//! The model of borrows: an identity for each `ref` and `mut` that a program makes, and what accesses do to the others.
//! Owns identities, the tree that they make above a piece of memory, and the faults that name the places. Must not know
//! what is in memory, nor steps.
//!
//! An address with an identity is a number of its own in the upper 32 bits, which leads to the upper half of the real
//! address; the lower half is that of the real one. So identities travel with addresses through cells, memory and calls,
//! and arithmetic on addresses keeps them. Addresses of slots, data and allocations themselves are the owner's: the root
//! of the tree.

mod permission;
mod ranges;

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::watch::Watch;

use super::fault::{FaultKind, Problem, Trace};
pub use permission::Action;
use permission::Permission;
use ranges::Ranges;

/// The bit that addresses with an identity have; those of slots have a higher one, all others none as high.
pub const IDENTITY: u64 = 1 << 62;
/// Identities that are given at most: behind them addresses keep the identity that they have.
const MOST: usize = 1 << 23;
/// A tree of so many tags, or a power of two above, is looked through for those that are disabled.
const WORTH_CLEANING: usize = 32;
/// What an identity costs of the program's memory.
pub const BYTES_PER_IDENTITY: u64 = 96;

/// What of borrows is watched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BorrowModel {
    /// Nothing; calls that tell of borrows do nothing.
    #[default]
    Off,
    /// What optimised code relies on, which `unsafe` code must keep: that of parameters declared `ref` and `mut`.
    Promises,
    /// The rules of safe code: each borrow, and that nothing is read where a value has been moved away.
    Rules,
}

/// A place in the program: a function by its number, and the source offset in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spot {
    /// The function.
    pub function: u32,
    /// Byte offset of the source expression, relative to the item's chunk.
    pub source: u32,
}

/// What one byte is to a borrow, and what made it so.
#[derive(Clone, Copy, PartialEq, Debug)]
struct State {
    permission: Permission,
    broken: Option<(Action, Spot)>,
}

/// A borrow.
#[derive(Debug)]
struct Tag {
    parent: Option<u32>,
    /// The upper half of the real address.
    piece: u32,
    made: Spot,
    watch: Watch,
    /// A function runs that has it as its parameter.
    protected: bool,
    /// Accesses through it are not watched: its promise was for a call that has ended, or its address became a number.
    released: bool,
    /// The memory is gone.
    gone: Option<(&'static str, Spot)>,
    states: Ranges<State>,
}

impl Tag {
    fn is_disabled(&self) -> bool {
        self.states.values().all(|state| state.permission == Permission::Disabled)
    }
}

/// The borrows of a program that runs.
#[derive(Debug)]
pub struct Borrows {
    rules: bool,
    tags: Vec<Tag>,
    /// The live tags of each piece of memory, by the upper half of its addresses.
    trees: FxHashMap<u32, SmallVec<[u32; 4]>>,
    /// Protected tags with the depth of their calls, innermost last. Of the thread that runs.
    pub(super) protected: Vec<(u32, u32)>,
    /// Where the program is.
    pub now: Spot,
}

type Ancestors = SmallVec<[u32; 8]>;

impl Borrows {
    /// None yet.
    pub fn new(model: BorrowModel) -> Option<Borrows> {
        let rules = match model {
            BorrowModel::Off => return None,
            BorrowModel::Promises => false,
            BorrowModel::Rules => true,
        };
        Some(Borrows {
            rules,
            tags: Vec::new(),
            trees: FxHashMap::default(),
            protected: Vec::new(),
            now: Spot::default(),
        })
    }

    /// Whether the rules of safe code are watched.
    pub fn has_rules(&self) -> bool {
        self.rules
    }

    /// The real address.
    pub fn real(&self, address: u64) -> u64 {
        match self.tag_of(address) {
            Some(tag) => u64::from(self.tags[tag as usize].piece) << 32 | address & 0xffff_ffff,
            None => address,
        }
    }

    fn tag_of(&self, address: u64) -> Option<u32> {
        if address >> 62 != IDENTITY >> 62 {
            return None;
        }
        let tag = (address >> 32) as u32 & !(1 << 30);
        ((tag as usize) < self.tags.len()).then_some(tag)
    }

    /// An address becomes a borrow's: the same place under a new identity.
    ///
    /// # Errors
    /// The address may not be used so.
    pub fn tell(&mut self, watch: Watch, address: u64, bytes: u64, depth: usize) -> Result<u64, Problem> {
        let (action, permission, protected) = match watch {
            Watch::Ref => (Action::Read, Permission::Frozen, false),
            Watch::Mut => (Action::Write, Permission::Active, false),
            Watch::MutArgument => (Action::Read, Permission::Reserved, false),
            Watch::RefParameter => (Action::Read, Permission::Frozen, true),
            Watch::MutParameter => (Action::Write, Permission::Active, true),
            Watch::End => return Ok(address),
        };
        // Only the rules make an access of the borrow itself; what optimisers are promised speaks of reads and writes.
        if self.rules {
            self.access(address, bytes, action)?;
        } else if !protected {
            return Ok(address);
        }
        let start = address as u32;
        let end = u64::from(start) + bytes;
        if bytes == 0 || end > u64::from(u32::MAX) || self.tags.len() == MOST {
            return Ok(address);
        }
        let piece = (self.real(address) >> 32) as u32;
        let tag = self.tags.len() as u32;
        let state = State { permission, broken: None };
        self.tags.push(Tag {
            parent: self.tag_of(address),
            piece,
            made: self.now,
            watch,
            protected,
            released: false,
            gone: None,
            states: Ranges::new(start, end as u32, state),
        });
        let tree = self.trees.entry(piece).or_default();
        tree.push(tag);
        // What is broken for good cannot be broken again; else a loop that borrows would take ever longer.
        if tree.len().is_power_of_two() && tree.len() >= WORTH_CLEANING {
            let tags = &self.tags;
            tree.retain(|tag| tags[*tag as usize].protected || !tags[*tag as usize].is_disabled());
        }
        if protected {
            self.protected.push((depth as u32, tag));
        }
        Ok(IDENTITY | u64::from(tag) << 32 | u64::from(start))
    }

    /// Bytes are read or written through an address; gives the real one.
    ///
    /// # Errors
    /// The borrow has been broken before, or a parameter of a running function is broken by this.
    pub fn access(&mut self, address: u64, bytes: u64, action: Action) -> Result<u64, Problem> {
        let real = self.real(address);
        let piece = (real >> 32) as u32;
        let tag = self.tag_of(address);
        if let Some(tag) = tag
            && let Some(gone) = self.tags[tag as usize].gone
            && bytes > 0
        {
            return Err(self.used_after_end(tag, gone));
        }
        if bytes == 0 || tag.is_none() && !self.trees.contains_key(&piece) {
            return Ok(real);
        }
        let start = address as u32;
        let end = (u64::from(start) + bytes).min(u64::from(u32::MAX)) as u32;
        let ancestors = self.ancestors(tag);
        let now = self.now;
        for &own in &ancestors {
            let tag = &mut self.tags[own as usize];
            if tag.released {
                continue;
            }
            let checked = tag.states.update(start, end, |state| match state.permission.after_own(action) {
                Some(permission) => Ok(State { permission, ..state }),
                None => Err(state),
            });
            if let Err(state) = checked {
                return Err(self.misused(own, state, action));
            }
        }
        let Some(others) = self.trees.get(&piece) else {
            return Ok(real);
        };
        for &other in others.iter().filter(|other| !ancestors.contains(other)) {
            let Tag { protected, states, .. } = &mut self.tags[other as usize];
            let protected = *protected;
            let checked = states.update(start, end, |state| {
                if protected && state.permission.protects_from(action) {
                    return Err(());
                }
                let permission = state.permission.after_foreign(action);
                Ok(if permission == state.permission {
                    state
                } else {
                    State { permission, broken: Some((action, now)) }
                })
            });
            if checked.is_err() {
                return Err(self.unprotected(other, tag, action));
            }
        }
        Ok(real)
    }

    /// The tags from an access's own up to the root.
    fn ancestors(&self, tag: Option<u32>) -> Ancestors {
        let mut ancestors = Ancestors::new();
        let mut next = tag;
        while let Some(tag) = next {
            ancestors.push(tag);
            next = self.tags[tag as usize].parent;
        }
        ancestors
    }

    /// An address becomes a number, from which others may be made: the program may reach this memory unseen.
    pub fn expose(&mut self, address: u64) {
        for tag in self.ancestors(self.tag_of(address)) {
            self.release(tag);
        }
    }

    fn release(&mut self, tag: u32) {
        let data = &mut self.tags[tag as usize];
        data.released = true;
        data.protected = false;
        let piece = data.piece;
        if let Entry::Occupied(mut tree) = self.trees.entry(piece) {
            tree.get_mut().retain(|other| *other != tag);
            if tree.get().is_empty() {
                tree.remove();
            }
        }
    }

    /// A call at a depth ends, and with it the slots whose addresses have this upper half.
    pub fn leave(&mut self, depth: usize, piece: u32) {
        while let Some((at, tag)) = self.protected.last().copied()
            && at as usize >= depth
        {
            self.protected.pop();
            if self.rules {
                self.tags[tag as usize].protected = false;
            } else {
                self.release(tag);
            }
        }
        self.end(piece, "the function returned");
    }

    /// An allocation is freed.
    ///
    /// # Errors
    /// A running function has a borrow of it as its parameter.
    pub fn free(&mut self, address: u64, bytes: u64) -> Result<(), Problem> {
        self.access(address, bytes, Action::Write)?;
        let piece = (self.real(address) >> 32) as u32;
        let tree = self.trees.get(&piece);
        let protected = tree.and_then(|tree| tree.iter().find(|tag| self.tags[**tag as usize].protected));
        if let Some(&tag) = protected {
            return Err(self.unprotected(tag, self.tag_of(address), Action::Write));
        }
        self.end(piece, "the memory was freed");
        Ok(())
    }

    fn end(&mut self, piece: u32, how: &'static str) {
        for tag in self.trees.remove(&piece).unwrap_or_default() {
            self.tags[tag as usize].gone = Some((how, self.now));
        }
    }

    /// What a borrow is called.
    fn name(&self, tag: u32) -> &'static str {
        match self.tags[tag as usize].watch {
            Watch::Ref => "`ref`",
            Watch::Mut | Watch::MutArgument => "`mut`",
            Watch::RefParameter => "parameter declared `ref`",
            Watch::MutParameter => "parameter declared `mut`",
            Watch::End => "place",
        }
    }

    #[cold]
    fn used_after_end(&self, tag: u32, (how, spot): (&'static str, Spot)) -> Problem {
        let message = format!("a {} is used after the memory that it leads to has ended", self.name(tag));
        Problem::new(FaultKind::BrokenBorrow, message)
            .with(Trace::new("the borrow was made", self.tags[tag as usize].made))
            .with(Trace::new(how, spot))
    }

    #[cold]
    fn misused(&self, tag: u32, state: State, action: Action) -> Problem {
        let name = self.name(tag);
        let message = match (state.broken, action) {
            (None, _) => format!("something is written through a {name}"),
            (Some((Action::Read, _)), _) => {
                format!("something is written through a {name} after others have used what it leads to")
            }
            (Some((Action::Write, _)), Action::Read) => {
                format!("a {name} is read through after others have changed what it leads to")
            }
            (Some((Action::Write, _)), Action::Write) => {
                format!("something is written through a {name} after others have changed what it leads to")
            }
        };
        let problem = Problem::new(FaultKind::BrokenBorrow, message)
            .with(Trace::new("the borrow was made", self.tags[tag as usize].made));
        match state.broken {
            Some((Action::Read, spot)) => problem.with(Trace::new("it was read by others", spot)),
            Some((Action::Write, spot)) => problem.with(Trace::new("it was written by others", spot)),
            None => problem,
        }
    }

    #[cold]
    fn unprotected(&self, tag: u32, by: Option<u32>, action: Action) -> Problem {
        let name = self.name(tag);
        let verb = match action {
            Action::Read => "read",
            Action::Write => "changed",
        };
        let problem = Problem::new(
            FaultKind::BrokenBorrow,
            format!("what a {name} leads to is {verb} by others while the function runs"),
        )
        .with(Trace::new("the function began", self.tags[tag as usize].made));
        match by {
            Some(by) => problem.with(Trace::new("the other borrow was made", self.tags[by as usize].made)),
            None => problem,
        }
    }
}
