//! Byte ranges of a text: the one way positions leave this room. They are relative to the text that was parsed, so this
//! file must not know files, lines or columns.

use std::fmt;
use std::ops::Range;

/// A half-open range of byte offsets in the parsed text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct TextRange {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl TextRange {
    /// The range from `start` up to `end`.
    pub fn new(start: u32, end: u32) -> TextRange {
        TextRange { start, end }
    }

    /// The empty range at `offset`.
    pub fn empty(offset: u32) -> TextRange {
        TextRange { start: offset, end: offset }
    }

    /// The number of bytes.
    pub fn length(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// Whether the range covers no byte.
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// Whether `offset` lies in the range, its end not included.
    pub fn contains(self, offset: u32) -> bool {
        self.start <= offset && offset < self.end
    }

    /// Whether `offset` lies in the range or at its end, as a cursor behind a word does.
    pub fn touches(self, offset: u32) -> bool {
        self.start <= offset && offset <= self.end
    }

    /// The smallest range that covers both.
    pub fn cover(self, other: TextRange) -> TextRange {
        TextRange { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The range moved by `offset` bytes, which is how a range of a chunk becomes a range of its file.
    pub fn shifted(self, offset: u32) -> TextRange {
        TextRange { start: self.start + offset, end: self.end + offset }
    }

    /// The range as an index into a `str`.
    pub fn index(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl fmt::Debug for TextRange {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}..{}", self.start, self.end)
    }
}
