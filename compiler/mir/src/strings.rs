//! Interned texts of a module. Owns one buffer and a table over it; must not know what the texts mean.
//! A new text costs no allocation of its own, and equal texts have equal ids.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::ids::StringId;

/// Texts, each once.
#[derive(Clone, Debug, Default)]
pub struct Strings {
    text: String,
    ends: Vec<u32>,
    table: HashTable<u32>,
}

impl Strings {
    /// The id of a text, new or known.
    pub fn intern(&mut self, text: &str) -> StringId {
        let hash = hash(text);
        let (buffer, ends) = (&mut self.text, &mut self.ends);
        let entry = self.table.entry(
            hash,
            |known| slice(buffer, ends, *known) == text,
            |known| self::hash(slice(buffer, ends, *known)),
        );
        match entry {
            hashbrown::hash_table::Entry::Occupied(known) => StringId(*known.get()),
            hashbrown::hash_table::Entry::Vacant(vacant) => {
                let id = StringId::new(ends.len());
                vacant.insert(id.0);
                buffer.push_str(text);
                ends.push(u32::try_from(buffer.len()).expect("the names of one module fit in 4 GB"));
                id
            }
        }
    }

    /// Makes room for so many more texts.
    pub fn reserve(&mut self, count: usize) {
        let (buffer, ends) = (&self.text, &self.ends);
        self.table.reserve(count, |known| self::hash(slice(buffer, ends, *known)));
        self.ends.reserve(count);
    }

    /// The id of a text if it is known.
    pub fn find(&self, text: &str) -> Option<StringId> {
        self.table.find(hash(text), |known| slice(&self.text, &self.ends, *known) == text).map(|id| StringId(*id))
    }

    /// The text of an id.
    pub fn text(&self, id: StringId) -> &str {
        slice(&self.text, &self.ends, id.0)
    }

    /// What the texts are made of: all of them in one, and where each ends.
    pub(crate) fn parts(&self) -> (&str, &[u32]) {
        (&self.text, &self.ends)
    }

    /// The table of such parts; `None` if they are not those of any table.
    pub(crate) fn from_parts(text: String, ends: Vec<u32>) -> Option<Strings> {
        let mut table = HashTable::with_capacity(ends.len());
        let mut start = 0;
        for (id, end) in ends.iter().enumerate() {
            let own = text.get(start..*end as usize)?;
            start = *end as usize;
            let entry = table.entry(
                hash(own),
                |known| slice(&text, &ends, *known) == own,
                |known| hash(slice(&text, &ends, *known)),
            );
            match entry {
                hashbrown::hash_table::Entry::Occupied(_) => return None,
                hashbrown::hash_table::Entry::Vacant(vacant) => {
                    vacant.insert(id as u32);
                }
            }
        }
        (start == text.len()).then_some(Strings { text, ends, table })
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

fn slice<'text>(text: &'text str, ends: &[u32], id: u32) -> &'text str {
    let start = if id == 0 { 0 } else { ends[id as usize - 1] };
    &text[start as usize..ends[id as usize] as usize]
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.write_u8(0xff);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_have_equal_ids() {
        let mut strings = Strings::default();
        let texts = ["", "a", "ab", "b", "äöü"];
        let ids: Vec<_> = texts.iter().map(|text| strings.intern(text)).collect();
        for (text, id) in texts.iter().zip(&ids) {
            assert_eq!(strings.intern(text), *id);
            assert_eq!(strings.find(text), Some(*id));
            assert_eq!(strings.text(*id), *text);
        }
        assert_eq!(strings.len(), texts.len());
        assert_eq!(strings.find("c"), None);
    }
}
