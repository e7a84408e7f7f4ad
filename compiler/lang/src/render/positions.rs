//! Byte offsets to lines and columns, for many reports in few files: it owns one line index per text. It must not know
//! forms. Lines count from 1; columns count characters from 1, as SARIF's `unicodeCodePoints` and people do.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;

use project::{Origin, Place};
use serde::Serialize;
use source::LineIndex;

use super::window::Window;

/// Line indices of the texts seen so far, by path.
#[derive(Default)]
pub(super) struct Positions {
    indices: HashMap<Arc<str>, LineIndex>,
    /// By path, the characters between the start of a line and a byte offset behind it: lines may be long, and many
    /// reports in one.
    counted: HashMap<Arc<str>, BTreeMap<usize, usize>>,
}

/// Counting so many bytes again is cheaper than remembering.
const WORTH_KEEPING: usize = 256;

/// A position in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Position {
    /// From 1.
    pub(super) line: usize,
    /// In characters, from 1.
    pub(super) column: usize,
    /// In bytes, from 0.
    pub(super) offset: u32,
}

impl Positions {
    fn index(&mut self, origin: &Origin) -> &LineIndex {
        self.indices.entry(origin.path.clone()).or_insert_with(|| LineIndex::new(&origin.text))
    }

    /// The position of a byte offset. An offset inside of a character counts as its start.
    pub(super) fn position(&mut self, origin: &Origin, offset: u32) -> Position {
        let index = self.index(origin);
        let at = index.line_column(offset);
        let start = index.line_start(at.line).unwrap_or(0) as usize;
        let end = (start + at.column as usize).min(origin.text.len());
        let counted = self.counted.entry(origin.path.clone()).or_default();
        let (from, before) = match counted.range(start..=end).next_back() {
            Some((from, characters)) => (*from, *characters),
            None => (start, 0),
        };
        let bytes = &origin.text.as_bytes()[from..end];
        // Every byte of UTF-8 but continuation bytes begins a character.
        let characters = before + bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        if end - from > WORTH_KEEPING {
            counted.insert(end, characters);
        }
        Position { line: at.line as usize + 1, column: characters + 1, offset }
    }

    /// Start and end of a place.
    pub(super) fn range(&mut self, place: &Place) -> (Position, Position) {
        (self.position(&place.origin, place.range.start), self.position(&place.origin, place.range.end))
    }

    /// The lines that hold some places of a text, long ones cut; `None` if they are longer than `longest`.
    pub(super) fn window<'text>(
        &mut self,
        origin: &'text Origin,
        places: &[Range<u32>],
        longest: usize,
    ) -> Option<Window<'text>> {
        Window::new(&origin.text, self.index(origin), places, longest)
    }
}
