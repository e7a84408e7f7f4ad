//! The one form of a file, as edits. How a text is laid out, `syntax` knows.

use std::ops::Range;

use source::{Db, SourceFile};
use syntax::TextRange;
use syntax::format::{Edit, format_edits, format_range as edits_of_range};

use crate::edit::TextEdit;
use crate::position::FileRange;

/// The edits that format a file.
pub fn format(db: &dyn Db, file: SourceFile) -> Vec<TextEdit> {
    format_edits(file.text(db)).into_iter().map(text_edit).collect()
}

/// The edits that format the statements, members and items which a range touches.
pub fn format_range(db: &dyn Db, range: &FileRange) -> Vec<TextEdit> {
    let text = range.file.text(db);
    let round = |offset: u32| text.floor_char_boundary(offset as usize) as u32;
    let Range { start, end } = range.range;
    let range = TextRange::new(round(start), round(end.max(start)));
    edits_of_range(text, range).into_iter().map(text_edit).collect()
}

fn text_edit(edit: Edit) -> TextEdit {
    TextEdit::replace(edit.range.start..edit.range.end, edit.text)
}
