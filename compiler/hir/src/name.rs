//! Names as numbers: one interner for the process, shared by all databases and threads.
//!
//! The numbers depend on who came first; nothing may print them, order by them or let them into a fingerprint.
//! Texts live as long as the process. Most look-ups are answered by a small table of the thread, without a lock.

use std::cell::RefCell;
use std::hash::Hasher as _;
use std::sync::{LazyLock, RwLock};

use hashbrown::HashTable;

use crate::resolution::builtin_texts;

/// A name: an identifier, a module path, the text of a test. Equal texts have equal names.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Name(u32);

impl Name {
    /// The name with this text.
    pub fn new(text: &str) -> Name {
        RECENT.with_borrow_mut(|recent| recent.name(text))
    }

    /// The number; names of the compiler come first, in the order of their enums.
    #[inline]
    pub(crate) fn number(self) -> u32 {
        self.0
    }

    /// The text.
    pub fn text(self) -> &'static str {
        INTERNER.texts[self.0 as usize]
    }
}

impl std::fmt::Debug for Name {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.text())
    }
}

impl std::fmt::Display for Name {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.pad(self.text())
    }
}

thread_local! {
    static RECENT: RefCell<NameCache> = RefCell::new(NameCache::default());
}

/// The names met last, by their letters: a look-up takes no lock. Whoever looks up many names keeps one of its own.
pub(crate) struct NameCache {
    slots: Vec<Slot>,
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
        let empty = Slot { letters: (0, 0), length: 0, name: INTERNER.intern("", hash("")) };
        Self { slots: vec![empty; 1 << CACHE_BITS] }
    }
}

impl NameCache {
    /// The name with this text.
    #[inline]
    pub fn name(&mut self, text: &str) -> Name {
        let Some(letters) = letters(text.as_bytes()) else {
            return INTERNER.intern(text, hash(text));
        };
        let mixed = (letters.0 ^ letters.1.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let slot = &mut self.slots[(mixed >> (64 - CACHE_BITS)) as usize];
        if slot.letters != letters || slot.length != text.len() {
            *slot = Slot { letters, length: text.len(), name: INTERNER.intern(text, hash(text)) };
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

static INTERNER: LazyLock<Interner> = LazyLock::new(Interner::new);

const SHARDS: usize = 16;

/// Names by text in locked shards, texts by number in a vector that grows without moving.
#[derive(Default)]
struct Interner {
    shards: [RwLock<HashTable<Name>>; SHARDS],
    texts: boxcar::Vec<&'static str>,
}

impl Interner {
    /// Names of the compiler come first, so that their numbers are known without a look-up.
    fn new() -> Self {
        let interner = Interner::default();
        for text in builtin_texts() {
            interner.intern(text, hash(text));
        }
        interner
    }

    #[cold]
    fn intern(&self, text: &str, hash: u64) -> Name {
        let shard = &self.shards[(hash >> 60) as usize % SHARDS];
        let find = |table: &HashTable<Name>| table.find(hash, |name| self.texts[name.0 as usize] == text).copied();
        if let Some(name) = find(&shard.read().unwrap_or_else(|poison| poison.into_inner())) {
            return name;
        }
        let mut table = shard.write().unwrap_or_else(|poison| poison.into_inner());
        if let Some(name) = find(&table) {
            return name;
        }
        let number = self.texts.push(Box::leak(text.into()));
        let name = Name(number as u32);
        let rehash = |name: &Name| self::hash(self.texts[name.0 as usize]);
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
        assert!(left.iter().zip(&texts).all(|(name, text)| name.text() == text));
        assert_ne!(left[0], left[1]);
        assert_eq!(Name::new("").text(), "");
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
                assert_eq!(cache.name(text).text(), text);
            }
        }
    }
}
