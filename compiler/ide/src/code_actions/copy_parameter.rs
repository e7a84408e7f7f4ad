//! A variable that may change in place of a parameter that may not.

use source::Diagnostic;
use syntax::NodeKind;

use super::CodeAction;
use super::request::Request;
use super::statements;
use crate::definition::Definition;
use crate::edit::SourceChange;

pub(super) fn offer(request: &Request<'_>, diagnostic: &Diagnostic, actions: &mut Vec<CodeAction>) {
    if matches!(diagnostic.kind.name, "immutable-variable" | "assigned-let") {
        actions.extend(action(request, diagnostic));
    }
}

fn action(request: &Request<'_>, diagnostic: &Diagnostic) -> Option<CodeAction> {
    let place = request.place(diagnostic);
    let name = request.name_at(place.start)?;
    let Definition::Parameter { item, .. } = name.definition else {
        return None;
    };
    let tree = request.tree_at(place.start)?;
    let function = tree.nodes_around(&place).find(|node| tree.parse.kind(*node) == NodeKind::Function)?;
    let body = tree.parse.children(function).last()?;
    if tree.parse.kind(body) != NodeKind::Block || hir::item_node(request.db, item) != Some(function) {
        return None;
    }
    let name = name.definition.name(request.db);
    let statement = format!("let mut {name} = {name}");
    let edit = statements::insert_first(&tree, request.text(), body, &statement)?;
    let change = SourceChange::of_file(request.file, [edit]);
    Some(CodeAction::fix(request.db, diagnostic, format!("Copy `{name}` into a `let mut`"), change).preferred())
}
