//! What `for`, `try` and `throw` call: iterators, conversions of failures. Inference named the methods; this page says them.

use hir::{Expression, ExpressionId, ItemId};
use source::Db;
use syntax::{NodeKind, TokenKind};
use types::{Arguments, Callee, Inference, Substitution, TypeKind};

use super::page::Page;
use crate::token::TokenPlace;

/// The first lines about such a word.
pub(super) fn write(db: &dyn Db, page: &mut Page, place: &TokenPlace<'_>) {
    let is_one = matches!(
        (place.kind(), place.node_kind()),
        (TokenKind::For | TokenKind::In, NodeKind::For)
            | (TokenKind::Try, NodeKind::Unary)
            | (TokenKind::Throw, NodeKind::Throw)
    );
    let Some(item) = place.item(db).filter(|item| is_one && item.kind(db).may_have_body()) else { return };
    let (body, inference) = (hir::body(db, item), types::infer(db, item));
    for id in hir::body_source_map(db, item).expressions_at(place.node) {
        let lines = match body[id] {
            Expression::For { iterable, .. } => of_loop(db, item, id, iterable),
            Expression::Try(tried) => of_try(db, inference, id, tried),
            Expression::Throw(value) => of_throw(db, item, id, value),
            _ => continue,
        };
        page.news(lines);
    }
}

fn of_loop(db: &dyn Db, item: ItemId, id: ExpressionId, iterable: ExpressionId) -> Vec<String> {
    let (body, inference) = (hir::body(db, item), types::infer(db, item));
    let walked = inference.expression_type(iterable);
    if walked.is_error() {
        return Vec::new();
    }
    if let (Expression::Range { .. }, None) = (body[iterable], inference.iteration(id)) {
        return vec!["for · a range: it counts, nothing is called".to_string()];
    }
    let shown = types::display(db, walked.value_type());
    let Some(iteration) = inference.iteration(id) else {
        return vec![format!("for · {shown}: the elements are lent one by one, nothing is called")];
    };
    let mut lines = Vec::new();
    if let Some(Callee::Function(function, arguments)) = inference.callee_of(id) {
        lines.push(format!("first      {}", called(db, function, arguments)));
    }
    if let Callee::Function(function, arguments) = inference.call(iteration.next).callee {
        let given = types::display(db, iteration.given);
        lines.push(format!("each turn  {} -> {given}", called(db, function, arguments)));
    }
    lines.push("ends       at the first None".to_string());
    lines.insert(0, format!("for · {shown}, by the iterator {}", types::display(db, iteration.iterator)));
    lines
}

fn of_try(db: &dyn Db, inference: &Inference, id: ExpressionId, tried: ExpressionId) -> Vec<String> {
    let of = inference.expression_type(tried).value_type();
    if of.is_error() || of.as_named().is_none() {
        return Vec::new();
    }
    let (shown, value) = (types::display(db, of), types::display(db, inference.expression_type(id)));
    let mut lines = vec![format!("try {shown} -> {value}")];
    lines.push(match inference.callee_of(id) {
        Some(Callee::Function(function, arguments)) => {
            format!("a failure is returned as Err, converted by {}", called(db, function, arguments))
        }
        _ => "a failure is returned as it is".to_string(),
    });
    lines
}

fn of_throw(db: &dyn Db, item: ItemId, id: ExpressionId, value: ExpressionId) -> Vec<String> {
    let (body, inference) = (hir::body(db, item), types::infer(db, item));
    let ty = inference.expression_type(value);
    if ty.is_error() {
        return Vec::new();
    }
    // Closures inside of others come first.
    let around = body.closures().find(|closure| body.expressions_in(*closure).any(|(inside, _)| inside == id));
    let literal = around.and_then(|closure| inference.expression_type(body.closure_literal(closure)).as_closure());
    let result = literal.map_or_else(|| types::signature(db, item).result, |(_, _, result)| result);
    let whose = match result.kind() {
        TypeKind::Named(_) => format!(" of {}", types::display(db, result)),
        _ => String::new(),
    };
    vec![format!("throw {} · returns Err{whose}; nothing is converted", types::display(db, ty.value_type()))]
}

/// A function with what it belongs to, as its symbol names it: `Countdown:Iterator[i64].next`, `Tree[i64].count`.
pub(super) fn called(db: &dyn Db, function: ItemId, arguments: Arguments) -> String {
    let with = Substitution::of_function(db, function, arguments);
    let parent = function.parent_item(db);
    let holder = parent.and_then(|_| types::self_type(db, function)).map(|ty| types::display(db, with.apply(ty)));
    let name = function.name(db).text();
    let of = parent.and_then(|parent| types::trait_of(db, parent)).map(|of| {
        let arguments: Vec<String> =
            with.arguments(of.arguments).types().iter().map(|ty| types::display(db, *ty)).collect();
        let list = if arguments.is_empty() { String::new() } else { format!("[{}]", arguments.join(", ")) };
        format!(":{}{list}", of.item.name(db).text())
    });
    let own = with.of_item(function).filter(|own| !own.is_empty());
    let own = own.map(|own| {
        let types: Vec<String> = own.iter().map(|ty| types::display(db, *ty)).collect();
        format!("[{}]", types.join(", "))
    });
    let before = holder.map(|holder| format!("{holder}{}.", of.unwrap_or_default())).unwrap_or_default();
    format!("{before}{name}{}", own.unwrap_or_default())
}
