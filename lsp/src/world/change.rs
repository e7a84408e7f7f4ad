//! The changes of `textDocument/didChange` applied to a text. It owns what happens to ranges that make no sense: both ends
//! are moved into the text, and a range that ends before it starts is empty. It must not know documents.

use source::LineIndex;
use tower_lsp::lsp_types::TextDocumentContentChangeEvent;

use crate::positions::Encoding;

/// Applies changes in order.
pub(super) fn apply(text: &str, encoding: Encoding, changes: Vec<TextDocumentContentChangeEvent>) -> String {
    // Whatever comes before the last change of the whole text does not matter.
    let first = changes.iter().rposition(|change| change.range.is_none()).unwrap_or(0);
    let mut text = text.to_string();
    for change in changes.into_iter().skip(first) {
        match change.range {
            None => text = change.text,
            Some(range) => {
                let lines = LineIndex::new(&text);
                let start = encoding.offset(&text, &lines, range.start) as usize;
                let end = encoding.offset(&text, &lines, range.end) as usize;
                text.replace_range(start..end.max(start), &change.text);
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::apply;
    use crate::positions::Encoding;
    use tower_lsp::lsp_types::{Position, Range, TextDocumentContentChangeEvent};

    fn change(range: Option<[u32; 4]>, text: &str) -> TextDocumentContentChangeEvent {
        TextDocumentContentChangeEvent {
            range: range.map(|[line, column, end_line, end_column]| Range {
                start: Position::new(line, column),
                end: Position::new(end_line, end_column),
            }),
            range_length: None,
            text: text.to_string(),
        }
    }

    #[test]
    fn each_change_sees_the_one_before() {
        let changes = vec![
            change(Some([0, 0, 0, 0]), "lost"),
            change(None, "a\nb"),
            change(Some([1, 1, 1, 1]), "\nc"),
            change(Some([2, 0, 2, 1]), "😀"),
            change(Some([2, 2, 2, 2]), "!"),
        ];
        assert_eq!(apply("x", Encoding::Utf16, changes), "a\nb\n😀!");
    }

    #[test]
    fn ranges_that_make_no_sense() {
        assert_eq!(
            apply("ab", Encoding::Utf16, vec![change(Some([9, 0, 0, 0]), "c")]),
            "abc"
        );
        assert_eq!(
            apply("ab\ncd", Encoding::Utf16, vec![change(Some([0, 99, 7, 7]), "")]),
            "ab"
        );
        assert_eq!(
            apply("😀", Encoding::Utf16, vec![change(Some([0, 1, 0, 1]), "x")]),
            "x😀"
        );
    }
}
