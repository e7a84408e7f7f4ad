//! What an editor can fold: brackets over several lines, comment blocks, import groups, strings over several lines, and
//! what stands between `# region` and `# endregion`. It must not know lines as editors count them.

use std::ops::Range;

use source::{Db, SourceFile, chunk_starts, chunks, parse};
use syntax::{NodeKind, Parse, Piece, TextRange, TokenKind, TriviaKind};

/// What is folded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FoldKind {
    /// What stands in brackets, these included.
    Brackets,
    /// A block of comments.
    Comment,
    /// Imports that follow each other.
    Imports,
    /// From `# region` to `# endregion`.
    Region,
    /// A string over several lines.
    Text,
}

/// A piece of text that can be folded. It stretches over several lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fold {
    /// From where it is folded to where.
    pub range: Range<u32>,
    /// What it is.
    pub kind: FoldKind,
}

/// Everything in a file that can be folded, by where it begins.
pub fn folding_ranges(db: &dyn Db, file: SourceFile) -> Vec<Fold> {
    let text = file.text(db);
    let starts = chunk_starts(db, file);
    let mut folding = Folding { text, folds: Vec::new(), comments: None, imports: None, regions: Vec::new() };
    for &chunk in chunks(db, file) {
        if let Some(start) = starts.start(chunk.id(db)) {
            folding.chunk(parse(db, chunk), start);
        }
    }
    folding.end_comments();
    folding.end_imports();
    let mut folds = folding.folds;
    folds.sort_by_key(|fold| (fold.range.start, std::cmp::Reverse(fold.range.end)));
    folds
}

struct Folding<'text> {
    text: &'text str,
    folds: Vec<Fold>,
    /// The comments on lines of their own that follow each other up to here.
    comments: Option<TextRange>,
    /// The imports that follow each other up to here.
    imports: Option<TextRange>,
    /// Where regions began that have not ended.
    regions: Vec<u32>,
}

impl Folding<'_> {
    fn chunk(&mut self, parse: &Parse, start: u32) {
        self.imports_of(parse, start);
        let mut open = Vec::new();
        for piece in parse.pieces() {
            match piece {
                Piece::Token(token) => {
                    self.end_comments();
                    let range = parse.token_range(token).shifted(start);
                    match parse.token_kind(token) {
                        TokenKind::OpenParen
                        | TokenKind::OpenBracket
                        | TokenKind::OpenBrace
                        | TokenKind::AttributeStart => open.push(range),
                        TokenKind::CloseParen | TokenKind::CloseBracket | TokenKind::CloseBrace => {
                            if let Some(opened) = open.pop() {
                                self.add(opened.cover(range), FoldKind::Brackets);
                            }
                        }
                        TokenKind::MultilineString => self.add(range, FoldKind::Text),
                        _ => {}
                    }
                }
                Piece::Trivia(TriviaKind::Comment, range) => self.comment(range.shifted(start)),
                Piece::Trivia(TriviaKind::Newline | TriviaKind::Whitespace, _) => {}
            }
        }
        let strings = parse.nodes().filter(|node| parse.kind(*node) == NodeKind::InterpolatedString);
        for node in strings {
            self.add(parse.range(node).shifted(start), FoldKind::Text);
        }
    }

    fn comment(&mut self, range: TextRange) {
        let line_start = self.text[..range.start as usize].rfind('\n').map_or(0, |at| at + 1);
        let is_alone = self.text[line_start..range.start as usize].trim().is_empty();
        if !is_alone {
            self.end_comments();
            return;
        }
        let words = self.text[range.index()].trim_start_matches('#').trim_start();
        if words.starts_with("region") {
            self.end_comments();
            self.regions.push(range.start);
        } else if words.starts_with("endregion") {
            self.end_comments();
            if let Some(begin) = self.regions.pop() {
                self.add(TextRange::new(begin, range.end), FoldKind::Region);
            }
        } else {
            match self.comments {
                Some(block) if self.is_next_line(block.end, range.start) => {
                    self.comments = Some(block.cover(range));
                }
                Some(_) | None => {
                    self.end_comments();
                    self.comments = Some(range);
                }
            }
        }
    }

    fn imports_of(&mut self, parse: &Parse, start: u32) {
        for node in parse.children(parse.root()) {
            let range = parse.range(node).shifted(start);
            if !matches!(parse.kind(node), NodeKind::Import | NodeKind::ImportExtern) {
                self.end_imports();
                continue;
            }
            match self.imports {
                Some(group) if self.is_next_line(group.end, range.start) => self.imports = Some(group.cover(range)),
                Some(_) | None => {
                    self.end_imports();
                    self.imports = Some(range);
                }
            }
        }
    }

    /// Whether nothing but one line end and spaces stands between two offsets.
    fn is_next_line(&self, end: u32, start: u32) -> bool {
        let between = &self.text[end as usize..start as usize];
        between.trim().is_empty() && between.matches('\n').count() == 1
    }

    fn end_comments(&mut self) {
        if let Some(block) = self.comments.take() {
            self.add(block, FoldKind::Comment);
        }
    }

    fn end_imports(&mut self) {
        if let Some(group) = self.imports.take() {
            self.add(group, FoldKind::Imports);
        }
    }

    fn add(&mut self, range: TextRange, kind: FoldKind) {
        if self.text[range.index()].contains('\n') {
            self.folds.push(Fold { range: range.start..range.end, kind });
        }
    }
}

#[cfg(test)]
mod tests;
