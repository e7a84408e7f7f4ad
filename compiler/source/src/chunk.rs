//! Chunks: the pieces of a file that are parsed and compared one by one, about one item each.
//!
//! A chunk is known by its file, its head (the text up to the item's name) and how many chunks with that head come
//! before it; its text is compared. So an edit re-runs what belongs to its chunk, and moving a chunk re-runs nothing.
#![expect(missing_docs, reason = "salsa generates public functions without documentation")]

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::last_cut::Piece;
use crate::{Db, SourceFile};

/// What a chunk is called. Unlike [`Chunk`] it outlives revisions, so that positions may be kept in it.
#[salsa::interned(unsafe(no_lifetime), revisions = usize::MAX, debug)]
pub struct ChunkId {
    /// The file.
    #[returns(copy)]
    pub file: SourceFile,
    /// The text from the first keyword to the item's name: `pub fn main`.
    pub head: Box<str>,
    /// How many chunks with the same head come before it.
    #[returns(copy)]
    pub nth: u32,
}

/// A piece of a file: an item with the attributes and the comment above it, and what follows up to the next.
#[salsa::tracked(debug)]
pub struct Chunk<'db> {
    /// What it is called.
    #[returns(copy)]
    pub id: ChunkId,
    /// Its text.
    #[tracked]
    pub text: Arc<str>,
    /// Whether `@[` occurs in its text: most chunks have no attribute.
    #[tracked]
    #[returns(copy)]
    pub has_attribute: bool,
}

/// The chunks of a file, in order; their texts joined are the file's text.
#[salsa::tracked]
pub fn chunks(db: &dyn Db, file: SourceFile) -> Vec<Chunk<'_>> {
    let pieces = file_cuts(db, file).iter();
    pieces.map(|piece| Chunk::new(db, piece.id, piece.text.text.clone(), piece.text.has_attribute)).collect()
}

/// Where the chunks of a file start now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChunkStarts {
    by_chunk: FxHashMap<ChunkId, u32>,
    in_order: Vec<(u32, ChunkId)>,
}

impl ChunkStarts {
    /// Where a chunk starts, if the file still has it.
    pub fn start(&self, chunk: ChunkId) -> Option<u32> {
        self.by_chunk.get(&chunk).copied()
    }

    /// The chunk that holds an offset, and where it starts; the last one for offsets behind the end.
    pub fn chunk_at(&self, offset: u32) -> Option<(ChunkId, u32)> {
        let (start, chunk) = self.in_order[self.index_at(offset)?];
        Some((chunk, start))
    }

    /// The place among [`chunks`] of the chunk that holds an offset; the last one for offsets behind the end.
    pub fn index_at(&self, offset: u32) -> Option<usize> {
        let behind = self.in_order.partition_point(|(start, _)| *start <= offset);
        behind.checked_sub(1)
    }
}

/// Where the chunks of a file start. It changes with each edit; only the last step of reporting, the editor's questions
/// and line tables may read it.
#[salsa::tracked]
pub fn chunk_starts(db: &dyn Db, file: SourceFile) -> ChunkStarts {
    let in_order: Vec<_> = file_cuts(db, file).iter().map(|piece| (piece.start, piece.id)).collect();
    let by_chunk = in_order.iter().map(|(start, id)| (*id, *start)).collect();
    ChunkStarts { by_chunk, in_order }
}

/// The scan and the chunks' names. Never compared: both readers compare what they take from it.
#[salsa::tracked(no_eq)]
fn file_cuts(db: &dyn Db, file: SourceFile) -> Vec<Piece> {
    file.last_cut(db).cut(file.text(db), |heads| {
        // Heads that nobody wrote before, and with them items, stay in salsa's tables; how many is not worth counting.
        crate::note_entry();
        let mut seen: FxHashMap<&str, u32> = FxHashMap::default();
        let number = |head| {
            let count = seen.entry(head).or_insert(0);
            *count += 1;
            ChunkId::new(db, file, head, *count - 1)
        };
        heads.map(number).collect()
    })
}

#[cfg(test)]
#[path = "chunk_tests.rs"]
mod tests;
