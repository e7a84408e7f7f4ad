//! From byte offsets to lines and columns and back. Reads the text only; the last step of reporting.

use std::sync::{Arc, Mutex, PoisonError};

use crate::common::Common;
use crate::{Db, SourceFile};

/// Where the lines of a text start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineIndex {
    starts: Arc<[u32]>,
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
        Self { starts: starts.into(), length: text.len() as u32 }
    }

    /// The index of `text`, which was `old_text` with the index `old` before an edit.
    fn again(old_text: &str, old: &LineIndex, text: &str) -> Self {
        let Common { front, back } = Common::of(old_text, text);
        let changed = front..text.len() - back;
        let lines_to = |offset: usize| old.starts.partition_point(|&start| start as usize <= offset);
        let (kept, behind) = (lines_to(front), lines_to(old_text.len() - back));
        let mut starts = Vec::with_capacity(old.starts.len() + 16);
        starts.extend_from_slice(&old.starts[..kept]);
        let new = memchr::memchr_iter(b'\n', &text.as_bytes()[changed]);
        starts.extend(new.map(|at| (front + at) as u32 + 1));
        let moved = (text.len() as u32).wrapping_sub(old_text.len() as u32);
        starts.extend(old.starts[behind..].iter().map(|start| start.wrapping_add(moved)));
        Self { starts: starts.into(), length: text.len() as u32 }
    }

    /// The line and column of an offset; offsets behind the end count as the end.
    pub fn line_column(&self, offset: u32) -> LineColumn {
        let offset = offset.min(self.length);
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        LineColumn { line: line as u32, column: offset - self.starts[line] }
    }

    /// The line and column of an offset that is known to be in a line or one not far behind it.
    pub fn line_column_from(&self, line: u32, offset: u32) -> LineColumn {
        let offset = offset.min(self.length);
        let (mut from, mut step) = (line as usize, 1);
        while self.starts.get(from + step).is_some_and(|start| *start <= offset) {
            from += step;
            step *= 2;
        }
        let to = self.starts.len().min(from + step);
        let line = from + self.starts[from..to].partition_point(|&start| start <= offset) - 1;
        LineColumn { line: line as u32, column: offset - self.starts[line] }
    }

    /// The offset of a line and column, if the text has that line; columns behind the line's end count as its end.
    pub fn offset(&self, position: LineColumn) -> Option<u32> {
        let start = *self.starts.get(position.line as usize)?;
        let end = self.starts.get(position.line as usize + 1).map_or(self.length, |&next| next - 1);
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

/// The last text of a file and its index: only what an edit changed is searched for lines again. As with
/// [`crate::last_cut::LastCut`], the result does not depend on what is remembered.
#[derive(Clone, Default)]
pub struct LastLines(Arc<Mutex<Option<Indexed>>>);

struct Indexed {
    text: Arc<str>,
    index: LineIndex,
}

/// Nothing to see: what is remembered depends on which queries ran.
impl std::fmt::Debug for LastLines {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("LastLines")
    }
}

/// The line index of a file.
#[salsa::tracked]
pub fn line_index(db: &dyn Db, file: SourceFile) -> LineIndex {
    let text = file.text(db);
    let mut remembered = file.last_lines(db).0.lock().unwrap_or_else(PoisonError::into_inner);
    let index = match &*remembered {
        Some(last) => LineIndex::again(&last.text, &last.index, text),
        None => LineIndex::new(text),
    };
    *remembered = Some(Indexed { text: text.clone(), index: index.clone() });
    index
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

    #[test]
    fn lines_after_edits_equal_lines_from_scratch() {
        let words = ["\n", "a", "\n\n", "bc", "é"];
        for seed in 0..500 {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut text = String::new();
            let mut index = LineIndex::new(&text);
            for _ in 0..30 {
                let at = text.floor_char_boundary(random.usize(..=text.len()));
                let end = text.floor_char_boundary((at + random.usize(..4)).min(text.len())).max(at);
                let mut edited = text.clone();
                edited.replace_range(at..end, &words[random.usize(..words.len())].repeat(random.usize(..4)));
                index = LineIndex::again(&text, &index, &edited);
                text = edited;
                assert_eq!(index, LineIndex::new(&text), "seed {seed}: {text:?}");
            }
        }
    }
}
