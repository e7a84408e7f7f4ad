//! Changes of text that answers propose. Data only: who applies them is the editor.

use std::ops::Range;

use source::SourceFile;

/// A replacement in one file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TextEdit {
    /// The bytes that go.
    pub range: Range<u32>,
    /// What comes in their place.
    pub text: String,
}

/// Replacements in one or several files; ranges of one file do not overlap.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct SourceChange {
    /// The edits by file, each file once, ranges ascending.
    pub files: Vec<(SourceFile, Vec<TextEdit>)>,
}

impl TextEdit {
    /// Puts `text` at `offset`.
    pub fn insert(offset: u32, text: impl Into<String>) -> TextEdit {
        TextEdit { range: offset..offset, text: text.into() }
    }

    /// Puts `text` in the place of `range`.
    pub fn replace(range: Range<u32>, text: impl Into<String>) -> TextEdit {
        TextEdit { range, text: text.into() }
    }
}

impl SourceChange {
    /// A change of one file.
    pub fn of_file(file: SourceFile, edits: impl IntoIterator<Item = TextEdit>) -> SourceChange {
        let mut change = SourceChange::default();
        for edit in edits {
            change.add(file, edit);
        }
        change
    }

    /// Adds an edit, keeping the order of ranges.
    pub fn add(&mut self, file: SourceFile, edit: TextEdit) {
        let place = self.files.iter().rposition(|(known, _)| *known == file);
        let place = place.unwrap_or_else(|| {
            self.files.push((file, Vec::new()));
            self.files.len() - 1
        });
        let edits = &mut self.files[place].1;
        let at = edits.partition_point(|known| known.range.start <= edit.range.start);
        edits.insert(at, edit);
    }
}

/// The text after the edits of one file.
pub fn apply(text: &str, edits: &[TextEdit]) -> String {
    let mut changed = String::with_capacity(text.len());
    let mut position = 0;
    for edit in edits {
        changed.push_str(&text[position..edit.range.start as usize]);
        changed.push_str(&edit.text);
        position = edit.range.end as usize;
    }
    changed.push_str(&text[position..]);
    changed
}
