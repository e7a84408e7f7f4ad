//! Names as numbers: one interner for the process, shared by all databases and threads.
//!
//! The numbers depend on who came first; nothing may print them, order by them or let them into a fingerprint.
//! Texts live as long as the epoch (see `source`'s `epoch`): a name may be kept where a database is, and nowhere else.
//! Most look-ups are answered by a small table of the thread, without a lock.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::hash::Hasher as _;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use hashbrown::HashTable;
use smol_str::SmolStr;

use crate::resolution::{BuiltinFunction, BuiltinType, builtin_texts};

/// A name: an identifier, a module path, the text of a test. Equal texts have equal names.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Name(u32);

impl Name {
    /// The name with this text.
    pub fn new(text: &str) -> Name {
        with_recent(|recent| recent.name(text))
    }

    /// Its place among the names of this epoch; names of the compiler come first, in the order of their enums.
    #[inline]
    pub(crate) fn place(self) -> u32 {
        self.0.wrapping_sub(FIRST.load(Relaxed))
    }

    /// Whether its text is empty: of an item whose name is missing, of the module at a package's root.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.place() == EMPTY
    }

    /// The order of the texts, which are not copied for it.
    pub fn compare_text(self, other: Name) -> Ordering {
        with_recent(|recent| recent.interner.text(self).as_str().cmp(recent.interner.text(other).as_str()))
    }

    /// Sorts names by their texts.
    pub fn sort_by_text(names: &mut [Name]) {
        with_recent(|recent| {
            let text = |name: &Name| recent.interner.text(*name).as_str();
            names.sort_unstable_by(|left, right| text(left).cmp(text(right)));
        });
    }

    /// The text.
    pub fn text(self) -> SmolStr {
        with_recent(|recent| recent.interner.text(self).clone())
    }
}

impl std::fmt::Debug for Name {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.text())
    }
}

impl std::fmt::Display for Name {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.pad(&self.text())
    }
}

/// The place of the empty name, behind those of the compiler.
const EMPTY: u32 = (BuiltinType::ALL.len() + BuiltinFunction::ALL.len()) as u32;

thread_local! {
    static RECENT: RefCell<NameCache> = RefCell::default();
}

/// Looks at the names of this epoch by way of those that the thread has met.
#[inline]
fn with_recent<R>(look: impl FnOnce(&mut NameCache) -> R) -> R {
    RECENT.with_borrow_mut(|recent| {
        recent.keep_up();
        look(recent)
    })
}

/// The names met last, by their letters: a look-up takes no lock. Whoever looks up many names keeps one of its own.
pub(crate) struct NameCache {
    slots: Vec<Slot>,
    interner: Arc<Interner>,
}

/// A text of at most 16 bytes as two numbers that, with its length, tell it from all others; and its name.
#[derive(Clone, Copy)]
struct Slot {
    letters: (u64, u64),
    length: usize,
    name: Name,
}

const CACHE_BITS: u32 = 11;

impl Default for NameCache {
    fn default() -> Self {
        let interner = Interner::current();
        let empty = Slot { letters: (0, 0), length: 0, name: interner.intern("", hash("")) };
        Self { slots: vec![empty; 1 << CACHE_BITS], interner }
    }
}

impl NameCache {
    /// Forgets names of another epoch: one that is kept from query to query does so before it is used.
    #[inline]
    pub fn keep_up(&mut self) {
        if self.interner.epoch != source::epoch() {
            self.begin();
        }
    }

    #[cold]
    #[inline(never)]
    fn begin(&mut self) {
        *self = NameCache::default();
    }

    /// The name with this text.
    #[inline]
    pub fn name(&mut self, text: &str) -> Name {
        let Some(letters) = letters(text.as_bytes()) else {
            return self.interner.intern(text, hash(text));
        };
        let mixed = (letters.0 ^ letters.1.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let slot = &mut self.slots[(mixed >> (64 - CACHE_BITS)) as usize];
        if slot.letters != letters || slot.length != text.len() {
            *slot = Slot { letters, length: text.len(), name: self.interner.intern(text, hash(text)) };
        }
        slot.name
    }
}

/// The bytes of a short text, first and last ones, which may overlap.
#[inline]
fn letters(bytes: &[u8]) -> Option<(u64, u64)> {
    if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        return (bytes.len() <= 16).then(|| (u64::from_le_bytes(*first), u64::from_le_bytes(*last)));
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        return Some((u64::from(u32::from_le_bytes(*first)), u64::from(u32::from_le_bytes(*last))));
    }
    let (first, last) = (bytes.first()?, bytes.last()?);
    Some((u64::from(*first), u64::from(bytes[bytes.len() / 2]) << 8 | u64::from(*last)))
}

