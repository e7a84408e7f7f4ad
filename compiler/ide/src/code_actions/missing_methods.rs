//! The methods that an `impl` of a trait lacks, each with a body that says so when it runs.

use source::Diagnostic;
use syntax::view::Impl;
use syntax::{NodeId, NodeKind};
use types::Implementation;

use super::ActionKind;
use super::CodeAction;
use super::request::{Request, Tree};
use crate::edit::{SourceChange, TextEdit};
use crate::method_head;
use crate::writable_type::Names;

/// Where the diagnostic is that says which are missing.
pub(super) fn offer(request: &Request<'_>, diagnostic: &Diagnostic, actions: &mut Vec<CodeAction>) {
    if diagnostic.kind.name != "missing-methods" {
        return;
    }
    let place = request.place(diagnostic);
    let found = request.tree_at(place.start).and_then(|tree| Some((tree, tree.around(&place, NodeKind::Impl)?)));
    if let Some((tree, node)) = found
        && let Some((title, change)) = change(request, &tree, node)
    {
        actions.push(CodeAction::fix(request.db, diagnostic, title, change).preferred());
    }
}

/// Anywhere else in the `impl`, outside of its methods.
pub(super) fn offer_in_impl(request: &Request<'_>, actions: &mut Vec<CodeAction>) {
    let Some(tree) = request.tree else { return };
    let inner = tree
        .nodes_around(&request.range)
        .find(|node| matches!(tree.parse.kind(*node), NodeKind::Impl | NodeKind::Function));
    if let Some(node) = inner.filter(|node| tree.parse.kind(*node) == NodeKind::Impl)
        && let Some((title, change)) = change(request, &tree, node)
        && actions.iter().all(|action| action.change != change)
    {
        actions.push(CodeAction::new(ActionKind::Rewrite, title, change));
    }
}

fn change(request: &Request<'_>, tree: &Tree<'_>, node: NodeId) -> Option<(String, SourceChange)> {
    let db = request.db;
    let found = types::implementation(db, hir::item_of_node(db, tree.chunk, node)?)?;
    let missing: Vec<_> = types::missing_methods(db, found).collect();
    if missing.is_empty() {
        return None;
    }
    let (heads, names) = heads(request, found, &missing)?;
    let mut edits = names.import_edits(request.file);
    edits.push(insertion(tree, node, &heads)?);
    let title = match missing.as_slice() {
        [only] => format!("Implement the missing method `{}`", only.name(db).text()),
        several => format!("Implement the {} missing methods", several.len()),
    };
    Some((title, SourceChange::of_file(request.file, edits)))
}

fn heads<'db>(
    request: &Request<'db>,
    found: Implementation,
    missing: &[hir::ItemId],
) -> Option<(Vec<String>, Names<'db>)> {
    let db = request.db;
    let mut names = Names::new(db, found.item.module(db));
    let mut heads = Vec::with_capacity(missing.len());
    for method in missing {
        let head = method_head::in_impl(&mut names, db, found, *method)?;
        heads.push(format!("{head} {{\n    panic(\"write `{}`\")\n  }}", method.name(db).text()));
    }
    Some((heads, names))
}

/// The methods before the brace that closes the `impl`, or behind its head with braces of their own.
fn insertion(tree: &Tree<'_>, node: NodeId, methods: &[String]) -> Option<TextEdit> {
    let parse = tree.parse;
    let (text, range) = (parse.text(), parse.range(node));
    let written = Impl::cast(parse, node)?;
    let list = methods.join("\n\n  ");
    if !written.has_body() {
        return Some(TextEdit::insert(tree.start + range.end, format!(" {{\n  {list}\n}}")));
    }
    let brace = text[..range.end as usize].strip_suffix('}')?.len();
    let before = text[..brace].trim_end().len();
    // A comment behind the last method stays where it is.
    let gap = if written.functions().next().is_some() { "\n\n" } else { "\n" };
    let place = tree.start + before as u32..tree.start + brace as u32;
    Some(TextEdit::replace(place, format!("{gap}  {list}\n")))
}
