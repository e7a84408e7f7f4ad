//! What stands at an offset: the chunk, its tree, the token, its node and the item around it. The first step of every
//! question; it must not know what names mean.

use hir::{ItemId, Name};
use source::{Chunk, Db, Span, chunk_starts, chunks, parse};
use syntax::{NodeId, NodeKind, Parse, TextRange, TokenId, TokenKind};

use crate::position::{FilePosition, FileRange};

/// A token where it stands.
#[derive(Clone, Copy)]
pub(crate) struct TokenPlace<'db> {
    /// The chunk.
    pub chunk: Chunk<'db>,
    /// Where the chunk starts in its file.
    pub start: u32,
    /// The chunk's tree.
    pub parse: &'db Parse,
    /// The token.
    pub token: TokenId,
    /// The innermost node that the token belongs to.
    pub node: NodeId,
}

/// The chunk that holds a position, where it starts, and its tree.
pub(crate) fn chunk_at(db: &dyn Db, position: FilePosition) -> Option<(Chunk<'_>, u32, &Parse)> {
    let position = position.rounded(db);
    let starts = chunk_starts(db, position.file);
    let chunk = *chunks(db, position.file).get(starts.index_at(position.offset)?)?;
    let start = starts.start(chunk.id(db))?;
    Some((chunk, start, parse(db, chunk)))
}

impl<'db> TokenPlace<'db> {
    /// The token at a position: the one that holds it; where two meet, the one that is a word.
    pub fn at(db: &'db dyn Db, position: FilePosition) -> Option<TokenPlace<'db>> {
        let position = position.rounded(db);
        let (chunk, start, parse) = chunk_at(db, position)?;
        let offset = position.offset - start;
        let right = parse.token_at(offset);
        let left = offset.checked_sub(1).and_then(|before| parse.token_at(before));
        let touches = |token: &TokenId| parse.token_range(*token).touches(offset);
        let is_word = |token: &TokenId| parse.token_kind(*token).is_word_like();
        let token = match (left.filter(touches), right) {
            (Some(left), Some(right)) if is_word(&left) && !is_word(&right) => left,
            (_, Some(right)) => right,
            // The chunk ends here, and its last token with it.
            (Some(left), None) => left,
            (None, None) => match Self::of_previous_chunk(db, position, start) {
                Some(place) => return Some(place),
                None => return None,
            },
        };
        Some(TokenPlace::new(chunk, start, parse, token))
    }

    /// A word that ends exactly where the next chunk begins.
    fn of_previous_chunk(db: &'db dyn Db, position: FilePosition, start: u32) -> Option<TokenPlace<'db>> {
        let offset = position.offset.checked_sub(1)?;
        if position.offset != start {
            return None;
        }
        let (chunk, start, parse) = chunk_at(db, FilePosition { offset, ..position })?;
        let token = parse.token_at(offset - start)?;
        let touches = parse.token_range(token).end == position.offset - start;
        touches.then(|| TokenPlace::new(chunk, start, parse, token))
    }

    /// A token of a chunk that is known.
    pub fn new(chunk: Chunk<'db>, start: u32, parse: &'db Parse, token: TokenId) -> TokenPlace<'db> {
        TokenPlace { chunk, start, parse, token, node: parse.node_of(token) }
    }

    /// The kind of the token.
    pub fn kind(&self) -> TokenKind {
        self.parse.token_kind(self.token)
    }

    /// The text of the token.
    pub fn text(&self) -> &'db str {
        self.parse.token_text(self.token)
    }

    /// The text of the token as a name.
    pub fn name(&self) -> Name {
        Name::new(self.text())
    }

    /// The kind of the node.
    pub fn node_kind(&self) -> NodeKind {
        self.parse.kind(self.node)
    }

    /// The range of the token relative to its chunk.
    pub fn relative_range(&self) -> TextRange {
        self.parse.token_range(self.token)
    }

    /// The span of the token.
    pub fn span(&self, db: &dyn Db) -> Span {
        let range = self.relative_range();
        Span::new(self.chunk.id(db), range.start..range.end)
    }

    /// Where the token stands in its file.
    pub fn file_range(&self, db: &dyn Db) -> FileRange {
        let range = self.relative_range().shifted(self.start);
        FileRange { file: self.chunk.id(db).file(db), range: range.start..range.end }
    }

    /// The innermost item that the token belongs to.
    pub fn item(&self, db: &dyn Db) -> Option<ItemId> {
        hir::item_of_node(db, self.chunk, self.node)
    }

    /// The node and those around it, innermost first.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + 'db {
        std::iter::once(self.node).chain(self.parse.ancestors(self.node))
    }
}
