//! Lists of types, which stand in tuples, type arguments and parameters: a number with cheap equality for each, one table
//! for the process and an epoch (see `source`'s `epoch`). Must not know what lists are for.

use std::fmt;
use std::hash::BuildHasher as _;
use std::ops::Deref;
use std::sync::{Arc, PoisonError, RwLock};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::Ty;

/// A list of types inside a type; equal lists are the same list.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TypeList(pub(super) u32);

/// The elements of a list, which is the table's own: a list may be long, and each of its elements asked for by itself.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Elements(Arc<[Ty]>);

impl From<&[Ty]> for Elements {
    fn from(types: &[Ty]) -> Elements {
        Elements(types.into())
    }
}

impl Deref for Elements {
    type Target = [Ty];

    fn deref(&self) -> &[Ty] {
        &self.0
    }
}

impl fmt::Debug for Elements {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

static LISTS: RwLock<Lists> = RwLock::new(Lists { epoch: 0, first: 0, lists: Vec::new(), numbers: HashTable::new() });

struct Lists {
    epoch: u32,
    /// The number of the first list. Numbers are not used again: those of the next epoch go on from these.
    first: u32,
    lists: Vec<Elements>,
    numbers: HashTable<TypeList>,
}

impl TypeList {
    /// The one list with these elements.
    pub fn new(types: &[Ty]) -> TypeList {
        let hash = FxBuildHasher.hash_one(types);
        let known = LISTS.read().unwrap_or_else(PoisonError::into_inner).find(types, hash);
        known.unwrap_or_else(|| LISTS.write().unwrap_or_else(PoisonError::into_inner).add(types, hash))
    }

    /// The elements.
    pub fn types(self) -> Elements {
        LISTS.read().unwrap_or_else(PoisonError::into_inner).elements(self).clone()
    }
}

impl fmt::Debug for TypeList {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.types().fmt(formatter)
    }
}

impl Lists {
    fn elements(&self, list: TypeList) -> &Elements {
        let elements = self.lists.get(list.0.wrapping_sub(self.first) as usize);
        elements.expect("a type is kept only where a database of its epoch is")
    }

    fn find(&self, types: &[Ty], hash: u64) -> Option<TypeList> {
        if self.epoch != source::epoch() {
            return None;
        }
        self.numbers.find(hash, |list| **self.elements(*list) == *types).copied()
    }

    fn add(&mut self, types: &[Ty], hash: u64) -> TypeList {
        if self.epoch != source::epoch() {
            let first = self.first.wrapping_add(self.lists.len() as u32);
            *self = Lists { epoch: source::epoch(), first, lists: Vec::new(), numbers: HashTable::new() };
        }
        if let Some(known) = self.find(types, hash) {
            return known;
        }
        let list = TypeList(self.first.wrapping_add(self.lists.len() as u32));
        self.lists.push(Elements(types.into()));
        let Lists { first, lists, numbers, .. } = self;
        numbers.insert_unique(hash, list, |list| FxBuildHasher.hash_one(&*lists[list.0.wrapping_sub(*first) as usize]));
        list
    }
}
