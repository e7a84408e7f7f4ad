//! A function for a call of a name that nothing has: its parameters after the arguments, its result after what is expected.

use hir::ItemId;
use source::{Db, Diagnostic};
use syntax::view::{Call, Let, Statement};
use syntax::{NodeId, NodeKind};
use types::Ty;

use super::CodeAction;
use super::request::{Request, Tree};
use crate::edit::{SourceChange, TextEdit};
use crate::writable_type::written;

pub(super) fn offer(request: &Request<'_>, diagnostic: &Diagnostic, actions: &mut Vec<CodeAction>) {
    if diagnostic.kind.name == "unknown-name" {
        actions.extend(action(request, diagnostic));
    }
}

fn action(request: &Request<'_>, diagnostic: &Diagnostic) -> Option<CodeAction> {
    let place = request.place(diagnostic);
    let tree = request.tree_at(place.start)?;
    let name = tree.around(&place, NodeKind::Name)?;
    let call = tree
        .parse
        .parent(name)
        .filter(|parent| tree.parse.kind(*parent) == NodeKind::Call && tree.parse.first_child(*parent) == Some(name))?;
    let db = request.db;
    let item = hir::item_of_node(db, tree.chunk, call)?;
    let function = tree.parse.node_text(name);
    let is_type = function.starts_with(char::is_uppercase);
    if is_type {
        return None;
    }
    let mut parameters: Vec<String> = Vec::new();
    let mut taken: Vec<String> = Vec::new();
    for argument in Call::cast(tree.parse, call)?.arguments() {
        let (hint, node) = (argument.label.map(|label| label.text().to_string()), argument.value.node());
        let ty = type_of(db, item, node).and_then(|ty| written(db, item.module(db), ty))?;
        let hint = hint.or_else(|| name_of(&tree, node));
        let mut parameter = hint.unwrap_or_else(|| format!("argument{}", parameters.len()));
        if taken.contains(&parameter) {
            parameter = format!("{parameter}{}", parameters.len());
        }
        parameters.push(format!("{parameter}: {ty}"));
        taken.push(parameter);
    }
    let list = if parameters.is_empty() { String::new() } else { format!("({})", parameters.join(", ")) };
    let result = expected(db, &tree, item, call).and_then(|ty| written(db, item.module(db), ty));
    let result = result.map_or(String::new(), |result| format!(" -> {result}"));
    let text = format!("\n\nfn {function}{list}{result} {{\n  panic(\"write `{function}`\")\n}}");
    let text = text.replacen(&text[2..], syntax::format(&text[2..]).trim_end(), 1);
    let outermost = tree.parse.ancestors(call).find(|node| {
        let parent = tree.parse.parent(*node);
        parent.is_some_and(|parent| tree.parse.kind(parent) == NodeKind::File)
    })?;
    let edit = TextEdit::insert(tree.range(outermost).end, text);
    let change = SourceChange::of_file(request.file, [edit]);
    Some(CodeAction::fix(db, diagnostic, format!("Write the function `{function}`"), change))
}

fn type_of(db: &dyn Db, item: ItemId, node: NodeId) -> Option<Ty> {
    let expression = hir::body_source_map(db, item).expression_at(node)?;
    let ty = types::infer(db, item).expression_type(expression);
    (!ty.is_error()).then_some(ty)
}

/// What an argument is called: the variable or field that it is.
fn name_of(tree: &Tree<'_>, node: NodeId) -> Option<String> {
    match tree.parse.kind(node) {
        NodeKind::Name => Some(tree.parse.node_text(node).to_string()),
        NodeKind::SelfField => Some(tree.parse.node_text(node).trim_start_matches('@').to_string()),
        NodeKind::FieldAccess => {
            let name = tree.parse.node_text(node).rsplit('.').next()?.trim();
            name.starts_with(char::is_alphabetic).then(|| name.to_string())
        }
        NodeKind::Unary => name_of(tree, tree.parse.first_child(node)?),
        _ => None,
    }
    .filter(|name| !name.starts_with(char::is_uppercase))
}

/// The type that is wanted of the call, as far as what stands around it tells.
fn expected(db: &dyn Db, tree: &Tree<'_>, item: ItemId, call: NodeId) -> Option<Ty> {
    let parse = tree.parse;
    let parent = parse.parent(call)?;
    match parse.kind(parent) {
        NodeKind::Let => {
            let statement = Let::cast(parse, parent)?;
            statement.type_syntax()?;
            let pattern = statement.pattern()?;
            let map = hir::body_source_map(db, item);
            let body = hir::body(db, item);
            let local = body.locals().map(|(local, _)| local).find(|local| map.local(*local) == pattern.node())?;
            Some(types::infer(db, item).local_type(local)).filter(|ty| !ty.is_error())
        }
        NodeKind::Assign => match Statement::cast(parse, parent)? {
            Statement::Assign(assign) => type_of(db, item, assign.place()?.node()),
            Statement::Let(_) | Statement::Expression(_) | Statement::Error(_) => None,
        },
        NodeKind::Binary => {
            let other = parse.children(parent).find(|child| *child != call)?;
            type_of(db, item, other)
        }
        NodeKind::If | NodeKind::While => Some(Ty::BOOL).filter(|_| parse.first_child(parent) == Some(call)),
        NodeKind::Return => Some(types::signature(db, item).result).filter(|ty| *ty != Ty::UNIT),
        NodeKind::Block => {
            let owner = parse.parent(parent)?;
            let is_tail = parse.next_sibling(call).is_none() && parse.kind(owner) == NodeKind::Function;
            Some(types::signature(db, item).result).filter(|ty| is_tail && *ty != Ty::UNIT)
        }
        _ => None,
    }
}