/// The names of this epoch.
static CURRENT: LazyLock<RwLock<Arc<Interner>>> =
    LazyLock::new(|| RwLock::new(Arc::new(Interner::new(source::epoch(), 0))));

/// The number of the first name of this epoch.
static FIRST: AtomicU32 = AtomicU32::new(0);

const SHARDS: usize = 16;

/// The names of an epoch: by text in locked shards, texts by place in a vector that grows without moving.
struct Interner {
    epoch: u32,
    /// The number of the first name.
    first: u32,
    shards: [RwLock<HashTable<Name>>; SHARDS],
    texts: boxcar::Vec<SmolStr>,
}

impl Interner {
    /// Names of the compiler come first and the empty one next, so that their places are known without a look-up.
    fn new(epoch: u32, first: u32) -> Self {
        let interner = Interner { epoch, first, shards: Default::default(), texts: boxcar::Vec::new() };
        for text in builtin_texts().chain([""]) {
            interner.intern(text, hash(text));
        }
        interner
    }

    /// That of this epoch; the first who asks begins it. No number stands for a name of two epochs.
    #[cold]
    fn current() -> Arc<Interner> {
        let epoch = source::epoch();
        let known = CURRENT.read().unwrap_or_else(PoisonError::into_inner).clone();
        if known.epoch == epoch {
            return known;
        }
        let mut current = CURRENT.write().unwrap_or_else(PoisonError::into_inner);
        let epoch = source::epoch();
        if current.epoch != epoch {
            let first = current.first.wrapping_add(current.texts.count() as u32);
            FIRST.store(first, Relaxed);
            *current = Arc::new(Interner::new(epoch, first));
        }
        current.clone()
    }

    fn text(&self, name: Name) -> &SmolStr {
        let text = self.texts.get(name.0.wrapping_sub(self.first) as usize);
        text.expect("a name is kept only where a database of its epoch is")
    }

    #[cold]
    fn intern(&self, text: &str, hash: u64) -> Name {
        let shard = &self.shards[(hash >> 60) as usize % SHARDS];
        let find = |table: &HashTable<Name>| table.find(hash, |name| self.text(*name) == text).copied();
        if let Some(name) = find(&shard.read().unwrap_or_else(PoisonError::into_inner)) {
            return name;
        }
        let mut table = shard.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(name) = find(&table) {
            return name;
        }
        let place = self.texts.push(SmolStr::new(text));
        source::note_entry();
        let name = Name(self.first.wrapping_add(place as u32));
        let rehash = |name: &Name| self::hash(self.text(*name));
        table.insert_unique(hash, name, rehash);
        name
    }
}

#[inline]
fn hash(text: &str) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_have_equal_names_on_all_threads() {
        let texts: Vec<String> = (0..5000).map(|number| format!("name_{}", number * 7)).collect();
        let intern = || texts.iter().map(|text| Name::new(text)).collect::<Vec<_>>();
        let (left, right) = std::thread::scope(|scope| {
            let other = scope.spawn(intern);
            (intern(), other.join().expect("the thread only interns"))
        });
        assert_eq!(left, right);
        assert!(left.iter().zip(&texts).all(|(name, text)| *name.text() == **text));
        assert_ne!(left[0], left[1]);
        assert_eq!(Name::new("").text(), "");
        assert!(Name::new("").is_empty() && !left[0].is_empty());
    }

    #[test]
    fn short_texts_are_told_apart() {
        let mut texts = vec![String::new()];
        for length in 1..20 {
            for place in 0..length {
                texts.push((0..length).map(|at| if at == place { 'b' } else { 'a' }).collect());
            }
        }
        let mut cache = NameCache::default();
        for _ in 0..2 {
            for text in &texts {
                assert_eq!(*cache.name(text).text(), **text);
            }
        }
    }
}
