//! Lines and columns of the protocol to byte offsets and back, in each of its three encodings. It owns what happens to
//! positions that do not exist: behind a line's end is its end, behind the text is the text's end, within a character is
//! its start. It must not know files.

use std::ops::Range;

use source::{LineColumn, LineIndex};
use tower_lsp::lsp_types::{self, Position, PositionEncodingKind};

/// What a column counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 units; what clients mean that say nothing.
    Utf16,
    /// Characters.
    Utf32,
}

impl Encoding {
    /// Its name in the protocol.
    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    /// How many columns a piece of text is wide.
    pub(crate) fn width(self, text: &str) -> u32 {
        let width = match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 | Encoding::Utf32 if text.is_ascii() => text.len(),
            Encoding::Utf16 => text.chars().map(char::len_utf16).sum(),
            Encoding::Utf32 => text.chars().count(),
        };
        // Texts are shorter than 2 GiB.
        width as u32
    }

    /// How many bytes the first `columns` columns of a line are.
    fn bytes(self, line: &str, columns: u32) -> usize {
        let columns = columns as usize;
        let mut passed = 0;
        match self {
            Encoding::Utf8 => line.floor_char_boundary(columns),
            Encoding::Utf16 | Encoding::Utf32 => {
                for (at, letter) in line.char_indices() {
                    passed += match self {
                        Encoding::Utf16 => letter.len_utf16(),
                        Encoding::Utf8 | Encoding::Utf32 => 1,
                    };
                    if passed > columns {
                        return at;
                    }
                }
                line.len()
            }
        }
    }

    /// The offset of a position.
    pub(crate) fn offset(self, text: &str, lines: &LineIndex, position: Position) -> u32 {
        let Some(start) = lines.line_start(position.line) else {
            return text.len() as u32;
        };
        let end = lines.line_start(position.line.saturating_add(1)).unwrap_or(text.len() as u32);
        start + self.offset_in_line(&text[start as usize..end as usize], position.character) as u32
    }

    /// The offset of a column in a line, which may end in its newline.
    pub(crate) fn offset_in_line(self, line: &str, column: u32) -> usize {
        self.bytes(line.trim_end_matches(['\n', '\r']), column)
    }

    /// The position of an offset.
    pub(crate) fn position(self, text: &str, lines: &LineIndex, offset: u32) -> Position {
        let offset = text.floor_char_boundary(offset as usize);
        let LineColumn { line, column } = lines.line_column(offset as u32);
        Position { line, character: self.width(&text[offset - column as usize..offset]) }
    }

    /// The protocol's range of a range of bytes.
    pub(crate) fn range(self, text: &str, lines: &LineIndex, range: Range<u32>) -> lsp_types::Range {
        lsp_types::Range { start: self.position(text, lines, range.start), end: self.position(text, lines, range.end) }
    }
}

#[cfg(test)]
mod tests {
    use source::LineIndex;
    use tower_lsp::lsp_types::Position;

    use super::Encoding::{Utf8, Utf16, Utf32};

    const TEXT: &str = "a😀b\r\né\n\nlast";

    #[test]
    fn columns_after_an_emoji() {
        let lines = LineIndex::new(TEXT);
        let at = TEXT.find('b').expect("it is there") as u32;
        for (encoding, column) in [(Utf8, 5), (Utf16, 3), (Utf32, 2)] {
            let position = Position::new(0, column);
            assert_eq!(encoding.position(TEXT, &lines, at), position);
            assert_eq!(encoding.offset(TEXT, &lines, position), at);
            assert_eq!(encoding.offset(TEXT, &lines, Position::new(0, 2)), if encoding == Utf32 { at } else { 1 });
        }
    }

    #[test]
    fn every_offset_there_and_back() {
        let lines = LineIndex::new(TEXT);
        for encoding in [Utf8, Utf16, Utf32] {
            for (offset, _) in TEXT.char_indices().chain([(TEXT.len(), ' ')]) {
                // Between carriage return and newline there is no position.
                if offset > 0 && TEXT.as_bytes()[offset - 1] == b'\r' {
                    continue;
                }
                let position = encoding.position(TEXT, &lines, offset as u32);
                assert_eq!(encoding.offset(TEXT, &lines, position), offset as u32, "{encoding:?} {position:?}");
            }
        }
    }

    #[test]
    fn positions_that_do_not_exist() {
        let lines = LineIndex::new(TEXT);
        for encoding in [Utf8, Utf16, Utf32] {
            let offset = |line, column| encoding.offset(TEXT, &lines, Position::new(line, column)) as usize;
            assert_eq!(&TEXT[offset(0, u32::MAX)..], "\r\né\n\nlast");
            assert_eq!(offset(2, 7), TEXT.len() - 5);
            assert_eq!(offset(3, 99), TEXT.len());
            assert_eq!(offset(u32::MAX, 0), TEXT.len());
            assert_eq!(encoding.position(TEXT, &lines, u32::MAX).line, 3);
        }
    }
}
