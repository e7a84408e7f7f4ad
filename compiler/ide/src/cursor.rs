//! The place where somebody types, read as if a name already stood there: a copy of the chunk's text with one name at the
//! cursor is parsed apart from all queries, so that half-typed code tells by its tree what may follow. It owns that tree,
//! the variables in scope and the step back to the real body; what things mean is in `meaning`.

mod calls;
mod meaning;
mod scope;

use std::ops::Range;

use hir::{ExpressionId, ItemId, LocalId, Module};
use rustc_hash::FxHashMap;
use source::{Chunk, Db, chunk_starts, chunks};
use syntax::view::Token;
use syntax::{NodeId, NodeKind, Parse, TextRange, TokenId, TokenKind};

use crate::position::FilePosition;

pub(crate) use calls::{CallParameter, CallTarget, Called, target};
pub(crate) use meaning::Meaning;
pub(crate) use scope::ScopeLocal;

/// The name that stands at the cursor. No program has it, and it is none of the words the parser looks for.
const MARKER: &str = "cursor_name_0";

/// A cursor in a file.
pub(crate) struct Cursor<'db> {
    pub db: &'db dyn Db,
    /// The module that the file is.
    pub module: Module,
    /// The innermost item around the cursor.
    pub item: Option<ItemId>,
    /// The word's part before the cursor.
    pub prefix: &'db str,
    /// The word's part before the cursor, as bytes of the file.
    pub written: Range<u32>,
    /// The end of the word that the cursor stands in.
    pub word_end: u32,
    /// What follows that word.
    pub text_behind: &'db str,
    /// The tree with the name at the cursor.
    pub parse: Parse,
    /// The token at the cursor in `parse`: the name, or the literal that holds it.
    pub token: TokenId,
    /// Whether a name may stand here: the cursor is in no string.
    pub is_name: bool,
    /// The variables in scope, the innermost first, each name once.
    pub locals: Vec<ScopeLocal>,
    real: Option<Real<'db>>,
}

/// The chunk as it really is.
#[derive(Clone, Copy)]
struct Real<'db> {
    chunk: Chunk<'db>,
    parse: &'db Parse,
}

impl<'db> Cursor<'db> {
    /// The cursor at a position; `None` in comments.
    pub fn at(db: &'db dyn Db, position: FilePosition) -> Option<Cursor<'db>> {
        let FilePosition { file, offset } = position.rounded(db);
        let module = hir::module_of_file(db, file)?;
        let text: &'db str = file.text(db);
        let place = offset as usize;
        let is_word = |letter: char| letter == '_' || letter.is_alphanumeric();
        let word_start = text[..place].trim_end_matches(is_word).len();
        let word_end = text.len() - text[place..].trim_start_matches(is_word).len();
        // A cursor directly before a word speaks of a new name.
        let word_end = if word_start == place { place } else { word_end };

        let (start, end, real) = real_chunk(db, position, word_start as u32);
        let relative = word_start - start as usize;
        let chunk_text = &text[start as usize..end as usize];
        let mut changed = String::with_capacity(chunk_text.len() + MARKER.len() + 1);
        changed.push_str(&chunk_text[..relative]);
        changed.push_str(MARKER);
        if text[word_end..].starts_with(is_word) {
            changed.push(' ');
        }
        changed.push_str(chunk_text.get(word_end - start as usize..).unwrap_or_default());
        let parse = syntax::parse(&changed);
        let token = parse.token_at(relative as u32)?;
        let range = parse.token_range(token);
        let is_name = parse.token_text(token) == MARKER;
        let (first, last) = (relative as u32, (relative + MARKER.len()) as u32);
        let is_inside = range.start < first && last <= range.end;
        if !is_name && !is_inside {
            return None;
        }
        let mut cursor = Cursor {
            db,
            module,
            item: None,
            prefix: &text[word_start..place],
            written: word_start as u32..offset,
            word_end: word_end as u32,
            text_behind: &text[word_end..],
            parse,
            token,
            is_name,
            locals: Vec::new(),
            real,
        };
        cursor.item = cursor.real_item();
        cursor.locals = scope::locals(&cursor);
        Some(cursor)
    }

    /// The innermost node that holds the cursor.
    pub fn node(&self) -> NodeId {
        self.parse.node_of(self.token)
    }

    /// The nodes around the cursor, the innermost first.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::once(self.node()).chain(self.parse.ancestors(self.node()))
    }

    /// Where the name at the cursor begins in `parse`.
    pub fn offset(&self) -> u32 {
        self.parse.token_range(self.token).start
    }

