//! Labels of loops: where they are written. It must not know what leaves or continues them.

use hir::{ExpressionId, ItemId};
use source::{Db, Span, parse};
use syntax::view::{For, Loop, Token, While};
use syntax::{NodeId, Parse};

/// Where the label of a loop is written, and its text.
pub(crate) fn label_span(db: &dyn Db, item: ItemId, loop_expression: ExpressionId) -> Option<(Span, String)> {
    let source = hir::item_source(db, item)?;
    let node = hir::body_source_map(db, item).expression(loop_expression);
    let token = label(parse(db, source.chunk), node)?;
    let range = token.range();
    let span = Span::new(source.chunk.id(db), range.start..range.end);
    Some((span, token.text().to_string()))
}

/// The label before a loop.
pub(crate) fn label(parse: &Parse, node: NodeId) -> Option<Token<'_>> {
    Loop::cast(parse, node)
        .and_then(|view| view.label())
        .or_else(|| While::cast(parse, node).and_then(|view| view.label()))
        .or_else(|| For::cast(parse, node).and_then(|view| view.label()))
}
