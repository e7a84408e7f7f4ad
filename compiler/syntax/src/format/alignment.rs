//! Comments behind code that stood below each other stay so: comments at one column, on lines that follow each other, are
//! moved to the column that the longest of these lines allows. All others stand one space behind the code.

use super::WIDTH;

/// A comment behind code.
struct Note {
    /// Where in the output the code ends.
    offset: usize,
    /// The line of the output.
    line: u32,
    /// The column of the output at which the code ends.
    column: usize,
    /// The column of the comment in the source.
    source_column: usize,
}

/// The comments behind code, as they are printed.
pub(super) struct Alignment<'source> {
    source: &'source str,
    notes: Vec<Note>,
}

impl<'source> Alignment<'source> {
    pub fn new(source: &'source str) -> Alignment<'source> {
        let notes = Vec::new();
        Alignment { source, notes }
    }

    /// A comment at `start` of the source comes behind this place of the output.
    pub fn note(&mut self, offset: usize, line: u32, column: usize, start: u32) {
        let before = &self.source[..start as usize];
        let line_start = memchr::memrchr(b'\n', before.as_bytes()).map_or(0, |newline| newline + 1);
        self.notes.push(Note { offset, line, column, source_column: before[line_start..].chars().count() });
    }

    /// The output with spaces added before the comments.
    pub fn apply(self, out: String) -> String {
        let is_run =
            |left: &Note, right: &Note| left.line + 1 == right.line && left.source_column == right.source_column;
        let mut aligned = String::new();
        let mut copied = 0;
        for run in self.notes.chunk_by(is_run) {
            let column = run.iter().map(|note| note.column).max().unwrap_or(0);
            for note in run.iter().filter(|note| note.column < column && column < WIDTH) {
                aligned.push_str(&out[copied..note.offset]);
                aligned.extend(std::iter::repeat_n(' ', column - note.column));
                copied = note.offset;
            }
        }
        if copied == 0 {
            return out;
        }
        aligned.push_str(&out[copied..]);
        aligned
    }
}
