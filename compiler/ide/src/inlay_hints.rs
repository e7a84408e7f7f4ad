//! What an editor shows between the words of a program: types that are not written, names of parameters, copies, moves,
//! drops and padding that the compiler adds. Owns what a hint is, which are asked for, and the choice of what a range
//! needs; each kind of hint has a module. It must not know how hints are drawn, nor what they were before the last edit:
//! pieces say whether errors hide something, and whoever remembers may go on showing what was there.

mod body;
mod captures;
mod layout;
mod obvious;
#[cfg(test)]
mod tests;
mod transfers;
mod type_arguments;

use std::sync::Arc;

use source::{Chunk, Db, SourceFile, chunk_starts, chunks, parse};
use syntax::{NodeKind, TextRange};

use crate::copies::CopyOutcome;
use crate::edit::TextEdit;
use crate::position::{FilePosition, FileRange};

/// Which memory copies are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShownCopies {
    /// None.
    None,
    /// Those that the optimised program is known to make. What is not known is not shown: it would be a guess.
    Surviving,
    /// All that the compiler inserts, whatever becomes of them.
    Inserted,
}

/// What is known of a function's copy in optimised code: a place in the function, its symbol, the number of the copy.
pub type KnownFate<'a> = &'a dyn Fn(FilePosition, &str, u32) -> CopyOutcome;

/// Which hints are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InlayHintSettings {
    /// Types of variables that are declared without one.
    pub types: bool,
    /// Names of parameters and fields before arguments.
    pub parameters: bool,
    /// Memory copies that the compiler inserts.
    pub copies: ShownCopies,
    /// Copies of fewer bytes are not shown.
    pub minimum_copy_bytes: u64,
    /// Values that move out of variables and fields.
    pub moves: bool,
    /// Values that are dropped at the end of a block.
    pub drops: bool,
    /// Padding in types.
    pub padding: bool,
    /// Type arguments that are not written.
    pub type_arguments: bool,
    /// What closures capture.
    pub captures: bool,
}

impl Default for InlayHintSettings {
    fn default() -> InlayHintSettings {
        InlayHintSettings {
            types: true,
            parameters: true,
            copies: ShownCopies::Surviving,
            minimum_copy_bytes: 0,
            moves: true,
            drops: true,
            padding: true,
            type_arguments: true,
            captures: true,
        }
    }
}

/// What a hint tells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum InlayHintKind {
    /// A type, behind a name.
    Type,
    /// Type arguments, behind what they are for.
    TypeArguments,
    /// A name, before an argument.
    Parameter,
    /// What a closure captures, before its body.
    Capture,
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

/// The hints of a piece of a file: an item at its top level, with the comment and attributes above it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceHints {
    /// Its text up to its name, by which it is known while the rest of it changes.
    pub head: String,
    /// How many with the same head come before it.
    pub nth: u32,
    /// Where it begins in the file.
    pub start: u32,
    /// Its text.
    pub text: Arc<str>,
    /// Whether errors hide some of what would be shown.
    pub is_broken: bool,
    /// Whether nobody has looked yet what became of some of its copies.
    pub awaits_fates: bool,
    /// Its hints, by position; positions count from its beginning.
    pub hints: Vec<InlayHint>,
}

/// The hints of pieces that lie in a part of their file, by position.
pub fn hints_in(pieces: impl IntoIterator<Item = PieceHints>, range: &FileRange) -> Vec<InlayHint> {
    let mut hints = Vec::new();
    for piece in pieces {
        hints.extend(piece.hints.into_iter().map(|hint| hint.moved(i64::from(piece.start))));
    }
    hints.retain(|hint| range.range.start <= hint.offset && hint.offset <= range.range.end);
    hints
}

/// The pieces of a file that touch a part of it, each with all of its hints.
pub fn pieces_with_hints(
    db: &dyn Db,
    range: &FileRange,
    settings: &InlayHintSettings,
    fate: KnownFate<'_>,
) -> Vec<PieceHints> {
    let starts = chunk_starts(db, range.file);
    let all = chunks(db, range.file);
    let first = starts.index_at(range.range.start).unwrap_or(0);
    let mut pieces = Vec::new();
    for chunk in all.iter().skip(first) {
        let id = chunk.id(db);
        let Some(start) = starts.start(id) else { continue };
        if start > range.range.end {
            break;
        }
        let mut found = Found {
            file: range.file,
            start,
            settings,
            fate,
            hints: Vec::new(),
            is_broken: !parse(db, *chunk).errors().is_empty(),
            awaits_fates: false,
        };
        of_chunk(db, *chunk, &mut found);
        found.hints.sort_by_key(|hint| (hint.offset, hint.kind));
        pieces.push(PieceHints {
            head: id.head(db).to_string(),
            nth: id.nth(db),
            start,
            text: chunk.text(db).clone(),
            is_broken: found.is_broken,
            awaits_fates: found.awaits_fates,
            hints: found.hints,
        });
    }
    pieces
}

impl InlayHint {
    /// The same hint where the text before it is longer or shorter by so many bytes.
    pub fn moved(self, by: i64) -> InlayHint {
        let at = |offset: u32| u32::try_from(i64::from(offset) + by).unwrap_or(0);
        InlayHint {
            offset: at(self.offset),
            edit: self.edit.map(|edit| TextEdit { range: at(edit.range.start)..at(edit.range.end), text: edit.text }),
            ..self
        }
    }
}

/// What is wanted of a chunk, and what was found so far.
struct Found<'a> {
    file: SourceFile,
    /// Where the chunk starts.
    start: u32,
    settings: &'a InlayHintSettings,
    fate: KnownFate<'a>,
    hints: Vec<InlayHint>,
    is_broken: bool,
    awaits_fates: bool,
}

impl Found<'_> {
    /// Where a part of the chunk begins.
    fn position(&self, range: TextRange) -> FilePosition {
        FilePosition { file: self.file, offset: self.start + range.start }
    }
}

/// Adds the hints of a chunk.
fn of_chunk(db: &dyn Db, chunk: Chunk<'_>, found: &mut Found<'_>) {
    let parse = parse(db, chunk);
    for node in parse.nodes() {
        match parse.kind(node) {
            NodeKind::Function | NodeKind::Test => {
                let Some(item) = hir::item_of_node(db, chunk, node) else {
                    continue;
                };
                if hir::item_node(db, item) == Some(node) && item.kind(db).may_have_body() {
                    body::hints(db, item, found);
                }
            }
            NodeKind::Type if found.settings.padding => {
                let Some(item) = hir::item_of_node(db, chunk, node) else {
                    continue;
                };
                layout::hints(db, item, parse, node, &mut found.hints);
            }
            _ => {}
        }
    }
}
