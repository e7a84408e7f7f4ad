//! A variable's value in the place of its name, and its declaration gone. Not offered where the value would be evaluated
//! more than once with effects, would be another by then, or would have another type.

use hir::LocalKind;
use syntax::view::{Let, Pattern};
use syntax::{NodeId, NodeKind, Parse};
use types::{IntKind, Ty, TypeKind};

use super::request::Request;
use super::statements::removal;
use super::{ActionKind, CodeAction, later};
use crate::definition::Definition;
use crate::edit::{SourceChange, TextEdit};
use crate::references::Access;
use crate::search::{Scope, uses};

pub(super) fn offer(request: &Request<'_>, actions: &mut Vec<CodeAction>) {
    actions.extend(action(request));
}

fn action(request: &Request<'_>) -> Option<CodeAction> {
    let db = request.db;
    let definition = request.name_at(request.range.start)?.definition;
    let Definition::Local { item, local } = definition else {
        return None;
    };
    let variable = hir::body(db, item)[local];
    if variable.is_mutable || variable.kind != LocalKind::Variable {
        return None;
    }
    let found = uses(db, definition, Scope::File(request.file));
    let declared = found.iter().find(|used| used.is_declaration)?;
    let tree = request.tree_at(declared.range.range.start)?;
    let parse = tree.parse;
    let statement = Let::cast(parse, tree.around(&declared.range.range, NodeKind::Let)?)?;
    let Pattern::Binding(binding) = statement.pattern()? else {
        return None;
    };
    if binding.name().map(|name| tree.absolute(name.range())) != Some(declared.range.range.clone())
        || statement.else_block().is_some()
    {
        return None;
    }
    let value = statement.value()?.node();
    let places: Vec<_> = found.iter().filter(|used| !used.is_declaration).collect();
    let later = later::Value { db, item, parse, node: value, has_effects: has_effects(parse, value) };
    // Also one that may not be changed and is.
    let is_changed = places.iter().any(|used| Access::of(db, used) == Access::Write);
    let is_repeated = places.len() > 1 && later.has_effects;
    if places.is_empty() || is_changed || is_repeated || !later::may_be_evaluated_where_used(&later, local) {
        return None;
    }
    let ty = definition.ty(db)?;
    let mut text = parse.node_text(value).to_string();
    let mut kind = parse.kind(value);
    // What was written behind the name, or a literal's own type, must not be lost.
    let is_default = matches!(ty.kind(), TypeKind::Int(IntKind::I64)) || ty == Ty::F64 || ty == Ty::STRING;
    if statement.type_syntax().is_some() && !is_default {
        if !matches!(ty.kind(), TypeKind::Int(_) | TypeKind::Float(_)) {
            return None;
        }
        if !matches!(kind, NodeKind::Name | NodeKind::Call | NodeKind::FieldAccess) {
            text = format!("{} as {}", parenthesised(&text, kind, NodeKind::Cast), types::display(db, ty));
            kind = NodeKind::Cast;
        }
    }
    let mut change = SourceChange::default();
    let whole = tree.range(statement.node());
    change.add(request.file, TextEdit::replace(removal(request.text(), whole), ""));
    for used in places {
        let place = request.token_at(used.range.range.start)?;
        let parent = place.parse.kind(place.parse.parent(place.node)?);
        if text.contains('\n') && parent == NodeKind::Interpolation {
            return None;
        }
        let is_callee = parent == NodeKind::Call
            && place.parse.parent(place.node).and_then(|call| place.parse.first_child(call)) == Some(place.node);
        let around = if parent == NodeKind::Call && !is_callee { NodeKind::NamedArgument } else { parent };
        change.add(request.file, TextEdit::replace(used.range.range.clone(), parenthesised(&text, kind, around)));
    }
    let title = format!("Inline the variable `{}`", variable.name.text());
    Some(CodeAction::new(ActionKind::Inline, title, change))
}

/// Whether evaluating the value twice may differ from evaluating it once.
fn has_effects(parse: &Parse, value: NodeId) -> bool {
    let kind = parse.kind(value);
    let is_harmless = kind.is_operator()
        || matches!(
            kind,
            NodeKind::Name
                | NodeKind::Literal
                | NodeKind::SelfField
                | NodeKind::SelfValue
                | NodeKind::FieldAccess
                | NodeKind::Paren
                | NodeKind::PathType
                | NodeKind::Index
        );
    !is_harmless || parse.children(value).any(|child| has_effects(parse, child))
}

/// The text of a node of a kind, in parentheses if it needs them below a node of another.
fn parenthesised(text: &str, kind: NodeKind, around: NodeKind) -> String {
    let binds_loosely = kind.is_operator()
        || matches!(
            kind,
            NodeKind::If | NodeKind::Match | NodeKind::Block | NodeKind::Unsafe | NodeKind::Closure | NodeKind::Return
        );
    let binds_tightly = around.is_operator()
        || matches!(around, NodeKind::FieldAccess | NodeKind::Index | NodeKind::Call | NodeKind::LetCondition);
    if binds_loosely && binds_tightly { format!("({text})") } else { text.to_string() }
}
