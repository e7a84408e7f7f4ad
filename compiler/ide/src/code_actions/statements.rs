//! Where statements stand in a text: what new ones must look like before, between and instead of them. It must not know
//! what the statements are for.

use std::ops::Range;

use syntax::{NodeId, NodeKind};

use super::request::Tree;
use crate::edit::TextEdit;

/// The white space at the beginning of the line that holds the offset.
pub(super) fn indentation(text: &str, offset: u32) -> &str {
    let before = &text[..offset as usize];
    let line = &text[before.rfind('\n').map_or(0, |newline| newline + 1)..];
    let end = line.find(|letter| letter != ' ' && letter != '\t').unwrap_or(line.len());
    &line[..end]
}

/// Whether nothing but space precedes the offset on its line.
pub(super) fn begins_line(text: &str, offset: u32) -> bool {
    let before = &text[..offset as usize];
    let line = before.rfind('\n').map_or(0, |newline| newline + 1);
    before[line..].trim().is_empty()
}

/// Puts a statement before the one at `offset`.
pub(super) fn insert_before(text: &str, offset: u32, statement: &str) -> TextEdit {
    if begins_line(text, offset) {
        TextEdit::insert(offset, format!("{statement}\n{}", indentation(text, offset)))
    } else {
        TextEdit::insert(offset, format!("{statement}  "))
    }
}

/// Puts a statement at the beginning of a block.
pub(super) fn insert_first(tree: &Tree<'_>, text: &str, block: NodeId, statement: &str) -> Option<TextEdit> {
    let first = tree.parse.first_child(block);
    let opener = tree.range(block).start + 1;
    Some(match first {
        Some(first) => insert_before(text, tree.range(first).start, statement),
        None => TextEdit::insert(opener, format!(" {statement} ")),
    })
}

/// The range to delete when a statement goes: its whole line if it stands alone there.
pub(super) fn removal(text: &str, statement: Range<u32>) -> Range<u32> {
    let (start, end) = (statement.start as usize, statement.end as usize);
    let behind = &text[end..];
    let line_end = behind.find('\n').map_or(behind.len(), |newline| newline + 1);
    if begins_line(text, statement.start) && behind[..line_end].trim().is_empty() {
        let line = start - indentation(text, statement.start).len();
        return line as u32..(end + line_end) as u32;
    }
    let spaces = behind.len() - behind.trim_start_matches([' ', '\t']).len();
    statement.start..(end + spaces) as u32
}

/// The statement of a block or arm that a node belongs to, with the block or arm.
pub(super) fn statement_around(tree: &Tree<'_>, node: NodeId) -> Option<(NodeId, NodeId)> {
    let mut child = node;
    for parent in tree.parse.ancestors(node) {
        match tree.parse.kind(parent) {
            NodeKind::Block => return Some((child, parent)),
            NodeKind::MatchArm => {
                let is_statement = tree.parse.next_sibling(child).is_none();
                return is_statement.then_some((child, parent));
            }
            _ => child = parent,
        }
    }
    None
}
