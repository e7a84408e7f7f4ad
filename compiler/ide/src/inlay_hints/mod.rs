//! What an editor shows between the words of a program: types that are not written, names of parameters, copies, moves,
//! drops and padding that the compiler adds. Owns what a hint is, which are asked for, and the choice of what a range
//! needs; each kind of hint has a module. It must not know how hints are drawn.

mod body;
mod layout;
mod obvious;
#[cfg(test)]
mod tests;
mod transfers;

use std::ops::Range;

use hir::ItemId;
use source::{Chunk, Db, chunk_starts, chunks, parse};
use syntax::{NodeKind, TextRange};

use crate::edit::TextEdit;
use crate::position::FileRange;

/// Which hints are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InlayHintSettings {
    /// Types of variables that are declared without one.
    pub types: bool,
    /// Names of parameters and fields before arguments.
    pub parameters: bool,
    /// Memory copies that the compiler inserts.
    pub copies: bool,
    /// Copies of fewer bytes are not shown.
    pub minimum_copy_bytes: u64,
    /// Values that move out of variables and fields.
    pub moves: bool,
    /// Values that are dropped at the end of a block.
    pub drops: bool,
    /// Padding in types.
    pub padding: bool,
}

impl Default for InlayHintSettings {
    fn default() -> InlayHintSettings {
        InlayHintSettings {
            types: true,
            parameters: true,
            copies: true,
            minimum_copy_bytes: 0,
            moves: true,
            drops: true,
            padding: true,
        }
    }
}

/// What a hint tells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum InlayHintKind {
    /// A type, behind a name.
    Type,
    /// A name, before an argument.
    Parameter,
    /// A copy, behind an expression.
    Copy,
    /// A move, behind an expression.
    Move,
    /// Drops, behind a block.
    Drop,
    /// Padding, behind a field or a type.
    Padding,
}

/// A few words between those of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InlayHint {
    /// Where they stand.
    pub offset: u32,
    /// The words, without space around them.
    pub label: String,
    /// What they tell.
    pub kind: InlayHintKind,
    /// The reason, as Markdown.
    pub tooltip: String,
    /// What makes the hint part of the program, if that is possible.
    pub edit: Option<TextEdit>,
}

/// The hints of a part of a file, by position.
pub fn inlay_hints(db: &dyn Db, range: &FileRange, settings: &InlayHintSettings) -> Vec<InlayHint> {
    let starts = chunk_starts(db, range.file);
    let all = chunks(db, range.file);
    let first = starts.index_at(range.range.start).unwrap_or(0);
    let mut hints = Vec::new();
    for chunk in all.iter().skip(first) {
        let Some(start) = starts.start(chunk.id(db)) else {
            continue;
        };
        if start > range.range.end {
            break;
        }
        of_chunk(db, *chunk, start, range, settings, &mut hints);
    }
    hints.retain(|hint| range.range.start <= hint.offset && hint.offset <= range.range.end);
    hints.sort_by_key(|hint| (hint.offset, hint.kind));
    hints
}

fn of_chunk(
    db: &dyn Db,
    chunk: Chunk<'_>,
    start: u32,
    range: &FileRange,
    settings: &InlayHintSettings,
    hints: &mut Vec<InlayHint>,
) {
    let parse = parse(db, chunk);
    let wanted = |node: TextRange| node.start + start <= range.range.end && range.range.start <= node.end + start;
    for node in parse.nodes().filter(|node| wanted(parse.range(*node))) {
        match parse.kind(node) {
            NodeKind::Function | NodeKind::Test => {
                let Some(item) = hir::item_of_node(db, chunk, node) else {
                    continue;
                };
                if hir::item_node(db, item) == Some(node) && item.kind(db).may_have_body() {
                    body::hints(db, Place { item, start }, &range.range, settings, hints);
                }
            }
            NodeKind::Type if settings.padding => {
                let Some(item) = hir::item_of_node(db, chunk, node) else {
                    continue;
                };
                layout::hints(db, Place { item, start }, parse, node, hints);
            }
            _ => {}
        }
    }
}

/// An item, and where its chunk starts.
#[derive(Clone, Copy)]
struct Place {
    item: ItemId,
    start: u32,
}

impl Place {
    /// A range of the chunk as one of the file.
    fn absolute(self, range: TextRange) -> Range<u32> {
        range.start + self.start..range.end + self.start
    }
}
