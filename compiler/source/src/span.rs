//! Positions. A [`Span`] is relative to a chunk, so it survives edits elsewhere in the file;
//! [`Span::absolute`] is the last step of reporting and must not be called by any analysis.

use crate::{ChunkId, Db, SourceFile, chunk_starts};

/// A range of text, relative to the chunk it stands in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    /// The chunk.
    pub chunk: ChunkId,
    /// First byte, from the chunk's start.
    pub start: u32,
    /// Byte after the last one, from the chunk's start.
    pub end: u32,
}

/// A range of text, relative to the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AbsoluteRange {
    /// First byte.
    pub start: u32,
    /// Byte after the last one.
    pub end: u32,
}

impl Span {
    /// The span of `range` in `chunk`.
    pub fn new(chunk: ChunkId, range: std::ops::Range<u32>) -> Self {
        Self { chunk, start: range.start, end: range.end }
    }

    /// The file it lies in.
    pub fn file(self, db: &dyn Db) -> SourceFile {
        self.chunk.file(db)
    }

    /// Where it lies in its file now; the empty range at the file's start if the chunk is gone.
    pub fn absolute(self, db: &dyn Db) -> AbsoluteRange {
        match chunk_starts(db, self.file(db)).start(self.chunk) {
            Some(base) => AbsoluteRange { start: base + self.start, end: base + self.end },
            None => AbsoluteRange { start: 0, end: 0 },
        }
    }
}
