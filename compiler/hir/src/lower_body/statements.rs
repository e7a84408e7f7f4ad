//! Lowering of blocks and statements.

use syntax::view::{self, TypeSyntax};
use syntax::{NodeId, NodeKind, TokenKind};

use super::BodyLowering;
use crate::arena::List;
use crate::bodies::*;
use crate::expression::*;
use crate::lower_types::lower_type;
use crate::{LocalId, Name};

impl<'db> BodyLowering<'db> {
    /// The last expression of a block is its value.
    pub(super) fn block(&mut self, node: NodeId) -> ExpressionId {
        let parse = self.parse;
        let mark = self.table.mark();
        let first = self.statements.len();
        let mut tail = None;
        let mut next = parse.first_child(node);
        while let Some(child) = next {
            if let Some(value) = tail.take() {
                self.statements.push(Statement::Expression(value));
            }
            match parse.kind(child) {
                NodeKind::Let => {
                    let lowered = self.let_statement(child);
                    self.statements.push(lowered);
                }
                NodeKind::Assign => {
                    let assignment = self.assign(child);
                    self.statements.push(Statement::Expression(assignment));
                }
                // Items and attributes where none may stand are reported, and no statements.
                NodeKind::Attribute => {}
                _ if view::Item::cast(parse, child).is_some() => {}
                _ => tail = Some(self.node(child)),
            }
            next = parse.next_sibling(child);
        }
        self.table.end_scope(mark);
        let start = self.body.statements.len();
        self.body.statements.extend(self.statements.drain(first..));
        let statements = List::rest_of(&self.body.statements, start);
        self.push(Expression::Block { statements, tail }, node)
    }

    /// The value and the `else` block do not see what is declared. Children: attributes, the pattern, then the type behind
    /// `:`, the value behind `=` and the block behind `else`, if they are there.
    pub(super) fn let_statement(&mut self, node: NodeId) -> Statement {
        let parse = self.parse;
        let mut next = parse.first_child(node);
        while let Some(attribute) = next.filter(|child| parse.kind(*child) == NodeKind::Attribute) {
            next = parse.next_sibling(attribute);
        }
        let pattern = next;
        let behind = |child: Option<NodeId>| child.map(|child| parse.token_kind(parse.end_token(child)));
        let sibling = |child: Option<NodeId>| child.and_then(|child| parse.next_sibling(child));
        let mut last = pattern;
        let mut type_reference = None;
        // The `:` may have been forgotten, which was reported.
        if matches!(behind(last), Some(TokenKind::Colon | TokenKind::Word)) {
            last = sibling(last);
            let written = last.and_then(|written| TypeSyntax::cast(parse, written));
            type_reference = written.map(|written| lower_type(self, written));
        }
        let (mut initialiser, mut otherwise) = (None, None);
        // A `==` in its place was reported.
        if matches!(behind(last), Some(TokenKind::Equal | TokenKind::EqualEqual)) {
            last = sibling(last);
            initialiser = last.map(|value| self.node(value));
            otherwise = sibling(last).map(|block| self.node(block));
        }
        let first_local = self.body.locals.len();
        let pattern = pattern.and_then(|pattern| view::Pattern::cast(parse, pattern));
        // What may not fit has an `else`, and a lone capitalised name before one is a case.
        let pattern = match otherwise {
            Some(_) => self.matching_pattern(pattern, node),
            None => self.optional_pattern(pattern, node),
        };
        for attribute in view::Attribute::all(parse, node) {
            self.allow(attribute, first_local);
        }
        Statement::Let { pattern, type_reference, initialiser, otherwise }
    }

    /// `@[allow(…)]` before a `let` counts for what it declares.
    fn allow(&mut self, attribute: view::Attribute<'_>, first_local: usize) {
        if attribute.name().is_none_or(|name| name.text() != "allow") {
            return;
        }
        for argument in attribute.arguments() {
            let Some(token) = argument.value() else { continue };
            for local in first_local..self.body.locals.len() {
                self.body.allowed.push((LocalId::from_index(local), Name::new(token.text())));
            }
        }
    }

    pub(super) fn assign(&mut self, node: NodeId) -> ExpressionId {
        let parse = self.parse;
        let Some(first) = parse.first_child(node) else {
            return self.push(Expression::Missing, node);
        };
        let operator = BinaryOperator::of_assignment(parse.token_kind(parse.end_token(first)));
        let place = self.node(first);
        let value = match parse.next_sibling(first) {
            Some(second) => self.node(second),
            None => self.push(Expression::Missing, node),
        };
        self.push(Expression::Assign { place, operator, value }, node)
    }
}