    /// The token before the cursor's.
    pub fn token_before(&self) -> Option<Token<'_>> {
        let before = self.token.number().checked_sub(1)?;
        let token = self.parse.tokens().nth(before as usize)?;
        Some(Token::new(&self.parse, token))
    }

    /// The kind of the token before the cursor's.
    pub fn kind_before(&self) -> Option<TokenKind> {
        self.token_before().map(|token| token.kind())
    }

    /// Whether a token is the name at the cursor.
    pub fn is_here(&self, token: Option<Token<'_>>) -> bool {
        token.is_some_and(|token| token.id() == self.token)
    }

    /// The item with a body around the cursor.
    pub fn item_with_body(&self) -> Option<ItemId> {
        self.item.filter(|item| item.kind(self.db).may_have_body())
    }

    /// The node of the real tree that stands where a node before the cursor stands.
    fn real_node(&self, kind: NodeKind, fits: impl Fn(TextRange) -> bool) -> Option<NodeId> {
        let real = self.real?;
        let mut nodes = real.parse.nodes();
        nodes.find(|node| real.parse.kind(*node) == kind && fits(real.parse.range(*node)))
    }

    /// The item whose node begins where one around the cursor begins.
    fn real_item(&self) -> Option<ItemId> {
        let real = self.real?;
        self.nodes().find_map(|node| {
            let start = self.parse.range(node).start;
            let item = syntax::view::Item::cast(&self.parse, node)?.node();
            let node = self.real_node(self.parse.kind(item), |range| range.start == start)?;
            hir::item_of_node(self.db, real.chunk, node)
        })
    }

    /// The expression of the real body that stands where a node before the cursor stands; the outermost of several.
    pub fn expression(&self, node: NodeId) -> Option<ExpressionId> {
        let item = self.item_with_body()?;
        let wanted = self.parse.range(node);
        let real = self.real_node(self.parse.kind(node), |range| range == wanted)?;
        hir::body_source_map(self.db, item).expressions_at(real).next_back()
    }

    /// The function that the real body calls where a callee before the cursor stands, and whether that stands behind a
    /// value, which is passed as `self`.
    pub fn called_really(&self, callee: NodeId) -> Option<(ItemId, bool)> {
        let item = self.item_with_body()?;
        let parse = self.real?.parse;
        let wanted = self.parse.range(callee);
        let real = self.real_node(self.parse.kind(callee), |range| range == wanted)?;
        let call = parse.parent(real).filter(|node| parse.kind(*node) == NodeKind::Call)?;
        let inference = types::infer(self.db, item);
        let map = hir::body_source_map(self.db, item);
        let called = map.expressions_at(call).find_map(|id| inference.call_of(id))?;
        let has_self = inference.arguments(called).len() > parse.children(call).skip(1).count();
        Some((called.callee.as_function()?, has_self))
    }

    /// The local of the real body that a pattern or parameter before the cursor declares.
    pub fn local_of(&self, node: NodeId) -> Option<LocalId> {
        self.locals_by_start().remove(&self.parse.range(node).start)
    }

    /// The locals of the real body by where what declares them begins.
    fn locals_by_start(&self) -> FxHashMap<u32, LocalId> {
        let Some(item) = self.item_with_body() else {
            return FxHashMap::default();
        };
        let map = hir::body_source_map(self.db, item);
        let mut found = FxHashMap::default();
        for (local, _) in hir::body(self.db, item).locals() {
            if let Some(range) = self.real_range(map.local(local)) {
                found.entry(range.start).or_insert(local);
            }
        }
        found
    }

    /// Where a node of the real tree stands.
    fn real_range(&self, node: NodeId) -> Option<TextRange> {
        Some(self.real?.parse.range(node))
    }

    /// The last bytes before the word at the cursor.
    pub fn text_before(&self, bytes: u32) -> &str {
        let end = self.offset() as usize;
        self.parse.text().get(end.saturating_sub(bytes as usize)..end).unwrap_or("")
    }
}

/// The chunk that the cursor's word is typed into, where it starts and ends. A cursor at the start of a line that begins
/// a chunk belongs to what is above.
fn real_chunk(db: &dyn Db, position: FilePosition, word_start: u32) -> (u32, u32, Option<Real<'_>>) {
    let length = position.file.text(db).len() as u32;
    let starts = chunk_starts(db, position.file);
    let all = chunks(db, position.file);
    let found = starts.index_at(word_start.saturating_sub(1)).and_then(|index| {
        let chunk = *all.get(index)?;
        let start = starts.start(chunk.id(db))?;
        let end = match all.get(index + 1) {
            Some(next) => starts.start(next.id(db))?,
            None => length,
        };
        // A word that the cut into chunks goes through is read with the whole file.
        let parse = source::parse(db, chunk);
        (position.offset.min(length) <= end).then_some((start, end, Some(Real { chunk, parse })))
    });
    found.unwrap_or((0, length, None))
}
