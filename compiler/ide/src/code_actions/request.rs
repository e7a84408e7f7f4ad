//! Where something is asked for: the range, the tree there, the diagnostics. It owns the step between offsets of the file
//! and of the chunk; it must not know any action.

use std::ops::Range;

use source::{Chunk, Db, Diagnostic, SourceFile, Span};
use syntax::{NodeId, NodeKind, Parse, TextRange};

use crate::name_use::NameUse;
use crate::position::{FilePosition, FileRange};
use crate::token::{TokenPlace, chunk_at};

pub(super) struct Request<'db> {
    pub db: &'db dyn Db,
    pub file: SourceFile,
    /// The asked range, on borders of characters.
    pub range: Range<u32>,
    /// The chunk in which the range begins, its start and its tree.
    pub tree: Option<Tree<'db>>,
}

/// The tree of a chunk.
#[derive(Clone, Copy)]
pub(super) struct Tree<'db> {
    pub chunk: Chunk<'db>,
    pub start: u32,
    pub parse: &'db Parse,
}

impl<'db> Tree<'db> {
    /// The tree at a position.
    pub fn at(db: &'db dyn Db, position: FilePosition) -> Option<Tree<'db>> {
        let (chunk, start, parse) = chunk_at(db, position)?;
        Some(Tree { chunk, start, parse })
    }

    /// A range of the tree in its file.
    pub fn absolute(&self, range: TextRange) -> Range<u32> {
        range.start + self.start..range.end + self.start
    }

    /// A node's range in its file.
    pub fn range(&self, node: NodeId) -> Range<u32> {
        self.absolute(self.parse.range(node))
    }

    /// The innermost node that covers a range of the file, and those around it.
    pub fn nodes_around(&self, range: &Range<u32>) -> impl Iterator<Item = NodeId> + use<'db> {
        let (parse, start) = (self.parse, self.start);
        let (first, last) = (range.start.saturating_sub(start), range.end.saturating_sub(start));
        let innermost = parse.node_at(first);
        std::iter::once(innermost).chain(parse.ancestors(innermost)).filter(move |node| {
            let range = parse.range(*node);
            range.start <= first && last <= range.end
        })
    }

    /// The innermost node of a kind around a range of the file.
    pub fn around(&self, range: &Range<u32>, kind: NodeKind) -> Option<NodeId> {
        self.nodes_around(range).find(|node| self.parse.kind(*node) == kind)
    }
}

impl<'db> Request<'db> {
    pub fn new(db: &'db dyn Db, range: &FileRange) -> Request<'db> {
        let text = range.file.text(db);
        let round = |offset: u32| text.floor_char_boundary(offset as usize) as u32;
        let start = round(range.range.start);
        let position = FilePosition { file: range.file, offset: start };
        Request { db, file: range.file, range: start..round(range.range.end).max(start), tree: Tree::at(db, position) }
    }

    pub fn text(&self) -> &'db str {
        self.file.text(self.db)
    }

    /// The diagnostics that the range touches.
    pub fn diagnostics(&self) -> impl Iterator<Item = &'db Diagnostic> + use<'_, 'db> {
        lower::diagnostics(self.db, self.file).iter().filter(|diagnostic| {
            let place = self.place(diagnostic);
            place.start <= self.range.end && self.range.start <= place.end
        })
    }

    /// Where a diagnostic stands.
    pub fn place(&self, diagnostic: &Diagnostic) -> Range<u32> {
        self.span(diagnostic.primary.span)
    }

    /// Where a span lies.
    pub fn span(&self, span: Span) -> Range<u32> {
        let place = span.absolute(self.db);
        place.start..place.end
    }

    /// The tree at an offset of the file.
    pub fn tree_at(&self, offset: u32) -> Option<Tree<'db>> {
        Tree::at(self.db, self.position(offset))
    }

    /// The name at an offset.
    pub fn name_at(&self, offset: u32) -> Option<NameUse> {
        NameUse::at(self.db, self.position(offset))
    }

    /// The token at an offset.
    pub fn token_at(&self, offset: u32) -> Option<TokenPlace<'db>> {
        TokenPlace::at(self.db, self.position(offset))
    }

    pub fn position(&self, offset: u32) -> FilePosition {
        FilePosition { file: self.file, offset }
    }
}
