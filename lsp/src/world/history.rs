//! What was edited lately, document by document: where a place of an earlier text is in the newest one. It owns the steps;
//! it must not know what is asked about the place.

use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};

use tower_lsp::lsp_types::{Position, TextDocumentContentChangeEvent};

use crate::positions::Encoding;

/// So many edits of a document are known; a question is older than that only if nobody waits for it.
const MOST_STEPS: usize = 512;

/// One edit: what stood between two places became a text of so many lines and so much behind their last end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    start: Position,
    end: Position,
    lines: u32,
    columns: u32,
}

/// The edits of all open documents.
#[derive(Default)]
pub(super) struct History {
    /// Each with the edition of the text that it changed.
    steps: HashMap<PathBuf, VecDeque<(u64, Step)>>,
}

impl History {
    /// Notes the changes of a text.
    pub(super) fn note(
        &mut self,
        path: &Path,
        edition: u64,
        encoding: Encoding,
        changes: &[TextDocumentContentChangeEvent],
    ) {
        if changes.iter().any(|change| change.range.is_none()) {
            // Nothing is where it was.
            return self.forget(path);
        }
        let steps = self.steps.entry(path.to_path_buf()).or_default();
        steps.extend(changes.iter().filter_map(|change| {
            let range = change.range?;
            let last = change.text.rsplit('\n').next().unwrap_or_default();
            let step = Step {
                start: range.start,
                end: range.end.max(range.start),
                lines: change.text.matches('\n').count() as u32,
                columns: encoding.width(last),
            };
            Some((edition, step))
        }));
        let surplus = steps.len().saturating_sub(MOST_STEPS);
        steps.drain(..surplus);
    }

    /// Forgets a document that was closed or is all new.
    pub(super) fn forget(&mut self, path: &Path) {
        self.steps.remove(path);
    }

    /// The edits since an edition of a text; none if they are not known.
    pub(super) fn since(&self, path: &Path, edition: u64) -> Vec<Step> {
        let steps = self.steps.get(path);
        let known = steps.and_then(|steps| {
            let first = steps.iter().position(|(before, _)| *before == edition)?;
            Some(steps.iter().skip(first).map(|(_, step)| *step).collect())
        });
        known.unwrap_or_default()
    }
}

/// Where a place is after edits. What is typed at the place itself comes behind it; of what was replaced around it the
/// beginning is left.
pub(crate) fn moved(place: Position, steps: &[Step]) -> Position {
    steps.iter().fold(place, |place, step| {
        if place <= step.start {
            return place;
        }
        if place < step.end {
            return step.start;
        }
        let line = step.start.line + step.lines + (place.line - step.end.line);
        if place.line != step.end.line {
            return Position::new(line, place.character);
        }
        let before = if step.lines == 0 { step.start.character } else { 0 };
        let behind = place.character - step.end.character;
        Position::new(line, before + step.columns + behind)
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use tower_lsp::lsp_types::{Position, Range, TextDocumentContentChangeEvent};

    use super::{History, MOST_STEPS, moved};
    use crate::positions::Encoding;

    fn change([line, column, end_line, end_column]: [u32; 4], text: &str) -> TextDocumentContentChangeEvent {
        TextDocumentContentChangeEvent {
            range: Some(Range::new(Position::new(line, column), Position::new(end_line, end_column))),
            range_length: None,
            text: text.to_string(),
        }
    }

    fn after(changes: &[TextDocumentContentChangeEvent], line: u32, column: u32) -> (u32, u32) {
        let mut history = History::default();
        history.note(Path::new("/a"), 7, Encoding::Utf16, changes);
        let place = moved(Position::new(line, column), &history.since(Path::new("/a"), 7));
        (place.line, place.character)
    }

    #[test]
    fn places_move_with_their_text() {
        assert_eq!(after(&[change([3, 5, 3, 5], "x")], 3, 5), (3, 5), "typed at it");
        assert_eq!(after(&[change([3, 4, 3, 5], "")], 3, 5), (3, 4), "taken from before it");
        assert_eq!(after(&[change([3, 2, 3, 5], "😀")], 3, 7), (3, 6), "replaced before it");
        assert_eq!(after(&[change([1, 0, 1, 0], "a\nb\n")], 3, 5), (5, 5), "lines above it");
        assert_eq!(after(&[change([2, 1, 3, 2], "a\nbc")], 3, 5), (3, 5), "lines joined to its line");
        assert_eq!(after(&[change([2, 1, 3, 2], "")], 3, 5), (2, 4), "its line joined to another");
        assert_eq!(after(&[change([3, 1, 4, 0], "")], 3, 5), (3, 1), "taken around it");
        assert_eq!(after(&[change([4, 0, 5, 0], "x")], 3, 5), (3, 5), "below it");
        let typed = [change([0, 0, 0, 0], "\n"), change([4, 0, 4, 0], "ab")];
        assert_eq!(after(&typed, 3, 5), (4, 7), "each change sees the one before");
    }

    #[test]
    fn only_what_came_later_counts() {
        let mut history = History::default();
        let path = Path::new("/a");
        history.note(path, 1, Encoding::Utf16, &[change([0, 0, 0, 0], "\n")]);
        history.note(path, 4, Encoding::Utf16, &[change([0, 0, 0, 0], "\n\n")]);
        let line = |history: &History, edition| moved(Position::new(1, 0), &history.since(path, edition)).line;
        assert_eq!((line(&history, 1), line(&history, 4), line(&history, 5)), (4, 3, 1));
        let all_new = TextDocumentContentChangeEvent { range: None, range_length: None, text: "new".to_string() };
        history.note(path, 5, Encoding::Utf16, &[all_new]);
        assert_eq!(line(&history, 1), 1);
        for edition in 6..6 + 2 * MOST_STEPS as u64 {
            history.note(path, edition, Encoding::Utf16, &[change([0, 0, 0, 0], "x")]);
        }
        assert_eq!(history.steps[path].len(), MOST_STEPS);
    }
}
