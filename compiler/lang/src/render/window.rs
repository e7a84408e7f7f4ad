//! The source around places, as much as a person reads: whole lines, and of very long ones what stands around each place.
//! It owns where a byte of the text lies in what is shown; it must not know how marks are drawn.

use std::borrow::Cow;
use std::ops::Range;

use source::{LineIndex, printable};

/// Lines longer than this are cut.
const LONGEST_LINE: usize = 400;
/// So many bytes are shown before and behind where a place begins or ends in a cut line.
const AROUND: usize = 50;
/// What stands where something is left out: as in what the renderer itself cuts.
const LEFT_OUT: &str = "...";

/// A part of a text that consists of lines, long ones cut.
pub(super) struct Window<'text> {
    /// Number of the first line, from 1.
    pub(super) first_line: usize,
    /// The lines.
    pub(super) text: Cow<'text, str>,
    /// Whether something of a line is left out.
    pub(super) is_cut: bool,
    /// What is shown of the text, in order: where it stands there, and where it begins in `text`.
    pieces: Vec<(Range<usize>, usize)>,
}

impl<'text> Window<'text> {
    /// The lines that hold some places, the last line's end left out; `None` if even cut they are longer than `longest`.
    /// The cost does not depend on the length of cut lines: many reports may stand in one.
    pub(super) fn new(text: &'text str, index: &LineIndex, places: &[Range<u32>], longest: usize) -> Option<Self> {
        let mut edges: Vec<usize> = places
            .iter()
            .flat_map(|place| [place.start, place.end.max(place.start)])
            .map(|edge| (edge as usize).min(text.len()))
            .collect();
        edges.sort_unstable();
        let first = index.line_column(*edges.first()? as u32).line;
        let last = index.line_column(*edges.last()? as u32).line;
        let mut pieces = Vec::new();
        let (mut length, mut is_cut) = (0, false);
        for line in first..=last {
            let start = index.line_start(line).unwrap_or(0) as usize;
            let end = index.line_start(line + 1).map_or(text.len(), |next| next as usize - 1);
            let shown = pieces.len();
            if end - start <= LONGEST_LINE {
                pieces.push((start..end, 0));
            } else {
                is_cut = true;
                let from = edges.partition_point(|edge| *edge < start);
                let to = edges.partition_point(|edge| *edge <= end);
                cut(text, start..end, &edges[from..to], &mut pieces);
            }
            length += pieces[shown..].iter().map(|(piece, _)| piece.len()).sum::<usize>();
            if length > longest {
                return None;
            }
        }
        let whole = pieces.first()?.0.start..pieces.last()?.0.end;
        let text = if is_cut {
            Cow::Owned(join(text, index, first, &mut pieces))
        } else {
            pieces = vec![(whole.clone(), 0)];
            printable::of_equal_length(text.get(whole).unwrap_or(""))
        };
        Some(Window { first_line: first as usize + 1, text, is_cut, pieces })
    }

    /// Where a byte of the text lies in what is shown; of what is left out, where the piece before it ends.
    pub(super) fn place(&self, offset: u32) -> usize {
        let offset = offset as usize;
        let behind = self.pieces.partition_point(|(piece, _)| piece.start <= offset);
        let Some((piece, at)) = behind.checked_sub(1).map(|last| &self.pieces[last]) else {
            return 0;
        };
        at + offset.min(piece.end) - piece.start
    }
}

/// Adds the pieces of a long line around its edges of places; its beginning if it has none.
fn cut(text: &str, line: Range<usize>, edges: &[usize], pieces: &mut Vec<(Range<usize>, usize)>) {
    let shown = pieces.len();
    let start_of_line = [line.start];
    for edge in if edges.is_empty() { &start_of_line } else { edges } {
        let start = text.floor_char_boundary(edge.saturating_sub(AROUND).max(line.start));
        let end = text.ceil_char_boundary((edge + AROUND).min(line.end));
        match pieces[shown..].last_mut() {
            // So little is not worth leaving out.
            Some((before, _)) if start <= before.end + LEFT_OUT.len() => before.end = end.max(before.end),
            Some(_) | None => pieces.push((start..end, 0)),
        }
    }
}

/// The pieces with dots where something of a line is left out, and where each begins in that.
fn join(text: &str, index: &LineIndex, first: u32, pieces: &mut [(Range<usize>, usize)]) -> String {
    let mut shown = String::new();
    let mut line = first;
    let bounds = |line: u32| {
        let start = index.line_start(line).unwrap_or(0) as usize;
        start..index.line_start(line + 1).map_or(text.len(), |next| next as usize - 1)
    };
    let mut shown_to = bounds(line).start;
    for (piece, at) in pieces {
        while piece.start > bounds(line).end {
            if shown_to < bounds(line).end {
                shown.push_str(LEFT_OUT);
            }
            shown.push('\n');
            line += 1;
            shown_to = bounds(line).start;
        }
        if shown_to < piece.start {
            shown.push_str(LEFT_OUT);
        }
        *at = shown.len();
        shown.push_str(&printable::of_equal_length(text.get(piece.clone()).unwrap_or("")));
        shown_to = piece.end;
    }
    if shown_to < bounds(line).end {
        shown.push_str(LEFT_OUT);
    }
    shown
}
