//! From byte offsets to lines and columns and back. Reads the text only; the last step of reporting.

use crate::{Db, SourceFile};

/// Where the lines of a text start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
    length: u32,
}

/// A line and a column, both from 0; the column counts bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LineColumn {
    /// The line, from 0.
    pub line: u32,
    /// The column in bytes, from 0.
    pub column: u32,
}

impl LineIndex {
    /// The index of `text`. Texts are at most 4 GiB: `project` refuses longer files.
    pub fn new(text: &str) -> Self {
        let mut starts = vec![0];
        starts.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at as u32 + 1));
        Self {
            starts,
            length: text.len() as u32,
        }
    }

    /// The line and column of an offset; offsets behind the end count as the end.
    pub fn line_column(&self, offset: u32) -> LineColumn {
        let offset = offset.min(self.length);
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        LineColumn {
            line: line as u32,
            column: offset - self.starts[line],
        }
    }

    /// The offset of a line and column, if the text has that line; columns behind the line's end count as its end.
    pub fn offset(&self, position: LineColumn) -> Option<u32> {
        let start = *self.starts.get(position.line as usize)?;
        let end = self
            .starts
            .get(position.line as usize + 1)
            .map_or(self.length, |&next| next - 1);
        Some((start.saturating_add(position.column)).min(end))
    }

    /// How many lines there are; a final newline begins one more.
    pub fn line_count(&self) -> u32 {
        self.starts.len() as u32
    }

    /// Where a line starts.
    pub fn line_start(&self, line: u32) -> Option<u32> {
        self.starts.get(line as usize).copied()
    }
}

/// The line index of a file.
#[salsa::tracked]
pub fn line_index(db: &dyn Db, file: SourceFile) -> LineIndex {
    LineIndex::new(file.text(db))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_and_positions_agree() {
        let text = "ab\n\ncde";
        let index = LineIndex::new(text);
        assert_eq!(index.line_count(), 3);
        for offset in 0..=text.len() as u32 {
            let position = index.line_column(offset);
            assert_eq!(index.offset(position), Some(offset), "{position:?}");
        }
        assert_eq!(index.line_column(5), LineColumn { line: 2, column: 1 });
        assert_eq!(index.line_column(99), LineColumn { line: 2, column: 3 });
        assert_eq!(index.offset(LineColumn { line: 0, column: 99 }), Some(2));
        assert_eq!(index.offset(LineColumn { line: 3, column: 0 }), None);
    }
}
