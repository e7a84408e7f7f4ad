//! The page of a closure literal: its two words, and what its environment holds, with bytes and how each variable gets in.
//! What is captured and how is `types::captures`'; where it lies, the layout of the environment.

use hir::{ClosureId, Expression, ItemId};
use source::Db;
use types::{Capture, CaptureKind, Captures};

use super::known::is_known;
use super::news::{self, aligned};
use super::page::{Page, bytes};
use super::question::{HoverLink, Question, ShowBlock};
use super::transfers::{self, About};
use crate::token::TokenPlace;

/// The closure literal that a token of its head or its braces belongs to.
pub(crate) fn at(db: &dyn Db, place: &TokenPlace<'_>) -> Option<(ItemId, ClosureId)> {
    let item = place.item(db).filter(|item| item.kind(db).may_have_body())?;
    let expressions: Vec<_> = hir::body_source_map(db, item).expressions_at(place.node).collect();
    expressions.into_iter().find_map(|id| match hir::body(db, item)[id] {
        Expression::Closure(closure) => Some((item, closure)),
        _ => None,
    })
}

/// Its first lines.
pub(super) fn write(question: &Question<'_>, page: &mut Page, (item, closure): (ItemId, ClosureId)) {
    let db = question.db;
    let (body, inference) = (hir::body(db, item), types::infer(db, item));
    let Some(captures) = types::captures(db, body, inference, closure) else { return };
    let ty = inference.expression_type(body.closure_literal(closure));
    let shown = types::display(db, ty);
    if captures.held.is_none() {
        let size = bytes(types::layout(db, ty).size);
        page.news([format!("{shown} · C function pointer · {size} · captures nothing")]);
        return;
    }
    let size = bytes(types::layout(db, ty).size);
    let mut lines = vec![format!("{shown} · closure · {size}: code, environment")];
    if question.settings.abi != ShowBlock::Never {
        lines.extend(news::travels(question, ty));
    }
    lines.extend(environment(db, item, &captures));
    let literal = About::Expression(body.closure_literal(closure));
    if question.settings.copies {
        lines.extend(transfers::lines(question, item, literal));
    }
    page.news(lines);
    page.link(HoverLink::Mir);
    page.link(HoverLink::Assembly);
    if question.settings.copies {
        transfers::write(question, page, item, literal);
    }
}

/// Where the environment lies and what it holds, a line for each word of it.
pub(crate) fn environment(db: &dyn Db, item: ItemId, captures: &Captures) -> Vec<String> {
    if captures.variables.is_empty() {
        return vec!["environment: null, since nothing is captured".to_string()];
    }
    let ty = captures.environment();
    let names = captures.variables.iter().map(|capture| hir::body(db, item)[capture.local].name.text());
    let types = captures.variables.iter().map(|capture| types::display(db, capture.ty));
    let first = if captures.is_lent() { "null: nothing to end" } else { "what ends it" };
    if !is_known(db, ty) {
        let rows: Vec<Vec<String>> = (names.zip(types).zip(&captures.variables))
            .map(|((name, ty), capture)| vec![format!("  {name}"), ty, how(db, captures, capture)])
            .collect();
        let whose = "environment: its layout depends on type arguments".to_string();
        return std::iter::once(whose).chain(aligned(&rows)).collect();
    }
    let layout = types::tuple_layout(db, ty);
    let place = if captures.is_lent() { "in the frame, it lives with the block" } else { "from malloc" };
    let mut lines = vec![format!("environment: {} {place}", bytes(layout.size))];
    let digits = layout.size.to_string().len();
    let mut rows = vec![vec![format!("{:>1$}", 0, digits + 1), first.to_string()]];
    let captured = names.zip(types).zip(&captures.variables).zip(layout.offsets.iter().skip(1));
    for (((name, ty), capture), offset) in captured {
        let size = types::layout(db, capture.ty).size;
        rows.push(vec![
            format!("{offset:>width$}", width = digits + 1),
            name.to_string(),
            ty,
            format!("{size} B"),
            how(db, captures, capture),
        ]);
    }
    // What ends it has no type; it must not make the column of names wide.
    let (head, rest) = rows.split_at(1);
    lines.push(head[0].join("  "));
    lines.extend(aligned(rest));
    lines
}

/// How a variable gets in.
pub(crate) fn how(db: &dyn Db, captures: &Captures, capture: &Capture) -> String {
    let pointer = |words: &str| format!("{words}: its address");
    match capture.kind {
        CaptureKind::Copy if capture.ty.as_borrow().is_some() => "ref: the pointer is copied".to_string(),
        CaptureKind::Copy if types::needs_drop(db, capture.ty) => "shared: one owner more, or moved".to_string(),
        CaptureKind::Copy => "copied".to_string(),
        CaptureKind::Move => match captures.held {
            Some(types::ClosureKind::Once) => "moved in, and out by the call".to_string(),
            _ => "moved in".to_string(),
        },
        CaptureKind::Borrow { mutable: false } => pointer("ref"),
        CaptureKind::Borrow { mutable: true } => pointer("mut"),
        CaptureKind::Reborrow { mutable: false } => "ref: what it leads to is lent on".to_string(),
        CaptureKind::Reborrow { mutable: true } => "mut: what it leads to is lent on".to_string(),
    }
}
