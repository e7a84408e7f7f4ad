//! The selected expression as a variable before its statement. Not offered where that would change when or whether it is
//! evaluated, or what is written to.

use hir::ItemId;
use source::Db;
use syntax::view::Expression;
use syntax::{NodeId, NodeKind, TokenKind};
use types::{IntKind, Ty, TypeKind};

use super::request::{Request, Tree};
use super::statements::{indentation, insert_before, statement_around};
use super::{ActionKind, CodeAction};
use crate::edit::{SourceChange, TextEdit};
use crate::writable_type::written;

pub(super) fn offer(request: &Request<'_>, actions: &mut Vec<CodeAction>) {
    actions.extend(action(request));
}

fn action(request: &Request<'_>) -> Option<CodeAction> {
    let (tree, node) = selected(request)?;
    let (statement, owner) = statement_around(&tree, node)?;
    if !may_move(&tree, node, statement) {
        return None;
    }
    let db = request.db;
    let item = hir::item_of_node(db, tree.chunk, node)?;
    let expression = hir::body_source_map(db, item).expression_at(node)?;
    let ty = types::infer(db, item).expression_type(expression);
    if ty.is_error() || ty == Ty::UNIT || ty == Ty::NEVER {
        return None;
    }
    let name = free_name(db, item, &suggestion(&tree, node, ty));
    let is_place = matches!(
        tree.parse.kind(node),
        NodeKind::Name | NodeKind::FieldAccess | NodeKind::SelfField | NodeKind::Index | NodeKind::SelfValue
    );
    let borrow = if is_place && !types::is_copy(db, ty) { "ref " } else { "" };
    // A literal has the type that is expected where it stands, which a variable does not know.
    let is_plain = matches!(ty.kind(), TypeKind::Int(IntKind::I64) | TypeKind::Float(types::FloatKind::F64));
    let is_number = matches!(ty.kind(), TypeKind::Int(_) | TypeKind::Float(_)) && !is_plain;
    let annotation = written(db, item.module(db), ty).filter(|_| is_number);
    let annotation = annotation.map_or(String::new(), |ty| format!(": {ty}"));
    let text = request.text();
    let value = tree.parse.node_text(node);
    let declaration = format!("let {name}{annotation} = {borrow}{value}");
    let place = tree.range(node);
    let outer = tree.range(statement);
    let is_last = tree.parse.next_sibling(statement).is_none();
    let mut edits = Vec::new();
    if tree.parse.kind(owner) == NodeKind::MatchArm {
        let before = indentation(text, outer.start);
        if text[outer.start as usize..outer.end as usize].contains('\n') {
            edits.push(TextEdit::insert(outer.start, format!("{{\n{before}  {declaration}\n{before}  ")));
            edits.push(TextEdit::replace(place, name.clone()));
            edits.push(TextEdit::insert(outer.end, format!("\n{before}}}")));
        } else {
            edits.push(TextEdit::insert(outer.start, format!("{{ {declaration}  ")));
            edits.push(TextEdit::replace(place, name.clone()));
            edits.push(TextEdit::insert(outer.end, " }"));
        }
    } else if statement == node && !is_last {
        edits.push(TextEdit::insert(outer.start, format!("let {name}{annotation} = {borrow}")));
    } else {
        edits.push(insert_before(text, outer.start, &declaration));
        edits.push(TextEdit::replace(place, name.clone()));
    }
    let change = SourceChange::of_file(request.file, edits);
    Some(CodeAction::new(ActionKind::Extract, format!("Extract into the variable `{name}`"), change))
}

/// The expression that is selected, with space around it or not.
fn selected<'db>(request: &Request<'db>) -> Option<(Tree<'db>, NodeId)> {
    let text = &request.text()[request.range.start as usize..request.range.end as usize];
    let start = request.range.start + (text.len() - text.trim_start().len()) as u32;
    let range = start..start + text.trim().len() as u32;
    if range.is_empty() {
        return None;
    }
    let tree = request.tree_at(range.start)?;
    let node = tree
        .nodes_around(&range)
        .find(|node| tree.range(*node) == range && Expression::cast(tree.parse, *node).is_some())?;
    Some((tree, node))
}

/// Whether the node is evaluated exactly when its statement begins, or soon after, and only read.
fn may_move(tree: &Tree<'_>, node: NodeId, statement: NodeId) -> bool {
    let parse = tree.parse;
    let mut child = node;
    while child != statement {
        let Some(parent) = parse.parent(child) else {
            return false;
        };
        let is_first = parse.first_child(parent) == Some(child);
        let operator = || parse.first_child(parent).map(|left| parse.token_kind(parse.end_token(left)));
        let allowed = match parse.kind(parent) {
            NodeKind::Binary => is_first || !matches!(operator(), Some(TokenKind::AndAnd | TokenKind::OrOr)),
            NodeKind::Assign => !is_first,
            NodeKind::Unary => {
                let first = parse.token_kind(parse.first_token(parent));
                !matches!(first, TokenKind::Mut | TokenKind::Ref | TokenKind::Move)
            }
            NodeKind::Call | NodeKind::Index => !is_first || child != node,
            NodeKind::If => {
                let is_else_if = parse.parent(parent).is_some_and(|outer| parse.kind(outer) == NodeKind::If);
                is_first && !is_else_if
            }
            NodeKind::While | NodeKind::MatchArm | NodeKind::Closure => false,
            NodeKind::ArrayType | NodeKind::Repeat => parse.kind(parent) == NodeKind::Repeat && is_first,
            _ => true,
        };
        if !allowed {
            return false;
        }
        child = parent;
    }
    true
}

/// A name for the value: that of the function or field it comes from.
fn suggestion(tree: &Tree<'_>, node: NodeId, ty: Ty) -> String {
    let parse = tree.parse;
    let named = match parse.kind(node) {
        NodeKind::Call => parse.first_child(node).map(|callee| parse.node_text(callee)),
        NodeKind::FieldAccess | NodeKind::SelfField => Some(parse.node_text(node)),
        _ => None,
    };
    let last = named.and_then(|text| text.rsplit(['.', '@']).next()).map(str::trim);
    let is_name = |text: &&str| {
        text.chars().all(|letter| letter.is_alphanumeric() || letter == '_') && text.starts_with(char::is_alphabetic)
    };
    match last.filter(is_name) {
        Some(name) => name.to_lowercase(),
        None if ty == Ty::STRING => "text".to_string(),
        None if ty == Ty::BOOL => "condition".to_string(),
        None => "value".to_string(),
    }
}

/// The name, with a number behind it if something is called so already or it is a word of the language.
fn free_name(db: &dyn Db, item: ItemId, name: &str) -> String {
    let body = hir::body(db, item);
    let is_taken = |name: &str| {
        let is_local = body.locals().any(|(_, local)| local.name.text() == name);
        let is_word = syntax::parse(&format!("let {name} = 1")).errors().is_empty();
        is_local || !is_word || hir::resolve(db, item.module(db), hir::Name::new(name)).is_some()
    };
    if !is_taken(name) {
        return name.to_string();
    }
    let numbered = (2..).map(|number| format!("{name}{number}")).find(|name| !is_taken(name));
    numbered.unwrap_or_else(|| name.to_string())
}
