//! Semantic tokens: what each token of a file is, for colours. Each chunk is a query of its own, with ranges relative to
//! it, so that a key stroke colours one item again. It must not know themes, numbers of the protocol or deltas.

mod bodies;
mod kinds;
mod names;
#[cfg(test)]
mod tests;
mod texts;
mod tokens;

use std::ops::Range;

use hir::ItemId;
use source::{Chunk, Db, SourceFile, chunk_starts, chunks};

pub use kinds::{SemanticKind, SemanticModifier, SemanticModifiers};

/// A coloured piece of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SemanticToken {
    /// The bytes, all of one line.
    pub range: Range<u32>,
    /// What it is.
    pub kind: SemanticKind,
    /// What else is true of it.
    pub modifiers: SemanticModifiers,
}

/// The tokens of a file in order, or of those chunks that a range touches.
pub fn semantic_tokens(db: &dyn Db, file: SourceFile, range: Option<Range<u32>>) -> Vec<SemanticToken> {
    let starts = chunk_starts(db, file);
    let all = chunks(db, file);
    let (first, last) = match &range {
        Some(range) => (starts.index_at(range.start).unwrap_or(0), starts.index_at(range.end).unwrap_or(0)),
        None => (0, all.len().saturating_sub(1)),
    };
    let mut found = Vec::new();
    for &chunk in all.get(first..=last).unwrap_or_default() {
        let Some(start) = starts.start(chunk.id(db)) else {
            continue;
        };
        let shifted = chunk_tokens(db, chunk).iter().map(|token| SemanticToken {
            range: start + token.start..start + token.end,
            kind: token.kind,
            modifiers: token.modifiers,
        });
        match &range {
            Some(range) => found.extend(
                shifted
                    .skip_while(|token| token.range.end <= range.start)
                    .take_while(|token| token.range.start < range.end),
            ),
            None => found.extend(shifted),
        }
    }
    found
}

/// The colours of code that belongs to no program, in order and without overlaps: keywords, literals and comments, and types by their capital letter.
pub fn code_colours(text: &str) -> Vec<(Range<usize>, SemanticKind)> {
    let tokens = tokens::of_text(text);
    tokens.into_iter().map(|token| (token.start as usize..token.end as usize, token.kind)).collect()
}

/// A token relative to its chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct RelativeToken {
    start: u32,
    end: u32,
    kind: SemanticKind,
    modifiers: SemanticModifiers,
}

/// The tokens of a chunk.
#[salsa::tracked(returns(deref))]
fn chunk_tokens(db: &dyn Db, chunk: Chunk<'_>) -> Vec<RelativeToken> {
    tokens::of_chunk(db, chunk, items_of_chunk(db, chunk))
}

/// The items of a chunk, parents before members.
#[salsa::tracked(returns(deref))]
fn items_of_chunk(db: &dyn Db, chunk: Chunk<'_>) -> Vec<ItemId> {
    hir::chunk_items(db, chunk).0.iter().map(|(item, _)| *item).collect()
}
