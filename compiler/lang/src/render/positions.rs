//! Byte offsets to lines and columns, for many reports in few files: it owns one line index per text. It must not know
//! forms. Lines count from 1; columns count characters from 1, as SARIF's `unicodeCodePoints` and people do.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use project::{Origin, Place};
use serde::Serialize;
use source::{LineIndex, printable};

/// Line indices of the texts seen so far, by path.
#[derive(Default)]
pub(super) struct Positions {
    indices: HashMap<Arc<str>, LineIndex>,
    /// By path, the last place whose column was counted: most reports come in order, and lines may be long.
    counted: HashMap<Arc<str>, Counted>,
}

/// The characters between the start of a line and a byte offset.
#[derive(Clone, Copy)]
struct Counted {
    line_start: usize,
    end: usize,
    characters: usize,
}

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

/// A part of a text that consists of whole lines.
pub(super) struct Window<'text> {
    /// Number of the first line, from 1.
    pub(super) first_line: usize,
    /// The lines.
    pub(super) text: Cow<'text, str>,
    /// Byte offset of the window in the text.
    pub(super) start: u32,
}

impl Positions {
    fn index(&mut self, origin: &Origin) -> &LineIndex {
        self.indices
            .entry(origin.path.clone())
            .or_insert_with(|| LineIndex::new(&origin.text))
    }

    /// The position of a byte offset. An offset inside of a character counts as its start.
    pub(super) fn position(&mut self, origin: &Origin, offset: u32) -> Position {
        let index = self.index(origin);
        let at = index.line_column(offset);
        let start = index.line_start(at.line).unwrap_or(0) as usize;
        let end = (start + at.column as usize).min(origin.text.len());
        let known = self.counted.get(&origin.path);
        let (from, before) = match known {
            Some(counted) if counted.line_start == start && counted.end <= end => (counted.end, counted.characters),
            Some(_) | None => (start, 0),
        };
        let bytes = &origin.text.as_bytes()[from..end];
        // Every byte of UTF-8 but continuation bytes begins a character.
        let characters = before + bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        let counted = Counted {
            line_start: start,
            end,
            characters,
        };
        self.counted.insert(origin.path.clone(), counted);
        Position {
            line: at.line as usize + 1,
            column: characters + 1,
            offset,
        }
    }

    /// Start and end of a place.
    pub(super) fn range(&mut self, place: &Place) -> (Position, Position) {
        (
            self.position(&place.origin, place.range.start),
            self.position(&place.origin, place.range.end),
        )
    }

    /// The whole lines that hold a range, the line's end left out; `None` if they are longer than `longest`. Of those
    /// nothing is read: many reports may stand in one line.
    pub(super) fn window<'text>(
        &mut self,
        origin: &'text Origin,
        range: &Range<u32>,
        longest: usize,
    ) -> Option<Window<'text>> {
        let index = self.index(origin);
        let first = index.line_column(range.start).line;
        let last = index.line_column(range.end).line;
        let start = index.line_start(first).unwrap_or(0);
        let end = index
            .line_start(last + 1)
            .map_or(origin.text.len(), |next| next as usize - 1);
        let text = origin.text.get(start as usize..end).unwrap_or("");
        (text.len() <= longest).then(|| Window {
            first_line: first as usize + 1,
            text: printable::of_equal_length(text),
            start,
        })
    }
}
