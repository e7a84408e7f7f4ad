//! Places in files, as editors speak of them: absolute byte offsets. It owns the step from spans, which are relative to
//! chunks, to offsets; it must not know lines, columns or encodings, which are the protocol's.

use std::ops::Range;

use source::{Db, SourceFile, Span};

/// A place between two bytes of a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FilePosition {
    /// The file.
    pub file: SourceFile,
    /// The offset in bytes. Offsets behind the end count as the end, those inside a character as its start.
    pub offset: u32,
}

/// A range of bytes of a file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FileRange {
    /// The file.
    pub file: SourceFile,
    /// The bytes.
    pub range: Range<u32>,
}

impl FilePosition {
    /// The position moved to the end of the text or to the start of a character, if it is not on one.
    pub(crate) fn rounded(self, db: &dyn Db) -> FilePosition {
        let offset = self.file.text(db).floor_char_boundary(self.offset as usize);
        FilePosition { file: self.file, offset: offset as u32 }
    }
}

impl FileRange {
    /// Where a span lies now.
    pub(crate) fn of_span(db: &dyn Db, span: Span) -> FileRange {
        let range = span.absolute(db);
        FileRange { file: span.file(db), range: range.start..range.end }
    }
}
