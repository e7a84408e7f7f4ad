//! The arms that a `match` lacks. What they do is left open: nothing where the value of the `match` is not used, else a panic
//! that says so.

use hir::Expression;
use source::Diagnostic;
use syntax::view::Match;
use syntax::{NodeId, NodeKind};
use types::{CheckedPatterns, Ty};

use super::CodeAction;
use super::request::{Request, Tree};
use crate::edit::{SourceChange, TextEdit};

pub(super) fn offer(request: &Request<'_>, diagnostic: &Diagnostic, actions: &mut Vec<CodeAction>) {
    if diagnostic.kind.name == "missing-cases" {
        let _nothing_to_add = add(request, diagnostic, actions);
    }
}

fn add(request: &Request<'_>, diagnostic: &Diagnostic, actions: &mut Vec<CodeAction>) -> Option<()> {
    let place = request.place(diagnostic);
    let tree = request.tree_at(place.start)?;
    let is_matched = |node: &NodeId| {
        let scrutinee = Match::cast(tree.parse, *node).and_then(|view| view.scrutinee());
        scrutinee.is_some_and(|scrutinee| tree.range(scrutinee.node()) == place)
    };
    let node = tree.nodes_around(&place).find(is_matched)?;
    let (patterns, ty) = missing(request, &tree, node)?;
    let does = if matches!(ty, Ty::UNIT | Ty::NEVER | Ty::ERROR) { "{}" } else { "panic(\"write this arm\")" };
    let all = "_".to_string();
    if !patterns.is_empty() && !patterns.contains(&all) {
        let title = if patterns.len() == 1 { "Add the missing arm" } else { "Add the missing arms" };
        let change = SourceChange::of_file(request.file, [insertion(&tree, node, &patterns, does)?]);
        actions.push(CodeAction::fix(request.db, diagnostic, title, change).preferred());
    }
    let change = SourceChange::of_file(request.file, [insertion(&tree, node, &[all], does)?]);
    actions.push(CodeAction::fix(request.db, diagnostic, "Add `case _` for all other values", change));
    Some(())
}

/// The patterns that are missing; none where there are too many. With them the type of the value of the `match`.
fn missing(request: &Request<'_>, tree: &Tree<'_>, node: NodeId) -> Option<(Vec<String>, Ty)> {
    let db = request.db;
    let item = hir::item_of_node(db, tree.chunk, node)?;
    let id = hir::body_source_map(db, item).expression_at(node)?;
    let (body, inference) = (hir::body(db, item), types::infer(db, item));
    let Expression::Match { scrutinee, arms } = body[id] else {
        return None;
    };
    let mut checked = CheckedPatterns::new(db, body, inference);
    for arm in body.arms(arms) {
        checked.arm(arm.pattern, arm.guard.is_some())?;
    }
    let patterns = checked.complete(inference.expression_type(scrutinee)).unwrap_or_default();
    Some((patterns, inference.expression_type(id)))
}

/// The arms before the brace that closes the `match`, indented as those that are there.
fn insertion(tree: &Tree<'_>, node: NodeId, patterns: &[String], does: &str) -> Option<TextEdit> {
    let parse = tree.parse;
    let text = parse.text();
    let range = parse.range(node);
    let brace = text[..range.end as usize].strip_suffix('}')?.len();
    let before = text[..brace].trim_end();
    let is_empty = parse.first_child(node).and_then(|value| parse.next_sibling(value)).is_none();
    let indentation = |offset: usize| {
        let line = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
        let rest = &text[line..];
        &rest[..rest.len() - rest.trim_start_matches([' ', '\t']).len()]
    };
    let arms = patterns.iter().map(|pattern| format!("case {pattern} -> {does}"));
    let last = parse.children(node).filter(|child| parse.kind(*child) == NodeKind::MatchArm).last();
    let is_line = text[before.len()..brace].contains('\n');
    let indent = match last {
        Some(last) if is_line => indentation(parse.range(last).start as usize).to_string(),
        Some(_) | None => format!("{}  ", indentation(range.start as usize)),
    };
    let written = if last.is_some() && !is_line {
        arms.map(|arm| format!(" {arm}")).collect::<String>()
    } else {
        arms.map(|arm| format!("\n{indent}{arm}")).collect::<String>()
    };
    let closing = match (is_empty && !is_line, last.is_some() && !is_line) {
        (true, _) => format!("\n{}", indentation(range.start as usize)),
        (false, true) => " ".to_string(),
        (false, false) => text[before.len()..brace].to_string(),
    };
    // A comment behind the last arm stays where it is.
    let place = tree.start + before.len() as u32..tree.start + brace as u32;
    Some(TextEdit::replace(place, format!("{written}{closing}")))
}
