//! The arguments that a call or construction lacks: each with the variable of its name, or the simplest value of its type.

use hir::{ItemKind, Name};
use source::Diagnostic;
use syntax::view::Call;
use syntax::{NodeId, NodeKind, TokenKind};
use types::Ty;

use super::CodeAction;
use super::default_value::Surroundings;
use super::request::{Request, Tree};
use crate::edit::{SourceChange, TextEdit};

pub(super) fn offer(request: &Request<'_>, diagnostic: &Diagnostic, actions: &mut Vec<CodeAction>) {
    if diagnostic.kind.name == "missing-arguments" {
        actions.extend(action(request, diagnostic));
    }
}

fn action(request: &Request<'_>, diagnostic: &Diagnostic) -> Option<CodeAction> {
    let place = request.place(diagnostic);
    let tree = request.tree_at(place.start)?;
    let node = tree.nodes_around(&place).find(|node| tree.parse.kind(*node) == NodeKind::Call)?;
    let call = Call::cast(tree.parse, node)?;
    let callee = tree.parse.first_child(node)?;
    let name = request.name_at(tree.range(callee).end)?;
    let (parameters, is_construction) = parameters(request, name.definition.as_item()?)?;
    let mut positional = 0;
    let mut named = Vec::new();
    for argument in call.arguments() {
        match argument.label {
            Some(label) => named.push(Name::new(label.text())),
            None => positional += 1,
        }
    }
    let surroundings = Surroundings { request, tree, item: name.item?, offset: place.start };
    let missing = parameters.iter().skip(positional).filter(|(name, _)| !named.contains(name));
    let with_names = is_construction || !named.is_empty();
    let values: Vec<String> = missing
        .map(|(name, ty)| {
            let value = surroundings.value(&name.text(), *ty);
            if with_names { format!("{}: {value}", name.text()) } else { value }
        })
        .collect();
    if values.is_empty() {
        return None;
    }
    let what = match (is_construction, values.len()) {
        (true, 1) => "Add the missing field",
        (true, _) => "Add all missing fields",
        (false, 1) => "Add the missing argument",
        (false, _) => "Add all missing arguments",
    };
    let change = SourceChange::of_file(request.file, [insertion(&tree, node, &values.join(", "))]);
    Some(CodeAction::fix(request.db, diagnostic, what, change).preferred())
}

/// The names and types of what a call of the item gives, and whether it constructs.
fn parameters(request: &Request<'_>, callee: hir::ItemId) -> Option<(Vec<(Name, Ty)>, bool)> {
    if callee.kind(request.db).is_function() {
        let signature = types::signature(request.db, callee);
        let given = signature.parameters.iter().skip(usize::from(signature.receiver.is_some()));
        return Some((given.map(|parameter| (parameter.name, parameter.ty)).collect(), false));
    }
    if callee.kind(request.db) != ItemKind::Type {
        return None;
    }
    let fields = types::type_definition(request.db, callee).fields.iter();
    Some((fields.map(|field| (field.name, field.ty)).collect(), true))
}

/// More arguments behind those of a call.
fn insertion(tree: &Tree<'_>, call: NodeId, arguments: &str) -> TextEdit {
    let Some(last) = tree.parse.children(call).skip(1).last() else {
        return TextEdit::insert(tree.range(call).end - 1, arguments);
    };
    let behind = tree.parse.end_token(last);
    match tree.parse.token_kind(behind) {
        TokenKind::Comma => {
            let comma = tree.absolute(tree.parse.token_range(behind));
            TextEdit::insert(comma.end, format!(" {arguments}"))
        }
        _ => TextEdit::insert(tree.range(last).end, format!(", {arguments}")),
    }
}
