//! The changes of `textDocument/didChange` applied to a text. It owns what happens to ranges that make no sense: both ends
//! are moved into the text, and a range that ends before it starts is empty. It must not know documents.

use tower_lsp::lsp_types::TextDocumentContentChangeEvent;

use crate::positions::Encoding;

/// Applies changes in order.
pub(super) fn apply(text: &str, encoding: Encoding, changes: Vec<TextDocumentContentChangeEvent>) -> String {
    // Whatever comes before the last change of the whole text does not matter.
    let first = changes.iter().rposition(|change| change.range.is_none()).unwrap_or(0);
    let mut changed: Option<String> = None;
    for change in changes.into_iter().skip(first) {
        let Some(range) = change.range else {
            changed = Some(change.text);
            continue;
        };
        let text = changed.as_deref().unwrap_or(text);
        let line = line_start(text, 0, range.start.line);
        let start = offset(text, line, encoding, range.start.character);
        // Lines are counted on from where the range starts.
        let end = match range.end.line.checked_sub(range.start.line) {
            Some(lines) => offset(text, line_start(text, line, lines), encoding, range.end.character).max(start),
            None => start,
        };
        let mut new = String::with_capacity(text.len() - (end - start) + change.text.len());
        new.push_str(&text[..start]);
        new.push_str(&change.text);
        new.push_str(&text[end..]);
        changed = Some(new);
    }
    changed.unwrap_or_else(|| text.to_string())
}

/// Where the line starts that is `lines` lines below the one that starts at `from`, or the text's end: an index of all
/// lines would be used once.
fn line_start(text: &str, from: usize, lines: u32) -> usize {
    match lines.checked_sub(1) {
        None => from,
        Some(before) => memchr::memchr_iter(b'\n', &text.as_bytes()[from..])
            .nth(before as usize)
            .map_or(text.len(), |newline| from + newline + 1),
    }
}

/// The offset of a column in the line that starts at `line`.
fn offset(text: &str, line: usize, encoding: Encoding, column: u32) -> usize {
    let rest = &text[line..];
    let length = memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
    line + encoding.offset_in_line(&rest[..length], column)
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
        assert_eq!(apply("ab", Encoding::Utf16, vec![change(Some([9, 0, 0, 0]), "c")]), "abc");
        assert_eq!(apply("ab\ncd", Encoding::Utf16, vec![change(Some([0, 99, 7, 7]), "")]), "ab");
        assert_eq!(apply("😀", Encoding::Utf16, vec![change(Some([0, 1, 0, 1]), "x")]), "x😀");
    }
}
