//! From problems, which name parts of an item by id, to diagnostics with positions relative to chunks.

use hir::ItemId;
use source::{Db, Diagnostic, Severity, Span, Tag};
use types::{Anchor, Edit, Problem};

/// The diagnostic of a problem with an item; `None` if the item is no more.
pub fn diagnostic(db: &dyn Db, item: ItemId, problem: &Problem) -> Option<Diagnostic> {
    let mut diagnostic = Diagnostic::new(problem.kind, span(db, item, problem.at)?, problem.message.clone());
    diagnostic.primary.text = problem.label.clone();
    for (at, text) in &problem.related {
        if let Some(span) = span(db, item, *at) {
            diagnostic = diagnostic.also(span, text.clone());
        }
    }
    diagnostic.notes.extend_from_slice(&problem.notes);
    diagnostic.help.extend_from_slice(&problem.help);
    if let Some(fix) = &problem.fix
        && let Some(mut place) = span(db, item, fix.at)
    {
        let text = match &fix.edit {
            Edit::Replace(text) => text,
            Edit::Before(text) => {
                place.end = place.start;
                text
            }
            Edit::After(text) => {
                place.start = place.end;
                text
            }
        };
        diagnostic = diagnostic.fix(fix.title.clone(), place, text.clone());
    }
    if problem.kind.severity == Severity::Warning {
        diagnostic = diagnostic.tag(Tag::Unnecessary);
    }
    Some(diagnostic)
}

fn span(db: &dyn Db, item: ItemId, anchor: Anchor) -> Option<Span> {
    match anchor {
        Anchor::Item => hir::item_name_span(db, item),
        Anchor::Other(other) => hir::item_name_span(db, other),
        Anchor::Expression(expression) => hir::expression_span(db, item, expression),
        Anchor::OtherExpression(other, expression) => hir::expression_span(db, other, expression),
        Anchor::Member(expression) => hir::member_name_span(db, item, expression),
        Anchor::Local(local) => hir::local_span(db, item, local),
        Anchor::BodyType(reference) => hir::type_reference_span(db, item, reference),
        Anchor::HeadType(reference) => hir::item_type_span(db, item, reference),
        Anchor::Field(field) => hir::field_span(db, item, field as usize),
        Anchor::OtherField(other, field) => hir::field_span(db, other, field as usize),
    }
}
