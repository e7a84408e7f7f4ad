//! The places of a program that is one text. Owns its lines; must not know what stands in them. For front ends that have no
//! table of their own.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::{Origin, Position, Positions};

/// Where the items of one text begin.
#[derive(Clone, Debug)]
pub struct OneFile {
    path: String,
    folder: String,
    text: String,
    /// The first byte of each line.
    lines: Vec<u32>,
    items: FxHashMap<String, u32>,
}

impl OneFile {
    /// A text of less than 4 GiB, the path that people are shown of it, and the folder from which that path counts.
    pub fn new(path: impl Into<String>, folder: impl Into<String>, text: impl Into<String>) -> OneFile {
        let text = text.into();
        let behind = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32 + 1);
        let lines = [0].into_iter().chain(behind).collect();
        OneFile { path: path.into(), folder: folder.into(), text, lines, items: FxHashMap::default() }
    }

    /// Says at which byte the item of a symbol begins: the offsets in its function count from there.
    pub fn begin(&mut self, symbol: impl Into<String>, offset: u32) {
        self.items.insert(symbol.into(), offset);
    }

    /// The position of a byte of the text.
    pub fn position_at(&self, offset: u32) -> Position {
        let line = self.line(offset);
        let before = self.text.get(self.lines[line as usize] as usize..offset as usize);
        Position { file: 0, line: line + 1, column: before.map_or(0, |text| text.chars().count()) as u32 + 1 }
    }

    /// The line of a byte, from 0.
    fn line(&self, offset: u32) -> u32 {
        self.lines.partition_point(|start| *start <= offset) as u32 - 1
    }
}

impl Positions for OneFile {
    fn origin(&self, symbol: &str) -> Option<Origin> {
        let offset = *self.items.get(symbol)?;
        Some(Origin { file: 0, offset, line: self.line(offset) })
    }

    fn position_from(&self, origin: Origin, offset: u32) -> (Position, Range<u32>) {
        let offset = origin.offset.saturating_add(offset);
        let line = self.line(offset) as usize;
        let start = self.lines[line].saturating_sub(origin.offset);
        let end = self.lines.get(line + 1).map_or(u32::MAX, |next| next - origin.offset);
        (self.position_at(offset), start..end)
    }

    fn file(&self, _file: u32) -> &str {
        &self.path
    }

    fn file_count(&self) -> u32 {
        1
    }

    fn folder(&self) -> &str {
        &self.folder
    }
}

#[cfg(test)]
mod tests {
    use super::OneFile;
    use crate::backend::Positions;

    #[test]
    fn lines_and_columns_count_from_1_and_characters() {
        let mut file = OneFile::new("a.tiny", "/", "one\n\u{e4}b c\n\nlast");
        file.begin("item", 4);
        let origin = file.origin("item").expect("it was told");
        assert_eq!((origin.offset, origin.line), (4, 1));
        for (offset, line, column, same) in [(0, 2, 1, 0..6), (2, 2, 2, 0..6), (6, 3, 1, 6..7), (9, 4, 3, 7..u32::MAX)]
        {
            let (position, range) = file.position_from(origin, offset);
            assert_eq!((position.line, position.column, range), (line, column, same), "{offset}");
        }
        // Behind the end, and inside of a character, is no place that a text has, and no reason to end a program.
        assert_eq!(file.position_from(origin, 99).0.line, 4);
        assert_eq!(file.position_at(5).line, 2);
        assert_eq!(file.origin("another"), None);
    }
}
