//! What a growing selection takes in, step by step: the word, the expression, the inside of brackets, the statement, the
//! item with its comment, the file. It must not know names.

use std::ops::Range;

use source::Db;
use syntax::{NodeId, NodeKind, Parse, Piece, TextRange, TokenKind, TriviaKind};

use crate::position::FilePosition;
use crate::token::chunk_at;

/// The ranges around a position, innermost first, each larger than the one before; the last is the whole file.
pub fn selection_ranges(db: &dyn Db, position: FilePosition) -> Vec<Range<u32>> {
    let position = position.rounded(db);
    let text = position.file.text(db);
    let mut steps = Steps { ranges: Vec::new(), offset: position.offset };
    if let Some((chunk, start, parse)) = chunk_at(db, position) {
        let offset = position.offset - start;
        steps.add_words(parse, start, offset);
        let mut node = Some(parse.node_at(offset));
        while let Some(each) = node {
            if let Some(inside) = inside_brackets(parse, each) {
                steps.add(inside.shifted(start));
            }
            steps.add(parse.range(each).shifted(start));
            node = parse.parent(each);
        }
        let whole = chunk.text(db);
        let blank = whole.len() - whole.trim_start().len();
        let item = TextRange::new(blank as u32, whole.trim_end().len() as u32);
        steps.add(item.shifted(start));
    }
    steps.add(TextRange::new(0, text.len() as u32));
    if steps.ranges.is_empty() {
        steps.ranges.push(position.offset..position.offset);
    }
    steps.ranges
}

struct Steps {
    ranges: Vec<Range<u32>>,
    offset: u32,
}

impl Steps {
    /// Takes a range that is larger than the last one and holds the position.
    fn add(&mut self, range: TextRange) {
        let grows = match self.ranges.last() {
            Some(last) => range.start <= last.start && last.end <= range.end && (range.start..range.end) != *last,
            None => !range.is_empty(),
        };
        if grows && range.touches(self.offset) {
            self.ranges.push(range.start..range.end);
        }
    }

    /// The token or comment at the position, and the word in it.
    fn add_words(&mut self, parse: &Parse, start: u32, offset: u32) {
        let pieces = parse.pieces();
        let mut touched: Vec<(TextRange, bool)> = pieces
            .filter_map(|piece| match piece {
                Piece::Token(token) => {
                    let kind = parse.token_kind(token);
                    let is_text = matches!(
                        kind,
                        TokenKind::String | TokenKind::CString | TokenKind::MultilineString | TokenKind::StringText
                    );
                    Some((parse.token_range(token), is_text))
                }
                Piece::Trivia(TriviaKind::Comment, range) => Some((range, true)),
                Piece::Trivia(TriviaKind::Newline | TriviaKind::Whitespace, _) => None,
            })
            .filter(|(range, _)| range.touches(offset))
            .collect();
        // Between two tokens the word counts.
        touched.sort_by_key(|(range, _)| {
            let text = &parse.text()[range.index()];
            !text.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_')
        });
        let Some(&(range, is_text)) = touched.first() else {
            return;
        };
        if is_text {
            self.add(word_around(parse.text(), range, offset).shifted(start));
            let content = parse.text()[range.index()].trim_start_matches(['#', ' ']).trim_matches('"');
            let quotes = parse.text()[range.index()].find(content).unwrap_or(0) as u32;
            let content = TextRange::new(range.start + quotes, range.start + quotes + content.len() as u32);
            self.add(content.shifted(start));
        }
        self.add(range.shifted(start));
    }
}

/// The word of a text that an offset touches, within a range; empty if there is none.
fn word_around(text: &str, range: TextRange, offset: u32) -> TextRange {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let before = &text[range.start as usize..offset as usize];
    let behind = &text[offset as usize..range.end as usize];
    let start =
        before.len() - before.chars().rev().take_while(|each| is_word(*each)).map(char::len_utf8).sum::<usize>();
    let length: usize = behind.chars().take_while(|each| is_word(*each)).map(char::len_utf8).sum();
    TextRange::new(range.start + start as u32, offset + length as u32)
}

/// What stands between the brackets that a node ends in, without the space at either end.
fn inside_brackets(parse: &Parse, node: NodeId) -> Option<TextRange> {
    if parse.kind(node) == NodeKind::File || parse.first_token(node) == parse.end_token(node) {
        return None;
    }
    let range = parse.range(node);
    let text = &parse.text()[range.index()];
    let close = text.chars().next_back()?;
    let open = match close {
        '}' => TokenKind::OpenBrace,
        ')' => TokenKind::OpenParen,
        ']' => TokenKind::OpenBracket,
        _ => return None,
    };
    // The brackets of a child are the child's.
    let last_child = parse.children(node).last();
    if last_child.is_some_and(|child| parse.range(child).end == range.end) {
        return None;
    }
    let opened = parse.own_tokens(node).filter(|token| parse.token_kind(*token) == open).last()?;
    let opened = parse.token_range(opened);
    let inside = &parse.text()[opened.end as usize..range.end as usize - 1];
    let blank = inside.len() - inside.trim_start().len();
    Some(TextRange::new(opened.end + blank as u32, opened.end + inside.trim_end().len().max(blank) as u32))
}

#[cfg(test)]
mod tests;
