//! What a use does with what it names: reads it, writes it, or only says its name. Whoever is lent as `mut` counts as
//! written. It must not know which uses are asked about.

use hir::{Body, BodySourceMap, Expression, ExpressionId, ItemId};
use source::{Db, parse};
use syntax::{NodeId, NodeKind, Parse, TokenKind};
use types::{Adjustment, Detail, Indexing, Inference};

use crate::name_use::NameUse;

/// What happens to a value where its name stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Access {
    /// No value is touched: types, modules, functions, labels, imports.
    Name,
    /// It is read.
    Read,
    /// It is declared, assigned, lent as `mut` or given its value by a named argument.
    Write,
}

impl Access {
    /// What a use does.
    pub(crate) fn of(db: &dyn Db, used: &NameUse) -> Access {
        if !used.definition.has_value(db) {
            return Access::Name;
        }
        if used.is_declaration {
            return Access::Write;
        }
        match (used.item, used.expression) {
            (Some(item), Some(expression)) => of_expression(db, item, expression),
            (Some(_), None) if is_named_argument(db, used) => Access::Write,
            (Some(_), None) => Access::Read,
            (None, _) => Access::Name,
        }
    }
}

/// Whether a use is the name before an argument.
fn is_named_argument(db: &dyn Db, used: &NameUse) -> bool {
    let position = crate::FilePosition { file: used.range.file, offset: used.range.range.start };
    crate::token::TokenPlace::at(db, position).is_some_and(|place| place.node_kind() == NodeKind::NamedArgument)
}

fn of_expression(db: &dyn Db, item: ItemId, expression: ExpressionId) -> Access {
    let Some(source) = hir::item_source(db, item) else {
        return Access::Read;
    };
    let place = Place {
        parse: parse(db, source.chunk),
        body: hir::body(db, item),
        map: hir::body_source_map(db, item),
        inference: types::infer(db, item),
    };
    if place.is_written(expression) { Access::Write } else { Access::Read }
}

struct Place<'db> {
    parse: &'db Parse,
    body: &'db Body,
    map: &'db BodySourceMap,
    inference: &'db Inference,
}

impl Place<'_> {
    /// Whether an expression, or the larger place that begins with it, is assigned or lent as `mut`.
    fn is_written(&self, expression: ExpressionId) -> bool {
        let mut expression = expression;
        loop {
            if matches!(self.inference.adjustment(expression), Adjustment::BorrowMutable | Adjustment::ReborrowMutable)
            {
                return true;
            }
            let node = self.map.expression(expression);
            // `@x` makes two expressions of one node; `self` is the first.
            let same = self.larger_place(expression, node);
            let next = same.or_else(|| self.larger_place(expression, self.around(node)?));
            match next {
                Some(larger) => expression = larger,
                None => return self.is_target(node),
            }
        }
    }

    /// The node around a node, parentheses left out.
    fn around(&self, node: NodeId) -> Option<NodeId> {
        let mut ancestors = self.parse.ancestors(node);
        ancestors.find(|node| self.parse.kind(*node) != NodeKind::Paren)
    }

    /// The expression of `node` that is a part of the place `inner`.
    fn larger_place(&self, inner: ExpressionId, node: NodeId) -> Option<ExpressionId> {
        self.map.expressions_at(node).find(|id| match self.body[*id] {
            Expression::Field { receiver, .. } | Expression::TupleField { receiver, .. } => receiver == inner,
            Expression::Index { base, .. } => {
                base == inner && self.inference.detail(*id) != Detail::Index(Indexing::Pointer)
            }
            _ => false,
        })
    }

    /// Whether a node is what an assignment changes or `mut` lends.
    fn is_target(&self, node: NodeId) -> bool {
        let mut inner = node;
        for around in self.parse.ancestors(node) {
            match self.parse.kind(around) {
                NodeKind::Paren => inner = around,
                NodeKind::Assign => return self.parse.first_child(around) == Some(inner),
                NodeKind::Unary => return self.parse.token_kind(self.parse.first_token(around)) == TokenKind::Mut,
                _ => return false,
            }
        }
        false
    }
}
