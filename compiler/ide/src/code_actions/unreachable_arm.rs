//! An arm, or an alternative of one, that no value gets to is removed.

use std::ops::Range;

use source::Diagnostic;
use syntax::NodeKind;

use super::CodeAction;
use super::request::{Request, Tree};
use crate::edit::{SourceChange, TextEdit};

pub(super) fn offer(request: &Request<'_>, diagnostic: &Diagnostic, actions: &mut Vec<CodeAction>) {
    if diagnostic.kind.name == "unreachable-arm" {
        actions.extend(action(request, diagnostic));
    }
}

fn action(request: &Request<'_>, diagnostic: &Diagnostic) -> Option<CodeAction> {
    let place = request.place(diagnostic);
    let tree = request.tree_at(place.start)?;
    // The outermost node of this range is the whole pattern.
    let mut around = tree.nodes_around(&place).skip_while(|node| tree.range(*node) == place);
    let parent = around.next()?;
    let (title, removed) = match tree.parse.kind(parent) {
        NodeKind::MatchArm => ("Remove the arm", whole_lines(&tree, tree.range(parent))),
        NodeKind::OrPattern => ("Remove the alternative", alternative(&tree, place)),
        _ => return None,
    };
    let change = SourceChange::of_file(request.file, [TextEdit::replace(removed, String::new())]);
    Some(CodeAction::fix(request.db, diagnostic, title, change).preferred())
}

/// The range with the blanks before it; with its line if it is all of that.
fn whole_lines(tree: &Tree<'_>, range: Range<u32>) -> Range<u32> {
    let text = tree.parse.text();
    let (start, end) = ((range.start - tree.start) as usize, (range.end - tree.start) as usize);
    let before = text[..start].trim_end_matches([' ', '\t']);
    let rest = &text[end..];
    let behind = rest.trim_start_matches([' ', '\t']);
    if before.ends_with('\n') && behind.starts_with('\n') {
        return tree.start + before.len() as u32..tree.start + (text.len() - behind.len() + 1) as u32;
    }
    tree.start + before.len() as u32..range.end
}

/// The range with the `|` before it; of the first alternative the one behind it.
fn alternative(tree: &Tree<'_>, range: Range<u32>) -> Range<u32> {
    let text = tree.parse.text();
    let before = text[..(range.start - tree.start) as usize].trim_end();
    if let Some(before) = before.strip_suffix('|') {
        return tree.start + before.trim_end().len() as u32..range.end;
    }
    let rest = text[(range.end - tree.start) as usize..].trim_start();
    let behind = rest.strip_prefix('|').map_or(rest, str::trim_start);
    range.start..tree.start + (text.len() - behind.len()) as u32
}
