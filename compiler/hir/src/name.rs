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
    #[inline]
    pub fn new(text: &str) -> Name {
        let hash = hash(text);
        RECENT.with_borrow_mut(|recent| {
            let slot = &mut recent[(hash >> (64 - RECENT_BITS)) as usize];
            if slot.0 == text {
                return slot.1;
            }
            let name = INTERNER.intern(text, hash);
            *slot = (name.text(), name);
            name
        })
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

const RECENT_BITS: u32 = 12;

thread_local! {
    /// The names this thread met last, by the upper bits of their hash.
    static RECENT: RefCell<Vec<(&'static str, Name)>> = RefCell::new(vec![("", Name::new_empty()); 1 << RECENT_BITS]);
}

impl Name {
    /// The empty name, for the empty slots of the thread's table.
    fn new_empty() -> Name {
        INTERNER.intern("", hash(""))
    }
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
}
